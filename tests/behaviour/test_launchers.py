"""A branch that tracks files of the environment that scrubjay is installed in runs none of them."""

import json
import os
import subprocess
import time
from pathlib import Path

import pytest

from tests.behaviour.processes import command, quiet, workers
from tests.conftest import Repo
from tests.environments import NOTHING, SAYS, SITE, environment_inside, hostile_branch, run
from tests.patience import PATIENCE_S

DOCUMENTS: dict[str, str | bytes] = {"README.md": "# Magpie\n\nMagpie sorts parcels.\n", ".gitignore": ".venv/\n"}


class Clone:
    """A clone with scrubjay installed in its ignored `.venv`, set up by `init`."""

    def __init__(self, repo: Repo, folder: Path) -> None:
        self.repo = repo
        self.mark = folder / "marks.txt"
        account = folder / "account"
        account.mkdir()
        (account / ".gitconfig").write_bytes((Path(repo.environment["HOME"]) / ".gitconfig").read_bytes())
        repo.environment = repo.environment | {"HOME": str(account), "SCRUBJAY_EMBEDDING_PROVIDER": "none"}
        repo.commit("start", DOCUMENTS)
        self.python = environment_inside(repo)
        self.said = run(self.python, repo, "init", "--yes")
        quiet(repo)
        repo.environment["PATH"] = f"{self.python.parent}:{repo.environment['PATH']}"  # as activated

    @property
    def marks(self) -> set[str]:
        return set(self.mark.read_text(encoding="utf-8").split()) if self.mark.exists() else set()

    def trap(self, name: str, *, program: bool = False) -> str:
        """Code that leaves a mark."""
        return f"#!/bin/sh\necho {name} >> '{self.mark}'\n" if program else SAYS.format(mark=str(self.mark), name=name)

    def hostile(self, *names: str) -> None:
        """A branch that tracks traps in these files of the environment."""
        files = {}
        for name in names:
            text = self.trap(name, program=name.startswith("bin/"))
            if name.endswith(".pth"):
                text = f"import os; os.system({f'echo {name} >> {self.mark}'!r})\n"
            text = f"home = {self.repo.path}/.venv/bin\n" if name == "pyvenv.cfg" else text
            files[f".venv/{name}"] = text
        hostile_branch(self.repo, files)

    def client_hook(self, session: str = "s1", event: str = "SessionStart") -> subprocess.CompletedProcess[str]:
        """What Claude Code starts for an event."""
        settings = json.loads((self.repo.path / ".claude/settings.local.json").read_text(encoding="utf-8"))
        hook = settings["hooks"][event][0]["hooks"][0]
        start = {"hook_event_name": event, "session_id": session, "cwd": str(self.repo.path), "source": "startup"}
        return self._started([hook["command"], *hook["args"]], json.dumps(start))

    def server(self) -> subprocess.CompletedProcess[str]:
        """The session server as it was registered, asked for its name."""
        config = json.loads((Path(self.repo.environment["HOME"]) / ".claude.json").read_text(encoding="utf-8"))
        entry = config["projects"][str(self.repo.path)]["mcpServers"]["scrubjay-session"]
        hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "0"}}
        question = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello}
        return self._started([entry["command"], *entry["args"]], json.dumps(question) + "\n")

    def _started(self, words: list[str], said: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            words, cwd=self.repo.path, env=self.repo.environment, input=said, capture_output=True, text=True,
            check=False, timeout=PATIENCE_S,
        )  # fmt: skip

    def hooks_are_done(self) -> None:
        """Until no process of a hook of this clone is left: they are detached."""
        until = time.monotonic() + PATIENCE_S
        while self._hooks() and time.monotonic() < until:
            time.sleep(0.05)
        quiet(self.repo)

    def _hooks(self) -> list[str]:
        listed = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True).stdout
        return [line for line in listed.splitlines() if "hooks.event" in line and str(self.repo.path.parent) in line]


def by_ours(repo: Repo, *arguments: str, code: int = 0) -> str:
    """Run the command line by the Python that runs the tests, which no branch of the clone reaches."""
    done = command(repo, *arguments)
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout + done.stderr


@pytest.fixture
def clone(repo: Repo, tmp_path: Path) -> Clone:
    return Clone(repo, tmp_path)


def test_init_says_where_it_lies_and_everything_works(clone: Clone) -> None:
    repo = clone.repo
    assert f"{repo.path / '.venv'} lies inside the worktree {repo.path}" in clone.said
    assert repo.git("status", "--porcelain") == ""
    commit = repo.commit("second", {"docs/letters.md": "# Letters\n\nMagpie sorts letters, too.\n"})
    deadline = time.monotonic() + PATIENCE_S
    while commit[:10] not in run(clone.python, repo, "log"):
        assert time.monotonic() < deadline, "the hook's worker never came"
        time.sleep(0.1)
    assert "scrubjay · repo · main" in clone.client_hook().stdout
    assert "session_init" in clone.server().stdout
    doctor = run(clone.python, repo, "doctor", "--quick", "--all", code=None)
    assert "git tracks nothing there" in doctor
    assert "problem  launcher" not in doctor


