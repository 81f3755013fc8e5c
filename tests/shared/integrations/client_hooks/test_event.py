"""A client's hook tells a session where it stands, once, and never disturbs the client."""

import json
import shutil
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

from scrubjay.app import App
from scrubjay.integrations.client_hooks.event import handle_event
from scrubjay.integrations.client_hooks.message import home_of
from scrubjay.integrations.client_hooks.switches import compile_switches, is_on, is_stale, read_switches
from scrubjay.session.tasks.task import TaskChange
from tests.conftest import Repo
from tests.shared.integrations.client_hooks.conftest import ADR, Client, prepare


def test_a_session_starts_with_the_prepared_briefing_and_the_live_state(client: Client, project: Repo) -> None:
    project.write("new.txt", "x")
    text = client.start(project.path)
    first, *rest = text.splitlines()
    assert first == f"scrubjay · repo · main @ {project.git('rev-parse', 'HEAD')[:10]} · knowledge: fresh, keyword only"
    assert "- ADR-001 Use a queue (accepted 2026-03-01 (git)) docs/adr/0001-queue.md" in rest
    assert "Uncommitted: new.txt" in rest


def test_session_init_then_says_only_what_is_new(client: Client, project: Repo, app: App) -> None:
    client.start(project.path)
    assert app.workspace(project.path).briefer.compose(session="s1").unchanged


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
    at = app.workspace(project.path)
    at.tasks.set("main", project.git("rev-parse", "HEAD"), TaskChange("Ship the queue"))
    assert "Task: Ship the queue (v1, noted by the agent just now)" in client.start(project.path)


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
    folder = app.workspace(project.path).project.folder
    compile_switches(folder, project.path, {"session_start": False}, ())
    assert client.start(project.path) == ""
    compile_switches(folder, project.path, {"session_start": True}, ())
    assert client.start(project.path)


def test_each_worktree_has_its_own_switches(client: Client, project: Repo, app: App, tmp_path: Path) -> None:
    project.git("worktree", "add", "-q", "-b", "side", str(tmp_path / "side"))
    folder = app.workspace(project.path).project.folder
    compile_switches(folder, tmp_path / "side", {"session_start": False}, ())
    compile_switches(folder, project.path, {"session_start": True}, ())
    assert client.start(tmp_path / "side") == ""
    assert client.start(project.path)


def test_a_setting_that_nobody_compiled_yet_is_kept_to_and_the_worker_is_asked(
    client: Client, project: Repo, app: App, tmp_path: Path
) -> None:
    folder, file = app.workspace(project.path).project.folder, tmp_path / "config.yaml"
    compile_switches(folder, project.path, {"session_start": True}, (file,))
    assert not is_stale(read_switches(folder, project.path))
    file.write_text("hooks:\n  session_start: false\n")
    assert is_stale(read_switches(folder, project.path))
    assert client.start(project.path) == ""
    assert app.queue.counts().waiting == 1
    file.write_text("retrieval:\n  limit: 3\n")
    assert client.start(project.path)


def test_switches_that_can_not_be_read_are_the_defaults(tmp_path: Path) -> None:
    for text in ("[", "[]", json.dumps({str(tmp_path): 1})):
        (tmp_path / "hooks.json").write_text(text)
        assert is_on(read_switches(tmp_path, tmp_path), "session_start")
        assert not is_stale(read_switches(tmp_path, tmp_path))


def test_a_home_is_never_made(environment: dict[str, str], clock: Callable[[], datetime], repo: Repo) -> None:
    home = Path(environment["SCRUBJAY_HOME"])
    assert handle_event(b"{}", home, environment, clock) == ""
    assert not home.exists()


def test_the_home_is_the_environments_then_the_hooks_then_the_platforms() -> None:
    assert home_of(["--home", "/a"], {"SCRUBJAY_HOME": "/b"}) == Path("/b")
    assert home_of(["--home", "/a"], {}) == Path("/a")
    assert home_of([], {}).name == "scrubjay"
