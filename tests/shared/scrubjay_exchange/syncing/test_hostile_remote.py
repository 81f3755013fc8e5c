"""A remote that lies is not believed: nothing forged is told, nothing old is new, and what is missing is named."""

from collections.abc import Callable

import pytest

from scrubjay.errors import ScrubjayError, SyncFailed, UsageError
from scrubjay.memory.lifecycle.synced import record_of
from scrubjay_exchange.syncing.keys import new_key
from scrubjay_exchange.syncing.remote import SegmentHeader, checked_remote, is_folder, machine_name
from scrubjay_exchange.syncing.segment import MAGIC, seal
from scrubjay_exchange.syncing.state import forget_machine
from tests.shared.scrubjay_exchange.syncing.conftest import Fleet


def put(fleet: Fleet, data: bytes, ref: str, *, name: str = "segment", mode: str = "100644", parent: str = "") -> str:
    """Let the remote show a commit with one file as a machine's ref."""
    blob = fleet.git("hash-object", "-w", "--stdin", input=data).decode().strip()
    tree = fleet.git("mktree", input=f"{mode} blob {blob}\t{name}\n".encode()).decode().strip()
    commit = fleet.git("commit-tree", *(["-p", parent] if parent else []), "-m", "m", tree).decode().strip()
    fleet.git("update-ref", f"refs/scrubjay/{ref}", commit)
    return commit


def segment_of(fleet: Fleet, name: str) -> bytes:
    return fleet.git("cat-file", "blob", f"refs/scrubjay/{name}:segment")


def forged(fleet: Fleet) -> None:
    """Encrypted to the person, who said nothing of it, and signed by somebody else."""
    from dataclasses import replace

    desk = fleet.machine("desk")
    line = desk.database.read(lambda c: record_of(c, None, 1, "desk"))  # type: ignore[arg-type]
    other = replace(new_key(), identity=fleet.key.identity)
    put(fleet, seal(HEADER, [line], other), "tower")


def of_another_time(fleet: Fleet) -> None:
    fleet.git("update-ref", "refs/scrubjay/desk", f"{fleet.head('desk')}^")


def without_its_beginning(fleet: Fleet) -> None:
    put(fleet, segment_of(fleet, "desk"), "tower")
    put(fleet, segment_of(fleet, "desk"), "desk")


def under_another_name(fleet: Fleet) -> None:
    fleet.git("update-ref", "refs/scrubjay/tower", fleet.head("desk"))


def twice(fleet: Fleet) -> None:
    put(fleet, segment_of(fleet, "desk"), "desk", parent=fleet.head("desk"))


def gone(fleet: Fleet) -> None:
    fleet.git("update-ref", "-d", "refs/scrubjay/desk")


def changed(fleet: Fleet) -> None:
    data = bytearray(segment_of(fleet, "desk"))
    data[-1] ^= 1
    put(fleet, bytes(data), "desk", parent=fleet.head("desk"))


def no_segment(fleet: Fleet) -> None:
    put(fleet, b"#!/bin/sh\n", "desk", parent=fleet.head("desk"))


def a_link(fleet: Fleet) -> None:
    put(fleet, b"/etc/passwd", "desk", mode="120000", parent=fleet.head("desk"))


def another_file(fleet: Fleet) -> None:
    put(fleet, segment_of(fleet, "desk"), "desk", name="..hooks", parent=fleet.head("desk"))


def a_merge(fleet: Fleet) -> None:
    head = fleet.head("desk")
    tree = fleet.git("rev-parse", f"{head}^{{tree}}").decode().strip()
    commit = fleet.git("commit-tree", "-p", head, "-p", f"{head}^", "-m", "m", tree).decode().strip()
    fleet.git("update-ref", "refs/scrubjay/desk", commit)


def no_commit(fleet: Fleet) -> None:
    blob = fleet.git("hash-object", "-w", "--stdin", input=b"x").decode().strip()
    fleet.git("update-ref", "refs/scrubjay/desk", blob)


def huge(fleet: Fleet) -> None:
    put(fleet, MAGIC + b"\0" * 8_000_001, "desk", parent=fleet.head("desk"))


def a_bomb(fleet: Fleet) -> None:
    """Signed with the right key, but larger than a segment may be: not even the person's own machine writes that."""
    header = SegmentHeader(machine="tower", generation=1, sequence=1, previous="", at="")
    put(fleet, seal(header, [{"record": "a" * 17_000_000}], fleet.key), "tower")


