"""A Python inside a worktree is started only while it is what was seen and git tracks nothing beside it."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scrubjay.errors import LauncherChanged, LauncherUnsafe
from scrubjay.git.process import GitEnvironment
from scrubjay.integrations.edits import Receipt
from scrubjay.integrations.launching.check import TOLD, Watch, as_told, run_guard
from scrubjay.integrations.launching.launcher import Launcher, start
from scrubjay.integrations.launching.record import plan, write_launcher
from tests.conftest import Repo

pytestmark = pytest.mark.story

ECHO = '#!/bin/sh\necho "$1 $2"; [ -z "$SAY" ] || echo "$6"; shift 8; echo "ran $*"\n'
"""Tells the first two words it got, and what stands behind `-X FOLDER -X INDEXES -c CODE`."""


class Inside:
    """A clone, and in it a program in place of a Python, with all that is beside one."""

    def __init__(self, repo: Repo, home: Path) -> None:
        self.repo = repo
        self.home = home
        self.environment = repo.path / "tools" / ".venv"
        self.python = self.environment / "bin" / "python"
        repo.commit("start", {".gitignore": ".venv/\n", "tools/readme.md": "tools\n"})
        repo.write("tools/.venv/pyvenv.cfg", "home = /usr/bin\n")
        repo.write("tools/.venv/bin/python3.14", ECHO).chmod(0o755)
        (self.environment / "bin/python").symlink_to("python3.14")
        (self.environment / "lib/site").mkdir(parents=True)
        self.launcher = Launcher(self.python, self.environment, Path("/usr"), self.environment / "lib/site")
        self.variables = GitEnvironment.of(repo.environment)

    def set_up(self) -> tuple[str, ...]:
        planned = plan(self.home, self.launcher, self.variables)
        write_launcher(planned, Receipt.of(self.home / "projects" / "p"))
        return planned.words

    @property
    def guard(self) -> Path:
        return Path(start(self.home, self.launcher)[1])

    def finding(self) -> str:
        return run_guard(self.guard, self.repo.environment).finding

    def start(self, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*start(self.home, self.launcher), *arguments],
            cwd=self.repo.path, env=self.repo.environment | more, capture_output=True, text=True, check=False,
        )  # fmt: skip


@pytest.fixture
def inside(repo: Repo, tmp_path: Path) -> Inside:
    made = Inside(repo, tmp_path / "home")
    made.set_up()
    return made


def test_what_is_as_it_was_seen_is_started_with_its_arguments(inside: Inside) -> None:
    assert inside.start("-I", "-m", "a b").stdout == "-I -S\nran a b\n"
    assert inside.finding() == "fits"


def told(inside: Inside) -> str:
    """What a guard says of the index files to the process that it starts."""
    lines = inside.start("-I", "-m", "x", SAY="1").stdout.splitlines()
    return "\n".join(lines[1:-1]).removeprefix(f"{TOLD}=")


def test_a_process_that_a_guard_started_asks_it_again_only_once_an_index_moved(inside: Inside) -> None:
    said = told(inside)
    assert said.count("\n") == 0, "the index; there is no lock"
    gone = inside.home / "no-guard.sh"  # whoever asks it is refused
    watch = Watch(gone, inside.launcher, inside.repo.environment, said)
    watch("import", ())
    with pytest.raises(LauncherChanged):
        Watch(gone, inside.launcher, inside.repo.environment)("import", ())
    with pytest.raises(LauncherChanged):
        Watch(gone, inside.launcher, inside.repo.environment, said.replace(" ", " 1", 1))("import", ())
    inside.repo.commit("more", {"b.md": "b\n"})
    with pytest.raises(LauncherChanged):
        watch("import", ())
    assert told(inside) != said
    assert as_told(((),)) == ""


def test_a_second_look_writes_nothing(inside: Inside) -> None:
    assert plan(inside.home, inside.launcher, inside.variables).changes == ()


def test_the_guard_and_its_folder_are_the_owners_alone(inside: Inside) -> None:
    assert oct(inside.guard.stat().st_mode)[-3:] == "600"
    assert oct(inside.guard.parent.stat().st_mode)[-3:] == "700"


names = st.lists(st.text("aZé .*?[]\\:'\"$-", min_size=1, max_size=6), min_size=1, max_size=4).filter(
    lambda parts: not {"", ".", ".."} & {*parts}
)


@given(names, st.sampled_from(["tools/.venv", "tools/.VENV", "Tools/.venv"]))
@settings(max_examples=25, derandomize=True, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_git_tracks_below_the_environment_nothing_starts(inside: Inside, parts: list[str], top: str) -> None:
    path = "/".join([top, *parts])
    empty = inside.repo.git("hash-object", "-w", "--stdin")
    inside.repo.git("update-index", "--add", "--cacheinfo", f"100644,{empty},{path}")
    assert inside.finding() == "tracked"
    assert inside.start("-I").stdout == ""
    inside.repo.git("update-index", "--force-remove", "--", path)
    assert inside.finding() == "fits"


@pytest.mark.parametrize(("mode", "path"), [("160000", "tools/.venv/lib/x"), ("120000", "tools/.venv")])
def test_a_submodule_or_a_link_in_its_place_counts(inside: Inside, mode: str, path: str) -> None:
    inside.repo.git("update-index", "--add", "--cacheinfo", f"{mode},{inside.repo.git('rev-parse', 'HEAD')},{path}")
    assert inside.finding() == "tracked"


def replaced(file: Path, text: str) -> None:
    """As a checkout writes: a new file in the place of the old one, never into it."""
    file.unlink()
    file.write_text(text, encoding="utf-8")
    file.chmod(0o755)


def other_folder(folder: Path) -> None:
    shutil.copytree(folder, folder.with_name("copy"), symlinks=True)
    folder.rename(folder.with_name("old"))
    folder.with_name("copy").rename(folder)


CHANGES: dict[str, Callable[[Inside], object]] = {
    "the Python": lambda i: replaced(i.environment / "bin/python3.14", ECHO + "\n"),
    "the Python's link": lambda i: replaced(i.python, ECHO),
    "where the link leads": lambda i: (i.python.unlink(), i.python.symlink_to("python3.15")),
    "its settings": lambda i: replaced(i.environment / "pyvenv.cfg", "home = /tmp/elsewhere\n"),
    "no settings": lambda i: (i.environment / "pyvenv.cfg").unlink(),
    "a folder on the way": lambda i: other_folder(i.repo.path / "tools"),
    "the environment": lambda i: other_folder(i.environment),
    "the folder of the code": lambda i: other_folder(i.environment / "lib"),
    "a link in place of a folder": lambda i: (
        (i.repo.path / "tools").rename(i.repo.path / "real"), (i.repo.path / "tools").symlink_to("real")
    ),
    "everything gone": lambda i: shutil.rmtree(i.environment),
}  # fmt: skip


@pytest.mark.parametrize("change", CHANGES)
def test_what_is_no_longer_what_was_seen_is_not_started(inside: Inside, change: str) -> None:
    CHANGES[change](inside)
    assert inside.finding() == "changed"
    assert inside.start("-I", "-m", "scrubjay.integrations.git_hooks.event").stdout == ""
    if change not in ("no settings", "everything gone", "where the link leads"):
        inside.set_up()
        assert inside.finding() == "fits", "init by the user is what makes it fit again"


def test_hooks_that_are_refused_say_nothing_and_servers_say_why(inside: Inside) -> None:
    replaced(inside.python, ECHO)
    for module in ("scrubjay.integrations.git_hooks.event", "scrubjay.integrations.client_hooks.event"):
        done = inside.start("-I", "-m", module, "x")
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    done = inside.start("-I", "-m", "scrubjay_session", "--client", "x")
    assert (done.returncode, done.stdout) == (0, ""), "it stands by until its input ends"
    assert "was not started" in done.stderr
    done = inside.start("-I", "-m", "scrubjay.operations.jobs.worker")
    assert done.returncode == 3
    assert "(changed)" in done.stderr
    assert "scrubjay doctor" in done.stderr


def test_while_git_writes_its_index_nothing_starts(inside: Inside) -> None:
    inside.repo.write(".git/index.lock", "")
    assert inside.finding() == "busy"
    (inside.repo.path / ".git/index.lock").unlink()
    assert inside.finding() == "fits"


def test_variables_of_git_and_of_the_search_path_lead_the_guard_nowhere(inside: Inside, tmp_path: Path) -> None:
    for name in ("git", "stat", "readlink", "sleep"):
        trap = tmp_path / "trap" / name
        trap.parent.mkdir(exist_ok=True)
        trap.write_text(f"#!/bin/sh\n: > '{tmp_path}/sprung'\n", encoding="utf-8")
        trap.chmod(0o755)
    empty = inside.repo.git("hash-object", "-w", "--stdin")
    inside.repo.git("update-index", "--add", "--cacheinfo", f"100644,{empty},tools/.venv/x.pth")
    (tmp_path / "empty").mkdir()
    done = inside.start(
        "-I", PATH=str(tmp_path / "trap"), GIT_INDEX_FILE=str(tmp_path / "none"), GIT_DIR=str(tmp_path / "empty"),
        GIT_LITERAL_PATHSPECS="1", GIT_NOGLOB_PATHSPECS="1", CDPATH="/", ENV=str(tmp_path / "trap/git"),
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (3, "")
    assert "(tracked)" in done.stderr
    assert not (tmp_path / "sprung").exists()


def test_outside_every_worktree_it_is_used_as_it_is(inside: Inside, tmp_path: Path) -> None:
    outside = Launcher(Path("/usr/bin/python3"), Path("/usr"), Path("/usr"), Path("/usr/lib/python3"))
    planned = plan(tmp_path / "home", outside, inside.variables)
    assert (planned.words, planned.changes) == (("/usr/bin/python3",), ())
    assert "outside every worktree" in planned.notes[0]


def test_scrubjays_own_clone_is_the_one_exception_and_is_named(repo: Repo, tmp_path: Path) -> None:
    repo.commit("start", {"shared/scrubjay/__init__.py": ""})
    clone = repo.path
    editable = Launcher(clone / ".venv/bin/python", clone / ".venv", Path("/usr"), clone / "shared")
    planned = plan(tmp_path / "home", editable, GitEnvironment.of(repo.environment))
    assert planned.words == (str(clone / ".venv/bin/python"),)
    assert planned.notes == (f"scrubjay's own clone {clone}, installed with -e: its tracked code runs",)


def test_a_home_in_the_same_worktree_could_be_written_over_itself(inside: Inside) -> None:
    with pytest.raises(LauncherUnsafe, match="SCRUBJAY_HOME"):
        plan(inside.repo.path / "home", inside.launcher, inside.variables)


def test_a_link_into_a_worktree_is_inside_it(inside: Inside, tmp_path: Path) -> None:
    (tmp_path / "venv").symlink_to(inside.environment)
    linked = Launcher(tmp_path / "venv/bin/python", tmp_path / "venv", Path("/usr"), tmp_path / "venv/lib/site")
    assert linked.worktrees == (inside.repo.path,)
    write_launcher(plan(inside.home, linked, inside.variables), Receipt.of(inside.home / "projects" / "p"))
    guard = Path(start(inside.home, linked)[1])
    assert run_guard(guard, inside.repo.environment).finding == "fits"
    replaced(inside.python, ECHO)
    assert run_guard(guard, inside.repo.environment).finding == "changed"


def test_a_line_break_in_the_path_is_refused(repo: Repo, tmp_path: Path) -> None:
    repo.commit("start")
    folder = repo.path / "a\nb"
    folder.mkdir()
    with pytest.raises(LauncherUnsafe, match="line break"):
        plan(tmp_path / "home", Launcher(folder, folder, folder, folder), GitEnvironment.of(repo.environment))


@pytest.mark.skipif(os.name != "posix", reason="sh")
def test_names_that_a_shell_could_read_are_names(repo: Repo, tmp_path: Path) -> None:
    repo.commit("start")
    name = 'it\'s $(touch pwned) `x` "y" \\ *'
    python = repo.write(f"{name}/bin/python", ECHO)
    python.chmod(0o755)
    (repo.path / ".git/info/exclude").write_text("*\n")
    launcher = Launcher(python, repo.path / name, Path("/usr"), repo.path / name)
    planned = plan(tmp_path / "home $(x)", launcher, GitEnvironment.of(repo.environment))
    write_launcher(planned, Receipt.of(tmp_path / "p"))
    done = subprocess.run(
        [*planned.words, "-I", "-m", "x"], capture_output=True, text=True, check=False, env=repo.environment
    )
    assert done.stdout == "-I -S\nran x\n", done.stderr
    assert sys.executable not in planned.words
