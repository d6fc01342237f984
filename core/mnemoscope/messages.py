"""Every sentence for a person, as an id with parameters, and its English.

A message is stored and passed as ``Message(id, parameters)``; only a door (command line, window) renders it. A
catalogue entry is a format string, or one for each plural form, chosen by the parameter ``count``. Numbers, days and
moments are parameters as they are; how a language writes them is a ``Formats``.
"""

from __future__ import annotations

import json
import re
import string
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

Catalogue = Mapping[str, str | tuple[str, ...]]

_MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
_DECIMAL = re.compile(r"\.(\d+)f")
_TEMPLATES = string.Formatter()


@dataclass(frozen=True, slots=True)
class Formats:
    """How a language writes the values in its sentences."""

    number: Callable[[int], str]
    """A whole number, thousands apart: what a catalogue writes as ``{count:n}``."""
    ordinal: Callable[[int], str]
    """``{rank:nth}``."""
    decimal: Callable[[float, int], str]
    """A number with so many decimals: ``{short:.5f}``."""
    day: Callable[[date], str]
    moment: Callable[[datetime], str]
    """A day and the minute in it."""
    plural: Callable[[int], int]
    """Which of the plural forms a count takes: an index into the catalogue's entry."""
    joined: Callable[[str, str], str] = "{}{}".format
    """What a sentence says before a value, and the value: where a word bends before a number (*el 3*, *l'11*)."""


def _ordinal(value: int) -> str:
    last = "th" if 10 <= value % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(value % 10, "th")
    return f"{value:,}{last}"


def _day(value: date) -> str:
    return f"{value.day} {_MONTHS[value.month - 1]} {value.year}"  # strftime's months are those of the locale


ENGLISH_FORMATS = Formats(
    number=lambda value: f"{value:,}",
    ordinal=_ordinal,
    decimal=lambda value, places: f"{value:.{places}f}",
    day=_day,
    moment=lambda value: f"{value:%H:%M} on {_day(value)}",
    plural=lambda count: 0 if count == 1 else 1,
)


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence for a person, not yet in any language.

    A parameter is a text, a number, a ``date``, a ``datetime`` in local time, or another message.
    """

    id: str
    parameters: Mapping[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.render(ENGLISH)

    def render(self, catalogue: Catalogue, formats: Formats = ENGLISH_FORMATS) -> str:
        """The sentence in the catalogue's language, messages among its parameters too. Raises ``KeyError``."""
        entry = catalogue[self.id]
        if isinstance(entry, tuple):
            count = self.parameters.get("count")
            entry = entry[min(formats.plural(count), len(entry) - 1) if isinstance(count, int) else -1]
        written = ""
        for before, name, spec, _ in _TEMPLATES.parse(entry):
            written += before
            if name is not None:
                value = format(_shown(self.parameters[name], catalogue, formats), spec or "")
                written = formats.joined(written, value)
        return written

    def parameters_json(self) -> str:
        """The parameters as they are stored; a message, a day or a moment among them is an object that says so."""
        return json.dumps(self.parameters, ensure_ascii=False, default=_plain)

    @classmethod
    def from_row(cls, id: str, parameters: str) -> Message:
        """A message as ``parameters_json`` stored it."""
        return cls(id, {name: _stored(value) for name, value in json.loads(parameters).items()})


@dataclass(frozen=True, slots=True)
class _Number:
    """A number that a catalogue may write as ``{rank:nth}``, ``{records:n}`` or ``{score:.3f}``."""

    value: int | float
    formats: Formats

    def __format__(self, spec: str) -> str:
        if spec in {"n", "nth"}:
            write = self.formats.ordinal if spec == "nth" else self.formats.number
            return write(int(self.value))
        decimal = _DECIMAL.fullmatch(spec)
        return self.formats.decimal(self.value, int(decimal[1])) if decimal else format(self.value, spec)


def _shown(value: object, catalogue: Catalogue, formats: Formats) -> object:
    if isinstance(value, Message):
        return value.render(catalogue, formats)
    if isinstance(value, datetime):
        return formats.moment(value)
    if isinstance(value, date):
        return formats.day(value)
    return _Number(value, formats) if type(value) in {int, float} else value  # type: ignore[arg-type]


def _plain(value: object) -> object:
    if isinstance(value, Message):
        return {"message": value.id, "parameters": dict(value.parameters)}
    if isinstance(value, datetime):
        return {"moment": value.isoformat(timespec="minutes")}
    if isinstance(value, date):
        return {"day": value.isoformat()}
    raise TypeError(f"{type(value).__name__} is no parameter of a message")


def _stored(value: Any) -> Any:
    match value:
        case {"message": id, "parameters": parameters}:
            return Message(id, {name: _stored(some) for name, some in parameters.items()})
        case {"moment": text}:
            return datetime.fromisoformat(text)
        case {"day": text}:
            return date.fromisoformat(text)
    return value


def message(id: str, /, **parameters: object) -> Message:
    """A message with its parameters as keywords."""
    return Message(id, parameters)


