"""One person's machines say the same once all of them synced, whatever happened on each, in any order."""

from collections.abc import Callable
from contextlib import suppress
from itertools import count

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scrubjay.errors import ScrubjayError
from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.memory import Change
from scrubjay_exchange.syncing.segment import unseal
from tests.shared.memory.conftest import BY_HAND
from tests.shared.scrubjay_exchange.syncing.conftest import Fleet, Machine

pytestmark = pytest.mark.story

NAMES = ("desk", "laptop", "tower")
STEPS = st.lists(
    st.tuples(
        st.sampled_from(NAMES),
        st.sampled_from(["say", "supersede", "correct", "retract", "end", "approve", "undo", "forget", "sync", "sync"]),
        st.integers(0, 5),
    ),
    min_size=4,
    max_size=16,
)


def test_what_is_told_on_one_machine_is_told_on_the_other(fleet: Fleet) -> None:
    desk, laptop = fleet.machine("desk"), fleet.machine("laptop")
    id = desk.say("Tea at five.")
    desk.sync()
    assert laptop.sync().new == 1
    assert laptop.held() == {"Tea at five.": id}
    (evidence,) = laptop.memories.evidence([id])[id]
    assert (evidence.grade.name, evidence.metadata["machine"]) == ("TOLD", "desk")
    assert laptop.sync().sent == desk.sync().sent == 0


def act(machine: Machine, what: str, which: int, number: int) -> None:
    """Do to a machine's memories what a person does; what isn't possible there is left out."""
    ids = sorted(machine.held().values())
    old = ids[which % len(ids)] if ids else "none"
    with suppress(ScrubjayError):
        match what:
            case "say":
                machine.say(f"Word{number} is said on {machine.name}.")
            case "supersede" | "correct":
                request = RememberRequest(content=f"Word{number} is new.", author="anna", **BY_HAND)
                machine.memories.update(old, request, Change(what))
            case "retract":
                machine.memories.retract(old, "anna", "wrong", authority=True)
            case "end":
                machine.memories.invalidate(old, "anna", "over", authority=True)
            case "approve":
                machine.memories.approve(old, "anna")
            case "undo":
                machine.memories.undo("anna", "user")
            case "forget":
                machine.memories.forget(old, "anna", authority=True)
            case "sync":
                machine.sync()


@settings(max_examples=6, derandomize=True, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=STEPS, skew=st.sampled_from([0, 400, -400]))
def test_any_order_of_changes_and_syncs_ends_in_one_state(
    new_fleet: Callable[[], Fleet], steps: list[tuple[str, str, int]], skew: int
) -> None:
    fleet = new_fleet()
    for name in NAMES:
        fleet.machine(name)
    fleet.machine("laptop").hands.pass_by(days=skew)
    fleet.machine("desk").say("Word is said first.")
    fleet.settle()
    numbers = count()
    for name, what, which in steps:
        fleet.machine(name).hands.pass_by(seconds=which % 2)
        act(fleet.machine(name), what, which, next(numbers))
    fleet.settle()
    desk, laptop, tower = (fleet.machine(name).state() for name in NAMES)
    assert desk == laptop == tower
    forgotten = set().union(*(machine.tombstones() for machine in fleet.machines.values()))
    assert not forgotten & words_in_refs(fleet).keys()
    assert [machine.sync().sent for machine in fleet.machines.values()] == [0, 0, 0]


def words_in_refs(fleet: Fleet) -> dict[str, str]:
    """The words of each memory in everything that a ref of the remote reaches, with the real key."""
    commits = fleet.git("rev-list", "--glob=refs/scrubjay/*").decode().split()
    segments = [unseal(fleet.git("cat-file", "blob", f"{commit}:segment"), fleet.key) for commit in commits]
    memories = [line["record"]["memory"] for segment in segments for line in segment.memories]
    return {memory["id"]: memory["content"] for memory in memories if memory["content"]}


def test_forgotten_words_leave_every_ref_and_every_machine(fleet: Fleet) -> None:
    desk, laptop = fleet.machine("desk"), fleet.machine("laptop")
    id, kept = desk.say("The zanzibar spice."), desk.say("Bread is baked on Monday.")
    desk.sync()
    laptop.sync()
    laptop.memories.invalidate(id, "anna", "over", authority=True)
    laptop.sync()
    before = fleet.head("laptop")
    desk.sync()
    desk.memories.forget(id, "anna", authority=True)
    assert desk.sync().anew
    assert laptop.sync().forgotten == 1
    assert fleet.head("laptop") != before
    desk.sync()
    assert desk.state() == laptop.state()
    reached = fleet.git("rev-list", "--objects", "--glob=refs/scrubjay/*").decode()
    blobs = [line.split()[0] for line in reached.splitlines() if line.endswith(" segment")]
    texts = [str(unseal(fleet.git("cat-file", "blob", blob), fleet.key)) for blob in blobs]
    assert kept in "".join(texts)
    assert "zanzibar" not in "".join(texts)
    for machine in (desk, laptop):
        pieces = [file.read_bytes() for file in machine.home.rglob("*") if file.is_file()]
        assert not any(b"zanzibar" in piece for piece in pieces)
        commits = fleet.git(
            f"--git-dir={machine.home / 'sync' / 'segments.git'}", "cat-file", "--batch-all-objects", "--batch-check"
        ).decode()
        assert before not in commits
