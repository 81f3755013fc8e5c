"""A client's hook tells a session where it stands, once, and never disturbs the client."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from scrubjay.app import App, open_app
from scrubjay.clienthooks.event import answer
from scrubjay.clienthooks.home import home_of
from scrubjay.clienthooks.switches import compile_switches, compiled, on
from scrubjay.git import GitEnvironment
from scrubjay.sessions import TaskChange
from scrubjay.settings import load_settings
from tests.conftest import Repo
from tests.fakes import HashingEmbedder

ADR = "# 1. Use a queue\n\n## Status\n\nAccepted\n\n## Decision\n\nWe use a queue.\n"


@pytest.fixture
def app(environment: dict[str, str], clock: Callable[[], datetime]) -> Iterator[App]:
    with open_app(
        load_settings(environment),
        git_environment=GitEnvironment.of(environment),
        embedder=HashingEmbedder(),
        clock=clock,
        wake=lambda: None,
    ) as opened:
        yield opened


@pytest.fixture
def project(repo: Repo, app: App) -> Repo:
    """Set up, read, and prepared as the worker leaves it."""
    repo.commit("Decide on a queue", {"docs/adr/0001-queue.md": ADR})
    prepare(app, repo.path)
    return repo


def prepare(app: App, path: Path) -> None:
    at = app.initialise(path)
    at.documents.ingest(at.documents.view(), cause="test")
    at.briefer.prepare()


class Client:
    """A coding client that fires hooks."""

    def __init__(self, environment: dict[str, str], clock: Callable[[], datetime]) -> None:
        self.home = Path(environment["SCRUBJAY_HOME"])
        self.environment = environment
        self.clock = clock

    def fire(self, event: str, folder: Path, session: str = "s1", **more: str) -> str:
        """What the hook adds to the context."""
        said = {"hook_event_name": event, "session_id": session, "cwd": str(folder), **more}
        out = answer(json.dumps(said).encode(), self.home, self.environment, self.clock, lambda *_: None)
        return str(json.loads(out)["hookSpecificOutput"]["additionalContext"]) if out else ""

    def start(self, folder: Path, session: str = "s1", source: str = "startup") -> str:
        return self.fire("SessionStart", folder, session, source=source)


@pytest.fixture
def client(environment: dict[str, str], clock: Callable[[], datetime]) -> Client:
    return Client(environment, clock)


def test_a_session_starts_with_the_prepared_briefing_and_the_live_state(client: Client, project: Repo) -> None:
    project.write("new.txt", "x")
    text = client.start(project.path)
    first, *rest = text.splitlines()
    assert first == f"scrubjay · repo · main @ {project.git('rev-parse', 'HEAD')[:10]} · knowledge: fresh, keyword only"
    assert "- ADR-001 Use a queue (accepted) docs/adr/0001-queue.md" in rest
    assert "Uncommitted: new.txt" in rest


def test_session_init_then_says_only_what_is_new(client: Client, project: Repo, app: App) -> None:
    client.start(project.path)
    assert app.at(project.path).briefer.compose(session="s1").unchanged


def test_the_same_session_hears_it_once(client: Client, project: Repo) -> None:
    assert client.start(project.path)
    assert client.start(project.path, source="resume") == ""
    assert client.start(project.path, source="startup") == ""
    assert client.start(project.path, session="s2")


def test_after_a_compaction_it_is_told_again(client: Client, project: Repo) -> None:
    first = client.start(project.path)
    assert client.start(project.path, source="compact") == first


def test_a_resumed_session_hears_what_has_happened_meanwhile(client: Client, project: Repo, app: App) -> None:
    client.start(project.path)
    project.commit("Pay by invoice")
    prepare(app, project.path)
    text = client.start(project.path, source="resume")
    assert "Pay by invoice" in text
    assert "ADR-001" not in text


def test_a_new_task_is_in_the_next_briefing_without_a_worker(client: Client, project: Repo, app: App) -> None:
    at = app.at(project.path)
    at.tasks.set("main", project.git("rev-parse", "HEAD"), TaskChange("Ship the queue"))
    assert "Task: Ship the queue (v1, saved just now)" in client.start(project.path)


def test_a_commit_that_nobody_read_yet_is_said_and_the_worker_is_asked(client: Client, project: Repo, app: App) -> None:
    before = project.git("rev-parse", "HEAD")
    project.commit("Behind")
    assert f"knowledge: as of {before[:10]}, being brought up to date" in client.start(project.path)
    assert app.queue.counts().waiting == 1


def test_each_worktree_has_its_own_state(client: Client, project: Repo, app: App, tmp_path: Path) -> None:
    project.git("worktree", "add", "-q", "-b", "side", str(tmp_path / "side"))
    side = Repo(tmp_path / "side", project.environment)
    side.commit("Only on the side", {"docs/adr/0002-side.md": ADR.replace("1. Use a queue", "2. Use no queue")})
    prepare(app, side.path)
    assert "ADR-002" in client.start(side.path, session="s2")
    assert "ADR-002" not in client.start(project.path)


def test_where_a_session_works_is_noted_on_every_event(client: Client, project: Repo, app: App, tmp_path: Path) -> None:
    project.git("worktree", "add", "-q", "-b", "side", str(tmp_path / "side"))
    client.start(project.path)
    assert app.presence.of("s1") == project.path
    assert client.fire("CwdChanged", project.path, old_cwd=str(project.path), new_cwd=str(tmp_path / "side")) == ""
    assert app.presence.of("s1") == tmp_path / "side"
    assert app.presence.of("s2") is None


def test_a_repository_that_is_not_set_up_hears_nothing(client: Client, project: Repo, make_repo: Any) -> None:
    other = make_repo("other")
    other.commit("one")
    assert client.start(other.path) == ""


def test_a_copy_of_a_clone_does_not_hear_its_memory(client: Client, project: Repo, tmp_path: Path) -> None:
    shutil.copytree(project.path, tmp_path / "copy")
    assert client.start(tmp_path / "copy") == ""


def test_a_switch_turns_the_hook_off(client: Client, project: Repo, app: App) -> None:
    folder = app.at(project.path).project.folder
    compile_switches(folder, {"session_start": False}, ())
    assert client.start(project.path) == ""
    compile_switches(folder, {"session_start": True}, ())
    assert client.start(project.path)


def test_switches_that_can_not_be_read_are_the_defaults(tmp_path: Path) -> None:
    (tmp_path / "hooks.json").write_text("[")
    assert on(compiled(tmp_path), "session_start")


def test_a_home_is_never_made(environment: dict[str, str], clock: Callable[[], datetime], repo: Repo) -> None:
    home = Path(environment["SCRUBJAY_HOME"])
    assert answer(b"{}", home, environment, clock) == ""
    assert not home.exists()


def test_the_home_is_the_environments_then_the_hooks_then_the_platforms() -> None:
    assert home_of(["--home", "/a"], {"SCRUBJAY_HOME": "/b"}) == Path("/b")
    assert home_of(["--home", "/a"], {}) == Path("/a")
    assert home_of([], {}).name == "scrubjay"


def run(data: bytes, environment: dict[str, str]) -> subprocess.CompletedProcess[bytes]:
    home = environment["SCRUBJAY_HOME"]
    return subprocess.run(
        [sys.executable, "-I", "-m", "scrubjay.clienthooks.event", "--home", home],
        input=data,
        env=environment,
        capture_output=True,
        check=False,
        timeout=60,
    )


def hostile(project: Repo) -> dict[str, bytes]:
    start = {"hook_event_name": "SessionStart", "session_id": "s1", "cwd": str(project.path), "source": "startup"}
    return {
        "nothing": b"",
        "truncated": json.dumps(start)[:40].encode(),
        "huge": b'{"x": "' + b"y" * (3 << 20),
        "not text": os.urandom(1000),
        "vanished": json.dumps(start | {"cwd": str(project.path / "gone" / "away")}).encode(),
        "an option": json.dumps(start | {"cwd": "/--help", "session_id": "--version"}).encode(),
        "other event": json.dumps(start | {"hook_event_name": "Stop"}).encode(),
    }


@pytest.mark.parametrize("name", ["nothing", "truncated", "huge", "not text", "vanished", "an option", "other event"])
def test_the_process_ends_with_0_and_says_nothing_it_should_not(
    client: Client, project: Repo, environment: dict[str, str], name: str
) -> None:
    done = run(hostile(project)[name], environment)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert "client hook" in (client.home / "logs" / "ingestion.log").read_text()


def test_a_damaged_database_is_no_matter_for_the_client(
    client: Client, project: Repo, app: App, environment: dict[str, str]
) -> None:
    folder = app.at(project.path).project.folder
    app.close()
    for file in folder.glob("session.db*"):
        file.write_bytes(b"no database at all" * 100)
    start = {"hook_event_name": "SessionStart", "session_id": "s1", "cwd": str(project.path), "source": "startup"}
    done = run(json.dumps(start).encode(), environment)
    assert (done.returncode, done.stdout) == (0, b"")


def test_the_real_process_prints_one_json_object(client: Client, project: Repo, environment: dict[str, str]) -> None:
    start = {"hook_event_name": "SessionStart", "session_id": "s9", "cwd": str(project.path), "source": "startup"}
    done = run(json.dumps(start).encode(), environment)
    assert "ADR-001" in json.loads(done.stdout)["hookSpecificOutput"]["additionalContext"]
