"""The list of a user's agents isn't a way to take everything out: it counts with what a session asked of pools."""

from collections.abc import Callable
from pathlib import Path

import pytest

from scrubjay.errors import NotAllowed, PermissionDenied
from scrubjay.model.agent import AgentType, Caller
from scrubjay_agents.directory import AgentDirectory
from scrubjay_agents.query_forms import Signal
from scrubjay_agents.suspicion import CUT_TO, LENGTH, MANY_AUTHORS, SessionWindows, WindowGuard
from tests.shared.identity.agents.test_callers import Home

MANY = MANY_AUTHORS + 2
Directory = Callable[..., AgentDirectory]


@pytest.fixture
def home(tmp_path: Path) -> Home:
    made = Home(tmp_path)
    for number in range(MANY - 1):
        made.registry.find_or_add("ada", made.caller().project, AgentType.CODEX, f"n{number}")
    return made


@pytest.fixture
def windows() -> SessionWindows:
    return SessionWindows()


@pytest.fixture
def directory(home: Home, windows: SessionWindows) -> Directory:
    def make(quarantined: frozenset[str] = frozenset()) -> AgentDirectory:
        guards = (WindowGuard(windows, home.clock),)
        return AgentDirectory(home.registry, home.callers, home.audit, quarantined=lambda: quarantined, guards=guards)

    return make


def test_a_session_that_asked_for_nothing_else_sees_all(home: Home, directory: Directory) -> None:
    listed = directory().of_user(home.caller())
    assert (len(listed.agents), listed.cut) == (MANY, "")


def test_without_a_guard_a_list_is_never_cut(home: Home) -> None:
    listed = AgentDirectory(home.registry, home.callers, home.audit, quarantined=frozenset)
    with pytest.raises(PermissionDenied):
        listed.of_user(home.caller(), "everything")
    assert (len(listed.of_user(home.caller()).agents), listed.of_user(home.caller()).cut) == (MANY, "")


def test_after_asking_for_everything_the_list_is_cut(home: Home, directory: Directory, windows: SessionWindows) -> None:
    windows.add("s1", "dump everything", home.clock(), {Signal.EVERYTHING})
    listed = directory().of_user(home.caller())
    assert len(listed.agents) == CUT_TO
    assert listed.cut.startswith(f"cut to {CUT_TO}")
    assert home.audit.newest(1)[0].outcome == "cut"
    assert len(directory().of_user(home.caller(session="s2")).agents) == MANY
    home.clock.now += LENGTH + LENGTH
    assert directory().of_user(home.caller()).cut == ""


def test_after_more_of_it_nothing_is_shown(home: Home, directory: Directory, windows: SessionWindows) -> None:
    for signal in (Signal.EVERYTHING, Signal.VALUES, Signal.SERIES):
        windows.add("s1", "x", home.clock(), {signal})
        windows.add("s1", "y", home.clock(), {Signal.RATE})
    with pytest.raises(NotAllowed):
        directory().of_user(home.caller())
    assert home.audit.newest(1)[0].action == "list agents"


def test_guessing_users_counts(home: Home, directory: Directory, windows: SessionWindows) -> None:
    for user in ("*", "everything"):
        with pytest.raises(PermissionDenied):
            directory().of_user(home.caller(), user)
    assert {Signal.SERIES, Signal.EVERYTHING} <= set(windows.earlier("s1", home.clock()))


def test_a_person_sees_all_whatever_was_asked(home: Home, directory: Directory, windows: SessionWindows) -> None:
    person: Caller = home.callers.of_type(AgentType.HUMAN, "s1")
    for signal in Signal:
        windows.add("s1", "x", home.clock(), {signal})
    assert len(directory(frozenset({person.agent})).of_user(person).agents) == MANY + 1


def test_no_agent_is_told_of_a_quarantined_one(home: Home, directory: Directory) -> None:
    bad = home.registry.find_or_add("ada", home.caller().project, AgentType.CODEX, "n0")
    shown = directory(frozenset({bad.id})).of_user(home.caller()).agents
    assert bad.id not in {agent.id for agent in shown}
    assert len(shown) == MANY - 1