ENGLISH: Catalogue = {
    # -- opening a vault
    "vault.newer": "This vault was made by a newer version: schema {found}, this program knows {known}.",
    "vault.older": (
        "This vault was made by an older version, schema {found}, and this program reads {known}: open it once where it"
        " can be written, and it is brought up to date after a copy."
    ),
    "vault.replaced": "Another file stands at {path} now; nothing was read or written. Start again.",
    "vault.missing": "There is no vault at {path}.",
    "vault.folder": "{path} is a folder, not a vault.",
    "vault.not_a_vault": "{path} is not a vault.",
    "vault.damaged": "{path} is damaged or cut short; restore it from a backup.",
    "vault.unreadable": "{path} cannot be read: {detail}.",
    "vault.exists": "{path} exists already.",
    "vault.no_folder": "There is no folder {path}.",
    "vault.busy": "Another process is writing to {path} just now; nothing was changed, try again.",
    "import.broken_off": "The import of {path} was broken off; nothing of it came in, try again.",
    "work.broken_off": "The work was broken off from outside; what was written stays, the rest can be finished later.",
    "preview.broken_off": "Looking into {path} was broken off; try again.",
    "import.running": "Another import that is still running brings the same records; nothing was changed, try again.",
    "vault.disk_full": "The disk that holds {path} is full; nothing was changed.",
    "vault.not_writable": "{path} cannot be written ({detail}); nothing was changed.",
    "vault.read_only": "{path} is open for reading only; nothing was changed.",
    # -- a recall as Markdown
    "markdown.asked": "Profile {profile}: {served} served of {recallable} recallable.",
    "markdown.apps": "Apps: {apps}.",
    "markdown.all_apps": "All apps.",
    "markdown.as_of": "As of {at}.",
    "markdown.heads": "fused | sum | vectors | cosine | words | score | id | session · app · date",
    "markdown.standing": "standing",
    # -- records and acts
    "record.no_id": "“{id}” is no record id: ids are hexadecimal digits.",
    "output.failed": "The output could not be written ({detail}); what was done stays.",
    "record.none": "No record has an id that begins with {id}.",
    "record.ambiguous": "More than one record has an id that begins with {id}; type more of it.",
    "act.add": ("Added a record", "Added {count} records"),
    "act.followed": ("Followed a change of {source}", "Followed {count} changes of {source}"),
    "format.no_columns": "The format {name} has no columns to map.",
    "act.import": ("Imported a record from {source}", "Imported {count} records from {source}"),
    "act.deactivate": ("Deactivated record {record}", "Deactivated {count} records"),
    "act.restore": ("Restored record {record}", "Restored {count} records"),
    "act.supersede": "Superseded record {older} by {newer}",
    "act.unsupersede": "Removed the supersession of record {older} by {newer}",
    "act.undo": "Undid: {act}",
    "act.redo": "Redid: {act}",
    "deactivate.already": ("Record {record} is inactive already.", "These {count} records are inactive already."),
    "restore.already": ("Record {record} is active already.", "These {count} records are active already."),
    "supersede.self": "A record cannot supersede itself.",
    "supersede.second": "Record {older} is superseded by {newer} already; remove that supersession first.",
    "supersede.cycle": "Record {newer} is itself superseded, directly or in steps, by {older}; this would be a circle.",
    "supersede.apps": "Record {older} is of app {older_app}, {newer} of app {newer_app}; a supersession stays in one.",
    "supersede.none": "Record {older} is not superseded by {newer}.",
    "undo.nothing": "There is nothing to undo.",
    "redo.nothing": "There is nothing to redo.",
    "undo.refused": "Not undone: a later act of the {actor} at {at} touched the same records ({act}). Nothing changed.",
    "redo.refused": "Not redone: a later act of the {actor} at {at} touched the same records ({act}). Nothing changed.",
    "undo.forget": (
        "A forget cannot be undone ({act}, by the {actor} at {at}). Earlier acts can be taken back from the history,"
        " one by one, where no record of theirs was forgotten."
    ),
    "undo.forgotten": (
        "Not undone: a record of this act is forgotten for good (act {number} of the {actor} at {at}). Nothing changed."
    ),
    "redo.forgotten": (
        "Not redone: a record of this act is forgotten for good (act {number} of the {actor} at {at}). Nothing changed."
    ),
    # -- acts on many records, dates, apps, edits, and taking back any act
    "act.dates": ("Set for record {record}: {dates}", "Set for {count} records: {dates}"),
    "act.move": ("Moved record {record} to app {app}", "Moved {count} records to app {app}"),
    "act.move_linked": (
        "Moved record {record} to app {app}, with what supersessions link to it ({linked:n})",
        "Moved {count} records to app {app}, with what supersessions link to them ({linked:n})",
    ),
    "act.supersede_all": ("Superseded a record by {newer}", "Superseded {count} records by {newer}"),
    "act.edit": "Edited record {record}: {newer} takes its place",
    "act.revert": "Took back act {number}: {act}",
    "act.none_chosen": "No record is chosen.",
    "dates.valid_until": "valid until {day}",
    "dates.valid_for_ever": "valid for ever",
    "dates.review_after": "to be reviewed after {day}",
    "dates.no_review": "no review",
    "dates.both": "{first}, {second}",
    "dates.nothing": "No date is given.",
    "dates.already": (
        "For record {record} this is so already: {dates}.",
        "For these {count} records this is so already: {dates}.",
    ),
    "move.no_app": "An app needs a name.",
    "move.already": ("Record {record} is of app {app} already.", "These {count} records are of app {app} already."),
    "record.gone": ("One of these records was just forgotten.", "{count} of these records were just forgotten."),
    "supersede.inactive": "Record {record} is inactive; restore it first.",
    "supersede.switched_off": (
        "Record {record} is inactive: {act}, by the {actor} at {at}. Restore it first, or leave it out."
    ),
    "edit.empty": "There is no text in the place of the old one; deactivate or forget the record instead.",
    "edit.unchanged": "The text of record {record} is the same as before.",
    "revert.none": "There is no act {number} in the history.",
    "impact.forgotten": "What act {number} changed cannot be found out any more: the records that it forgot are gone.",
    "revert.reversal": "Act {number} takes back or does again another act ({act}); revert or redo that one.",
    "revert.undone": "Act {number} ({act}) was taken back already, by the {actor} at {at}.",
    "why.not_asked": "{words}: stop words, not asked",
    "recall.not_logged": "This recall could not be noted in the recall log: another process is writing.",
    "app.none": "There is no app {app} in this vault; it has {known}.",
    "open.no_display": "There is no display to open a window on; the other commands work without one.",
    "open.no_window": "The window is not installed here; the other commands work without it.",
    "bench.no_dataset": (
        "{path} is of the format {format}; questions are measured on locomo, longmemeval and jsonl files."
    ),
    "bench.no_questions": "{path} holds no question with evidence to measure.",
    "bench.malformed": "{path} is not as its format says ({detail}).",
    "ledger.unreadable": "{path} cannot be read ({detail}).",
    "ledger.no_row": "Line {line} of {path} is no row of a measurement ({detail}).",
    "ledger.no_summary": "{path} is no summary of a measurement that this version reads.",
    "verify.cell": "{name}: the summary says {said}, the rows give {found}.",
    "verify.row": "The row of {question} is not the one that was measured.",
    "verify.missing": "The row of {question} is missing.",
    "verify.odd_row": "The row of {question} stands where none was measured.",
    "verify.condition": "{name}: the ledger says {said}, here it is {found}.",
    "verify.rerun": "The row of {question} comes out otherwise when it is measured again.",
    "verdicts.no_line": "Line {line} of {path} is no judgement with qid, arm, run and verdict.",
    "verdicts.nothing": "There is no judgement in these files.",
    "bench.no_out": "{path} cannot be made ({detail}).",
    "recall.too_long": "The question has {count:n} characters; at most {most:n} are taken.",
    "import.itself": "{path} is this vault itself; there is nothing to import.",
    "why.no_text_given": "There is no text to look for.",
    "add.empty": "There is no text to add.",
    # -- forgetting
    "act.forget": ("Forgot a record", "Forgot {count:n} records"),
    "forget.nothing": "There is no record to forget.",
    "forget.ask": (
        "Forget {count:n} record for good? It leaves this file; neither undo nor import brings it back. Backups and "
        "original files still hold it.",
        "Forget {count:n} records for good? They leave this file; neither undo nor import brings them back. Backups "
        "and original files still hold them.",
    ),
    "forget.needs_yes": "Forgetting is for good, and there is no terminal to ask on; say --yes.",
    "forget.declined": "Nothing was forgotten.",
    "forget.vectors": ("{count:n} vector goes with it.", "{count:n} vectors go with them."),
    "forget.expectations": ("{count:n} expectation goes too.", "{count:n} expectations go too."),
    "forget.supersessions": ("{count:n} supersession is removed.", "{count:n} supersessions are removed."),
    "forget.verdicts": ("{count:n} verdict is removed.", "{count:n} verdicts are removed."),
    "forget.acts": (
        "{count:n} entry of the history loses what it quotes.",
        "{count:n} entries of the history lose what they quote.",
    ),
    "forget.recalls": (
        "{count:n} question that quotes leaves the recall log.",
        "{count:n} questions that quote leave the recall log.",
    ),
    "forget.sessions": (
        "{count:n} session is left without records and goes, with its title.",
        "{count:n} sessions are left without records and go, with their titles.",
    ),
    "forget.titles": (
        "The title of {count:n} session that stays quotes it and is emptied.",
        "The titles of {count:n} sessions that stay quote them and are emptied.",
    ),
    "forget.copies": (
        "{count:n} copy from before an update of this file is deleted.",
        "{count:n} copies from before updates of this file are deleted.",
    ),
    "forget.returning": (
        "{count:n} older record comes back: {records}.",
        "{count:n} older records come back: {records}.",
    ),
    "forget.returned": ("{count:n} older record is back: {records}.", "{count:n} older records are back: {records}."),
    "forget.done": "The bytes were looked for in {files}: none is left.",
    "forget.elsewhere": (
        "{count:n} text or identifier stands in what stays too, and is there still.",
        "{count:n} texts or identifiers stand in what stays too, and are there still.",
    ),
    "forget.another": "another program",
    "forget.waiting_reader": (
        "Not finished until {process} closes this vault: its files hold old pages till then. The next open finishes it."
    ),
    "forget.waiting_writer": "Not finished: another process is writing. The next open finishes it.",
    "forget.waiting_disk": "Not finished: the disk that holds {path} is full. The next open with room finishes it.",
    "forget.waiting_file": "Not finished: {path} cannot be written or deleted ({detail}). The next open tries again.",
    "forget.waiting_search": "Not finished: the search of the files was broken off. The next open does it again.",
    "forget.left": (
        "Not finished: {count:n} text or identifier is still in {files}. The next open tries again.",
        "Not finished: {count:n} texts or identifiers are still in {files}. The next open tries again.",
    ),
    "import.passed_over": ("a file of another kind was passed over", "{count} files of another kind were passed over"),
    "summary.unwritable": "The summary cannot be written to {path}: {detail}.",
    "import.forgotten": (
        "{count:n} record was forgotten once, and stays out.",
        "{count:n} records were forgotten once, and stay out.",
    ),
    "recall.forgotten": (
        "{count:n} record was forgotten since that moment; no recall can show it.",
        "{count:n} records were forgotten since that moment; no recall can show them.",
    ),
    # -- profiles
    "act.save_profile": "Saved profile {name}",
    "act.change_profile": "Changed profile {name}",
    "act.remove_profile": "Removed profile {name}",
    "profile.none": "There is no profile {name}; this vault has {known}.",
    "profile.bad_name": (
        "\u201c{name}\u201d is no name for a profile: a name has 1 to {most:n} letters, digits, spaces or . _ + -, and "
        "begins with a letter or a digit."
    ),
    "profile.built_in": "{name} is the name of a built-in profile, which stays as it is; choose another name.",
    "profile.same": "Profile {name} has these values already.",
    "profile.expected": (
        "{count:n} expectation is checked under profile {name}; remove it first.",
        "{count:n} expectations are checked under profile {name}; remove them first.",
    ),
    "profile.bad_vector_depth": "The depth of the vectors is a whole number from 1 up.",
    "profile.bad_lexical_depth": "The depth of the words is a whole number from 1 up.",
    "profile.bad_budget": "The budget is a whole number from 1 up.",
    "profile.bad_rrf_k": "k of the fusion is a number above 0.",
    "profile.bad_k1": "k1 is a number from 0 up.",
    "profile.bad_b": "b is a number from 0 to 1.",
    "profile.bad_context_weight": "The context weight is a number from 0 up.",
    "profile.bad_boost": "The boost is a number above 0.",
    "profile.no_channel": "A profile uses the vectors, the words or both.",
    # -- expectations
    "act.expect": "Expected record {record} for \u201c{question}\u201d",
    "act.unexpect": "Removed the expectation of record {record} for \u201c{question}\u201d",
    "expectation.none": "There is no expectation {number} in this vault.",
    "expectation.no_question": "An expectation needs a question.",
    "expectation.bad_within": "A record can be expected within a whole number from 1 up.",
    "expectation.out_of_scope": "Record {record} is of app {app}, which this recall does not see.",
    "expectation.already": "This is expectation {number} already.",
    "expectation.holds": "Comes back {rank:nth}, within {within:n}.",
    "expectation.standing": "Comes back first: a standing instruction stands outside budget and rankings.",
    "expectation.too_low": "Comes back {rank:nth}, which is not within {within:n}.",
    "expectation.newest": "Record {newer} has taken the place of {older}. {found}",
    "expectation.failed": "{found} {cause}",
    "expectation.without": "{found} Checked without the {channel}: {reason}",
    "expectation.until": "It came back until act {number}, {at}: {act}.",
    "expectation.time": "No act ended it: it came back after the last one, and something has expired since.",
    "expectation.never": "Neither a check nor a look back at earlier acts saw it come back.",
    "expectation.model": "It last came back by vectors of {then}; those of now are of {now}, so no act can be named.",
    "expectation.channels": "It last came back when other channels ranked, so no act can be named.",
    "expectation.unexplained": "No act can be named: what the vault knew then does not bring it back now.",
    "expectation.nothing": "There is no expectation in this vault.",
    "expectation.holding": (
        "{holding:n} of {count:n} expectation holds.",
        "{holding:n} of {count:n} expectations hold.",
    ),
    "expectation.no_profile": "There is no profile {profile} in this vault any more.",
    "expectation.profile_gone": "Profile {profile} is gone since act {number}, {at}: {act}.",
    "expectation.adjusted": "Under its own profile, {profile}, it comes back {rank:nth}.",
    "expectation.not_adjusted": "Under its own profile, {profile}, it does not come back either.",
    # -- the history, and a logged recall looked at again
    "recall.none": "There is no recall {number} in the log of this vault.",
    "log.on": "Recalls are logged from now on.",
    "log.off": "Recalls are not logged any more; those in the log stay.",
    "hindsight.none": "Nothing was served then, and nothing is now",
    "hindsight.same": ("The same one is served now", "The same {count:n} are served now"),
    "hindsight.moved": (
        "The same one is served now, at another place",
        "The same {count:n} are served now, {moved:n} of them at another place",
    ),
    "hindsight.different": (
        "{count:n} of the {served:n} is different now",
        "{count:n} of the {served:n} are different now",
    ),
    "hindsight.more": ("One more is served now", "{count:n} more are served now"),
    "hindsight.because": "{verdict}: {cause}.",
    "hindsight.plain": "{verdict}.",
    "hindsight.act_left": "the act of {at} took away what stood {rank:nth}",
    "hindsight.act_entered": "the act of {at} brought what stands {rank:nth}",
    "hindsight.act_left_standing": "the act of {at} took away a standing instruction",
    "hindsight.act_entered_standing": "the act of {at} brought a standing instruction",
    "hindsight.by_acts": ("{count:n} act since then did that", "{count:n} acts since then did that"),
    "hindsight.forgotten": "it was forgotten",
    "hindsight.time": "no act did that, it has expired",
    "hindsight.derived": "no act did that: index or vectors are not those of then",
    "hindsight.drift": (
        "{count:n} of those served then is not brought by the replay: index or vectors are not those of then.",
        "{count:n} of those served then are not brought by the replay: index or vectors are not those of then.",
    ),
    # -- what a channel did
    "channel.off": "The profile does not use it.",
    "channel.no_question": "The question is empty.",
    "channel.no_terms": "The question holds no word to look for.",
    "channel.no_records": "No record can be recalled here.",
    "channel.no_vectors": "No record has a vector yet.",
    "channel.missing_vectors": (
        "{count:n} of {records:n} records has no vector yet.",
        "{count:n} of {records:n} records have no vector yet.",
    ),
    "channel.incomplete": (
        "Words are off: {count:n} of {records:n} records is not indexed, so their ranking would be wrong.",
        "Words are off: {count:n} of {records:n} records are not indexed, so their ranking would be wrong.",
    ),
    "channel.broken": "Words are off: the word index lost some of \u201c{term}\u201d, so their ranking would be wrong.",
    "channel.mismatch": "The vault's vectors are of {stored}, the question's of {asked}; they are not compared.",
    "channel.loading": "The embedding model {model} is loading.",
    # -- why
    "why.served": "Served, {rank:nth} of {budget:n}. {found}",
    "why.cut": (
        "Not served: {rank:nth}, {count:n} place below the budget of {budget:n}; it is {short:.5f} short.",
        "Not served: {rank:nth}, {count:n} places below the budget of {budget:n}; it is {short:.5f} short.",
    ),
    "why.beyond": "Not served: {places}; no channel looks further than its depth.",
    "why.beyond_both": (
        "Not served: vectors #{vector:n}, words #{lexical:n}; neither channel looks further than {depth:n}."
    ),
    "why.inactive": "Not served: deactivated on {day}{reason}. {would}",
    "why.because": " (\u201c{reason}\u201d)",
    "why.superseded": "Not served: superseded by record {newer} on {day}{served}.",
    "why.superseded_served": ", which is served {rank:nth}",
    "why.superseded_then": "Not served: at that moment another record superseded it.",
    "why.inactive_then": "Not served: at that moment it was inactive. {would}",
    "why.expired": "Not served: valid until {day}. {would}",
    "why.other_app": "Not served: it belongs to app {app}, which this recall does not see.",
    "why.not_yet": "Not served: at that moment it did not exist.",
    "why.too_new": "Not served: it was added after this question was asked; ask again.",
    "why.standing": "Served first: a standing instruction stands outside budget and rankings.",
    "why.not_embedded": "Not ranked by the vectors: this record has no vector yet. {words}",
    "why.not_indexed": "Not ranked by the words: {reason}. {vectors}",
    "why.index_incomplete": "the word index is incomplete ({count:n} of {records:n} records missing)",
    "why.index_broken": "the word index is damaged",
    "why.unranked": "Not served: it shares no word with the question, and the words rank alone.",
    "why.no_ranking": "Not served: no channel could rank.",
    "why.would_be": "It would be {rank:nth}.",
    "why.would_not": "It would not be served either.",
    "why.nothing": "{text}",
    "why.found_both": "Both found it: vectors #{vector:n}, words #{lexical:n}.",
    "why.found_vectors": "Only the vectors found it: vectors #{vector:n}; {lexical}.",
    "why.found_words": "Only the words found it: words #{lexical:n}; {vector}.",
    "why.vectors_beyond": "the vectors place it #{rank:n}, beyond their depth of {depth:n}",
    "why.vectors_absent": "it has no vector yet",
    "why.vectors_off": "the vectors did not rank",
    "why.words_beyond": "the words place it #{rank:n}, beyond their depth of {depth:n}",
    "why.words_absent": "it shares no word with the question",
    "why.words_off": "the words did not rank",
    "why.words_place": "Words rank it #{rank:n}.",
    "why.words_none": "It shares no word with the question.",
    "why.vectors_place": "Vectors rank it #{rank:n}.",
    "why.vectors_none": "It has no vector.",
    "why.no_text": "No record in this vault holds \u201c{text}\u201d.",
    "why.no_text_near": (
        "No record in this vault holds \u201c{text}\u201d. Nearest stored word: {word} ({count:n} record).",
        "No record in this vault holds \u201c{text}\u201d. Nearest stored word: {word} ({count:n} records).",
    ),
    "why.text_stored": (
        "{count:n} record holds \u201c{text}\u201d, wherever it ranks.",
        "{count:n} records hold \u201c{text}\u201d, wherever they rank.",
    ),
    "hangs.budget": "Served with any budget from {rank:n} up.",
    "hangs.depth_serves": "A depth of {depth:n} for the {channel} would serve it, {rank:nth}.",
    "hangs.depth_none": "No depth would serve it.",
    "hangs.depth_drops": "A depth below {depth:n} for the {channel} would drop it.",
    "hangs.depths_drop": "A depth from {least:n} to {most:n} for the {channel} would drop it.",
    "hangs.without_channel": "Without the {channel}: {outcome}.",
    "hangs.without_term": "Without {term}: {place}, {outcome}.",
    "hangs.words_at": "words #{rank:n}",
    "hangs.words_gone": "no word in common",
    "hangs.served": "served {rank:nth}",
    "hangs.not_served": "not served",
    "channel.vector": "vectors",
    "channel.lexical": "words",
    "boost.none": "Boost would leave it alone: it holds no distinctive term of the question.",
    "boost.effect": (
        "Boost would double its cosine from {plain:.3f} to {cosine:.3f}: "
        "vectors #{rank:n} instead of #{before:n}, {outcome}."
    ),
    # -- why missed
    "missed.recallable": "Nothing is asked; it can be recalled.",
    "missed.inactive": "Inactive since {day}{reason}.",
    "missed.superseded": "Superseded by record {newer} on {day}.",
    "missed.expired": "Valid until {day}.",
    "why.would_not_tried": "Open it to see where it would be.",
    # -- review
    "ground.cue": "The newer one says: \u201c{words}\u201d",
    "ground.exchanged": "{first} \u2194 {second}",
    "ground.only_newer": "only the newer one says {words}",
    "ground.only_older": "only the older one says {words}",
    "ground.denied_by_newer": "The newer one denies it: {words}",
    "ground.denied_by_older": "The older one denies it: {words}",
    "ground.subject": "cosine {cosine:.3f}; both hold {terms}",
    "ground.subject_vectors": "cosine {cosine:.3f}",
    "ground.subject_words": "both hold {terms}",
    "ground.term": ("{word} ({count:n} record)", "{word} ({count:n} records)"),
    "ground.terms": "{first}, {second}",
    "ground.distance": ("{count:n} day between them", "{count:n} days between them"),
    "ground.same_day": "said on the same day",
    "ground.identical": ("{count:n} copy, identical", "{count:n} copies, identical"),
    "ground.wording": (
        "{count:n} copy; numbers, dates, names and negations are the same, the wording differs",
        "{count:n} copies; numbers, dates, names and negations are the same, the wording differs",
    ),
    "ground.keep": "Proposed to stay: {reason}",
    "keep.served": (
        "served {count:n} time, oftener than the others",
        "served {count:n} times, oftener than the others",
    ),
    "keep.longest": "the longest",
    "keep.newest": "the newest",
    "keep.first": "the first one in the vault; they are equal in all else",
    "ground.expired": "valid until {day}",
    "ground.review_due": "to be looked at again since {day}",
    "ground.orphaned": "superseded by record {newer}, which is inactive",
    "ground.orphaned_reason": "superseded by record {newer}, which is inactive (\u201c{reason}\u201d)",
    "ground.announced": "\u201c{words}\u201d, said on {said}: that was {day}",
    "ground.contradicted": "a newer record says otherwise: \u201c{text}\u201d",
    "ground.version": "{older} is stored beside {newer}: \u201c{text}\u201d",
    "reason.contradicted": "record {newer} says otherwise",
    "reason.version": "record {newer} has a newer version",
    "reason.orphaned": "superseded by record {newer}, which was inactive",
    "ground.never_recalled": (
        "not served in the last {count:n} month, and older than that",
        "not served in the last {count:n} months, and older than that",
    ),
    "act.review_supersede": (
        "Settled: record {older} is superseded by {newer}",
        "Settled: {count:n} records are superseded by {newer}",
    ),
    "act.review_deactivate": (
        "Settled: record {record} is deactivated",
        "Settled: {count:n} records are deactivated",
    ),
    "act.review_both_true": (
        "Settled: records {first} and {second} are both true",
        "Settled: record {first} and {count:n} others are all true",
    ),
    "act.review_still_true": "Settled: record {record} is still true",
    "act.review_not_the_same": (
        "Settled: records {first} and {second} are not the same",
        "Settled: record {first} is not the same as {count:n} others",
    ),
    "act.review_restore": "Settled: record {record} is served again",
    "act.review_later": "Put off: record {record}",
    "review.inactive": "Record {record} has been deactivated meanwhile; nothing was changed.",
    "review.superseded": "Record {record} has been superseded by {newer} meanwhile; nothing was changed.",
    "review.not_searched": "Nobody has searched this vault for candidates yet; --search does.",
    "review.left": (
        "{count:n} candidate left of {total:n}, searched at {at}.",
        "{count:n} candidates left of {total:n}, searched at {at}.",
    ),
    "review.not_superseded": "Record {record} is not superseded any more; nothing was changed.",
    "review.unfitting": "That is no answer to this question; nothing was changed.",
    # -- embedding
    "embedding.not_installed": "The embedding model {model} is not installed here.",
    "embedding.failed": "The embedding model {model} could not be loaded: {detail}",
    "embedding.download": "{model} will be downloaded once, about {megabytes} MB.",
    "embedding.download_unsized": "{model} will be downloaded once.",
    "embedding.not_on_hub": "The model hub has no embedding model called {model}.",
    "embedding.unreachable": "The embedding model {model} is not on this machine, and the model hub cannot be reached.",
    "embedding.no_folder": "There is no folder {path} to load an embedding model from.",
    "embedding.changed": "The model at {location} is not the one whose vectors are in this vault.",
    "embedding.unknown_weights": "The weights {path} are not the known ones, so the bundled engine embeds everything.",
    "embedding.not_unpacked": "The bundled weights cannot be unpacked, so embedding goes on slowly: {detail}",
    # -- linked sources
    "act.link": "Linked {source}",
    "act.unlink": "Removed the link to {source}",
    "link.itself": "{path} belongs to this vault itself; it cannot be linked.",
    "link.holds_vault": "{path} holds the vault itself ({vault}), which each reading would change; link a part of it.",
    "link.twice": "{path} is linked already.",
    "link.inside": "{path} lies in {folder}, which is linked already: what is new in it comes in by that link.",
    "link.around": "{inner}, which lies in {path}, is linked already; remove that link first.",
    "link.nothing": "No source is linked.",
    "link.none": "{path} is not linked.",
    "link.unstorable": "The name {path} holds bytes of no encoding and cannot be kept.",
    "source.gone": "{path} has not been there since {at}; what came from it stays.",
    "source.unsettled": "{path} is still being written, or the vault is; it is read the next time.",
    "watch.limit": "The system watches no more files; linked sources are looked at every {seconds} seconds instead.",
    # -- import
    "format.unknown": "{path} is of no known format. Known formats: {known}.",
    "format.no_such": "There is no format called {name}. Known formats: {known}.",
    "format.unreadable": "{path} cannot be read: {detail}",
    "format.missing": "{path} does not exist.",
    "format.no_file": "{path} is neither a file nor a folder.",
    "sign.chatgpt": "conversations with a mapping of messages",
    "sign.claude": "conversations with chat_messages",
    "sign.claude_projects": "projects with docs",
    "sign.claude_memories": "what Claude remembers: conversations_memory",
    "sign.claude_code_memory": "a memory folder with MEMORY.md",
    "sign.claude_code": "lines of a session with sessionId",
    "sign.csv": "a head row with the column {column}",
    "sign.jsonl": "JSON objects line by line, with the column {column}",
    "sign.locomo": "a list of conversations in numbered sessions",
    "sign.longmemeval": "a list of questions with haystack sessions",
    "sign.markdown_folder": "a folder of Markdown notes",
    "sign.markdown_zip": "Markdown notes in a ZIP",
    "sign.markdown": "a Markdown note",
    "sign.mcp_memory": "lines of type entity or relation",
    "sign.mcp_memory_service": "a SQLite table memories with content_hash",
    "sign.mcp_memory_service_json": "JSON with export_metadata and memories",
    "sign.mem0": "a SQLite table history with memory_id",
    "sign.mem0_json": "a list of objects with id and memory",
    "sign.mnemoscope": "version {version} of the program's own export",
    "sign.openmemory": "memories with status_history",
    "sign.openmemory_lines": "lines of memories with state and app",
    "expects.chatgpt": "a JSON list of conversations with a mapping of messages",
    "expects.claude": "a JSON list of conversations with chat_messages",
    "expects.claude_code": "lines of a session with sessionId and uuid, or a memory folder with MEMORY.md",
    "expects.csv": "a head row that names a column text, content or memory, and rows of as many fields",
    "expects.jsonl": "a JSON object per line, with a text",
    "expects.locomo": "a JSON list of objects with a conversation in numbered sessions",
    "expects.longmemeval": "a JSON list of questions with haystack_sessions",
    "expects.markdown": "Markdown with headings, lists or front matter",
    "expects.mcp_memory": "a JSON object per line, of type entity or relation",
    "expects.mcp_memory_service": (
        "a SQLite table memories with content_hash, or JSON with export_metadata and memories"
    ),
    "expects.mem0": "a SQLite table history with memory_id, or a JSON list of objects with id and memory",
    "expects.mnemoscope": "a first line that names mnemoscope and its version",
    "expects.openmemory": "memories.json with memories and status_history, or lines of memories with state and app",
    "format.nothing_in": "{path} holds nothing of this format: {expects}.",
    "format.no_text_column": "The map of columns names no column for the text.",
    "format.no_such_column": "There is no column {column}; the table has {known}.",
    "seen.full": "There is no room for a temporary file ({detail}); nothing was changed.",
    "format.in_use": "Another program is writing to {path}; nothing was read, try again.",
    "format.bomb": "{path} would unpack to more than two hundred times its size.",
    "format.not_utf8": "{path} is not written in UTF-8; save it as UTF-8 and import it again.",
    "format.no_head": "{path} has no head row that names each of its columns once.",
    "export.exists": "{path} is there already, and stays as it is.",
    "export.in_use": "{path} belongs to a database that is in use; nothing was written.",
    "export.unwritable": "{path} cannot be written: {detail}.",
    "export.no_format": "There is no export format for {name}. Formats: {known}.",
    "backup.damaged": "The copy is damaged, and was not kept as {path}; look into the vault with `mnemoscope doctor`.",
    "restore.malformed": "Line {line} of {path} cannot be read back: {detail}.",
    "restore.cut_off": "{path} breaks off behind line {line}.",
    "restore.only_records": "So its records came in, without their history.",
    "restore.overtaken": "Somebody else has written to {path} meanwhile; nothing came in. Import once more.",
    "skipped.cut_off": "the file breaks off before its end",
    "restore.newer": "{path} was written by a newer version: format {found}, this program knows {known}.",
    "doctor.file": (
        "SQLite finds the file damaged: {first}",
        "SQLite finds {count} faults in the file, the first: {first}",
    ),
    "doctor.unreadable": "Something here cannot be read: {first}",
    "doctor.references": ("A row refers to one that is not there", "{count} rows refer to ones that are not there"),
    "doctor.schema": "The file's schema is {found}, this program's {known}",
    "doctor.hash": ("A text has another hash than is stored", "{count} texts have another hash than is stored"),
    "doctor.id": ("A record has no id of 16 bytes", "{count} records have no id of 16 bytes"),
    "doctor.words.missing": ("A record is missing from the words", "{count} records are missing from the words"),
    "doctor.words.other": ("The words hold another text of a record", "The words hold other texts of {count} records"),
    "doctor.words.terms": ("A term is counted wrong", "{count} terms are counted wrong"),
    "doctor.words.twice": ("A record stands twice in the words", "{count} records stand twice in the words"),
    "doctor.words.gone": ("The words hold a record that is gone", "The words hold {count} records that are gone"),
    "doctor.words.analyzer": (
        "A segment was made by another analyzer",
        "{count} segments were made by another analyzer",
    ),
    "doctor.words.counts": "The counts of the postings do not add up",
    "doctor.words.killed_import": ("A killed import left its rows", "{count} killed imports left their rows"),
    "doctor.vectors.other": ("A vector is of another text", "{count} vectors are of other texts"),
    "doctor.vectors.length": ("A vector is not of unit length", "{count} vectors are not of unit length"),
    "doctor.vectors.twice": ("A record has two vectors", "{count} records have two vectors"),
    "doctor.vectors.gone": (
        "There is a vector of a record that is gone",
        "There are vectors of {count} records that are gone",
    ),
    "doctor.columns": ("A packed chunk differs from its rows", "{count} packed chunks differ from their rows"),
    "doctor.two_newer": ("A record has two newer ones", "{count} records have two newer ones"),
    "doctor.two_apps": ("A supersession leads to another app", "{count} supersessions lead to another app"),
    "doctor.circle": ("A record is superseded in a circle", "{count} records are superseded in a circle"),
    "doctor.other_app": (
        "A record is of another app than its session",
        "{count} records are of other apps than their sessions",
    ),
    "doctor.other_state": (
        "A record's state is not what the history says",
        "{count} records' states are not what the history says",
    ),
    "doctor.empty_sessions": ("A session has no record", "{count} sessions have no record"),
    "doctor.forgetting": "A forgetting is not finished yet",
    "doctor.sound": ("A record, and nothing is wrong.", "{count:n} records, and nothing is wrong."),
    "door.new_app": "There is no app {app} yet; the first record makes it.",
    "door.no_record": "There is no record {record} here.",
    "door.two_records": "Several records begin with {record}; give more of the id.",
    "door.no_text": "No record here holds “{text}”.",
    "door.no_question": "There is no question.",
    "door.one_of_two": "Give a record's id or a text that it holds, one of the two.",
    "door.budget": "The budget is a number from 1 to {most}.",
    "door.no_date": "{text} is no date like 2026-11-30.",
    "door.no_kind": "There is no kind {kind}. Kinds: {known}.",
    "door.other_app": "This door serves {known} alone.",
    "door.no_reason": "A reason is needed.",
    "format.no_list": "{path} does not hold a JSON list.",
    "format.no_notes": "{path} holds no Markdown note.",
    "skipped.malformed": "not of the expected shape: {detail}",
    "skipped.no_successor": "superseded by {id}, which is not in the file",
    "skipped.forgotten_successor": "superseded by {id}, which was forgotten",
    "skipped.empty": "empty text",
    "skipped.bad_time": "the time {value} cannot be read",
    "skipped.no_object": "not a JSON object",
    "skipped.no_list": "{field} is not a list",
    "skipped.no_text": "no text",
    "skipped.not_json": "not JSON: {detail}",
    "skipped.not_utf8": "not UTF-8",
    "skipped.too_long": "longer than {megabytes} MB",
    "skipped.too_deep": "nested too deeply, or too large",
    "skipped.unsafe_name": "its name leads out of the archive",
    "skipped.encrypted": "it is encrypted",
    "skipped.bomb": "it would unpack to more than two hundred times its size",
    "skipped.still_written": "the line is not whole; it is still being written, and comes in next time",
    "skipped.ragged": "it has {found} fields, and the head row {expected}",
    "skipped.no_line": "it is no line of this format",
    "skipped.repeated": "the id {key} stands here a second time",
    "skipped.ends_early": "the file ends here in the middle; what came before is complete",
    "skipped.goes_on": "the file goes on after the end of its list",
    "skipped.unreadable": "cannot be read: {detail}",
    "skipped.own_vault": "a file of the vault itself",
    "skipped.folder_link": "a link to a folder, which is not followed",
    "skipped.front_matter": "the front matter is not YAML and was kept unread: {detail}",
}
