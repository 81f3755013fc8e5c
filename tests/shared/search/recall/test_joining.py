"""The answers of a home and of servers that it joined, as one: reciprocal ranks, one entry each, limits over all."""

from dataclasses import replace
from itertools import permutations
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from scrubjay.knowledge.retrieval.scoring import K
from scrubjay.model.decision import Decision, DecisionEntry, Standing
from scrubjay.model.far import FarAnswer, FarFit, FarHit
from scrubjay.model.view import View, ViewFile
from scrubjay.search.recall.answer import RecallAnswer, RecallHit, RecallRequest
from scrubjay.search.recall.fitness import NEAREST, best_of
from scrubjay.search.recall.joining import as_here, joined
from scrubjay.search.recall.render import render

VIEW = View(
    key="", worktree=Path("/shop"), branch="main", commit="c" * 40, tree="", committed_at="", as_of="", files=()
)  # fmt: skip
DAY = "2026-11-02T10:00:00Z"
FITS: tuple[FarFit, ...] = ("nothing", "weak", "good")


def here(number: int) -> RecallHit:
    return RecallHit(
        kind="document", title=f"T{number}", text=f"words {number}", date=DAY, path=f"docs/{number}.md",
        blob=f"{number:040x}", start_line=1, end_line=3,
    )  # fmt: skip


def there(number: int) -> FarHit:
    return FarHit(
        kind="document", title=f"T{number}", text=f"words {number}", date=DAY, path=f"docs/{number}.md",
        blob=f"{number:040x}", start_line=1, end_line=3, repository="shop", commit="d" * 40,
    )  # fmt: skip


def kept_here(number: int, *against: int) -> RecallHit:
    rivals = frozenset(f"{one:032x}" for one in against)
    return RecallHit(
        kind="memory", title="fact", text=f"fact {number}", date=DAY, id=f"{number:032x}", grade="said", against=rivals
    )


def kept_there(number: int, grade: str = "said") -> FarHit:
    return FarHit(
        kind="memory", title="fact", text=f"fact {number}", date=DAY, id=f"{number:032x}", author="anna", grade=grade
    )


def home(hits: list[RecallHit], memories: list[RecallHit] | None = None, **more: Any) -> RecallAnswer:
    values = {"documents_fit": "good" if hits else "nothing", "memories_fit": "good" if memories else "nothing"} | more
    values.setdefault("request", RecallRequest(query="words"))
    return RecallAnswer(
        view=VIEW, hits=tuple(hits), memories=tuple(memories or ()), recipe="r", degraded=(), embedded=1.0, **values
    )


def far(hits: list[FarHit], memories: list[FarHit] | None = None, called: str = "team acme", **more: Any) -> FarAnswer:
    values = {"documents_fit": "good" if hits else "nothing", "memories_fit": "good" if memories else "nothing"} | more
    return FarAnswer(called=called, hits=tuple(hits), memories=tuple(memories or ()), **values)


numbers = st.lists(st.integers(0, 12), unique=True, max_size=10)
fits = st.sampled_from(FITS)


@given(own=numbers, servers=st.lists(numbers, min_size=1, max_size=3), limit=st.integers(1, 20))
def test_each_entry_stands_once_in_the_order_of_reciprocal_ranks(
    own: list[int], servers: list[list[int]], limit: int
) -> None:
    request = RecallRequest(query="words", limit=limit)
    sides = [far([there(n) for n in some], called=f"team {name}") for name, some in zip("abc", servers, strict=False)]
    found = joined(home([here(n) for n in own][:limit], request=request), sides).hits
    keys = [(hit.blob, hit.start_line) for hit in found]
    assert len(keys) == len(set(keys))
    assert len(found) == min(limit, len({*own[:limit], *(n for some in servers for n in some)}))

    def score(number: int) -> float:
        return sum(1 / (K + some.index(number) + 1) for some in (own[:limit], *servers) if number in some)

    scores = [score(int(hit.blob, 16)) for hit in found]
    assert scores == sorted(scores, reverse=True)


