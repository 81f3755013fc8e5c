"""A repository, an account and a home, where recorded sessions are played by a client that nobody leads to."""

import json
import os
import shutil
import subprocess
import sys
import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from tests import persons
from tests.benchmarks.figures import kill_all_of
from tests.benchmarks.grades import claude
from tests.benchmarks.grades.calls import Answer, Call, Json

LONGEST_S = 1800
CONFIG = "[user]\n\tname = Ada\n\temail = ada@example.org\n[commit]\n\tgpgsign = false\n[gc]\n\tauto = 0\n"


@dataclass
class Stage:
    """A clone of a repository, set up with scrubjay; `fresh` brings home and clone back to that state."""

    source: Path
    folder: Path
    name: str = ""
    base: str = ""
    commit: str = ""
    environment: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.name = self.source.name
        self.repo, self.home, self.kept = (self.folder / part for part in ("clone", "home", "kept"))
        account = self.folder / "account"
        account.mkdir(parents=True)
        (account / ".gitconfig").write_text(CONFIG)
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', os.defpath)}"
        self.environment = {"PATH": path, "HOME": str(account), "SCRUBJAY_HOME": str(self.home), "LANG": "C.UTF-8"}
        self.environment |= {k: v for k, v in os.environ.items() if k == "SCRUBJAY_EMBEDDING_PROVIDER"}
        self.git("clone", "-q", str(self.source / "repo.git"), str(self.repo), at=self.folder)
        self.base, self.commit = self.git("branch", "--show-current"), self.git("rev-parse", "HEAD")
        self.program("init", "--yes", "--wait")
        kill_all_of(self.home)
        shutil.copytree(self.home, self.kept)

    def git(self, *arguments: str, at: Path | None = None) -> str:
        """Run git in the clone; returns what it printed."""
        done = subprocess.run(
            ["git", *arguments], cwd=at or self.repo, env=self.environment, check=True, capture_output=True, text=True
        )
        return done.stdout.strip()

    def program(self, *arguments: str) -> str:
        """Run the command line as a script; returns what it printed."""
        command = [sys.executable, "-m", "scrubjay.cli.main", *arguments]
        done = subprocess.run(
            command, cwd=self.repo, env=self.environment, capture_output=True, text=True, check=False, timeout=LONGEST_S
        )
        assert done.returncode in (0, 1), done.stdout + done.stderr
        return done.stdout

    def clean(self) -> None:
        """Bring the clone back to the commit that it began with."""
        self.git("switch", "-q", "-f", self.base)
        self.git("reset", "-q", "--hard", self.commit)
        self.git("clean", "-fdq")
        for branch in self.git("for-each-ref", "--format=%(refname:short)", "refs/heads").split():
            if branch != self.base:
                self.git("branch", "-q", "-D", branch)

    def fresh(self) -> None:
        """Bring clone and home back."""
        self.clean()
        kill_all_of(self.home)
        shutil.rmtree(self.home)
        shutil.copytree(self.kept, self.home)

    def end(self) -> None:
        """End every process that works for this home."""
        kill_all_of(self.home)

    def play(
        self, calls: Sequence[Call], transcript: str = "", setup: Json | None = None, events: Sequence[str] = ()
    ) -> list[Answer]:
        """Play a session; `transcript` is a file of the set, relative to its folder (empty: nothing happened yet)."""
        session, text = str(uuid.uuid4()), ""
        if transcript:
            text = self._filled((self.source / transcript).read_text(encoding="utf-8"))
            rows = map(json.loads, text.splitlines())
            session = next(
                (row["sessionId"] for row in rows if "sessionId" in row), session
            )  # another client's has none
        job = {
            "repo": str(self.repo), "environment": self.environment, "session": session, "transcript": text,
            "setup": setup, "events": list(events),
            "calls": [{"server": c.server, "tool": c.tool, "arguments": dict(c.arguments)} for c in calls],
        }  # fmt: skip
        given, result = self.folder / "job.json", self.folder / "result.json"
        given.write_text(json.dumps(job))
        result.unlink(missing_ok=True)
        command = [sys.executable, claude.__file__, str(given), str(result)]
        done = persons.run(command, self.folder, self.environment, patience_s=LONGEST_S)
        assert result.exists(), done.said
        return [Answer(**answer) for answer in json.loads(result.read_text())]

    def _filled(self, text: str) -> str:
        day = (datetime.now(UTC) - timedelta(days=1)).date().isoformat()  # today's hours may lie ahead of the clock
        for name, value in (
            ("REPO", self.repo), ("HOME", self.environment["HOME"]), ("SCRUBJAY_HOME", self.home), ("DAY", day),
        ):  # fmt: skip
            text = text.replace("{{" + name + "}}", str(value))
        return text
