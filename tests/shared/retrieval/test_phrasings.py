"""Several phrasings of a question vote on one ranking, and no law of a single ranking is lost."""

import pytest

from scrubjay.model.hit import Hit, HybridResult
from scrubjay.retrieval.phrasings import fuse_phrasings


def hit(name: str, *, passage: int = 0, kind: str = "document", score: float = 1.0, text: str = "") -> Hit:
    """A passage of a document that is called by one letter."""
    content = ord(name)
    return Hit(
        passage=content * 10 + passage, content=content, path=name, blob=name, heading="", start_line=1, end_line=2,
        title=name, text=text, changed_at="", score=score, kind=kind,
    )  # fmt: skip


def result(*hits: Hit, named: str = "", memories: tuple[Hit, ...] = (), **more: object) -> HybridResult:
    contents = frozenset(map(ord, named))
    return HybridResult(
        hits=hits, memories=memories, named=contents, recipe="balanced", degraded=(), embedded=1.0, **more
    )  # type: ignore[arg-type]


def order(*results: HybridResult, limit: int = 10, superseded: dict[str, tuple[str, ...]] | None = None) -> str:
    return "".join(hit.path for hit in fuse_phrasings(results, superseded or {}, limit).hits)


def ranking(names: str, **more: object) -> HybridResult:
    return result(*map(hit, names), **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("rankings", "fused"),
    [
        pytest.param(["abc"], "abc", id="one stays as it is"),
        pytest.param(["abc", "abc"], "abc", id="agreement changes nothing"),
        pytest.param(["abcd", "xyzd"], "dxaybzc", id="what both find comes first, then turns; ties: the newer"),
        pytest.param(["ab", ""], "ab", id="a wording that finds nothing takes nothing away"),
        pytest.param(["", "ab"], "ab", id="a wording finds what the question doesn't"),
        pytest.param(["abc", "cab", "cba"], "cab", id="three vote"),
    ],
)
def test_rankings_vote(rankings: list[str], fused: str) -> None:
    assert order(*map(ranking, rankings)) == fused


def test_the_limit_counts_after_the_vote() -> None:
    assert order(ranking("abc"), ranking("xyc"), limit=1) == "c"


def test_a_document_is_judged_by_its_best_passage_and_shown_by_two_at_most() -> None:
    first = result(hit("a", passage=1), hit("b"), hit("a", passage=2), hit("a", passage=3))
    assert order(first, result(hit("a", passage=3), hit("c"))).count("a") == 2
    shown = fuse_phrasings([first, result(hit("a", passage=2), hit("c"))], {}, 10).hits
    assert shown[0].path == "a"


def test_what_the_question_names_stays_first_and_what_a_wording_names_is_one_vote() -> None:
    assert order(ranking("nab", named="n"), ranking("ab"), ranking("ab")).startswith("n")
    assert order(ranking("abc"), ranking("nab", named="n"), ranking("abc")).startswith("a")


def test_a_superseded_decision_never_stands_above_its_successor() -> None:
    assert order(ranking("oan"), ranking("oab"), superseded={"o": ("n",)}).index("n") == 0
    assert order(ranking("oan"), ranking("oab"), superseded={"o": ("n",)}).startswith("no")


def test_the_memories_of_all_wordings_stand_each_once_by_its_best_score() -> None:
    weak, strong = hit("u", score=0.1), hit("u", score=0.9)
    fused = fuse_phrasings([result(memories=(weak,)), result(memories=(strong, hit("v")))], {}, 5)
    assert [(one.path, one.score) for one in fused.memories] == [("v", 1.0), ("u", 0.9)]


def test_the_trace_tells_of_all_wordings() -> None:
    first = result(hit("a"), steps=("reranked",), milliseconds={"vector": 1.5}, candidates={"bm25": 2}, exact=("X",))
    second = result(hit("b"), milliseconds={"vector": 2.0}, candidates={"bm25": 3}, exact=("X", "Y"))
    fused = fuse_phrasings([first, second], {}, 5)
    assert fused.steps == ("reranked", "2 phrasings, fused by reciprocal ranks (k = 60)")
    assert (fused.milliseconds, fused.candidates, fused.exact) == ({"vector": 3.5}, {"bm25": 5}, ("X", "Y"))
