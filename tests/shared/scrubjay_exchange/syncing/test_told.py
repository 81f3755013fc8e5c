"""What a sync tells of what it could not bring together, and with what a person goes on."""

import pytest

from scrubjay.errors import SyncFailed
from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.memory import Change
from scrubjay_exchange.syncing import sending, state
from scrubjay_exchange.syncing.state import SyncPlace
from tests.shared.memory.conftest import BY_HAND
from tests.shared.scrubjay_exchange.syncing.conftest import Fleet, Machine


def replace(machine: Machine, id: str, text: str) -> str:
    request = RememberRequest(content=text, author="anna", **BY_HAND)
    return machine.memories.update(id, request, Change.CORRECT).id  # type: ignore[union-attr]


def test_what_two_machines_put_in_the_place_of_one_memory_contradicts_each_other_everywhere(fleet: Fleet) -> None:
    desk, laptop, tower = (fleet.machine(name) for name in ("desk", "laptop", "tower"))
    id = desk.say("The box runs nine jobs.")
    for machine in (desk, laptop, tower):
        machine.sync()
    ids = {replace(desk, id, "The box runs ten jobs."), replace(laptop, id, "The box runs eleven jobs.")}
    reports = [machine.sync() for machine in (desk, laptop, tower, desk)]
    for report in reports[1:]:
        (rival,) = report.rivals
        assert (rival.instead_of, set(rival.ids)) == (id, ids)
        assert set(rival.texts) == {"The box runs ten jobs.", "The box runs eleven jobs."}
        assert not report.conflicts, "that both were superseded tells nothing"
    assert [machine.sync().sent for machine in (desk, laptop, tower)] == [0, 0, 0]
    desk.memories.retract(rival.ids[0], "anna", "wrong", authority=True)
    desk.sync()
    assert not desk.database.read(state.rivals)
    assert not tower.sync().rivals


def test_a_memory_too_large_to_be_sent_is_named(fleet: Fleet, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = fleet.machine("desk")
    id = desk.say("Tea at five.")
    monkeypatch.setattr(sending, "LARGEST", 10)
    assert desk.sync().too_large == (id,)


def test_a_dry_run_with_another_remote_counts_everything(fleet: Fleet) -> None:
    desk = fleet.machine("desk")
    desk.say("Tea at five.")
    desk.sync()
    other = fleet.folder / "other.git"
    fleet.git("init", "-q", "--bare", str(other), inside=False)
    assert desk.service().sync(SyncPlace(str(other), "desk"), desk.key, dry_run=True).sent == 1


def test_a_damaged_object_of_one_machine_stops_no_other(fleet: Fleet) -> None:
    desk, laptop, tower = (fleet.machine(name) for name in ("desk", "laptop", "tower"))
    for machine in (desk, laptop):
        machine.say(f"Tea on {machine.name}.")
        machine.sync()
    blob = fleet.git("rev-parse", "refs/scrubjay/laptop:segment").decode().strip()
    damaged = fleet.remote / "objects" / blob[:2] / blob[2:]
    damaged.chmod(0o644)
    damaged.write_bytes(b"")
    tower.say("Tea on tower.")
    report = tower.sync()
    assert (report.new, report.sent, list(report.refused)) == (1, 1, ["laptop"])
    assert "damaged" in report.refused["laptop"]
    fleet.git("update-ref", "-d", "refs/scrubjay/laptop")
    damaged.unlink()
    assert laptop.sync().anew
    assert not tower.sync().refused


def test_why_a_remote_cannot_be_read_is_what_git_said_first(fleet: Fleet) -> None:
    desk = fleet.machine("desk")
    desk.remote = str(fleet.folder / "nowhere.git")
    with pytest.raises(SyncFailed, match=r"does not appear to be a git repository\. Nothing was changed"):
        desk.sync()


def test_a_home_that_takes_the_name_of_another_is_told_so_once(fleet: Fleet) -> None:
    desk = fleet.machine("desk")
    desk.say("Tea at five.")
    assert not desk.sync().name_was_taken
    twin = fleet.machine("twin")
    place = SyncPlace(str(fleet.remote), "desk")
    assert twin.service().sync(place, twin.key).name_was_taken
    assert not twin.service().sync(place, twin.key).name_was_taken
