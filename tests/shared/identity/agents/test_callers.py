"""Who makes a call, and for whom it may be made."""

from pathlib import Path

import pytest

from scrubjay.errors import LimitExceeded, PermissionDenied
from scrubjay.identity.agents.audit import AgentAudit
from scrubjay.identity.agents.callers import WRITES, Callers, Rates
from scrubjay.identity.agents.calling import Calling, agent_type, session_of
from scrubjay.identity.agents.registry import AgentRegistry
from scrubjay.model.agent import AgentType, Caller, Capability
from scrubjay.storage.database import Database
from tests.fakes import MovingClock

PROJECT = "0" * 32


class Home:
    """A home with one project, and callers in it."""

    def __init__(self, folder: Path) -> None:
        self.clock = MovingClock()
        self.database = Database(folder / "home.db", "home")
        self.database.write(
            lambda c: c.execute("INSERT INTO project (id, name, created_at) VALUES (?, 'shop', '')", (PROJECT,))
        )
        self.registry = AgentRegistry(self.database, self.clock)
        self.audit = AgentAudit(Database(folder / "session.db", "session"), self.clock)
        self.callers = Callers(
            self.registry, Rates(), self.clock, owner="ada", project=PROJECT, denied=self.audit.denied
        )

    def caller(self, client: str = "claude-code", session: str = "s1") -> Caller:
        return self.callers.of(Calling(client=client, session=session, process="p", worktree="w"))


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path)


@pytest.mark.parametrize(
    ("client", "configured", "type"),
    [
        ("claude-code", "", AgentType.CLAUDE_CODE),
        ("codex-mcp-client", "", AgentType.CODEX),
        ("Gemini CLI", "", AgentType.GEMINI),
        ("", "custom_pipeline", AgentType.CUSTOM_PIPELINE),
        ("Visual Studio Code", "", AgentType.VSCODE),
        ("something new", "codex", AgentType.CODEX),
        ("something new", "", AgentType.OTHER_AGENT),
        ("human", "human", AgentType.OTHER_AGENT),  # no name makes a person
    ],
)
def test_a_client_is_known_by_its_name_else_by_the_command_line(client: str, configured: str, type: AgentType) -> None:
    assert agent_type(client, configured) is type


@pytest.mark.parametrize(
    ("reported", "given", "session", "inferred"),
    [
        ("s1", "", "s1", False),
        ("s1", "s1/a2", "s1/a2", False),
        ("s1", "other", "s1", False),  # no argument makes another session of one that is reported
        ("", "mine", "mine", False),
    ],
)
def test_the_client_tells_the_session_before_the_argument(
    reported: str, given: str, session: str, inferred: bool
) -> None:
    assert session_of(Calling(session=reported, process="p", worktree="w"), given) == (session, inferred)


def test_without_a_session_it_is_that_of_the_process_and_the_worktree() -> None:
    one, inferred = session_of(Calling(process="p", worktree="/a"))
    assert inferred
    assert one == session_of(Calling(process="p", worktree="/a"))[0]
    assert one != session_of(Calling(process="p", worktree="/b"))[0]
    assert one != session_of(Calling(process="q", worktree="/a"))[0]


def test_an_agent_is_the_same_in_every_run(home: Home) -> None:
    first, second = home.caller(session="s1"), home.caller(session="s2")
    assert first.agent == second.agent
    assert len(first.agent) == 32
    assert home.caller("codex").agent != first.agent


def test_a_session_acts_for_itself_and_for_what_it_registered(home: Home) -> None:
    parent = home.caller()
    child = home.registry.register(parent, AgentType.OTHER_AGENT, "tests")
    assert home.callers.acting(parent, "") == parent
    assert home.callers.acting(parent, child.id).name == "tests"
    assert home.registry.register(home.caller(session="s2"), AgentType.OTHER_AGENT, "tests").id == child.id


def test_not_yours_and_not_there_are_answered_alike_and_recorded(home: Home) -> None:
    told = []
    for id in (home.caller("codex", "s9").agent, "f" * 32):
        with pytest.raises(PermissionDenied) as refused:
            home.callers.acting(home.caller(), id)
        told.append(str(refused.value))
    assert told[0] == told[1]
    assert [record.event for record in home.audit.newest(9)] == ["PERMISSION_DENIED", "PERMISSION_DENIED"]
    assert home.audit.verify().ok


def test_nobody_registers_a_person_another_owner_or_the_agent_of_somebody_else(home: Home) -> None:
    parent = home.caller()
    home.caller("codex", "s9")
    other = home.registry.register(home.caller("codex", "s9"), AgentType.OTHER_AGENT, "theirs")
    for type, name, owner in (
        (AgentType.HUMAN, "", ""), (AgentType.OTHER_AGENT, "x", "bob"), (AgentType.CODEX, "", ""),
        (AgentType.OTHER_AGENT, "theirs", ""),
    ):  # fmt: skip
        with pytest.raises(PermissionDenied):
            home.registry.register(parent, type, name, owner)
    assert other.parent


def test_a_child_may_do_no_more_than_its_parent(home: Home) -> None:
    script = home.caller("custom_pipeline")
    assert script.capabilities == {Capability.MEMORY_READ, Capability.KB_SEARCH}
    assert home.registry.register(script, AgentType.CODEX, "child").capabilities == script.capabilities
    with pytest.raises(PermissionDenied):
        script.require(Capability.HANDOFF_INITIATE)


def test_a_session_has_sixty_writes_a_minute_and_is_told_how_long_to_wait(home: Home) -> None:
    calling = Calling(client="codex", session="s1")
    for _ in range(WRITES):
        home.callers.of(calling, writes=True)
    with pytest.raises(LimitExceeded, match="Try again in 60 s"):
        home.callers.of(calling, writes=True)
    home.callers.of(calling)  # reads are counted apart
    home.callers.of(Calling(client="codex", session="s2"), writes=True)


def test_a_session_ends_after_half_an_hour_of_silence(home: Home) -> None:
    from datetime import timedelta

    caller = home.caller()
    assert [session.session for session in home.registry.sessions(caller.agent)] == ["s1"]
    home.clock.now += timedelta(minutes=29)
    home.caller()
    home.clock.now += timedelta(minutes=29)
    assert home.registry.sessions(caller.agent)
    home.clock.now += timedelta(minutes=2)
    assert not home.registry.sessions(caller.agent)
    assert [session.session for session in home.registry.last_sessions(caller.agent)] == ["s1"]
    assert home.registry.clean_up() == 1
    home.clock.now -= timedelta(days=400)  # a clock that is set back ends nothing and revives nothing
    home.caller(session="s3")
    assert [session.session for session in home.registry.sessions(caller.agent)] == ["s3"]


def test_a_forgotten_agent_is_gone_with_its_sessions(home: Home) -> None:
    caller = home.caller()
    home.registry.unregister(caller.agent)
    assert home.registry.of_owner("ada", PROJECT) == ()
    assert home.registry.sessions(caller.agent) == ()


def test_clients_that_nobody_knows_are_agents_by_the_names_that_they_give(home: Home) -> None:
    one, other = home.caller("shiny", "s1"), home.caller("rusty\x1b", "s2")
    assert (one.type, one.name, other.name) == (AgentType.OTHER_AGENT, "shiny", "rusty")
    assert one.agent != other.agent
    assert home.caller("shiny", "s3").agent == one.agent
    assert home.registry.runs(PROJECT)["other_agent:shiny"] == {one.agent, "other_agent:shiny", "s1", "s3"}
