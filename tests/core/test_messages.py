"""Sentences: an id with parameters, rendered late."""

from __future__ import annotations

import re
import string
from pathlib import Path

import pytest

import mnemoscope
from mnemoscope.errors import NoSuchRecord, VaultError
from mnemoscope.messages import ENGLISH, Message, message


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
