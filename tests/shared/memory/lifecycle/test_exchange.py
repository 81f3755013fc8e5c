"""What is exported comes back as it was, whatever happened before; what is no export is refused as a whole."""

import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scrubjay.errors import ScrubjayError, UsageError
from scrubjay.memory.lifecycle.archive import MemoryArchive
from scrubjay.memory.lifecycle.memories import Memories
from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.evidence import CitationKind, CitationResult, CitationStatus, Verdict
from scrubjay.model.memory import Change
from tests.shared.memory.conftest import Grounding, Hands

pytestmark = pytest.mark.story

NUMBERS = count()
"""A project of its own for each example."""

QUIET = settings(
    max_examples=25, derandomize=True, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=60)
STEPS = st.lists(
    st.tuples(
        st.sampled_from(
            ["say", "wait", "supersede", "correct", "extend", "approve", "reject", "end", "forget", "again"]
        ),
        TEXTS,
        st.integers(0, 5),
    ),
    min_size=1,
    max_size=12,
)
PLACE = CitationResult(
    kind=CitationKind.PLACE,
    text="a.md:3",
    target="a.md",
    status=CitationStatus.RESOLVED,
    path="a.md",
    words='"Ten" — 10.',
)


def live(memories: Memories, grounding: Grounding, hands: Hands, steps: list[tuple[str, str, int]]) -> None:
    """Do to memories what people do; what isn't possible there is left out."""
    ids: list[str] = []
    for number, (what, text, which) in enumerate(steps):
        hands.pass_by(hours=1)
        old = ids[which % len(ids)] if ids else "none"
        grounding.verdict = Verdict.HELD if what == "wait" else Verdict.STORED
        grounding.citations = (PLACE,) if which % 2 else ()
        try:
            match what:
                case "say" | "wait":
                    key = f"k{number}" if which == 1 else ""
                    until = "2030-01-01" if which == 2 else ""
                    outcome = memories.remember(
                        RememberRequest(
                            content=text, key=key, valid_until=until, session="s1", author="ada", quote=text
                        )
                    )
                    ids += [getattr(outcome, "id", old)]
                case "again":
                    memories.remember(
                        RememberRequest(content=memories.get(old).content, author="ada", session=f"s{which}")
                    )
                case "supersede" | "correct" | "extend":
                    ids.append(getattr(memories.update(old, RememberRequest(content=text), Change(what)), "id", old))
                case "approve":
                    memories.approve(old, "ada", text)
                case "reject":
                    memories.reject(old, "ada", text)
                case "end":
                    memories.invalidate(old, "ada", text, authority=True)
                case "forget":
                    memories.forget(old, "ada", authority=True)
        except ScrubjayError:
            continue


@QUIET
@given(steps=STEPS)
def test_what_comes_back_is_exported_as_the_same_lines(
    steps: list[tuple[str, str, int]],
    make_memories: Callable[..., Memories],
    grounding: Grounding,
    hands: Hands,
    tmp_path: Path,
) -> None:
    name = f"p{next(NUMBERS)}"
    first, second = make_memories(name), make_memories(f"{name}-other")
    live(first, grounding, hands, steps)
    lines = MemoryArchive(first, tmp_path).export("project", "ada")
    other = MemoryArchive(second, tmp_path)
    scope, found, sealed, *_ = other.read(f"{line}\n" for line in lines)
    assert sealed
    assert other.take_back(scope, found, "ada", sealed=True).new == len(lines) - 2
    assert other.export("project", "ada")[1:-1] == lines[1:-1]
    assert other.take_back(scope, found, "ada", sealed=True).new == 0
    moments = sorted({memory.recorded_at for memory in first.believed()})
    for moment in moments:
        assert [m.content for m in first.believed(moment, moment)] == [
            m.content for m in second.believed(moment, moment)
        ]
    assert [m.id for m in first.waiting()] == [m.id for m in second.waiting()]


