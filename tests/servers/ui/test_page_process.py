"""The page as a process: who starts it, what a second start gets, and how it ends."""

import contextlib
import itertools
import os
import signal
import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from scrubjay.errors import StorageCorrupt
from scrubjay.identity.person.facts import Actor
from scrubjay_ui.door import RunningPage, listen
from scrubjay_ui.gate import NOTHING
from scrubjay_ui.serving import PageProcess, serve
from tests.conftest import Repo
from tests.patience import PATIENCE_S
from tests.persons import run
from tests.servers.ui.started import COMMAND, QUESTION, Start, TypedStart, Visitor, page_process, starts
from tests.trusting import trust_scripts

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals")

CTRL_C = "\x03"


@pytest.fixture
def start(project: Repo, environment: dict[str, str]) -> Iterator[Start]:
    with starts(project.path, environment) as starter:
        yield starter


@pytest.fixture
def home(environment: dict[str, str]) -> Path:
    return Path(environment["SCRUBJAY_HOME"])


def by_person(start: Start, key: str = "y", *options: str) -> TypedStart:
    page: TypedStart = start(*options)
    page.until(QUESTION)
    page.press(key)
    return page


def let_in(address: str) -> Visitor:
    visitor = Visitor.at(address)
    assert visitor.enter(address).status == 303
    return visitor


def test_a_person_chooses_by_a_key_whether_the_page_writes(start: Start) -> None:
    page = by_person(start, "y")
    shown = let_in(page.address()).ask("/")
    assert (shown.status, "read only" in shown.text) == (200, False)
    assert "It may change memory as you." in page.until("30 idle minutes.")
    page.type(CTRL_C)
    assert page.ended() == 130
    reading = by_person(start, "r")
    assert "read only" in let_in(reading.address()).ask("/").text


def test_no_key_no_page(start: Start) -> None:
    page = by_person(start, "\x1b")
    assert page.ended() == 2
    assert "No page was started" in page.said


def test_strangers_who_hold_connections_shut_no_owner_out(start: Start) -> None:
    address = by_person(start).address()
    port = Visitor.at(address).port
    head = f"POST /zz HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Length: 100\r\n\r\n".encode()
    with contextlib.ExitStack() as held:
        for sent in (head, b"POST /zz"):
            for _ in range(110):
                stranger = held.enter_context(socket.create_connection(("127.0.0.1", port)))
                with contextlib.suppress(OSError):
                    stranger.sendall(sent)
        assert let_in(address).ask("/").status == 200


@pytest.mark.parametrize("trace", ["CLAUDECODE", "CODEX_SANDBOX"])
def test_what_an_agent_starts_only_reads_and_asks_nobody(start: Start, trace: str) -> None:
    page = start(**{trace: "1"})
    address = page.address()
    assert QUESTION not in page.said
    assert "read only" in let_in(address).ask("/").text


def test_what_a_script_starts_only_reads_unless_the_users_file_trusts_scripts(start: Start, home: Path) -> None:
    script = ("setsid", "-w", *COMMAND)
    page = start(command=script)
    assert "read only" in let_in(page.address()).ask("/").text
    os.kill(page_process(home), signal.SIGTERM)
    page.ended()
    trust_scripts(home)
    trusted = start(command=script)
    assert "read only" not in let_in(trusted.address()).ask("/").text
    os.kill(page_process(home), signal.SIGTERM)
    trusted.ended()


def test_the_address_is_printed_to_a_terminal_only(project: Repo, environment: dict[str, str]) -> None:
    ended = run(COMMAND, project.path, environment)
    assert ended.code == 2
    assert "Type it in a terminal: scrubjay ui" in ended.said
    assert "http" not in ended.said


def test_a_persons_second_start_gets_a_new_address_of_the_same_page(start: Start) -> None:
    first = by_person(start)
    address = first.address()
    second = by_person(start)
    again = second.address()
    assert second.ended() == 0
    assert again != address
    assert Visitor.at(again).root == Visitor.at(address).root
    assert "read only" not in let_in(again).ask("/").text
    third = by_person(start, "r")
    assert "read only" in let_in(third.address()).ask("/").text


