"""Who says the same came to it alone only on another day, in another session, to which nothing like it was shown."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from scrubjay.context.briefing.told import BriefingLedger
from scrubjay.memory.lifecycle.memories import Memories
from scrubjay.memory.store.index import confirmation_counts, independent, repeats
from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.evidence import Origin
from scrubjay.model.grade import Grade
from scrubjay.storage.database import Database
from tests.shared.memory.conftest import Hands, captured_grades, stored

ID, WORDS = "0123456789ab" + "0" * 20, "Vans leave the depot at seven."
LIKE = [(ID, WORDS), ("f" * 32, "All vans leave the depot at seven.")]


@pytest.mark.parametrize(
    ("again_at", "shown", "alone"),
    [
        ("2026-03-02T00:00:01Z", "", True),
        ("2026-03-01T23:59:59Z", "", False),
        ("2026-03-02T09:00:00Z", "- Stamps are red. (aaaaaaaa)", True),
        ("2026-03-02T09:00:00Z", "- fact 01234567: Vans leave …", False),
        ("2026-03-02T09:00:00Z", "0123456789ab", False),
        ("2026-03-02T09:00:00Z", "- vans LEAVE the\n  depot at seven. (no id)", False),
        ("2026-03-02T09:00:00Z", "ffffffffffff", False),  # one like it
        ("2026-03-02T09:00:00Z", "All vans leave the depot at seven.", False),
    ],
)
def test_who_says_it_again_came_to_it_alone(again_at: str, shown: str, alone: bool) -> None:
    assert independent("2026-03-01T12:00:00Z", again_at, shown, LIKE) is alone


@pytest.fixture
def ledger(tmp_path: Path, hands: Hands) -> Iterator[BriefingLedger]:
    with Database(tmp_path / "session.db", "session") as session:
        yield BriefingLedger(session, hands)


@pytest.fixture
def telling(make_memories: Callable[..., Memories], ledger: BriefingLedger) -> Memories:
    """Memories of a project whose sessions are told things."""
    return make_memories("p1", shown=ledger.known_text)


def again(memories: Memories, session: str, *, identified: bool = True) -> None:
    memories.remember(RememberRequest(content=WORDS, session=session, identified=identified))


def counts(memories: Memories, id: str) -> tuple[int, int]:
    """In how many sessions it was repeated, and in how many of them by itself."""
    every = memories.reading("project", lambda c, _: repeats(c, [id]))
    alone = memories.reading("project", lambda c, _: confirmation_counts(c, [id]))
    return len(every.get(id, ())), alone.get(id, 0)


def test_repetitions_are_counted_and_raise_no_grade(telling: Memories, ledger: BriefingLedger, hands: Hands) -> None:
    id = stored(telling, WORDS, session="monday")
    again(telling, "monday")
    assert counts(telling, id) == (0, 0), "the same session"
    again(telling, "monday too")
    assert counts(telling, id) == (1, 0), "the same day"
    hands.pass_by(days=1)
    again(telling, "")
    assert counts(telling, id) == (1, 0), "nobody knows which session"
    again(telling, "so it says", identified=False)
    assert counts(telling, id) == (2, 0), "only the agent says which session"
    ledger.record_answer("searched", f"1. memory {id[:12]} (unconfirmed): {WORDS}")
    again(telling, "searched")
    ledger.record_told("briefed", "/shop", "state", f"Knowledge\n- {WORDS} ({id[:8]})")
    again(telling, "briefed")
    assert counts(telling, id) == (4, 0), "it had been shown"
    again(telling, "alone")
    again(telling, "alone")
    assert counts(telling, id) == (5, 1)
    again(telling, "alone too")
    assert counts(telling, id) == (6, 1), "one a day counts"
    assert captured_grades(telling, [id]) == {id: Grade.SAID}


def test_what_a_memory_like_it_said_was_shown_as_well(telling: Memories, ledger: BriefingLedger, hands: Hands) -> None:
    id = stored(telling, WORDS, session="monday")
    like = stored(telling, "All vans leave the depot at seven.", session="monday")
    hands.pass_by(days=1)
    ledger.record_answer("searched", f"memory {like[:12]}")
    again(telling, "searched")
    assert counts(telling, id) == (1, 0)


def test_a_person_is_no_session_of_an_agent(telling: Memories, hands: Hands) -> None:
    id = stored(telling, WORDS, origin=Origin.PERSON)
    hands.pass_by(days=1)
    again(telling, "alone")
    assert counts(telling, id) == (1, 1)
    other = stored(telling, "Stamps are red.")
    hands.pass_by(days=1)
    telling.remember(RememberRequest(content="Stamps are red.", session="s2"))
    assert counts(telling, other) == (1, 0), "it may be the session that said it first"


def test_an_answer_is_noted_for_a_session_that_is_known(ledger: BriefingLedger) -> None:
    ledger.record_answer("", "memory 0123456789ab")
    ledger.record_answer("s1", "nothing")
    assert ledger.known_text("s1") == ""
    ledger.record_answer("s1", "memory 0123456789ab and 0123456789ab")
    ledger.record_answer("s1", "memory fedcba987654 @ 12345678")
    assert ledger.known_text("s1").split() == ["0123456789ab", "fedcba987654"]
