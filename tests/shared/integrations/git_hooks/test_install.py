"""Installing into real repositories: what fires, what is left alone, and that everything comes back."""

import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from scrubjay.integrations.git_hooks.install import plan_install, status
from scrubjay.integrations.git_hooks.stub import EVENTS, HookCommand, hooks_folder
from tests.conftest import Repo

from .conftest import Place

MakePlace = Callable[..., Place]
Recorder = tuple[Path, Path]


def snapshot(folder: Path) -> dict[str, tuple[int, bytes]]:
    return {
        str(path.relative_to(folder)): (path.lstat().st_mode, path.read_bytes() if path.is_file() else b"")
        for path in folder.rglob("*")
    }


def heard(said: Path, count: int) -> list[str]:
    """What the recorder wrote, waiting until it has heard so many calls."""
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        found = said.read_text(encoding="utf-8").splitlines() if said.exists() else []
        if len(found) >= count:
            return found
        threading.Event().wait(0.02)
    raise AssertionError(f"{count} calls expected, heard {found}")


def hook(repo: Repo, name: str, text: str, mode: int = 0o755) -> Path:
    file = repo.path / ".git" / "hooks" / name
    file.parent.mkdir(exist_ok=True)
    file.write_text(text, encoding="utf-8")
    file.chmod(mode)
    return file


def test_every_event_reaches_scrubjay_detached_with_its_arguments_and_home(
    repo: Repo, place: MakePlace, recorder: Recorder
) -> None:
    program, said = recorder
    here = place(repo.path, program)
    assert len(here.install().changes) == len(EVENTS)
    repo.commit("one", {"a.md": "a"})
    assert heard(said, 1) == [f"-I -m scrubjay.integrations.git_hooks.event post-commit|{here.caller.home}|none|"]
    repo.git("switch", "-q", "-c", "b")
    assert "post-checkout" in heard(said, 2)[1]
    assert not (repo.path / "pwned").exists()


def test_each_of_two_homes_is_told_once_whatever_home_the_environment_names(
    repo: Repo, place: MakePlace, recorder: Recorder, tmp_path: Path
) -> None:
    program, said = recorder
    here = place(repo.path, program)
    for letter in "abc":
        home = tmp_path / letter
        home.mkdir()
        (home / "id").write_text(f"{letter * 32}\n")
        here.caller = HookCommand((str(program),), home, letter * 32)
        here.install()
    (tmp_path / "c" / "id").write_text("d" * 32 + "\n")  # another home lies where this one lay
    repo.environment["SCRUBJAY_HOME"] = str(tmp_path / "a")
    repo.commit("one", {"a.md": "a"})
    heard(said, 2)
    repo.git("switch", "-q", "-c", "b")
    told = [(line.split()[3].split("|")[0], Path(line.split("|")[1]).name) for line in heard(said, 4)]
    assert sorted(told) == [(event, home) for event in ("post-checkout", "post-commit") for home in "ab"]


def test_what_one_homes_own_work_does_in_git_is_told_to_the_other(
    repo: Repo, place: MakePlace, recorder: Recorder, tmp_path: Path
) -> None:
    program, said = recorder
    here = place(repo.path, program)
    for letter in "ab":
        (tmp_path / letter).mkdir()
        (tmp_path / letter / "id").write_text(f"{letter * 32}\n")
        here.caller = HookCommand((str(program),), tmp_path / letter, letter * 32)
        here.install()
    repo.environment["SCRUBJAY_HOOK"] = f":{'a' * 32}:"
    repo.commit("one", {"a.md": "a"})
    assert [Path(line.split("|")[1]).name for line in heard(said, 1)] == ["b"]


def test_a_checkout_of_files_stays_silent(repo: Repo, place: MakePlace, recorder: Recorder) -> None:
    program, said = recorder
    place(repo.path, program).install()
    repo.commit("one", {"a.md": "a"})
    repo.git("checkout", "--", "a.md")
    repo.git("commit", "-q", "--amend", "-m", "two")
    assert {line.split()[3].split("|")[0] for line in heard(said, 3)} == {"post-commit", "post-rewrite"}


def test_an_existing_hook_keeps_its_input_its_arguments_its_exit_and_its_place(
    repo: Repo, place: MakePlace, recorder: Recorder, tmp_path: Path
) -> None:
    program, said = recorder
    theirs = tmp_path / "theirs.txt"
    hook(repo, "post-rewrite", f'#!/bin/sh -eu\necho "$1 $(cat | wc -l)" > "{theirs}"\nwait\nexit 0\necho never\n')
    place(repo.path, program).install()
    repo.commit("one", {"a.md": "a"})
    repo.git("commit", "-q", "--amend", "-m", "two")
    assert theirs.read_text(encoding="utf-8").split() == ["amend", "1"]
    assert any("event post-rewrite amend" in line and line.endswith("|none|") for line in heard(said, 3))


def test_a_hook_that_fails_fails_as_before(repo: Repo, place: MakePlace) -> None:
    hook(repo, "post-checkout", "#!/bin/sh\nexit 7\n")
    repo.commit("one", {"a.md": "a"})
    place(repo.path).install()
    done = subprocess.run(["git", "switch", "-q", "-c", "b"], cwd=repo.path, env=repo.environment, check=False)
    assert done.returncode == 1, "git says 1 for any failure of this hook"


def test_installing_twice_changes_nothing(repo: Repo, place: MakePlace) -> None:
    hook(repo, "post-commit", "#!/bin/bash\necho mine")
    here = place(repo.path)
    here.install()
    before = snapshot(repo.path / ".git" / "hooks")
    assert here.install().changes == ()
    assert snapshot(repo.path / ".git" / "hooks") == before
    assert {state.state for state in status(here.git, here.repository, here.caller)} == {"installed"}


