"""A recall as Markdown holds every rank and every text, and no text breaks out of its place."""

from __future__ import annotations

from markdown_it import MarkdownIt
from memories import ask, draft, fill

from mnemoscope import curation, markdown, reading
from mnemoscope.messages import Message
from mnemoscope.vault import Vault

PARSER = MarkdownIt("commonmark").enable("table")


def of(vault: Vault, question: str) -> str:
    found = ask(vault, question).recall
    return markdown.recall(found, {hit.id: reading.short_id(vault, hit.id) for hit in found.hits})


def test_question_ranks_and_texts_stand_in_it(rota: Vault):
    found = ask(rota, "Admon on Sunday").recall
    told = of(rota, "Admon on Sunday")
    lines = told.splitlines()
    assert lines[0] == "## Admon on Sunday"
    assert lines[2] == f"Profile fused: {len(found.hits)} served of {found.recallable} recallable."
    for hit in found.hits:
        assert hit.record.indexed_text in told
        (row,) = [line for line in lines if line.startswith(f"| {hit.rank} |")]
        assert f"{hit.rrf:.5f}" in row
        assert reading.short_id(rota, hit.id) in row


def test_it_is_a_table_and_a_fence_for_each_text(rota: Vault):
    found = ask(rota, "Admon").recall
    tokens = PARSER.parse(of(rota, "Admon"))
    assert sum(token.type == "tr_open" for token in tokens) == len(found.hits) + 1
    assert [token.content.rstrip("\n") for token in tokens if token.type == "fence"] == [
        hit.record.indexed_text for hit in (*found.standing, *found.hits)
    ]


def test_text_with_fences_pipes_and_headings_stays_a_text(vault: Vault):
    wild = "# Admon\n````\n| not | a | table |\n</details>"
    fill(vault, [draft(wild)])
    tokens = PARSER.parse(of(vault, "Admon | *bold* # `x`"))
    (fence,) = [token for token in tokens if token.type == "fence"]
    assert fence.content.rstrip("\n") == wild
    heading = tokens[1]
    assert heading.children is not None
    assert "".join(child.content for child in heading.children) == "Admon | *bold* # `x`"
    assert sum(token.type == "heading_open" for token in tokens) == 1


def test_sentences_are_said_in_the_language_of_the_door(rota: Vault):
    found = ask(rota, "Admon").recall
    ids: list[str] = []

    def say(some: Message) -> str:
        ids.append(some.id)
        return some.id

    assert "markdown.asked" in markdown.recall(found, {}, say)
    assert {"markdown.asked", "markdown.all_apps", "markdown.heads"} <= set(ids)


def test_recall_of_nothing_has_no_table(vault: Vault):
    fill(vault, ["kiln"])
    curation.deactivate(vault, [reading.containing(vault, "kiln")[0].id])
    assert "|" not in of(vault, "tomatoes")
