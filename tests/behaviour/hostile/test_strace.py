"""What the kernel sees while scrubjay works in a hostile repository: no connection, no reading outside, no stranger.

Skipped where strace is missing or may not trace.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import scrubjay
from tests.behaviour.hostile.configured import make_hostile
from tests.behaviour.hostile.conftest import Listener, Traps
from tests.conftest import Repo
from tests.patience import PATIENCE_S

STRACE = shutil.which("strace") or ""
CALLS = "open,openat,openat2,execve,execveat,connect,sendto,sendmsg,bind"
SYSTEM = ("/usr/", "/lib/", "/lib64/", "/proc/", "/sys/", "/dev/")
SYSTEM_FILES = (
    "/etc/ld.so.cache", "/etc/localtime", "/etc/timezone", "/etc/nsswitch.conf", "/etc/passwd", "/etc/group",
    "/etc/mime.types", "/etc/ssl/openssl.cnf", "/etc/gitconfig", "/etc/inputrc", "/etc/host.conf", "/etc/locale.alias",
)  # fmt: skip
HELLO = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "0"}}

_OPENED = re.compile(r"(?:\bopen\w*\(|<\.\.\. open\w* resumed>).* = \d+<([^>]*)>$")
_RUN = re.compile(r'\bexecve(?:at)?\("((?:[^"\\]|\\.)*)"(?!.* = -1 )')
_SPOKEN = re.compile(r"sa_family=(?!AF_UNIX, sun_path=\"/var/run/nscd/socket\")")
"""Any address but that of glibc's own cache of account names, which is asked for before /etc/passwd."""


def can_trace() -> bool:
    if not STRACE:
        return False
    tried = subprocess.run(
        [STRACE, "-f", "--seccomp-bpf", "-o", os.devnull, sys.executable, "-c", ""], capture_output=True, check=False
    )
    return tried.returncode == 0


pytestmark = pytest.mark.skipif(not can_trace(), reason="needs strace, and leave to trace")


class Traced:
    """Runs programs under strace and keeps what they opened, ran and said to sockets."""

    def __init__(self, repo: Repo, log: Path) -> None:
        self.repo = repo
        self.opened: set[str] = set()
        self.run: set[str] = set()
        self.spoken: list[str] = []
        self._log = log

    def __call__(self, *words: str, ok: tuple[int, ...] = (0,)) -> str:
        """Run a program to its end; returns what it printed."""
        done = subprocess.run(
            self._words(words), cwd=self.repo.path, env=self.repo.environment, capture_output=True, text=True,
            timeout=PATIENCE_S, check=False,
        )  # fmt: skip
        assert done.returncode in ok, done.stdout + done.stderr
        self._read()
        return done.stdout

    def talk(self, module: str, *calls: tuple[str, dict[str, object]]) -> str:
        """Start a server, call its tools one after the other, and hang up; returns all answers."""
        questions = [("initialize", HELLO), *(("tools/call", {"name": n, "arguments": a}) for n, a in calls)]
        said = []
        with subprocess.Popen(
            self._words((sys.executable, "-I", "-m", module)), cwd=self.repo.path, env=self.repo.environment,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        ) as server:  # fmt: skip
            assert server.stdin is not None
            assert server.stdout is not None
            for number, (method, params) in enumerate(questions):
                request = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
                server.stdin.write(json.dumps(request) + "\n")
                server.stdin.flush()
                said.append(server.stdout.readline())
                if not number:
                    server.stdin.write(json.dumps({"jsonrpc": "2.0", "method": "notifications/initialized"}) + "\n")
            server.stdin.close()
            server.wait(PATIENCE_S)
        self._read()
        return "".join(said)

    def _words(self, words: tuple[str, ...]) -> list[str]:
        how = ("-f", "-y", "--seccomp-bpf", "-s", "4096", "-e", f"trace={CALLS}", "-o", str(self._log))
        return [STRACE, *how, *words]

    def _read(self) -> None:
        for line in self._log.read_text(encoding="utf-8", errors="replace").splitlines():
            if found := _OPENED.search(line):
                self.opened.add(found[1])
            elif found := _RUN.search(line):
                self.run |= {os.path.realpath(found[1])} if Path(found[1]).exists() else set()
            elif _SPOKEN.search(line):
                self.spoken.append(line)


def inside(path: str, folders: tuple[Path, ...]) -> bool:
    if path.startswith(SYSTEM) or path in SYSTEM_FILES or not path.startswith("/"):
        return True
    if Path(path).name.startswith("..claude.json.scrubjay-"):
        return True  # made to take the file's place
    return any(Path(path).is_relative_to(folder) for folder in folders)


def ours(environment: dict[str, str], repo: Repo) -> tuple[Path, ...]:
    """Where reading is no wonder: the repository, the home, the interpreter with its libraries, the user's config."""
    account = Path(environment["HOME"])
    code = Path(scrubjay.__file__ or "").parents[2]
    libraries = [Path(path).resolve() for path in sys.path if Path(path).is_absolute()]
    prefixes = [Path(sys.prefix), Path(sys.base_prefix).resolve(), Path(sys.executable).resolve().parents[1]]
    config = [account / ".gitconfig", account / ".claude.json", account / ".claude", account / ".config" / "git"]
    home = Path(environment["SCRUBJAY_HOME"])
    return (repo.path, home, code, *libraries, *prefixes, *config)


def git_programs(repo: Repo) -> set[str]:
    git = shutil.which("git", path=repo.environment["PATH"]) or ""
    return {os.path.realpath(git), os.path.realpath(f"{repo.git('--exec-path')}/git")}


def test_no_connection_no_reading_outside_and_no_stranger_is_run(
    repo: Repo, traps: Traps, listener: Listener, environment: dict[str, str], home: Path, tmp_path: Path
) -> None:
    hostile = make_hostile(repo, traps, listener, environment)
    traced = Traced(hostile, tmp_path / "strace.txt")
    cli = (sys.executable, "-I", "-m", "scrubjay.cli.main")
    traced(*cli, "init", "--yes")
    traced(*cli, "ingest")
    assert "parcels" in traced(*cli, "search", "parcels")
    traced(*cli, "doctor", ok=(0, 1))
    said = traced.talk(
        "scrubjay_session", ("session_init", {}), ("get_file_history", {"path": "README.md"}),
        ("search_commits", {"query": "start"}),
        ("get_repository_state", {"include": ["status", "commits", "diff", "files", "branches"]}),
    )  # fmt: skip
    assert "Magpie" in said
    said = traced.talk(
        "scrubjay_knowledge", ("search_knowledge", {"query": "parcels"}), ("get_document", {"path": "README.md"}),
        ("list_decisions", {}), ("remember", {"content": "Magpie sorts parcels by weight."}), ("knowledge_status", {}),
    )  # fmt: skip
    assert "parcels" in said

    assert str(traps.canary) not in traced.opened
    allowed = ours(environment, repo)
    backups = str(home.parent)  # doctor looks beside the home for them
    assert {path for path in traced.opened - {backups} if not inside(path, allowed)} == set()
    assert str(home / "home.db") in traced.opened, "the trace sees what there is to see"
    assert os.path.realpath(sys.executable) in traced.run
    editor = os.path.realpath(shutil.which("echo") or "")  # git tells it where the system's configuration is
    assert traced.run - git_programs(repo) - {os.path.realpath(sys.executable), editor} == set()
    assert traced.spoken == []
    assert traps.sprung == set()
    assert listener.connections == 0
