"""What an answer looks like, and that it never exceeds its budget."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay.inference.tokens import count_tokens
from scrubjay.model.hit import Hit
from scrubjay.search.recall.answer import RecallAnswer, RecallHit, RecallRequest
from scrubjay.search.recall.evidence import merge
from scrubjay.search.recall.excerpts import excerpt
from scrubjay.search.recall.render import LEAST_BUDGET, quoted, render, shorten
from scrubjay.text.telling import telling_words
from tests.shared.search.recall.conftest import VIEW

HERE = replace(VIEW, worktree=Path("/x/shop"))

texts = st.text(st.characters(codec="utf-8"), max_size=1500) | st.sampled_from(
    ["word " * 400, "# Heading\n\n```\ncode\n" * 40, "漢字" * 500, "-" * 900, ">\n" * 300]
)
hits = st.builds(
    RecallHit,
    kind=st.sampled_from(["document", "decision", "memory"]),
    title=st.text(st.characters(codec="utf-8"), max_size=300),
    text=texts,
    date=st.just("2026-03-01"),
    path=st.sampled_from(["docs/a.md", "a\nb.md"]),
    marks=st.sampled_from([(), ("superseded by ADR-009",)]),
)
found = st.lists(hits, max_size=6)


def answer(found: list[RecallHit], budget: int, query: str = "q", detail: str = "concise") -> RecallAnswer:
    request = RecallRequest(query=query, budget=budget, detail=detail)  # type: ignore[arg-type]
    return RecallAnswer(
        request=request, view=HERE, hits=tuple(found), recipe="balanced", degraded=("keyword only",), embedded=0.0
    )


def numbered(number: int) -> RecallHit:
    return RecallHit(
        kind="document",
        title=f"Title {number}",
        text=f"Text number {number}. " * 30,
        date="2026-03-01",
        path=f"docs/{number}.md",
    )


@settings(derandomize=True, deadline=None, max_examples=60)
@given(found, st.integers(LEAST_BUDGET, 3000), st.text(max_size=300), st.sampled_from(["concise", "full"]))
def test_an_answer_never_exceeds_its_budget(found: list[RecallHit], budget: int, query: str, detail: str) -> None:
    assert count_tokens(render(answer(found, budget, query, detail))) <= budget


@settings(derandomize=True, deadline=None, max_examples=40)
@given(st.integers(0, 8), st.integers(LEAST_BUDGET, 2500), st.integers(0, 1000))
def test_a_smaller_budget_gives_the_first_of_the_same_hits(count: int, budget: int, less: int) -> None:
    some = [numbered(number) for number in range(count)]

    def shown(budget: int) -> list[int]:
        text = render(answer(some, budget))
        return [number for number in range(count) if f"docs/{number}.md:" in text]

    larger, smaller = shown(budget), shown(max(LEAST_BUDGET, budget - less))
    assert larger == list(range(len(larger)))
    assert smaller == larger[: len(smaller)]


@settings(derandomize=True, deadline=None, max_examples=40)
@given(found)
def test_nothing_in_a_document_reads_as_a_line_of_the_answer(found: list[RecallHit]) -> None:
    lines = render(answer(found, 10_000)).split("\n")
    own = [line for line in lines if not line.startswith(">")]
    if found:
        assert len([line for line in own if line]) == 1 + len(found)


def test_what_is_left_out_is_counted_and_how_to_get_it_said() -> None:
    text = render(answer([numbered(number) for number in range(8)], 500))
    shown = text.count("**docs/")
    assert 0 < shown < 8
    assert text.endswith(f"({8 - shown} more left out; budget=1000 shows more; get_document shows a whole file)")


def test_a_hit_that_fits_no_budget_is_shortened_rather_than_lost() -> None:
    text = render(answer([replace(numbered(1), text="word " * 3000)], 150, detail="full"))
    assert "docs/1.md" in text
    assert text.endswith("(passages cut; budget=300 shows more; get_document shows a whole file)")


def test_a_full_answer_shows_whole_passages_with_scores_and_ranks() -> None:
    hit = replace(numbered(1), text="First line. " * 90, scores={"bm25": 2.5}, ranks={"bm25": 3}, score=0.0159)
    text = render(answer([hit], 5000, detail="full"))
    assert "score 0.01590 by balanced: bm25 2.500 (rank 3)" in text
    assert text.count("First line.") == 90


def test_a_superseded_decision_says_so_once() -> None:
    hit = replace(numbered(1), kind="decision", status="superseded", marks=("superseded by ADR-009",))
    (line,) = [line for line in render(answer([hit], 1000)).split("\n") if line.startswith("**")]
    assert line.endswith("· 2026-03-01 · superseded by ADR-009")


def test_a_quote_keeps_every_line() -> None:
    assert quoted("# a\n\n```") == "> # a\n>\n> ```"


@settings(derandomize=True, deadline=None, max_examples=40)
@given(texts, st.integers(1, 200))
def test_a_shortened_text_fits_and_is_a_beginning(text: str, tokens: int) -> None:
    short = shorten(text, tokens)
    assert count_tokens(short) <= max(tokens, 2)
    assert short == text or text.startswith(short.removesuffix(" …"))


@settings(derandomize=True, deadline=None, max_examples=60)
@given(texts, st.integers(50, 900), st.text(max_size=40))
def test_an_excerpt_is_a_part_of_its_text_and_keeps_its_bound(text: str, characters: int, query: str) -> None:
    part = excerpt(text, telling_words(query), characters)
    assert len(part) <= characters + 4
    assert part.removeprefix("… ").removesuffix(" …") in text


@pytest.mark.parametrize("query", ["When do deployments wait?", "deploys"])
def test_an_excerpt_is_the_part_that_answers(query: str) -> None:
    text = "Filler about nothing at all. " * 40 + "Deploys wait for the canary. " + "More filler follows here. " * 40
    part = excerpt(text, telling_words(query), 200)
    assert "Deploys wait for the canary." in part
    assert part.startswith("… ")
    assert part.endswith(" …")


def test_an_excerpt_without_the_words_is_the_beginning() -> None:
    text = "First sentence. " * 40
    assert excerpt(text, telling_words("zebra"), 100).startswith("First sentence.")


@pytest.mark.parametrize(("limit", "more", "said"), [
    (3, True, "it; limit 10 (--limit 10) shows more:"), (8, True, "it; limit 10 (--limit 10) shows more:"),
    (10, True, "it; limit 100 (--limit 100) shows more:"), (100, True, "it:"), (8, False, "it:"),
])  # fmt: skip
def test_a_larger_limit_is_named_only_where_it_shows_more(limit: int, more: bool, said: str) -> None:
    nothing = replace(answer([], 1000), below=(numbered(1),), more=more, candidates={"bm25": 1})
    text = render(replace(nothing, request=replace(nothing.request, limit=limit)))
    assert f"has little to do with {said}" in text


def scored(number: int, kind: str, **scores: float) -> Hit:
    return Hit(
        passage=number,
        content=number,
        path=f"{kind}{number}",
        blob="",
        heading="",
        start_line=1,
        end_line=1,
        title="",
        text="",
        changed_at="",
        score=0.0,
        scores=scores,
        ranks={},
        kind=kind,
    )


def test_the_users_memories_are_ranked_among_the_projects_by_their_own_scores() -> None:
    project = [scored(1, "document", bm25=9.0, vector=0.8), scored(2, "document", bm25=5.0, vector=0.5)]
    best = scored(3, "memory", bm25=12.0, vector=0.9)
    between = scored(4, "memory", bm25=7.0, vector=0.6)
    assert [hit.content for hit in merge(project, [best, between], {})] == [3, 1, 4, 2]
    assert merge(project, [], {}) == tuple(project)
