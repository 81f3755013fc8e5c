"""Which commits join an answer that names no kinds, and where they stand among its documents."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrubjay.knowledge.index.kinds import missing
from scrubjay.model.encoded import EmbeddedCorpus
from scrubjay.model.hit import Hit, HybridResult
from scrubjay.search.recall.parts import AHEAD, FIRST, FIT, MOST, CommitPart, commit_part

QUESTION = "why is the cache warmed before a release"
GOOD, WEAK, NOTHING = FIT.weak + 0.01, (FIT.nothing + FIT.weak) / 2, FIT.nothing - 0.01
near = st.floats(0, 1)


def hit(name: str, value: float | None, text: str = "") -> Hit:
    places: dict[str, Any] = {"passage": 1, "content": 1, "path": "", "heading": "", "title": ""}
    scores = {} if value is None else {"vector": value, "reranker": value}
    return Hit(
        blob=name, start_line=1, end_line=2, text=text, changed_at="", score=value or 0.0, scores=scores, **places
    )


def part(commits: Sequence[Hit], *documents: float) -> CommitPart:
    return commit_part([QUESTION], commits, commits, [hit(f"d{n}", value) for n, value in enumerate(documents)], list)


def names(hits: Sequence[Hit]) -> list[str]:
    return [hit.blob for hit in hits]


@pytest.mark.parametrize(
    ("commit", "documents", "ahead", "behind", "fit"),
    [
        (GOOD, [NOTHING], ["c"], [], "good"),
        (GOOD, [GOOD - AHEAD / 2], [], ["c"], "good"),  # about as near: a tie is the document's
        (WEAK, [WEAK - 2 * AHEAD], ["c"], [], "weak"),
        (WEAK, [WEAK], [], [], "nothing"),  # what fits weakly says nothing that the documents don't
        (NOTHING, [0.0], [], [], "nothing"),
    ],
)
def test_a_commit_stands_in_front_of_documents_that_fit_less(
    commit: float, documents: list[float], ahead: list[str], behind: list[str], fit: str
) -> None:
    found = part([hit("c", commit)], *documents)
    assert (names(found.ahead), names(found.behind), found.fit) == (ahead, behind, fit)
    assert names(found.below) == ([] if ahead or behind else ["c"])


@pytest.mark.parametrize(
    ("commit", "document", "ahead"),
    [
        ("Say why the cache is warmed before a release", "The cache is warmed before each release.", False),
        ("Warm the cache before a release", "The cache is warmed.", True),
        ("Heat the store", "The cache is warmed.", False),
        ("Heat the store", "The cache is cold.", True),
    ],
)
def test_a_commit_that_repeats_a_question_stands_behind_the_document_that_answers_it(
    commit: str, document: str, ahead: bool
) -> None:
    found = commit_part([QUESTION], [hit("c", GOOD, commit)], [hit("c", GOOD, commit)], [hit("d", 0.0, document)], list)
    assert bool(found.ahead) is ahead


def test_one_of_each_change_is_told_and_two_at_most() -> None:
    commits = [hit(f"c{n}", GOOD) for n in range(5)]
    assert names(part(commits, 0.0).ahead) == names(commits[:MOST])
    told = commit_part([QUESTION], commits, commits, [], lambda hits: hits[3:])
    assert names(told.ahead) == ["c3", "c4"]


def test_a_commit_without_a_vector_joins_by_the_words_it_holds() -> None:
    assert names(part([hit("c", None, "Warm the cache before each release")], 0.9).behind) == ["c"]
    assert names(part([hit("c", None, "Warm the oven")], 0.9).behind) == []


def test_a_commit_that_fits_any_phrasing_joins() -> None:
    commit = hit("c", None, "Heat the store")
    assert commit_part([QUESTION, "heat store"], [commit], [], [hit("d", 0.9)], list).behind == (commit,)


def test_what_keywords_alone_are_near_to_stands_behind_the_first_documents() -> None:
    commit, documents = hit("c", GOOD), [hit("d", NOTHING)]
    assert commit_part([QUESTION, "cache"], [commit], [hit("c", NOTHING)], documents, list).behind == (commit,)
    assert commit_part([QUESTION, "cache"], [commit], [commit], documents, list).ahead == (commit,)


@given(st.lists(near, max_size=8), st.lists(near, max_size=8))
def test_documents_keep_their_order_and_the_first_is_never_far_behind(found: list[float], values: list[float]) -> None:
    documents = [hit(f"d{n}", value) for n, value in enumerate(values)]
    commits = [hit(f"c{n}", value) for n, value in enumerate(found)]
    answer = commit_part([QUESTION], commits, commits, documents, list).among(documents)
    assert [one for one in answer if one in documents] == documents
    assert len(answer) <= len(documents) + MOST
    for place, one in enumerate(answer):
        if one not in documents and place < FIRST:
            assert all(one.score >= document.score + AHEAD for document in documents[:FIRST]) or place >= len(values)


@pytest.mark.parametrize(
    ("documents", "commits", "said"),
    [
        (7, 0, "documents 7 of 9, commits 0 of 4 passages embedded; the rest is found by keyword only"),
        (9, 1, "documents 9 of 9, commits 1 of 4 passages embedded; the rest is found by keyword only"),
        (0, 0, "keyword only: nothing of this is embedded yet"),
        (9, 4, ""),
    ],
)
def test_the_vectors_of_commits_are_told_with_those_of_documents(documents: int, commits: int, said: str) -> None:
    corpora = (EmbeddedCorpus("documents", documents, 9),)
    alone = (missing(corpora),) if documents < 9 else ()
    found = HybridResult(
        recipe="balanced", degraded=(*alone, "not reranked"), embedded=documents / 9, hits=(), corpora=corpora
    )
    part = CommitPart(corpora=(EmbeddedCorpus("commits", commits, 4),))
    assert part.degraded_with(found) == (*filter(None, [said]), "not reranked")
    assert CommitPart().degraded_with(found) == found.degraded