HEADER = SegmentHeader(machine="tower", generation=1, sequence=1, previous="", at="")

ATTACKS: dict[Callable[[Fleet], None], tuple[str, str]] = {
    forged: ("tower", "isn't signed with your key"),
    of_another_time: ("desk", "rolled back"),
    without_its_beginning: ("desk", "cut off"),
    under_another_name: ("tower", "another machine's history"),
    twice: ("desk", "missing after the last one"),
    gone: ("desk", "has it no more"),
    changed: ("desk", "isn't signed with your key"),
    no_segment: ("desk", "it is no segment"),
    a_link: ("desk", "files that no machine writes"),
    another_file: ("desk", "files that no machine writes"),
    a_merge: ("desk", "no line of segments"),
    no_commit: ("desk", "no history"),
    huge: ("desk", "larger than a segment"),
    a_bomb: ("tower", "larger than a segment"),
}


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.__name__)
def test_nothing_that_a_hostile_remote_shows_is_told(fleet: Fleet, attack: Callable[[Fleet], None]) -> None:
    desk, laptop = fleet.machine("desk"), fleet.machine("laptop")
    desk.say("Tea at five.")
    desk.sync()
    desk.say("Bread on Monday.")
    desk.sync()
    laptop.sync()
    before = laptop.state()
    attack(fleet)
    laptop.say("Milk is in the fridge.")
    report = laptop.sync()
    name, why = ATTACKS[attack]
    assert why in report.refused[name], report.refused
    assert not report.complete
    assert report.sent == 1, "what is told here still leaves"
    assert {id: laptop.state()[id] for id in before} == before
    assert len(laptop.state()) == len(before) + 1


def test_a_new_machine_notices_what_another_saw_and_the_remote_hides(fleet: Fleet) -> None:
    desk, laptop = fleet.machine("desk"), fleet.machine("laptop")
    desk.say("Tea at five.")
    desk.sync()
    desk.say("Bread on Monday.")
    desk.sync()
    laptop.say("Milk is in the fridge.")
    laptop.sync()
    fleet.git("update-ref", "refs/scrubjay/desk", f"{fleet.head('desk')}^")
    report = fleet.machine("tower").sync()
    assert report.refused == {"desk": "laptop saw its segment 2, and the remote shows 1"}
    fleet.git("update-ref", "-d", "refs/scrubjay/desk")
    assert "saw its segment 2" in fleet.machine("phone").sync().refused["desk"]


@pytest.mark.parametrize("attack", [of_another_time, gone, changed, no_segment], ids=lambda attack: attack.__name__)
def test_a_machine_whose_own_ref_was_tampered_with_puts_it_back(fleet: Fleet, attack: Callable[[Fleet], None]) -> None:
    desk, laptop = fleet.machine("desk"), fleet.machine("laptop")
    desk.say("Tea at five.")
    desk.sync()
    desk.say("Bread on Monday.")
    desk.sync()
    laptop.sync()
    attack(fleet)
    assert "desk" in desk.sync().refused
    assert laptop.sync().complete
    assert desk.sync().complete
    assert fleet.machine("tower").sync().new == 2


def test_a_crowd_of_refs_is_named_and_not_fetched(fleet: Fleet) -> None:
    desk, laptop = fleet.machine("desk"), fleet.machine("laptop")
    desk.say("Tea at five.")
    desk.sync()
    head = fleet.head("desk")
    odd = "".join(f"create refs/scrubjay/z{n} {head}\n" for n in range(100)) + f"create refs/scrubjay/Up/x {head}\n"
    fleet.git("update-ref", "--stdin", input=odd.encode())
    report = laptop.sync()
    assert (report.odd_refs, report.new, len(report.refused)) == (70, 1, 31)


@pytest.mark.parametrize(
    "remote",
    ["", "--upload-pack=touch x", "ext::sh -c touch% x", "git://host.example/x", "http://host.example/x", "fd::7",
     "a\nb", "https://anna:" + "word@host.example/x", "https://gh" + "p_" + "aB3dE6gH9j" * 4 + "@host.example/x",
     "x" * 2_000],
)  # fmt: skip
def test_an_address_is_data(fleet: Fleet, remote: str) -> None:
    with pytest.raises(UsageError):
        checked_remote(remote)


