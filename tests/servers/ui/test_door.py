"""Whom does the door of a running page answer, and what is it told?"""

import os
import socket
import stat
from pathlib import Path

import pytest

from scrubjay.identity.person.another import process_clock
from scrubjay.identity.person.facts import Actor, ProcessFacts
from scrubjay_ui.door import DOOR, Door, Peer, RunningPage, connect, listen, may_enter, only_page, peer_of

PERSON = ProcessFacts(terminal=True, foreground=True, ancestors=(("zsh",), ("systemd",)))
SCRIPT = ProcessFacts(ancestors=(("cron",),))
AGENT = ProcessFacts(terminal=True, foreground=True, ancestors=(("claude",),))
HIDDEN = ProcessFacts(terminal=True, foreground=True, ancestors=None)
OWN, FOREIGN = Peer(4711, os.geteuid()), Peer(4711, os.geteuid() + 1)


@pytest.mark.parametrize(
    ("what", "peer", "facts", "answered"),
    [
        ("a person of this account", OWN, PERSON, True),
        ("a person of another account", FOREIGN, PERSON, False),
        ("a script", OWN, SCRIPT, False),
        ("an agent at a terminal", OWN, AGENT, False),
        ("a process whose ancestors can't be read", OWN, HIDDEN, False),
        ("a process that has ended, or another that took its number", OWN, None, False),
        ("a process that the system doesn't tell", None, PERSON, False),
    ],
)
def test_the_door_answers_to_a_person_of_this_account(
    what: str, peer: Peer | None, facts: ProcessFacts | None, answered: bool
) -> None:
    assert may_enter(peer, facts) is answered, what


@pytest.mark.parametrize(
    ("by", "writes", "read", "write"),
    [
        (Actor.PERSON, True, True, True),
        (Actor.PERSON, False, True, False),
        (Actor.SCRIPT, True, False, False),
        (Actor.AGENT, False, False, False),
    ],
)
def test_a_person_gets_addresses_of_a_persons_page_alone(by: Actor, writes: bool, read: bool, write: bool) -> None:
    page = RunningPage(by, writes)
    assert (page.gives("read"), page.gives("write")) == (read, write)


def test_a_process_that_is_no_person_is_told_nothing() -> None:
    door = Door(RunningPage(Actor.PERSON, True), lambda writes: pytest.fail("an address"), lambda: pytest.fail("left"))
    for wish in ("read", "write", "leave", "", "x" * 5000):
        assert door.answer(wish, FOREIGN, process_clock()) == {"refused": True}
        assert door.answer(wish, Peer(2**22 + 1, os.geteuid()), process_clock()) == {"refused": True}


def test_the_kernel_names_who_is_at_the_other_end() -> None:
    one, other = socket.socketpair()
    with one, other:
        assert peer_of(one) == Peer(os.getpid(), os.geteuid())


def test_a_home_with_a_long_path_has_a_door_for_its_owner_alone(tmp_path: Path) -> None:
    home = tmp_path.joinpath(*["a-long-name-of-a-folder"] * 8)
    home.mkdir(parents=True)
    here = Path.cwd()
    with listen(home), connect(home) as line:
        assert peer_of(line) == Peer(os.getpid(), os.geteuid())
        assert stat.S_IMODE((home / DOOR).stat().st_mode) == 0o600
    assert Path.cwd() == here


def test_a_socket_that_a_killed_page_left_is_replaced(tmp_path: Path) -> None:
    listen(tmp_path).close()
    with pytest.raises(ConnectionRefusedError):
        connect(tmp_path)
    with listen(tmp_path), connect(tmp_path):
        pass


def test_one_page_a_home(tmp_path: Path) -> None:
    with only_page(tmp_path) as first, only_page(tmp_path) as second:
        assert (first, second) == (True, False)
    with only_page(tmp_path) as third:
        assert third
