"""A client's process is in the session that its own hooks reported last."""

from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path

import pytest

from scrubjay.identity.person.lineage import Process
from scrubjay.identity.presence.clients import ClientSessions, ReportedSession
from scrubjay.integrations.client_hooks.context import note_client
from scrubjay.integrations.client_hooks.message import Message
from scrubjay.storage.database import Database

SHELL = Process(30, "300", ("sh",))
CLAUDE = Process(20, "200", ("claude",))
OTHER = Process(21, "210", ("claude",))
ABOVE = Process(10, "100", ("codex",))


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Database]:
    with Database(tmp_path / "home.db", "home") as database:
        yield database


def _message(event: str, session: str, source: str = "") -> Message:
    transcript = f"/account/.claude/projects/-repo/{session}.jsonl"
    return Message(event=event, session=session, folder=Path("/repo"), source=source, transcript=transcript)


@pytest.fixture
def hook(home: Database, clock: Callable[[], datetime]) -> Callable[..., None]:
    def note(event: str, session: str, source: str = "", above: tuple[Process, ...] = (SHELL, CLAUDE)) -> None:
        note_client(home, clock, _message(event, session, source), above, lambda: f"head of {session}")

    return note


@pytest.fixture
def of(home: Database, clock: Callable[[], datetime]) -> Callable[..., list[ReportedSession]]:
    return lambda *line: list(ClientSessions(home, clock).of(line))


def test_a_server_of_the_same_client_is_in_its_session(
    hook: Callable[..., None], of: Callable[..., list[ReportedSession]]
) -> None:
    hook("SessionStart", "one", "startup")
    hook("Stop", "one")
    file, at = "/account/.claude/projects/-repo/one.jsonl", "2026-03-01T12:00:00Z"
    assert of(CLAUDE, SHELL) == [ReportedSession("one", file, "head of one", at=at)]
    assert of(OTHER) == []
    assert of(Process(20, "999", ("claude",))) == []  # another process by the same number


def test_clear_leads_to_a_new_session(hook: Callable[..., None], of: Callable[..., list[ReportedSession]]) -> None:
    """As 2.1.329 does it: SessionEnd of the old one, then SessionStart of the new one, in one process."""
    hook("SessionStart", "one", "startup")
    hook("SessionEnd", "one")
    hook("SessionStart", "two", "clear")
    assert [reported.session for reported in of(CLAUDE)] == ["two"]


def test_a_clear_without_an_end_does_so_too(
    hook: Callable[..., None], of: Callable[..., list[ReportedSession]]
) -> None:
    hook("SessionStart", "one", "startup")
    hook("SessionStart", "two", "clear")
    assert [reported.session for reported in of(CLAUDE)] == ["two"]


def test_two_sessions_of_one_process_are_two(
    hook: Callable[..., None], of: Callable[..., list[ReportedSession]]
) -> None:
    hook("SessionStart", "one", "startup")
    hook("SessionStart", "two", "startup")
    assert len(of(CLAUDE)) == 2


def test_sessions_of_an_agent_and_the_agent_that_it_started_are_two(
    hook: Callable[..., None], of: Callable[..., list[ReportedSession]]
) -> None:
    hook("SessionStart", "outer", "startup", (ABOVE,))
    hook("SessionStart", "inner", "startup", (CLAUDE, SHELL, ABOVE))
    assert {reported.session for reported in of(CLAUDE, SHELL, ABOVE)} == {"outer", "inner"}
    assert [reported.nested for reported in of(CLAUDE)] == [True]
    assert [reported.nested for reported in of(ABOVE)] == [False]


def test_a_resumed_session_began_where_it_began(home: Database, clock: Callable[[], datetime]) -> None:
    for process, head in ((CLAUDE, "a1"), (OTHER, "b2")):
        note_client(home, clock, _message("SessionStart", "one", "resume"), (process,), lambda head=head: head)  # type: ignore[misc]
    assert [reported.began for reported in ClientSessions(home, clock).of([OTHER])] == ["a1"]


def test_without_a_known_client_nothing_is_noted(
    hook: Callable[..., None], of: Callable[..., list[ReportedSession]]
) -> None:
    hook("SessionStart", "one", "startup", (SHELL,))
    assert of(SHELL) == []


def test_what_a_process_left_stays_beside_what_it_is_in(
    hook: Callable[..., None], of: Callable[..., list[ReportedSession]], home: Database, clock: Callable[[], datetime]
) -> None:
    hook("SessionStart", "one", "startup")
    hook("SessionStart", "two", "clear")
    hook("SessionStart", "elsewhere", "startup", (SHELL, OTHER))
    (two,) = of(CLAUDE)
    assert [one.session.session for one in two.beside] == ["one"]
    one = ClientSessions(home, clock).of_session("one")
    assert one is not None
    assert [other.session.session for other in one.beside] == ["two"]


def test_a_program_by_the_name_of_the_client_below_it_is_no_part_of_it(
    hook: Callable[..., None], of: Callable[..., list[ReportedSession]]
) -> None:
    """An agent's shell is replaced by a program that it names so: as close as a wrapper and what it wraps."""
    wrapper = Process(20, "200", ("node", "claude"))
    hook("SessionStart", "one", "startup", (SHELL, CLAUDE, wrapper))
    assert [reported.nested for reported in of(CLAUDE)] == [False]
    hook("SessionStart", "two", "startup", (SHELL, wrapper))
    hook("SessionStart", "three", "startup", (SHELL, OTHER, wrapper))
    assert [reported.nested for reported in of(OTHER)] == [True]