def test_uninstalling_restores_every_byte_and_mode(repo: Repo, place: MakePlace) -> None:
    hook(repo, "post-commit", "#!/bin/bash\nexit 0", 0o750)
    hook(repo, "post-merge", "#!/usr/bin/env python3\nprint(1)\n")
    hook(repo, "post-rewrite", "#!/bin/sh\n", 0o644)
    before = snapshot(repo.path / ".git")
    here = place(repo.path)
    plan = here.install()
    assert len(plan.notes) == 2
    assert snapshot(repo.path / ".git") != before
    here.uninstall()
    assert snapshot(repo.path / ".git") == before


def test_a_hooks_folder_that_was_missing_is_missing_again(
    make_repo: Callable[..., Repo], place: MakePlace, tmp_path: Path
) -> None:
    repo = make_repo("bare of hooks", "--template=")
    here = place(repo.path)
    before = snapshot(repo.path / ".git")
    here.install()
    assert (repo.path / ".git" / "hooks" / "post-commit").exists()
    here.uninstall()
    assert snapshot(repo.path / ".git") == before


def test_a_link_is_not_followed(repo: Repo, place: MakePlace, tmp_path: Path) -> None:
    target = tmp_path / "shared-hook"
    target.write_text("#!/bin/sh\n", encoding="utf-8")
    hook(repo, "post-commit", "").unlink()
    (repo.path / ".git" / "hooks" / "post-commit").symlink_to(target)
    plan = place(repo.path).install()
    assert "link" in plan.notes[0]
    assert target.read_text(encoding="utf-8") == "#!/bin/sh\n"


def test_a_hooks_folder_that_is_a_link_out_is_not_ours(repo: Repo, place: MakePlace, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    folder = repo.path / ".git" / "hooks"
    for file in folder.iterdir():
        file.unlink()
    folder.rmdir()
    folder.symlink_to(tmp_path / "elsewhere")
    plan = place(repo.path).install()
    assert plan.changes == ()
    assert "link" in plan.notes[0]


@pytest.mark.parametrize(("scope", "value"), [("--local", ".husky/_"), ("--global", "~/hooks"), ("--local", "../x")])
def test_a_hooks_folder_outside_the_clone_gets_a_line_to_add_and_nothing_else(
    repo: Repo, place: MakePlace, recorder: Recorder, scope: str, value: str
) -> None:
    program, said = recorder
    repo.git("config", scope, "core.hooksPath", value)
    try:
        here = place(repo.path, program)
        before = snapshot(repo.path)
        plan = here.install()
        assert snapshot(repo.path) == before
        assert "core.hooksPath" in plan.notes[0]
        folder = Path(repo.git("rev-parse", "--path-format=absolute", "--git-path", "hooks"))
        assert hooks_folder(here.git, here.repository).path == folder.resolve()
        folder.mkdir(parents=True)
        (folder / "post-commit").write_text(f"#!/bin/sh\n{here.caller.line('post-commit')}\n", encoding="utf-8")
        (folder / "post-commit").chmod(0o755)
        repo.git("commit", "-q", "--allow-empty", "-m", "x")
        assert f"event post-commit|{here.caller.home}" in heard(said, 1)[0]
    finally:
        repo.git("config", scope, "--unset", "core.hooksPath")


def test_a_hooks_path_inside_the_clone_is_ours(repo: Repo, place: MakePlace) -> None:
    repo.git("config", "core.hooksPath", ".git/my-hooks")
    place(repo.path).install()
    assert (repo.path / ".git" / "my-hooks" / "post-commit").exists()
    assert repo.git("config", "core.hooksPath") == ".git/my-hooks"


def test_hooks_installed_from_one_worktree_fire_in_all(repo: Repo, place: MakePlace, recorder: Recorder) -> None:
    program, said = recorder
    repo.commit("one", {"a.md": "a"})
    repo.git("worktree", "add", "-q", "../tree", "-b", "tree")
    tree = Repo(repo.path.parent / "tree", repo.environment)
    place(tree.path, program).install()
    assert place(repo.path, program).install().changes == ()
    repo.commit("main", {"b.md": "b"})
    tree.commit("linked", {"c.md": "c"})
    assert all(line.endswith("|none|") for line in heard(said, 2))


def test_a_rebase_speaks_only_at_its_ends(repo: Repo, place: MakePlace, recorder: Recorder) -> None:
    program, said = recorder
    base = repo.commit("base", {"a.md": "a"})
    for number in range(4):
        repo.commit(f"c{number}", {f"{number}.md": str(number)})
    repo.git("branch", "other", base)
    repo.git("switch", "-q", "other")
    repo.commit("other", {"o.md": "o"})
    repo.git("switch", "-q", "main")
    place(repo.path, program).install()
    repo.git("rebase", "-q", "other")
    assert sorted(line.split()[3] for line in heard(said, 2)) == ["post-checkout", "post-rewrite"]


def test_commits_work_when_scrubjay_is_gone(repo: Repo, place: MakePlace) -> None:
    place(repo.path, Path("/nonexistent/python")).install()
    done = subprocess.run(
        ["git", "commit", "--allow-empty", "-q", "-m", "x"],
        cwd=repo.path, env=repo.environment, capture_output=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_a_plan_writes_nothing(repo: Repo, place: MakePlace) -> None:
    here = place(repo.path)
    before = snapshot(repo.path)
    plan = plan_install(here.git, here.repository, here.caller)
    assert [change.path.name for change in plan.changes] == list(EVENTS)
    assert snapshot(repo.path) == before
