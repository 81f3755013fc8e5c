"""The law of the archive's home: whatever is chosen, sent, cut off and forgotten in which order, forgotten is gone."""

import tempfile
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from scrubjay.model.frozen import dataclass, field
from scrubjay.session.conversations.turns import EndedSession
from scrubjay_joined import archive
from scrubjay_joined.archive import ArchiveFile, forget_archived, kept_there, number_of, send_archive
from scrubjay_joined.archive_commands import forget_there
from scrubjay_joined.errors import TeamAway, TeamRefusedCall
from scrubjay_joined.membership import FOLDER

NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
SESSIONS = ("one", "two")
FAILS = ("well", "well", "lost", "away", "refused", "killed")
STEPS = st.lists(
    st.tuples(
        st.sampled_from(("say", "work", "note", "forget", "command", "everything", "choose", "busy")),
        st.sampled_from(SESSIONS),
        st.sampled_from(FAILS),
        st.integers(0, 2),
    ),
    min_size=4,
    max_size=16,
)


class Killed(BaseException):
    """The process ends here."""


@dataclass(slots=True)
class Machine:
    """A home with sessions of so many turns, and the server that it sends to."""

    home: Path
    turns: dict[str, int] = field(default_factory=dict)
    there: dict[str, set[int]] = field(default_factory=dict)
    forgotten: set[str] = field(default_factory=set)
    refused: set[str] = field(default_factory=set)
    fails: tuple[str, int] = ("well", 0)
    mine: bool = True
    name: str = "team acme"
    at_post: Callable[[], None] | None = None

    def post(self, path: str, body: Mapping[str, Any]) -> dict[str, Any]:
        """What the server does of a call, and how the call ends."""
        how, after = self.fails
        self.fails = (how, after - 1)
        failing = how if after <= 0 else "well"
        if failing == "away":
            raise TeamAway("http://a", "away", NOON, sent=False)
        if failing == "refused":
            raise TeamRefusedCall("http://a", 429, "limited", "no", {})
        answer = self._done(path, body)
        if failing == "lost":
            raise TeamAway("http://a", "cut off", NOON)
        if failing == "killed":
            raise Killed
        return answer

    def _done(self, path: str, body: Mapping[str, Any]) -> dict[str, Any]:
        if path == "/archives/forget":
            names: Iterable[str] = list(self.there) if body.get("everything") else body["sessions"]
            self.refused |= set(names)
            return {"forgotten": sum(self.there.pop(one, None) is not None for one in names), "going": 0}
        _, _, session, _, part = path.split("/")
        if session in self.refused:
            raise TeamRefusedCall("http://a", 409, "forgotten", "no", {})
        self.there.setdefault(session, set()).add(int(part))
        if self.at_post is not None:
            self.at_post()
        return {}

    def ended(self, since: str, until: str) -> tuple[EndedSession, ...]:
        return tuple(EndedSession(one, "codex", "", "", turns) for one, turns in self.turns.items())

    def page(self, session: str, limit: int, offset: int) -> tuple[list[Any], int]:
        turns = [SimpleNamespace(role="user", said_at="", text="x" * 200)] * self.turns.get(session, 0)
        return turns[offset : offset + limit], len(turns)


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], tuple[Machine, Any]]:
    """Makes a machine in a folder, with a workspace over it that joined."""
    monkeypatch.setattr(archive, "PART", 250)  # a turn a part

    def made(folder: str) -> tuple[Machine, Any]:
        machine = Machine(home=Path(folder))
        (machine.home / FOLDER).mkdir(mode=0o700)
        projects = SimpleNamespace(named=lambda _: "shop")
        machine_joined = SimpleNamespace(client=machine, projects=projects, name=machine.name)
        monkeypatch.setattr(archive, "joined_server", lambda *_, **__: machine_joined)
        monkeypatch.setattr(archive, "archives_mine", lambda _: machine.mine)
        workspace = SimpleNamespace(
            user_settings=SimpleNamespace(home=machine.home), clock=lambda: NOON, turn_reader=machine,
            project=SimpleNamespace(id="p"), joined=machine_joined,
        )  # fmt: skip
        return machine, workspace

    return made


def work(workspace: Any) -> None:
    send_archive(SimpleNamespace(workspace=workspace, log=lambda _: None))  # type: ignore[arg-type]


def take(machine: Machine, workspace: Any, what: str, session: str) -> None:
    """One step; what it raises as a user sees it is nothing here."""
    kept = ArchiveFile(machine.home)
    match what:
        case "say" if session not in machine.forgotten:
            machine.turns[session] = machine.turns.get(session, 0) + 1
        case "work":
            work(workspace)
        case "choose":
            machine.mine = not machine.mine
        case "note" if kept.read().since:  # noted, and ended before it was deleted here
            machine.forgotten.add(session)
            forget_archived(workspace, [session])
        case "forget" if kept.read().since:
            machine.forgotten.add(session)
            forget_archived(workspace, [session])
            machine.turns.pop(session, None)
        case "busy" if kept.read().since:  # forgotten while the worker sends
            machine.at_post = lambda: forgotten_meanwhile(machine, workspace, session)
            work(workspace)
            machine.at_post = None
        case "command":
            machine.forgotten.add(session)
            forget_there(workspace.joined, kept, [number_of(session)])
        case "everything":
            sent = {one for one in SESSIONS if number_of(one) in kept.read().sent}
            machine.forgotten |= sent
            forget_there(workspace.joined, kept, [])


def forgotten_meanwhile(machine: Machine, workspace: Any, session: str) -> None:
    machine.forgotten.add(session)
    forget_archived(workspace, [session])
    machine.turns.pop(session, None)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(STEPS)
@example([("say", "one", "well", 0), ("work", "one", "lost", 0), ("forget", "one", "well", 0)])
@example([("say", "one", "well", 0), ("work", "one", "killed", 0), ("forget", "one", "away", 0)])
@example([("say", "one", "well", 0), ("note", "one", "well", 0), ("work", "one", "well", 0)])
@example(
    [("say", "one", "well", 0), ("work", "one", "well", 0), ("command", "one", "well", 0), ("work", "one", "well", 0)]
)
def test_nothing_that_was_forgotten_is_at_the_server_afterwards(opened: Any, steps: list[Any]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        machine, workspace = opened(folder)
        work(workspace)
        for what, session, how, after in steps:
            machine.fails = (how, after)
            try:
                take(machine, workspace, what, session)
            except (TeamAway, TeamRefusedCall, Killed):
                machine.at_post = None
        machine.fails = ("well", 0)
        work(workspace)
        assert not {number_of(one) for one in machine.forgotten} & machine.there.keys()
        assert ArchiveFile(machine.home).noted() == []


def test_a_home_is_told_that_it_is_gone_only_where_it_is(opened: Any, tmp_path: Path) -> None:
    machine, workspace = opened(str(tmp_path))
    machine.turns["one"] = 2
    work(workspace)
    assert machine.there == {number_of("one"): {1, 2}}
    assert "1 session of this home" in kept_there(tmp_path)[0]
    machine.fails = ("away", 0)
    assert "the worker asks it again" in forget_archived(workspace, ["one"])
    machine.fails = ("well", 0)
    assert forget_archived(workspace, ["one"]) == ""
    assert machine.there == {}
