"""A sync that is killed anywhere is finished by the next; two at once, a restored home and a copy end in one state."""

import shutil
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from scrubjay.errors import SyncBusy, SyncFailed
from scrubjay.storage.filesystem import file_lock
from scrubjay_exchange.syncing import state
from tests.shared.scrubjay_exchange.syncing.conftest import Fleet, Machine

pytestmark = pytest.mark.story


class Killed(BaseException):
    """The process ended here."""


def killing(at: str, occurrence: int = 1) -> Callable[[str, int, int], None]:
    """Ends the process at a step, the first time or a later one."""
    left = [occurrence]

    def report(label: str, done: int, total: int) -> None:
        if label == at:
            left[0] -= 1
            if not left[0]:
                raise Killed

    return report


def busy(fleet: Fleet) -> tuple[Machine, Machine]:
    """Two machines that each have something to send, to merge and to forget."""
    desk, laptop = fleet.machine("desk"), fleet.machine("laptop")
    shared, gone = desk.say("Tea at five."), desk.say("The zanzibar spice.")
    desk.sync()
    laptop.sync()
    for n in range(3):
        laptop.say(f"Word{n} comes from the laptop.")
    laptop.memories.invalidate(shared, "anna", "over", authority=True)
    laptop.sync()
    desk.say("Bread on Monday.")
    desk.memories.forget(gone, "anna", authority=True)
    return desk, laptop


@pytest.mark.parametrize("at", ["fetching", "verifying", "merging", "linking", "encrypting", "pushing", "noting"])
def test_a_sync_that_is_killed_is_finished_by_the_next(new_fleet: Callable[[], Fleet], at: str) -> None:
    fleet = new_fleet()
    desk, laptop = busy(fleet)
    with pytest.raises(Killed):
        desk.sync(report=killing(at))
    assert desk.sync().complete
    laptop.sync()
    desk.sync()
    assert desk.state() == laptop.state()
    assert len(desk.state()) == 5
    assert desk.sync().sent == laptop.sync().sent == 0


def test_what_changes_while_a_sync_runs_is_sent_by_the_next(fleet: Fleet) -> None:
    desk, laptop = busy(fleet)

    def meanwhile(label: str, done: int, total: int) -> None:
        if label in ("linking", "pushing"):
            desk.say(f"Word is said while {label}.")

    desk.sync(report=meanwhile)
    assert desk.sync().sent == 1
    laptop.sync()
    assert desk.state() == laptop.state()


def test_two_syncs_of_one_home_wait_for_each_other(fleet: Fleet) -> None:
    desk = fleet.machine("desk")
    desk.say("Tea at five.")
    failed: list[BaseException] = []

    def sync() -> None:
        try:
            desk.sync()
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=sync) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed
    assert fleet.git("rev-list", "--count", "refs/scrubjay/desk").strip() == b"1"


def test_a_sync_that_waits_too_long_says_so(fleet: Fleet) -> None:
    desk = fleet.machine("desk")
    desk.sync()
    with file_lock(desk.home / "sync" / "lock"), pytest.raises(SyncBusy):
        desk.service(patience_s=0.0).sync(desk.place, desk.key)


def copied(fleet: Fleet, machine: Machine, name: str) -> Machine:
    """A home as it is now, restored or carried to another computer; keys and segments stay behind."""
    folder = fleet.folder / name
    machine.database.truncate_log()
    shutil.copytree(machine.home / "user", folder / "user")
    other = fleet.machine(name)
    other.name = machine.name
    return other


def test_a_home_that_was_restored_from_a_backup_gets_back_what_came_later(fleet: Fleet) -> None:
    desk, laptop = fleet.machine("desk"), fleet.machine("laptop")
    desk.say("Tea at five.")
    desk.sync()
    restored = copied(fleet, desk, "restored")
    gone, kept = desk.say("The zanzibar spice."), desk.say("Bread on Monday.")
    desk.sync()
    report = restored.sync()
    assert (report.new, report.complete) == (2, True)
    assert restored.state() == desk.state()
    restored.memories.forget(gone, "anna", authority=True)
    assert restored.sync().anew
    desk.sync()
    laptop.sync()
    assert desk.state() == laptop.state() == restored.state()
    assert kept in laptop.state()


def test_two_machines_of_one_name_lose_nothing(fleet: Fleet) -> None:
    desk = fleet.machine("desk")
    desk.say("Tea at five.")
    desk.sync()
    twin = copied(fleet, desk, "twin")
    desk.say("Bread on Monday.")
    twin.say("Milk is in the fridge.")
    desk.sync()
    twin.sync()
    desk.sync()
    assert desk.state() == twin.state()
    assert len(desk.state()) == 3


def test_a_ref_that_moved_during_the_sync_is_read_again(fleet: Fleet) -> None:
    desk = fleet.machine("desk")
    desk.say("Tea at five.")
    desk.sync()
    twin = copied(fleet, desk, "twin")
    desk.say("Bread on Monday.")
    twin.say("Milk is in the fridge.")
    done: list[int] = []

    def other_first(label: str, *_: int) -> None:
        if label == "pushing" and not done:
            done.append(twin.sync().sent)

    assert desk.sync(report=other_first).complete
    assert done == [1]
    twin.sync()
    assert desk.state() == twin.state()


