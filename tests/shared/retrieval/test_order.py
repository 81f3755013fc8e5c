"""A memory that is to be seen stands among the first hits, and pushes out documents alone."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay.model.hit import Hit
from scrubjay.retrieval.order import SEEN, with_memories


def hits(names: str) -> list[Hit]:
    """A hit a letter: capitals are memories."""
    return [
        Hit(
            passage=ord(name),
            content=ord(name),
            path=name,
            blob=name,
            heading="",
            start_line=1,
            end_line=1,
            title="",
            text="",
            changed_at="",
            score=0.0,
            kind="memory" if name.isupper() else "document",
        )
        for name in names
    ]


def shown(found: str, memories: str, limit: int) -> str:
    return "".join(hit.path for hit in with_memories(hits(found), hits(memories), limit))


@pytest.mark.parametrize(
    ("found", "memories", "limit", "answer"),
    [
        ("abcdefgh", "M", 8, "abcdMefg"),
        ("abcdefMh", "M", 8, "abcdMefh"),
        ("aMcdefgh", "M", 8, "aMcdefgh"),
        ("abcdNfgh", "M", 8, "abcNMdfg"),
        ("ABCDEfgh", "M", 8, "ABCDEfgh"),
        ("ab", "M", 8, "abM"),
        ("", "M", 8, "M"),
        ("abcdefgh", "", 8, "abcdefgh"),
        ("abcdefgh", "M", 5, "abcdM"),
        ("abcdefgh", "M", 4, "abcd"),
    ],
)
def test_where_a_memory_stands(found: str, memories: str, limit: int, answer: str) -> None:
    assert shown(found, memories, limit) == answer


@settings(derandomize=True, deadline=None)
@given(st.lists(st.sampled_from("abcdefghNOPQ"), unique=True), st.lists(st.sampled_from("MNO"), unique=True))
def test_no_document_passes_another_and_no_memory_falls(found: list[str], memories: list[str]) -> None:
    answer = shown("".join(found), "".join(memories), 20)
    assert [name for name in answer if name.islower()] == [name for name in found if name.islower()]
    assert set(answer) >= set(found)
    assert set(answer[:SEEN]) >= {name for name in found[:SEEN] if name.isupper()}
    assert len(answer) == len(set(answer))