@given(own=numbers, servers=st.lists(numbers, min_size=2, max_size=3), fit=st.lists(fits, min_size=3, max_size=3))
def test_the_order_in_which_servers_answered_changes_nothing(
    own: list[int], servers: list[list[int]], fit: list[FarFit]
) -> None:
    sides = [
        far([there(n) for n in some], [kept_there(n + 20) for n in some], f"team {name}", documents_fit=how)
        for name, some, how in zip("abc", servers, fit, strict=False)
    ]
    answer = home([here(n) for n in own], [kept_here(n + 20) for n in own])
    first, *others = (joined(answer, list(order)) for order in permutations(sides))
    assert all(other == first for other in others)


@given(own=numbers, other=numbers, mine=fits, theirs=fits, limit=st.integers(1, 8), trimmed=st.booleans())
def test_limits_hold_over_both_and_the_better_fit_is_the_answer_s(
    own: list[int], other: list[int], mine: FarFit, theirs: FarFit, limit: int, trimmed: bool
) -> None:
    request = RecallRequest(query="words", limit=limit, trimmed=trimmed)
    answer = home(
        [here(n) for n in own][:limit], [kept_here(n) for n in own][:limit], request=request, documents_fit=mine,
        memories_fit=mine,
    )  # fmt: skip
    found = joined(answer, [far([there(n) for n in other], [kept_there(n) for n in other], documents_fit=theirs)])
    assert len(found.hits) <= limit
    assert len(found.memories) <= limit
    theirs_shown = set(other) & {int(hit.blob, 16) for hit in found.hits}
    assert found.documents_fit == best_of([mine, theirs if theirs_shown else "nothing"])


@given(own=numbers, other=numbers)
def test_the_home_s_hit_stands_for_the_same_one_of_a_server(own: list[int], other: list[int]) -> None:
    request = RecallRequest(query="words", limit=100)
    found = joined(home([here(n) for n in own], request=request), [far([there(n) for n in other])]).hits
    assert {int(hit.blob, 16) for hit in found if not hit.far} == set(own)
    assert {int(hit.blob, 16) for hit in found if hit.far} == set(other) - set(own)


@given(mine=fits, theirs=fits, own=numbers)
def test_a_fit_is_never_a_server_s_word_alone(mine: FarFit, theirs: FarFit, own: list[int]) -> None:
    some = own[:8]
    answer = home([here(n) for n in some], [kept_here(n) for n in some], documents_fit=mine, memories_fit=mine)
    assert joined(answer, [far([], documents_fit=theirs, memories_fit=theirs)]) == answer


def as_decided(number: int, *successors: str) -> DecisionEntry:
    decision = Decision(series="ADR", number=str(number), title="Use it", status="accepted", date="")
    standing = Standing(superseded_by=successors)
    return DecisionEntry(f"docs/{number}.md", f"{number:040x}", decision, standing)


def test_what_the_team_has_of_this_repository_is_as_the_worktree_has_it() -> None:
    blobs = {1: 1, 2: 99, 3: 3, 4: 4}  # docs/2.md has another blob at home
    view = replace(VIEW, files=tuple(ViewFile(f"docs/{n}.md", f"{blob:040x}", "markdown") for n, blob in blobs.items()))
    decisions = {one.path: one for one in (as_decided(3, "docs/4.md"), as_decided(4))}
    unread = {"docs/5.md": f"{5:040x}", "docs/6.md": f"{66:040x}"}  # at HEAD, and not indexed
    there_too = [replace(there(n), status="proposed", marks=("replaces it",)) for n in range(1, 8)]
    other = replace(there(2), repository="other")
    side = far([*there_too, other], [kept_there(9)], here="shop", below=(there(2),))
    (kept,) = as_here([side], view, decisions, lambda path: unread.get(path, ""))
    assert [(hit.path, hit.repository) for hit in kept.hits] == [
        ("docs/1.md", "shop"), ("docs/4.md", "shop"), ("docs/5.md", "shop"), ("docs/2.md", "other"),
    ]  # fmt: skip
    assert (kept.hits[1].status, kept.hits[1].marks) == ("accepted", ())
    assert not kept.below
    assert kept.memories == side.memories
    assert kept.notes == ("3 hits of this repository left out: HEAD here has another text there, or none",)
    assert as_here([replace(side, here="")], view, decisions, unread.__getitem__) == [replace(side, here="")]


