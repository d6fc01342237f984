"""Values made by hand, for tests that need no vault."""

from __future__ import annotations

from mnemoscope.analysis import Term
from mnemoscope.explanations import Explanation, FusionPart, LexicalExplanation, TermShare, VectorExplanation, Verdict
from mnemoscope.messages import message
from mnemoscope.records import (
    PROFILES,
    Channel,
    ChannelReport,
    ChannelState,
    Hit,
    Kind,
    LexicalPlace,
    Query,
    Recall,
    Record,
    RecordId,
    Timings,
    VectorPlace,
    When,
)

TEXT = "Rota: early Ilse, Pere, Marta; late Joan, Nil; night Admon. Shift changes Sunday at 21:00."


def record(number: int = 1, text: str = TEXT, **changes: object) -> Record:
    """An active record of a session in app ward."""
    values: dict[str, object] = {
        "id": RecordId(f"{number:032x}"),
        "app": "ward",
        "session": "rota-19",
        "session_title": "Rota, week 19",
        "position": 3,
        "kind": Kind.TURN,
        "speaker": None,
        "text": text,
        "happened_at": When("2025-05-12T09:00:00+02:00", 1_747_033_200_000, True),
        "added_at": 1_747_033_200_000,
        "valid_until": None,
        "active": True,
        "reason": "",
        "state_since": 1_747_033_200_000,
        "superseded_by": None,
        "superseded_since": None,
    }
    return Record(**{**values, **changes})  # type: ignore[arg-type]


def hit(rank: int = 1, vector: int | None = 812, lexical: int | None = 1, depth: int = 200, **changes: object) -> Hit:
    """A hit whose places are counted within the depth."""
    parts = [1 / (60 + place) for place in (vector, lexical) if place is not None and place <= depth]
    return Hit(
        rank,
        sum(parts),
        VectorPlace(vector, 0.819, 1.4, vector <= depth) if vector is not None else None,
        LexicalPlace(lexical, 14.33, lexical <= depth) if lexical is not None else None,
        record(rank, **changes),  # type: ignore[arg-type]
    )


def recall(hits: tuple[Hit, ...], standing: tuple[Hit, ...] = (), profile: str = "fused") -> Recall:
    """A recall in which both channels did their part."""
    report = ChannelReport(ChannelState.USED, 200, 0)
    terms = (Term("Admon", "admon", True), Term("Sunday", "sunday", True))
    return Recall(
        Query("What shift was Admon on Sunday?", PROFILES[profile]),
        standing,
        hits,
        {Channel.VECTOR: report, Channel.LEXICAL: report},
        Timings(10.0, 3.0, 2.0, 1.0, 17.0),
        9846,
        terms,
        ("what", "was", "on"),
    )


def explanation(shown: Record | None = None) -> Explanation:
    """Served by the words alone, as the vectors place it at 812."""
    return Explanation(
        record=shown or record(),
        verdict=Verdict.SERVED,
        sentence=message(
            "why.served",
            rank=17,
            budget=32,
            found=message("why.found_words", lexical=1, vector=message("why.vectors_beyond", rank=812, depth=200)),
        ),
        rank=17,
        score=1 / 61,
        parts=(
            FusionPart(Channel.VECTOR, 812, 200, 0.0, False),
            FusionPart(Channel.LEXICAL, 1, 200, 1 / 61, True),
        ),
        rrf_k=60.0,
        budget=32,
        rival_rank=33,
        rival_score=0.01333,
        hangs_on=(message("hangs.budget", rank=17),),
        lexical=LexicalExplanation(
            LexicalPlace(1, 14.33, True),
            (
                TermShare(Term("Admon", "admon", True), 1, 1, (0, 0), 3, 7.94, 1.034, 8.21, 0.94, 1.0),
                TermShare(Term("Sunday", "sunday", True), 0, 0, (0, 0), 633, 2.74, 0.0, 0.0, 0.94),
            ),
            38.0,
            41.2,
            9846,
        ),
        vector=VectorExplanation(
            VectorPlace(812, 0.819, 1.4, False), 0.789, 0.021, 0.833, (1, 4, 9, 12, 7, 3, 1), 0.7, 0.9
        ),
        boost=None,
        dropped=("what", "was", "on"),
    )
