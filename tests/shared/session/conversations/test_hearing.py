"""Whose turn, and which of two, answers a question about what was said? By the product's own search."""

from pathlib import Path

import pytest

from scrubjay.app import Workspace
from scrubjay.operations.jobs.embed import embed_pending
from scrubjay.search.recall.conversation_values import ConversationRequest
from tests.fakes import HashingEmbedder
from tests.shared.session.conversations.test_conversations import write

Said = tuple[str, str, str]
"""The session, who said it, and what; each session a month later than the one before."""


def ask(at: Workspace, file: Path, said: list[Said], query: str) -> list[tuple[str, str]]:
    """The sessions and speakers of the turns that are found, best first."""
    records: list[dict[str, object] | str] = [
        {"session": session, "speaker": speaker, "role": "user", "text": text, "time": f"2026-{session}-01T10:00:00Z"}
        for session, speaker, text in said
    ]
    at.conversations.import_file(write(file, *records))
    embed_pending(at.session_database, HashingEmbedder(), stop=lambda: False)
    hits = at.conversation_search.search(ConversationRequest(query=query)).hits
    return [(hit.session, hit.turn.speaker) for hit in hits]


@pytest.mark.parametrize(("named", "first"), [("Ada Byron", "02"), ("Ada", "02"), ("Bo", "01")])
def test_a_named_person_is_heard_before_another(at: Workspace, tmp_path: Path, named: str, first: str) -> None:
    said = [("01", "Bo", "I paint birds at the lake"), ("02", "Ada Byron", "I paint birds at the lake")]
    assert ask(at, tmp_path / "talk.jsonl", said, f"What does {named} paint at the lake?")[0][0] == first


BEFORE = ("01", "Ada", "The parcel budget of our barn is 400 crowns a month")


NEW = "The parcel budget of the barn is 350 crowns now"
IS, WAS = "What is the parcel budget of our barn?", "What was the parcel budget of our barn?"


@pytest.mark.parametrize(
    ("speaker", "text", "query", "first"),
    [
        ("Ada", NEW, IS, "02"),
        ("Ada", NEW, WAS, "01"),
        ("Bo", NEW, IS, "01"),
        ("Ada", "The parcel budget of the barn is high now", IS, "01"),
        ("Ada", "Our barn holds what 350 crowns buy: a parcel of hay", IS, "01"),
    ],
    ids=["new", "asked of the past", "said by another", "no figure", "unlike the old one"],
)
def test_an_updated_figure_stands_above_the_old_one(
    at: Workspace, tmp_path: Path, speaker: str, text: str, query: str, first: str
) -> None:
    assert ask(at, tmp_path / "talk.jsonl", [BEFORE, ("02", speaker, text)], query)[0][0] == first
