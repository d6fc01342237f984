"""The demo memory's source: its shape, and everything it must show."""

from __future__ import annotations

import json
import re
import unicodedata
from collections import Counter
from functools import cache
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any

import pytest

from mnemoscope import times
from mnemoscope.records import Kind

DATA = Path(times.__file__).parent / "data"
QUESTIONS = Path(__file__).parents[1] / "data" / "demo_questions.json"
KEYS = {"id", "text", "app", "session", "session_title", "kind", "speaker", "happened_at", "valid_until", "state"}
KEYS |= {"reason", "superseded_by", "meta"}
REQUIRED = {"id", "text", "app", "session", "session_title", "kind", "happened_at", "meta"}
TODAY = "2026-11-30"
ROTA = "ward-rota-19-4"

Row = dict[str, Any]


@cache
def rows() -> list[Row]:
    return [json.loads(line) for line in (DATA / "demo.jsonl").read_text(encoding="utf-8").splitlines()]


@cache
def by_id() -> dict[str, Row]:
    return {row["id"]: row for row in rows()}


@cache
def questions() -> list[Row]:
    found: list[Row] = json.loads(QUESTIONS.read_text(encoding="utf-8"))
    return found


def sessions() -> list[list[Row]]:
    return [list(group) for _, group in groupby(rows(), key=lambda row: (row["app"], row["session"]))]


def is_recallable(row: Row) -> bool:
    expired = "valid_until" in row and row["valid_until"] <= TODAY
    active = row.get("state", "active") == "active"
    return active and not expired and "superseded_by" not in row and row["kind"] != "standing"


def words(text: str) -> list[str]:
    bare = "".join(c for c in unicodedata.normalize("NFD", text.casefold()) if not unicodedata.combining(c))
    return re.findall(r"\w+", bare)


def holding(*needles: str) -> list[Row]:
    return [row for row in rows() if all(needle in row["text"] for needle in needles)]


def chain(start: str) -> list[str]:
    ids = [start]
    while "superseded_by" in by_id()[ids[-1]]:
        ids.append(by_id()[ids[-1]]["superseded_by"])
    return ids


# ---------------------------------------------------------------- shape


def test_every_row_has_the_agreed_keys() -> None:
    for row in rows():
        assert row.keys() >= REQUIRED, row
        assert row.keys() <= KEYS, row
        assert row["kind"] in set(Kind), row
        assert (row["kind"] == "turn") == ("speaker" in row), row
        assert (row.get("state") == "inactive") == bool(row.get("reason")), row


def test_ids_are_unique_and_say_app_session_and_place() -> None:
    assert len(by_id()) == len(rows())
    for session in sessions():
        for place, row in enumerate(session, 1):
            assert row["id"] == f"{row['app']}-{row['session']}-{place}"


def test_records_of_a_session_stand_together_under_one_title() -> None:
    keys = [(session[0]["app"], session[0]["session"]) for session in sessions()]
    assert len(set(keys)) == len(keys)
    for session in sessions():
        assert len({row["session_title"] for row in session}) == 1
        assert 6 <= len(session) <= 12, session[0]["id"]


def test_times_ascend_within_a_session() -> None:
    for session in sessions():
        moments = [times.parse_iso(row["happened_at"]).utc for row in session]
        assert all(a <= b for a, b in pairwise(moments)), session[0]["id"]


def test_times_span_two_years_and_come_with_zone_without_and_as_dates() -> None:
    texts = [row["happened_at"] for row in rows()]
    assert min(texts) < "2024-11-15"
    assert "2026-10-31" < max(texts) < TODAY
    zoned = sum(times.parse_iso(text).zoned for text in texts)
    assert zoned > 0.9 * len(texts)
    assert any(len(text) == 10 for text in texts)
    assert any("T" in text and not times.parse_iso(text).zoned for text in texts)
    assert {text[-6:] for text in texts if text[-6:-4] == "+0"} == {"+01:00", "+02:00"}
    assert any(text.endswith("Z") for text in texts)