def test_a_host_that_refuses_is_named_with_its_reason(fleet: Fleet) -> None:
    desk = fleet.machine("desk")
    desk.say("Tea at five.")
    fleet.git("config", "receive.hideRefs", "refs/scrubjay")
    with pytest.raises(SyncFailed, match="hidden ref"):
        desk.sync()
    fleet.git("config", "--unset", "receive.hideRefs")
    assert desk.sync().sent == 1


def test_what_two_machines_changed_at_once_is_shown_and_ends_the_same_on_both(fleet: Fleet) -> None:
    desk, laptop = fleet.machine("desk"), fleet.machine("laptop")
    id = desk.say("Tea at five.")
    desk.sync()
    laptop.sync()
    desk.hands.pass_by(days=1)
    laptop.hands.pass_by(days=2)
    desk.memories.retract(id, "anna", "wrong", authority=True)
    laptop.memories.invalidate(id, "anna", "over", authority=True)
    desk.sync()
    (conflict,) = laptop.sync().conflicts
    assert (conflict.machine, conflict.divergence.here, conflict.divergence.there) == ("desk", "expired", "retracted")
    (shown,) = desk.sync().conflicts
    assert shown.divergence == replace(conflict.divergence, here="retracted", there="expired")
    assert desk.database.read(state.conflicts)[0]["holds"] == "expired"
    assert desk.state() == laptop.state()


def test_a_decision_that_was_taken_back_stays_taken_back(fleet: Fleet) -> None:
    desk, laptop = fleet.machine("desk"), fleet.machine("laptop")
    id = desk.say("Tea at five.", origin="agent", act="")
    desk.sync()
    laptop.sync()
    desk.memories.approve(id, "anna")
    desk.sync()
    laptop.sync()
    assert [one.grade.name for one in laptop.memories.evidence([id])[id]] == ["SAID", "TOLD"]
    desk.memories.undo("anna", "user")
    for machine in (desk, laptop, desk, laptop):
        machine.sync()
    for machine in (desk, laptop):
        assert [one.grade.name for one in machine.memories.evidence([id])[id]] == ["SAID"]
    assert desk.state() == laptop.state()


def test_another_remote_gets_everything_and_needs_no_machine_that_is_lost(fleet: Fleet) -> None:
    desk, laptop, lost = (fleet.machine(name) for name in ("desk", "laptop", "lost"))
    lost.say("Milk is in the fridge.")
    gone = desk.say("The zanzibar spice.")
    for machine in (lost, desk, laptop):
        machine.sync()
    desk.sync()
    desk.memories.forget(gone, "anna", authority=True)
    other = fleet.folder / "other.git"
    fleet.git("init", "-q", "--bare", str(other), inside=False)
    desk.remote = laptop.remote = str(other)
    assert desk.sync().complete
    assert (laptop.sync().forgotten, list(laptop.held())) == (1, ["Milk is in the fridge."])
    phone = fleet.machine("phone", key=fleet.key)
    phone.remote = str(other)
    assert phone.sync().complete
    assert phone.state() == desk.state() == laptop.state()


def test_what_a_person_refused_on_one_machine_no_agent_says_on_another(fleet: Fleet) -> None:
    from scrubjay.memory.store.limits import refused

    desk, laptop = fleet.machine("desk"), fleet.machine("laptop")
    id = desk.say("Tea at five.")
    desk.sync()
    laptop.sync()
    desk.memories.retract(id, "anna", "wrong", authority=True)
    desk.sync()
    laptop.sync()
    assert laptop.database.read(lambda c: refused(c, "Tea at five.")).startswith("anna retracted this on 2026")


def test_what_is_quarantined_isnt_sent_and_comes_when_that_is_lifted(fleet: Fleet) -> None:
    desk, laptop = fleet.machine("desk"), fleet.machine("laptop")
    desk.say("Tea at five.", author="mallory")
    desk.database.write(
        lambda c: [
            c.execute("INSERT INTO quarantine VALUES ('mallory', '', 'anna', '')"),
            c.execute("INSERT INTO quarantined_name VALUES ('mallory', 'mallory')"),
        ]
    )
    assert (desk.sync().sent, laptop.sync().new) == (0, 0)
    desk.database.write(lambda c: c.execute("DELETE FROM quarantine"))
    assert (desk.sync().sent, laptop.sync().new) == (1, 1)


def test_a_damaged_copy_of_the_segments_is_made_again(fleet: Fleet) -> None:
    desk = fleet.machine("desk")
    desk.say("Tea at five.")
    desk.sync()
    shutil.rmtree(Path(desk.home / "sync" / "segments.git" / "refs"))
    desk.say("Bread on Monday.")
    assert desk.sync().complete
    assert fleet.machine("laptop").sync().new == 2