def exported(memories: Memories, grounding: Grounding, hands: Hands, folder: Path) -> list[str]:
    steps = [
        ("wait", "Ten parcels a day.", 1),
        ("again", "", 2),
        ("say", "One door.", 3),
        ("supersede", "Two doors.", 1),
    ]
    live(memories, grounding, hands, steps)
    return MemoryArchive(memories, folder).export("project", "ada")


def test_what_confirms_a_claim_travels_with_it(
    make_memories: Callable[..., Memories], grounding: Grounding, hands: Hands, tmp_path: Path
) -> None:
    lines = exported(make_memories("p1"), grounding, hands, tmp_path)
    assert json.loads(lines[1])["confirmations"] == [
        {"what": "session s2", "at": "2026-03-01T14:00:00Z", "independent": 0}
    ]


JUNK: tuple[Any, ...] = (None, 7, -1, 1e400, "x", "\ud800", [3], {}, "DROP", object)
"""What no export holds there, mostly; `object` stands for leaving it out."""


def test_a_file_that_was_changed_anywhere_is_taken_or_refused_as_a_whole(
    make_memories: Callable[..., Memories], grounding: Grounding, hands: Hands, tmp_path: Path
) -> None:
    lines = exported(make_memories("p1"), grounding, hands, tmp_path)
    archive = MemoryArchive(make_memories("p2"), tmp_path)
    empty = archive.export("project", "ada")[1:-1]
    tried = taken = 0
    for number, line in enumerate(lines[1:-1]):
        for spoiled in spoils(json.loads(line)):
            whole = [lines[0], *(json.dumps(spoiled) if n == number else one for n, one in enumerate(lines[1:-1]))]
            tried += 1
            try:
                scope, found, sealed, *_ = archive.read([*whole, lines[-1]])
            except UsageError:
                continue
            assert not sealed
            taken += 1
            if taken % 5:
                continue
            other = MemoryArchive(make_memories(f"other{taken}"), tmp_path)
            assert other.take_back(scope, found, "ada", sealed=True).new == len(lines) - 2
            assert len(other.export("project", "ada")) == len(lines)
    assert archive.export("project", "ada")[1:-1] == empty
    assert tried > 500
    assert taken < tried / 3


def spoils(value: Any) -> Iterator[Any]:
    """The value with junk in one place, for every place and every junk."""
    for place in places(value):
        for junk in JUNK:
            copy = deepcopy(value)
            holder = copy
            for step in place[:-1]:
                holder = holder[step]
            if junk is not object:
                holder[place[-1]] = junk
            elif isinstance(holder, dict):
                del holder[place[-1]]
            yield copy


def places(value: Any, above: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place of a JSON value."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in inner:
        yield (*above, key)
        yield from places(one, (*above, key))


@pytest.mark.parametrize("scope", ["project", "user"])
def test_reading_the_users_memories_in_a_project_is_recorded_together_and_at_the_end(
    memories: Memories, hands: Hands, scope: str
) -> None:
    memories.remember(RememberRequest(content="Ada likes tabs.", kind="preference", scope=scope))
    for _ in range(5):
        memories.recent(3)
        hands.pass_by(seconds=5)
    assert [one["reads"] for one in reads(memories)] == ([1] if scope == "user" else [])
    hands.pass_by(minutes=1)
    memories.recent(3)
    memories.recent(3)
    assert [one["reads"] for one in reads(memories)] == ([5, 1] if scope == "user" else [])
    memories.close()
    assert [one["reads"] for one in reads(memories)] == ([1, 5, 1] if scope == "user" else [])
    assert all(one["count"] == 1 for one in reads(memories))


def reads(memories: Memories) -> list[dict[str, Any]]:
    records = memories.reading("user", lambda c, place: place.audit.newest(c, 100))
    return [one.metadata for one in records if one.event == "CROSS_SCOPE_READ" and one.resource == "p1"]
