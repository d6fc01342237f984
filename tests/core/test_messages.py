"""Sentences: an id with parameters, rendered late."""

from __future__ import annotations

import re
import string
from dataclasses import replace
from datetime import date, datetime
from pathlib import Path

import pytest

import mnemoscope
from mnemoscope.errors import NoSuchRecord, VaultError
from mnemoscope.messages import ENGLISH, ENGLISH_FORMATS, Formats, Message, message


def test_one_and_many_have_sentences_of_their_own():
    assert str(message("act.add", count=1)) == "Added a record"
    assert str(message("act.add", count=2)) == "Added 2 records"


def test_message_within_a_message_is_rendered_in_the_same_language():
    catalogue = {"outer": "«{act}»", "inner": "dins {n:n}"}
    assert message("outer", act=message("inner", n=1234)).render(catalogue) == "«dins 1,234»"


@pytest.mark.parametrize(
    ("rank", "text"),
    [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (12, "12th"), (13, "13th"), (21, "21st"),
     (111, "111th"), (112, "112th"), (1002, "1,002nd")],
)  # fmt: skip
def test_ranks_are_written_as_english_ordinals(rank: int, text: str):
    assert str(message("hangs.served", rank=rank)) == f"served {text}"


def test_stored_message_is_the_same_when_it_is_read():
    told = message("act.undo", act=message("act.supersede", older="a“{x}", newer="é"))
    assert Message.from_row(told.id, told.parameters_json()) == told


def test_stored_days_and_moments_are_days_and_moments_when_they_are_read():
    inner = message("why.expired", day=date(2025, 5, 3), would="")
    told = message("undo.refused", actor="ann", at=datetime(2025, 5, 3, 14, 10), act=inner)
    assert Message.from_row(told.id, told.parameters_json()) == told
    assert told.parameters_json() == Message.from_row(told.id, told.parameters_json()).parameters_json()


def test_english_days_are_written_out_and_ask_no_locale():
    assert str(message("why.expired", day=date(2025, 5, 3), would="X")) == "Not served: valid until 3 May 2025. X"
    told = message("undo.refused", actor="ann", at=datetime(2025, 5, 3, 4, 1), act="Y")
    assert (
        str(told) == "Not undone: a later act of the ann at 04:01 on 3 May 2025 touched the same records (Y)."
        " Nothing changed."
    )


FRENCH = Formats(
    number=lambda value: f"{value:,}".replace(",", " "),
    ordinal=lambda value: "1er" if value == 1 else f"{value}e",
    decimal=lambda value, places: f"{value:.{places}f}".replace(".", ","),
    day=lambda value: f"{value:%d/%m/%Y}",
    moment=lambda value: f"{value:%d/%m/%Y à %H h %M}",
    plural=lambda count: 0 if count < 2 else 1,
)


def test_another_language_writes_numbers_ranks_days_and_plurals_its_own_way():
    catalogue = {
        "cut": "{rank:nth}, il manque {short:.3f} sur {of:n}, {inner}",
        "inner": "le {day} ou le {at}",
        "many": ("{count:n} trouvé", "{count:n} trouvés"),
    }
    inner = message("inner", day=date(2025, 5, 3), at=datetime(2025, 5, 3, 14, 10))
    told = message("cut", rank=1, short=0.0015, of=9846, inner=inner).render(catalogue, FRENCH)
    assert told == "1er, il manque 0,002 sur 9 846, le 03/05/2025 ou le 03/05/2025 à 14 h 10"
    counted = [message("many", count=count).render(catalogue, FRENCH) for count in (0, 1, 2000)]
    assert counted == ["0 trouvé", "1 trouvé", "2 000 trouvés"]


def test_language_with_three_plural_forms_chooses_among_them():
    slavic = replace(ENGLISH_FORMATS, plural=lambda count: 0 if count == 1 else 1 if count < 5 else 2)
    forms = [message("x", count=count).render({"x": ("one", "few", "many")}, slavic) for count in (1, 3, 9)]
    assert forms == ["one", "few", "many"]
    assert message("x", count=9).render({"x": ("one", "few")}, slavic) == "few"


def test_braces_in_a_parameter_are_text():
    assert str(message("record.none", id="{0}{x!r}")) == "No record has an id that begins with {0}{x!r}."


def test_unknown_value_is_no_parameter_that_can_be_stored():
    with pytest.raises(TypeError):
        message("act.add", count=object()).parameters_json()


def test_error_is_its_sentence():
    error = NoSuchRecord("record.none", id="abc")
    assert isinstance(error, VaultError)
    assert str(error) == "No record has an id that begins with abc."
    assert error.message.id == "record.none"


def test_unknown_id_is_a_bug():
    with pytest.raises(KeyError):
        VaultError("no.such")


def test_every_id_that_the_code_uses_is_in_the_catalogue():
    used = set()
    for file in Path(mnemoscope.__file__).parent.rglob("*.py"):
        source = file.read_text(encoding="utf-8")
        used |= set(re.findall(r"(?:message|_nothing|Refused|NotAVault|NotWritable|VaultError|VaultBusy|NoSuchRecord|"
                               r"Malformed|ModelUnavailable|UnknownFormat)\(\s*(?:ChannelState\.\w+, )?"
                               r'"([a-z_]+\.[a-z_]+)"', source))  # fmt: skip
    assert len(used) > 80
    assert used - set(ENGLISH) == set()


def test_both_forms_of_a_sentence_name_the_same_things():
    for id, entry in ENGLISH.items():
        for text in entry if isinstance(entry, tuple) else (entry,):
            fields = [name for _, name, _, _ in string.Formatter().parse(text) if name is not None]
            assert all(name.isidentifier() for name in fields), id
        if isinstance(entry, tuple):
            assert "count" in entry[1], id