def test_a_memory_that_both_hold_is_shown_once_as_the_home_has_it() -> None:
    found = joined(home([], [kept_here(1), kept_here(2)]), [far([], [kept_there(2), kept_there(3)])])
    assert [(int(hit.id, 16), hit.far) for hit in found.memories] == [(2, ""), (1, ""), (3, "team acme")]


def test_where_nothing_fits_at_home_what_fits_there_is_shown_and_the_other_way_round() -> None:
    nothing = home([], below=(here(5),))
    found = joined(nothing, [far([there(1)])])
    assert [hit.far for hit in found.hits] == ["team acme"]
    assert found.fit == "good"
    found = joined(home([here(1)]), [far([there(2)], documents_fit="nothing")])
    assert [hit.far for hit in found.hits] == [""]


def test_where_nothing_fits_anywhere_the_nearest_of_both_stand_below_the_line() -> None:
    answer = home([], below=tuple(map(here, (1, 2))))
    found = joined(answer, [far([there(3)], below=(there(1), there(4)), documents_fit="nothing", more=True)])
    assert not found.hits
    assert len(found.below) == NEAREST
    assert not found.below[0].far
    assert found.more


def test_what_fits_there_precedes_what_is_shown_at_home_although_it_does_not_fit() -> None:
    answer = home([here(1), here(2)], documents_fit="nothing")
    found = joined(answer, [far([there(2), there(3)])])
    assert [(int(hit.blob, 16), hit.far) for hit in found.hits] == [(2, ""), (3, "team acme"), (1, "")]


def test_a_memory_never_stands_before_the_one_that_says_otherwise() -> None:
    own = [kept_here(1), kept_here(2, 1)]
    found = joined(home([], own), [far([], [kept_there(2), kept_there(3), kept_there(4)])])
    places = [int(hit.id, 16) for hit in found.memories]
    assert places.index(1) < places.index(2)


def test_three_memories_follow_documents_that_fit_whoever_keeps_them() -> None:
    found = joined(home([here(1)], [kept_here(n) for n in (1, 2, 3)]), [far([], [kept_there(9)])])
    assert [int(hit.id, 16) for hit in found.memories] == [1, 9, 2]


def test_notes_and_what_is_lacking_name_the_server() -> None:
    found = joined(home([here(1)], notes=("own",)), [far([], notes=("n",), degraded=("no answer since 14:02 UTC",))])
    assert found.notes == ("own", "team acme: n")
    assert found.degraded == ("team acme: no answer since 14:02 UTC",)
    assert "team acme: no answer since 14:02 UTC" in render(found).splitlines()[0]


def test_each_hit_says_whose_it_is_and_the_grade_is_the_server_s_word() -> None:
    text = render(joined(home([]), [far([there(1)], [kept_there(2, "told")])]))
    assert "**docs/1.md:1-3** · T1 · 2026-11-02 · team acme · repo shop @ dddddddddd" in text
    assert "**memory** fact · team acme · by anna · 2026-11-02 · graded told there" in text
    assert "told by" not in text
    there_told = replace(kept_there(2, "told"), told_by="rosa", told_at="2026-11-03T10:00:00Z")
    text = render(joined(home([]), [far([], [there_told])]))
    assert "team acme · by anna · 2026-11-02 · told by rosa, 2026-11-03" in text


def test_the_budget_holds_over_both() -> None:
    long = "word " * 400
    sides = [far([replace(there(n), text=long) for n in range(1, 9)])]
    text = render(joined(home([here(n) for n in range(20, 28)], request=RecallRequest(query="q", budget=300)), sides))
    assert len(text) < 300 * 8
