"""A cursor fits the request that brings it back, however much runs at its moment, and never skips a transaction."""

import base64
import random
from uuid import uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrubjay_team.changes.cursors import LONGEST, MOST_PACKED, Cursors, packed, unpacked
from scrubjay_team.changes.values import OutboxPosition
from scrubjay_team.serving.admission import MAX_TARGET
from tests.servers.team.changes.conftest import here
from tests.servers.team.memories.conftest import People


def snapshot_of(running: list[int], behind: int) -> str:
    """The text of a snapshot in which these run and those behind them haven't begun."""
    end = max(running) + behind
    return f"{min(running)}:{end}:{','.join(map(str, running))}"


def sees(snapshot: str, number: int) -> bool:
    first, end, running = snapshot.split(":")
    return number < int(first) or (number < int(end) and str(number) not in running.split(","))


@given(st.sets(st.integers(3, 2**63), min_size=1, max_size=20), st.integers(1, 2**40))
def test_a_snapshot_is_the_same_after_a_cursor(running: set[int], behind: int) -> None:
    snapshot = snapshot_of(sorted(running), behind)
    assert unpacked(packed(snapshot)) == snapshot
    idle = f"{behind}:{behind}:"
    assert unpacked(packed(idle)) == idle


@pytest.mark.parametrize("most", [400, 5_000])
@pytest.mark.parametrize("seed", [1, 2])
def test_of_more_than_has_room_no_transaction_counts_as_seen_that_was_not(most: int, seed: int) -> None:
    running = sorted(random.Random(seed).sample(range(10**12, 10**12 + 100_000), most))
    snapshot = snapshot_of(running, 5)
    kept = packed(snapshot)
    assert len(kept) <= MOST_PACKED
    assert not any(sees(unpacked(kept), one) for one in (*running, running[-1] + 9))
    assert sees(unpacked(kept), running[0] - 1)
    assert sees(unpacked(kept), running[50] + 1) or running[50] + 1 in running


def test_the_longest_cursor_goes_in_a_request_and_no_cursor_says_when_it_was_made(people: People) -> None:
    now, member, cursors = here(people), uuid4(), Cursors()
    running = list(range(10**18, 10**18 + 10**9 * 400, 10**9))
    long = OutboxPosition(snapshot_of(running, 1), 2**63 - 1, now.epoch, now.at)
    with people.entered("anna") as entered:
        sealed = cursors.seal(entered.connection, member, long)
        back = cursors.open(entered.connection, member, sealed)
    assert len(sealed) <= LONGEST
    assert len("/api/v1/changes?wait=25&after=") + len(sealed.replace("=", "%3D")) <= MAX_TARGET
    assert (back.last, back.epoch, back.at) == (long.last, long.epoch, long.at)
    assert base64.urlsafe_b64decode(sealed)[1:9] == bytes(8)