def test_whatever_the_branch_tracks_there_nothing_of_it_runs(clone: Clone) -> None:
    repo = clone.repo
    clone.hostile(
        "bin/python", "bin/python3", "bin/nice", "bin/git", "bin/stat", "bin/sh", "bin/scrubjay", "bin/scrubjay-hook",
        "pyvenv.cfg", f"{SITE}/x.pth", f"{SITE}/sitecustomize.py", f"{SITE}/scrubjay/__init__.py",
        f"{SITE}/scrubjay/integrations/git_hooks/event.py", f"{SITE}/usercustomize.py", "lib/python3.11/os.py",
    )  # fmt: skip
    git = Repo(repo.path, repo.environment | {"PATH": os.environ["PATH"]})
    for path in (f".venv/{SITE}/scrubjay_tests.pth", ".venv/bin/python"):
        assert (repo.path / path).exists()
    subprocess.run(
        ["/bin/sh", "-c", "git commit -q --allow-empty -m last && git switch -q hostile"], cwd=repo.path, check=True,
        capture_output=True, env=repo.environment | {"PATH": f"{os.environ['PATH']}:{clone.python.parent}"},
    )  # fmt: skip
    assert "echo bin/python" in (repo.path / ".venv/bin/python").read_text(), "git wrote over the ignored file"
    clone.hooks_are_done()
    hook = clone.client_hook()
    assert (hook.returncode, NOTHING in hook.stdout) == (0, True)
    server = clone.server()
    assert NOTHING in server.stdout
    assert "was not started" in server.stderr
    git.git("commit", "-q", "--allow-empty", "-m", "on the branch")
    clone.hooks_are_done()
    assert clone.marks == set()

    doctor = by_ours(git, "doctor", "--quick", code=1)
    assert "problem  launcher" in doctor
    assert "changed since `scrubjay init`" in doctor
    assert "--quick" not in doctor
    assert clone.marks == set()

    git.git("switch", "-q", "main")
    clone.hooks_are_done()
    assert clone.marks == set(), "what is left of the environment isn't what was seen"


def test_one_tracked_file_is_enough_and_when_it_goes_all_is_well_again(clone: Clone) -> None:
    repo = clone.repo
    for number, name in enumerate((f"{SITE}/x.pth", f"{SITE}/sitecustomize.py", "lib64x/anything")):
        hostile_branch(repo, {f".venv/{name}": clone.trap(name)}, f"hostile-{number}")
        repo.git("switch", "-q", f"hostile-{number}")
        assert NOTHING in clone.client_hook().stdout
        assert NOTHING in clone.server().stdout
        repo.git("switch", "-q", "main")
    repo.git("switch", "-q", "hostile-0")
    assert "in a folder where git tracks files" in by_ours(repo, "doctor", "--quick", code=1)
    repo.git("switch", "-q", "main")
    clone.hooks_are_done()
    assert "scrubjay · repo · main" in clone.client_hook().stdout
    assert clone.marks == set()


@pytest.mark.parametrize("then", [("reset", "-q", "HEAD^"), ("rm", "-r", "-q", "--cached", ".venv")])
def test_a_file_that_the_branch_left_behind_untracked_never_runs(clone: Clone, then: tuple[str, ...]) -> None:
    """`git reset` keeps what git wrote: it is ignored again, and looks like the user's own."""
    repo = Repo(clone.repo.path, clone.repo.environment | {"PATH": os.environ["PATH"]})
    clone.hostile(f"{SITE}/zz.pth")
    repo.git("switch", "-q", "hostile")
    repo.git(*then)
    assert (repo.path / f".venv/{SITE}/zz.pth").exists()
    assert repo.git("ls-files", "--", ".venv") == ""
    repo.git("commit", "-q", "--allow-empty", "-m", "next")
    clone.hooks_are_done()
    assert NOTHING in clone.client_hook().stdout
    assert "was not started" in clone.server().stderr
    doctor = by_ours(repo, "doctor", "--quick", code=1)
    assert "problem  launcher" in doctor
    assert "written since `scrubjay init`" in doctor
    assert clone.marks == set()
    refused = run(clone.python, repo, "init", "--yes", code=3)  # the user's own start of it is what leaves a mark
    assert "zz.pth" in refused
    assert NOTHING in clone.client_hook().stdout


def test_folders_of_the_clone_that_a_pth_names_are_not_imported_from(clone: Clone) -> None:
    """`pip install -e .` of the user's own project puts its `src` on the path of the Python that scrubjay runs by."""
    repo = Repo(clone.repo.path, clone.repo.environment | {"PATH": os.environ["PATH"]})
    (repo.path / f".venv/{SITE}/project.pth").write_text(f"{repo.path / 'src'}\n", encoding="utf-8")
    repo.write("src/project.py", "")
    run(clone.python, repo, "init", "--yes")
    names = ("sitecustomize.py", "usercustomize.py", "project.py")
    hostile_branch(repo, {f"src/{name}": clone.trap(name) for name in names})
    repo.git("switch", "-q", "-f", "hostile")
    repo.git("commit", "-q", "--allow-empty", "-m", "next")
    clone.hooks_are_done()
    assert "scrubjay · repo · hostile" in clone.client_hook().stdout
    assert "session_init" in clone.server().stdout
    guard = next(Path(repo.environment["SCRUBJAY_HOME"]).glob("launchers/*.sh"))
    assert str(repo.path / "src") not in guard.read_text(encoding="utf-8")
    assert clone.marks == set()