def test_a_remote_that_is_none_changes_nothing(fleet: Fleet) -> None:
    desk = fleet.machine("desk")
    desk.say("Tea at five.")
    desk.remote = str(fleet.folder / "nowhere")
    with pytest.raises(SyncFailed, match="can't be read"):
        desk.sync()
    desk.remote = str(fleet.remote)
    assert desk.sync().sent == 1


def test_another_key_reads_nothing_and_is_believed_nowhere(fleet: Fleet) -> None:
    desk, stranger = fleet.machine("desk"), fleet.machine("stranger", key=new_key())
    desk.say("Tea at five.")
    desk.sync()
    stranger.say("Obey me.")
    with pytest.raises(SyncFailed, match="another sync key"):
        stranger.sync()
    put(fleet, seal(HEADER, [], new_key()), "stranger")
    assert desk.sync().refused == {"stranger": "it isn't signed with your key"}
    assert list(desk.held()) == ["Tea at five."]


def test_a_machine_with_another_key_never_takes_the_place_of_one_of_the_same_name(fleet: Fleet) -> None:
    desk, stranger = fleet.machine("desk"), fleet.machine("stranger", key=new_key())
    desk.say("Tea at five.")
    desk.sync()
    before, stranger.name = fleet.head("desk"), "desk"
    stranger.say("Obey me.")
    with pytest.raises(SyncFailed, match="a machine called desk that isn't this one"):
        stranger.sync()
    assert fleet.head("desk") == before


def test_a_folder_runs_nothing_of_its_own_when_it_is_synced_with(fleet: Fleet) -> None:
    desk, ran = fleet.machine("desk"), fleet.folder / "ran"
    for hook in ("pre-receive", "update", "post-receive", "post-update", "reference-transaction", "pre-auto-gc"):
        file = fleet.remote / "hooks" / hook
        file.parent.mkdir(exist_ok=True)
        file.write_text(f"#!/bin/sh\ntouch '{ran}'\n", encoding="utf-8")
        file.chmod(0o755)
    for key in ("core.alternateRefsCommand", "gc.recentObjectsHook", "core.fsmonitor", "uploadpack.packObjectsHook"):
        fleet.git("config", key, f"touch '{ran}'")
    fleet.git("config", "gc.auto", "1")
    fleet.git("config", "core.alternateRefsPrefixes", "refs/")
    desk.say("Tea at five.")
    assert desk.sync().complete
    assert fleet.machine("laptop").sync().new == 1
    assert not ran.exists()


@pytest.mark.parametrize(
    ("remote", "folder"),
    [("/srv/memory.git", True), ("../memory.git", True), ("file:///srv/memory.git", True), ("memory", True),
     ("git@host.example:me/memory.git", False), ("ssh://host.example/memory.git", False),
     ("https://host.example/memory.git", False)],
)  # fmt: skip
def test_a_folder_is_told_from_a_host(remote: str, folder: bool) -> None:
    assert is_folder(remote) is folder


def test_a_machines_name_comes_from_its_host() -> None:
    assert [machine_name(host) for host in ("Anna's MacBook.local", "tower-2", "…")] == [
        "anna-s-macbook", "tower-2", "machine",
    ]  # fmt: skip


def test_errors_of_sync_are_ours() -> None:
    assert issubclass(SyncFailed, ScrubjayError)


def test_a_machine_that_a_person_gave_up_is_missed_no_more_and_nothing_older_is_believed_of_it(fleet: Fleet) -> None:
    desk, laptop = fleet.machine("desk"), fleet.machine("laptop")
    desk.say("Tea at five.")
    desk.sync()
    early = fleet.head("desk")
    desk.say("Bread on Monday.")
    desk.sync()
    laptop.sync()
    fleet.git("update-ref", "-d", "refs/scrubjay/desk")
    assert laptop.sync().refused
    laptop.database.write(lambda c: forget_machine(c, "desk", ""))
    assert laptop.sync().complete
    assert len(laptop.held()) == 2
    fleet.git("update-ref", "refs/scrubjay/desk", early)
    assert "rolled back" in laptop.sync().refused["desk"]
    fleet.git("update-ref", "-d", "refs/scrubjay/desk")
    desk.sync()
    assert laptop.sync().complete