def test_texts_are_clean_and_never_repeated() -> None:
    for row in rows():
        for text in (row["text"], row["session_title"], row.get("speaker", "x"), row.get("reason", "x")):
            assert text == text.strip() == unicodedata.normalize("NFC", text), row["id"]
            assert "  " not in text, row["id"]
            assert not [c for c in text if c != "\n" and unicodedata.category(c) in {"Cc", "Cs", "Co"}], row["id"]
    assert not [text for text, count in Counter(row["text"] for row in rows()).items() if count > 1]


def test_size_apps_and_languages_are_balanced() -> None:
    count = len(rows())
    assert 580 <= count <= 680
    assert 58 <= len(sessions()) <= 70
    apps = Counter(row["app"] for row in rows())
    assert set(apps) == {"ward", "home", "workshop"}
    assert min(apps.values()) >= 120
    languages = Counter(row["meta"]["language"] for row in rows())
    assert 0.45 <= languages["en"] / count <= 0.57
    assert languages["fr"] / count >= 0.22
    assert languages["ca"] / count >= 0.22
    for app in apps:
        assert {row["meta"]["language"] for row in rows() if row["app"] == app} >= {"en", "fr", "ca"}


def test_most_texts_are_short_one_is_long_and_one_has_paragraphs() -> None:
    lengths = sorted(len(row["text"]) for row in rows())
    assert 40 <= lengths[len(lengths) // 4] <= lengths[3 * len(lengths) // 4] <= 220
    assert [row["id"] for row in rows() if len(row["text"]) > 1200] == ["ward-handover-feb-2"]
    assert len(by_id()["ward-handover-feb-2"]["text"]) > 1500
    assert [row["id"] for row in rows() if "\n" in row["text"]] == ["home-panellets-2"]
    assert by_id()["home-panellets-2"]["text"].count("\n\n") == 2


# ---------------------------------------------------------------- what it must show


def test_the_rota_alone_says_when_admon_was_on_duty() -> None:
    rota = by_id()[ROTA]
    assert rota["app"] == "ward"
    assert rota["session_title"] == "Rota, week 19"
    assert is_recallable(rota)
    assert 38 <= len(rota["text"].split()) <= 60
    assert holding("Admon", "Sunday") == [rota]
    assert "shift" in words(rota["text"])


def test_admon_is_a_rare_name_with_three_other_records_in_two_apps() -> None:
    found = [row for row in rows() if "admon" in words(row["text"])]
    assert {row["id"] for row in found} == {ROTA, "ward-badges-4", "ward-porte-de-nuit-9", "home-small-debts-2"}
    assert all(is_recallable(row) for row in found)
    assert len({row["session"] for row in found}) == len(found)


def test_the_ward_is_full_of_other_shifts_and_sundays() -> None:
    asked = re.compile(r"\b(shift|sunday|saturday|weekend|late|early|rota|dimanche|garde|diumenge|torn)s?\b", re.I)
    about = [row for row in rows() if row["app"] == "ward" and asked.search(row["text"])]
    assert len(about) >= 120


def test_two_standing_instructions() -> None:
    standing = [row["text"] for row in rows() if row["kind"] == "standing"]
    assert standing == ["Answer in the language of the question.", "Times are Europe/Andorra."]


def test_supersessions_lead_to_a_later_record_of_the_same_app() -> None:
    edges = [(row, by_id()[row["superseded_by"]]) for row in rows() if "superseded_by" in row]
    assert len(edges) >= 5
    for older, newer in edges:
        assert older["app"] == newer["app"]
        assert times.parse_iso(older["happened_at"]).utc < times.parse_iso(newer["happened_at"]).utc
        assert is_recallable(by_id()[chain(older["id"])[-1]])


@pytest.mark.parametrize(
    ("start", "marks"),
    [
        ("ward-night-door-3", ["4471", "6208", "9135"]),
        ("ward-night-door-7", ["v1.3.2", "v1.3.8", "v1.4.0"]),
        ("ward-pumps-3", ["4.2.1", "4.3.0"]),
        ("home-adreces-1", ["carrer de la Font", "camí del Molí"]),
        ("home-maman-2", ["75 microgrammes", "100 microgrammes"]),
        ("workshop-v246-2", ["v2.4.6", "v2.4.7", "v2.5.0"]),
    ],
)
def test_chains_of_versions(start: str, marks: list[str]) -> None:
    texts = [by_id()[id]["text"] for id in chain(start)]
    assert len(texts) == len(marks)
    for mark, text in zip(marks, texts, strict=True):
        assert mark in text


def test_one_record_is_expired_and_others_have_time_left() -> None:
    until = {row["id"]: row["valid_until"] for row in rows() if "valid_until" in row}
    assert [id for id, day in until.items() if day <= TODAY] == ["home-adreces-2"]
    assert len(until) == 3


def test_two_records_are_inactive_for_a_reason() -> None:
    inactive = [row["id"] for row in rows() if row.get("state") == "inactive"]
    assert inactive == ["home-adreces-5", "home-escola-7"]


def test_a_contradiction_stands_unresolved_months_apart() -> None:
    first, second = by_id()["ward-arrangements-11"], by_id()["ward-rota-22-9"]
    assert first["text"].replace("20:00", "19:30") == second["text"] != first["text"]
    assert is_recallable(first)
    assert is_recallable(second)
    apart = times.parse_iso(second["happened_at"]).utc - times.parse_iso(first["happened_at"]).utc
    assert apart > 180 * 86_400_000


@pytest.mark.parametrize(
    ("one", "other", "days"),
    [("ward-fire-drill-2", "ward-wishes-11", ("15", "16")), ("home-voiture-2", "home-voiture-7", ("3", "4"))],
)
def test_near_duplicates_differ_in_one_day(one: str, other: str, days: tuple[str, str]) -> None:
    a, b = by_id()[one], by_id()[other]
    assert is_recallable(a)
    assert is_recallable(b)
    differing = [pair for pair in zip(a["text"].split(), b["text"].split(), strict=True) if pair[0] != pair[1]]
    assert differing == [days]


@pytest.mark.parametrize(
    "identifier",
    ["v1.3.8", "deploy-v2.4.7-hotfix", "CARENA_MQTT_RETAIN", "CARENA_LORA_SF", "CAR-112", "P-07", "DL-2026-02"],
)
def test_identifiers_stand_in_recallable_records(identifier: str) -> None:
    assert [row for row in holding(identifier) if is_recallable(row)]


@pytest.mark.parametrize(
    "form", ["l'Admon", "d'Ordino", "d’Albi", "desplego", "desplega", "Desplegar", "passarel·la", "reçu", "Pèsol"]
)
def test_elisions_inflections_and_accents_occur(form: str) -> None:
    assert holding(form)


def test_one_line_runs_right_to_left_and_a_few_hold_emoji() -> None:
    def has(row: Row, test: str) -> bool:
        return any(unicodedata.bidirectional(c) == test for c in row["text"])

    assert [row["id"] for row in rows() if has(row, "AL") or has(row, "R")] == ["ward-visites-9"]
    emoji = [row for row in rows() if any(unicodedata.category(c) == "So" and ord(c) > 0x2700 for c in row["text"])]
    assert 4 <= len(emoji) <= 20


# ---------------------------------------------------------------- the questions


def test_questions_are_enough_in_each_language() -> None:
    assert all(question.keys() == {"question", "language", "expected", "note"} for question in questions())
    answered = Counter(question["language"] for question in questions() if question["expected"])
    assert answered["en"] >= 15
    assert answered["fr"] >= 10
    assert answered["ca"] >= 10
    assert len({question["question"] for question in questions()}) == len(questions())


def test_expected_records_exist_and_may_be_served() -> None:
    for question in questions():
        for id in question["expected"]:
            assert is_recallable(by_id()[id]), question


def test_the_admon_question_is_among_them() -> None:
    asked = {question["question"]: question["expected"] for question in questions()}
    assert asked["What shift was Admon on Sunday?"] == [ROTA]


def test_a_question_that_touches_nothing_stored_names_nothing_stored() -> None:
    subjects = ("bagpip", "cornemus", "gemec", "volca", "reykja", "island")
    untouched = [question for question in questions() if not question["expected"]]
    assert {question["language"] for question in untouched} == {"en", "fr", "ca"}
    for question in untouched:
        assert any(word.startswith(subjects) for word in words(question["question"])), question
    assert not [row["id"] for row in rows() for word in words(row["text"]) if word.startswith(subjects)]