def test_a_worker_is_not_started_from_there_by_a_server_that_still_runs(clone: Clone) -> None:
    repo = clone.repo
    clone.hostile("bin/python")
    code = (
        "import os, sys\nfrom pathlib import Path\n"
        "from scrubjay.integrations.launching.launcher import running_launcher, start, start_worker\n"
        "print('ready', flush=True)\nsys.stdin.readline()\n"
        "home = Path(os.environ['SCRUBJAY_HOME'])\n"
        "print(start_worker(home, start(home, running_launcher()), os.environ))\n"
    )
    words = [str(clone.python), "-I", "-c", code]
    pipe = subprocess.PIPE
    with subprocess.Popen(words, env=repo.environment, stdin=pipe, stdout=pipe, text=True) as server:
        assert server.stdout is not None
        assert server.stdout.readline() == "ready\n"
        Repo(repo.path, repo.environment | {"PATH": os.environ["PATH"]}).git("switch", "-q", "hostile")
        out, _ = server.communicate("\n", timeout=PATIENCE_S)
    assert out == "True\n"
    clone.hooks_are_done()
    assert workers(Path(repo.environment["SCRUBJAY_HOME"])) == []
    assert clone.marks == set()


LATER = """
import os, sys
from scrubjay.errors import LauncherChanged
from scrubjay.integrations.launching.check import watch
print(watch(os.environ), flush=True)
from scrubjay.storage.driver import connect
for line in sys.stdin:
    try:
        match line.strip():
            case "vectors":
                from scrubjay.storage.driver import load_sqlite_vec
                load_sqlite_vec(connect(":memory:"))
            case "skill":
                from scrubjay.integrations.bundled import bundled
                bundled("skills", "session-init", "SKILL.md")
            case name:
                __import__(name)
        print("loaded", flush=True)
    except LauncherChanged as error:
        print("refused:", error, flush=True)
"""


def test_a_process_that_runs_on_loads_nothing_that_the_branch_brought(clone: Clone) -> None:
    """A client keeps its servers while an agent switches branches, and they load modules as they need them."""
    repo = Repo(clone.repo.path, clone.repo.environment | {"PATH": os.environ["PATH"]})
    files = {f".venv/{SITE}/{name}": clone.trap(name) for name in ("late.py", "later.py", "wave.py")}
    hostile_branch(repo, files)
    words, pipe = [str(clone.python), "-I", "-c", LATER], subprocess.PIPE
    with subprocess.Popen(words, env=repo.environment, stdin=pipe, stdout=pipe, text=True) as server:
        assert server.stdin is not None
        assert server.stdout is not None

        def ask(name: str) -> str:
            assert server.stdin is not None
            assert server.stdout is not None
            server.stdin.write(f"{name}\n")
            server.stdin.flush()
            return server.stdout.readline().strip()

        assert server.stdout.readline() == "True\n"
        assert [ask(name) for name in ("colorsys", "vectors", "skill")] == ["loaded"] * 3
        repo.git("switch", "-q", "hostile")
        for name in ("late", "later", "wave", "vectors", "skill"):
            assert ask(name).startswith("refused: "), name
        assert "in a folder where git tracks files" in ask("late")
        repo.git("switch", "-q", "main")
        assert [ask(name) for name in ("vectors", "skill", "wave")] == ["loaded"] * 3
        repo.write(".git/index.lock", "")
        assert "git is writing to" in ask("sndhdr")
        (repo.path / ".git/index.lock").unlink()
        server.stdin.close()
    assert clone.marks == set()


def test_doctor_runs_no_command_of_a_committed_settings_file(repo: Repo, tmp_path: Path) -> None:
    mark = tmp_path / "sprung"
    trap = repo.write("tools/python", f"#!/bin/sh\n: > '{mark}'\necho 0.1.0\n")
    trap.chmod(0o755)
    for words in ([str(trap), "-I", "-m"], ["/bin/sh", str(trap), "-I", "-m"]):
        arguments = [*words[1:], "scrubjay.integrations.client_hooks.event"]
        hook = {"type": "command", "command": words[0], "args": arguments}
        entry = {"hooks": {event: [{"hooks": [hook]}] for event in ("SessionStart", "Stop")}}
        repo.commit("settings", {".claude/settings.local.json": json.dumps(entry), **DOCUMENTS})
        for _ in range(2):
            doctor = by_ours(repo, "doctor", code=1)
            assert "not written by this home" in doctor
            assert not mark.exists()
            by_ours(repo, "init", "--yes")
    quiet(repo)
    assert not mark.exists()
