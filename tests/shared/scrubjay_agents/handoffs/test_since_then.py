"""What a receiver is told of the sender's folder and commits: each kind of change apart, and none that isn't so."""

from collections.abc import Callable
from pathlib import Path

import pytest

from scrubjay.app import Workspace
from scrubjay.model.agent import Caller
from scrubjay_agents.handoffs.text import in_full, moved_lines
from scrubjay_agents.services import AgentServices
from tests.conftest import Repo
from tests.shared.scrubjay_agents.handoffs.conftest import CLAUDE, CODEX

Of = Callable[..., Caller]
ODD = "odd\n\u202ename.txt"


def left(at: Workspace, caller: Of) -> str:
    return AgentServices.of(at).handoffs.initiate(caller(CLAUDE), "any:codex", {"task_description": "Weigh once"}).id


def told(at: Workspace, caller: Of, id: str) -> dict[str, str]:
    return dict(AgentServices.of(at).handoffs.accept(caller(CODEX, "s2"), id).moved.uncommitted)


@pytest.fixture
def changed(worked: Repo, here: Workspace, other: Workspace) -> Repo:
    """Every kind of change in the sender's folder; the other worktree was made before."""
    for folder in (worked.path, other.repository.worktree):
        (folder / "same.txt").write_text("same\n")
    worked.git("mv", "README.md", "READ.md")
    worked.write("scale.py", "weigh = 2\n")
    for number in range(3):
        worked.write(f"many/{number}.txt", f"{number}\n")
    worked.write(ODD, "odd\n")
    worked.write("large.bin", "x" * 2_000_001)
    (worked.path / "link").symlink_to("./scale.py")
    return worked


def test_each_change_is_told_apart_elsewhere(changed: Repo, here: Workspace, other: Workspace, caller: Of) -> None:
    id = left(here, caller)
    folder = other.repository.worktree
    (folder / "link").symlink_to("./scale.py")
    (folder / "many").mkdir()
    (folder / "many/1.txt").write_text("otherwise\n")
    (changed.path / "many/2.txt").write_text("later\n")
    where = told(other, caller, id)
    assert where == {
        "READ.md": "only in the sender's folder",
        "README.md": "renamed to READ.md by the sender, still here",
        "scale.py": "only in the sender's folder",
        "large.bin": "too large to compare",
        "link": "here, the same content",
        "many/0.txt": "only in the sender's folder",
        "many/1.txt": "changed here; only in the sender's folder",
        "many/2.txt": "only in the sender's folder, and changed there since",
        ODD: "only in the sender's folder",
        "same.txt": "here, the same content",
    }
    shown = "\n".join([*in_full(AgentServices.of(here).handoffs.find(caller(CLAUDE), id)), *moved_lines(
        AgentServices.of(other).handoffs.accept(caller(CODEX, "s2"), id).moved
    )])  # fmt: skip
    assert f"the sender's folder is {changed.path}: copy from there, or see `git -C {changed.path} diff HEAD`" in shown
    assert r"uncommitted odd\x0a\u202ename.txt: only" in shown
    assert "\u202e" not in shown


def test_in_the_sender_s_folder_what_changed_since_is_told(changed: Repo, here: Workspace, caller: Of) -> None:
    id = left(here, caller)
    changed.write("scale.py", "weigh = 3\n")
    (changed.path / "link").unlink()
    (changed.path / "large.bin").unlink()
    changed.git("add", ODD)
    changed.git("commit", "-qm", "odd", "--", ODD)
    where = told(here, caller, id)
    assert where["scale.py"] == "changed since"
    assert where["link"] == "deleted since"
    assert where[ODD] == "committed since"
    assert where["many/0.txt"] == "here, the same content"


def test_more_than_the_limit_are_counted(worked: Repo, here: Workspace, caller: Of) -> None:
    for number in range(205):
        worked.write(f"new/{number:03}.txt", "n\n")
    context = AgentServices.of(here).handoffs.find(caller(CLAUDE), left(here, caller)).context
    assert (len(context.uncommitted), context.left_out) == (200, 5)


def test_commits_that_head_lacks_are_told(worked: Repo, here: Workspace, other: Workspace, caller: Of) -> None:
    worked.commit("second", {"a.py": "a\n"})
    commit = worked.commit("third", {"b.py": "b\n"})[:10]
    id = left(here, caller)
    lacks = AgentServices.of(other).handoffs.accept(caller(CODEX, "s2"), id).moved.lacks
    assert lacks.startswith(f"this branch lacks 2 commits of the sender: {commit}; `git log HEAD..{commit}`")
    worked.git("-C", str(other.repository.worktree), "merge", "-q", commit)
    assert AgentServices.of(other).handoffs.accept(caller(CODEX, "s2"), id).moved.lacks == ""


def test_a_submodule_with_changes_is_named_and_nothing_runs_in_it(
    worked: Repo, make_repo: Callable[..., Repo], here: Workspace, caller: Of, tmp_path: Path
) -> None:
    part = make_repo("part")
    part.commit("first", {"p.py": "p\n"})
    worked.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(part.path), "sub")
    worked.commit("with sub", {})
    (worked.path / "sub/p.py").write_text("changed\n")
    ran = tmp_path / "ran"
    program = tmp_path / "program"
    program.write_text(f"#!/bin/sh\ntouch {ran}\n")
    program.chmod(0o700)
    worked.git("-C", str(worked.path / "sub"), "config", "core.fsmonitor", str(program))
    assert told(here, caller, left(here, caller)) == {"sub": "a repository with changes of its own"}
    assert not ran.exists()