def test_an_agents_second_start_gets_nothing(start: Start) -> None:
    by_person(start).address()
    agent = start(CLAUDECODE="1")
    assert agent.ended() == 1
    assert "only a person gets another address" in agent.said
    assert "http" not in agent.said


def test_a_person_takes_the_place_of_an_agents_page(start: Start) -> None:
    agent = start(CLAUDECODE="1")
    theirs = let_in(agent.address())
    page = by_person(start)
    own = let_in(page.address())
    assert agent.ended() == 0
    assert "Another start of scrubjay ui takes this page's place." in agent.said
    assert own.root != theirs.root
    assert "read only" not in own.ask("/").text
    with pytest.raises(ConnectionRefusedError), socket.create_connection(("127.0.0.1", theirs.port)):
        pass


def test_a_page_that_was_killed_leaves_its_place(start: Start, home: Path) -> None:
    by_person(start).address()
    os.kill(page_process(home), signal.SIGKILL)
    assert let_in(by_person(start).address()).ask("/").status == 200


def test_of_two_starts_at_once_one_serves(start: Start) -> None:
    pages = [start(), start(), start()]
    for page in pages:
        page.until(QUESTION)
    for page in pages:
        page.press("y")
    assert len({Visitor.at(page.address()).root for page in pages}) == 1


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGINT, 130)])
def test_a_signal_ends_the_page(start: Start, home: Path, number: signal.Signals, code: int) -> None:
    page = by_person(start)
    page.address()
    os.kill(page_process(home), number)
    assert page.ended() == code


def test_it_listens_on_this_machine_alone_and_answers_no_noise(start: Start) -> None:
    visitor = let_in(by_person(start).address())
    assert visitor.ask("//").text == NOTHING
    with socket.create_connection(("127.0.0.1", visitor.port), timeout=PATIENCE_S) as line:
        line.sendall(b"\x16\x03\x01 no http\r\n\r\n")
        assert line.recv(100) == b""
    for other in ("127.0.0.2", "::1"):
        family = socket.AF_INET6 if ":" in other else socket.AF_INET
        with socket.socket(family) as line, pytest.raises(OSError):
            line.connect((other, visitor.port))


def test_a_port_that_is_taken_is_named(start: Start) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        page = by_person(start, "r", "--port", str(taken.getsockname()[1]))
        assert page.ended() == 2
    assert "can't be used" in page.said


def process(home: Path, **more: object) -> PageProcess:
    """A page in this process, about no home."""
    listening = socket.create_server(("127.0.0.1", 0))
    values = {
        "listening": listening, "door": listen(home), "page": RunningPage(Actor.PERSON, True), "tick_s": 0.01,
        "opener": lambda: (None, lambda: None), "ready": lambda _: None, "failed": lambda _: 1,
    }  # fmt: skip
    return PageProcess(**(values | more))  # type: ignore[arg-type]


def test_a_page_that_nobody_uses_ends_after_half_an_hour(tmp_path: Path) -> None:
    minutes = itertools.count(0, 60)
    addresses: list[str] = []
    said: list[str] = []
    page = process(tmp_path, clock=lambda: float(next(minutes)), ready=addresses.append, say=said.append)
    assert serve(page) == 0
    assert said == ["Nobody used the page for 30 minutes, so it ended. To open it again: scrubjay ui"]
    assert next(minutes) >= 30 * 60
    assert len(addresses) == 1


def test_a_home_that_cannot_be_opened_ends_the_page_with_its_code(tmp_path: Path) -> None:
    told: list[Exception] = []

    def opener() -> None:
        raise StorageCorrupt("home.db is damaged. Run `scrubjay doctor`.")

    def failed(error: Exception) -> int:
        told.append(error)
        return StorageCorrupt.exit_code

    assert serve(process(tmp_path, opener=opener, failed=failed)) == 4
    assert [str(error) for error in told] == ["home.db is damaged. Run `scrubjay doctor`."]
