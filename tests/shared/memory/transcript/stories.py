"""A session of Claude Code as its real program writes it down (2.1.329), with real commands in a real repository."""

import json
import subprocess
from pathlib import Path
from typing import Any

from scrubjay.git.process import Git, GitEnvironment
from scrubjay.git.repository import open_repository
from scrubjay.identity.presence.clients import ReportedSession
from scrubjay.memory.grounding.likeness import is_same_claim
from scrubjay.memory.transcript.here import WorktreeFiles
from scrubjay.memory.transcript.observer import Observed, Observer
from scrubjay.memory.transcript.session import Folders
from tests.conftest import Repo
from tests.patience import PATIENCE_S

SESSION = "3f2a8c1e-7d5b-4a69-9c01-5e8f2b6d7a10"


class Story:
    """One session, told step by step; `observe` looks a claim up in it as a server of the same client does."""

    def __init__(self, repo: Repo, top: Path, session: str = SESSION, client: Path | None = None) -> None:
        self.repo = repo
        self.account = top / "account"
        self.client = client or self.account / ".claude"
        self.home = top / "scrubjay-home"
        self.folders = Folders(self.client, self.account / ".codex", self.account / ".gemini")
        self.folder = repo.path
        self.session = session
        self.began = repo.git("rev-parse", "HEAD")
        self.file = self.client / "projects" / "-repo" / f"{session}.jsonl"
        self.file.parent.mkdir(parents=True, exist_ok=True)
        self.nested = False
        self._number = 0
        self._last: str | None = None
        self.note({"type": "mode", "mode": "normal", "sessionId": session})

    def note(self, record: dict[str, Any], file: Path | None = None) -> None:
        """Append a record as it is."""
        place = file or self.file
        place.parent.mkdir(parents=True, exist_ok=True)
        with place.open("a", encoding="utf-8") as stream:
            stream.write(json.dumps(record, separators=(",", ":"), ensure_ascii=False) + "\n")

    def _record(self, kind: str, content: Any, file: Path | None = None, **more: Any) -> str:
        self._number += 1
        id = f"00000000-0000-4000-8000-{self._number:012d}"
        at = f"2026-03-01T12:{self._number // 60 % 60:02d}:{self._number % 60:02d}.000Z"
        message = {"role": kind, "content": content}
        record: dict[str, Any] = {
            "parentUuid": self._last,
            "isSidechain": file is not None,
            "type": kind,
            "message": message,
        }
        record |= {"uuid": id, "timestamp": at, "userType": "external", "entrypoint": "cli"}
        record |= {"cwd": str(self.folder), "sessionId": self.session, "version": "2.1.329"}
        self.note({name: value for name, value in (record | more).items() if value is not None}, file)
        if file is None:
            self._last = id
        return id

    def typed(self, text: str, **more: Any) -> str:
        """A person typed it; `more` changes what the client recorded of that."""
        said = {"origin": {"kind": "human"}, "promptSource": "typed", "turnOrigin": "human"} | more
        return self._record("user", text, **said)

    def tool(
        self,
        name: str,
        input: dict[str, Any],
        content: Any,
        told: Any,
        *,
        error: bool = False,
        file: Path | None = None,
    ) -> None:
        """A tool was called and answered."""
        id = self.calls(name, input, file)
        result = {"tool_use_id": id, "type": "tool_result", "content": content, "is_error": error}
        self._record("user", [result], file, toolUseResult=told)

    def calls(self, name: str, input: dict[str, Any], file: Path | None = None) -> str:
        """A tool was called, and hasn't answered yet; returns the call's id."""
        id = f"toolu_{self._number + 1:04d}"
        self._record("assistant", [{"type": "tool_use", "id": id, "name": name, "input": input}], file, madeBy="model")
        return id

    def run(self, command: str, *, agent: bool = False) -> str:
        """Run a command in the repository, as the main agent or a sub-agent; returns what it printed."""
        done = subprocess.run(
            ["bash", "-c", command], cwd=self.folder, env=self.repo.environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=PATIENCE_S, check=False,
        )  # fmt: skip
        return self.ran(command, done.stdout.rstrip("\n"), done.returncode, agent=agent)

    def ran(self, command: str, output: str, status: int = 0, *, agent: bool = False) -> str:
        """A command that printed this and ended so."""
        file = self.file.with_suffix("") / "subagents" / "agent-a0e3.jsonl" if agent else None
        if status:
            text = f"Exit code {status}\n{output}"
            self.tool("Bash", {"command": command}, text, f"Error: {text}", error=True, file=file)
        else:
            told = {"stdout": output, "stderr": "", "interrupted": False, "isImage": False}
            self.tool("Bash", {"command": command}, output, told, file=file)
        return output

    def read(self, path: str) -> None:
        """Read a file by the client's own tool."""
        file = self.folder / path
        lines = file.read_text().split("\n")
        numbered = "\n".join(f"{number}\t{line}" for number, line in enumerate(lines, 1))
        told = {"type": "text", "file": {"filePath": str(file), "content": file.read_text(), "startLine": 1}}
        self.tool("Read", {"file_path": str(file)}, numbered, told)

    def listed(self, path: str) -> None:
        """The client's own search by name listed a file."""
        told = {"filenames": [path], "numFiles": 1, "truncated": False}
        self.tool("Glob", {"pattern": "**/*"}, path, told)

    def write(self, path: str, content: str) -> None:
        """Write a file by the client's own tool."""
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content)
        told = {"type": "create", "filePath": str(file), "content": content}
        self.tool("Write", {"file_path": str(file), "content": content}, f"File created successfully at: {file}", told)

    def edit(self, path: str, old: str, new: str) -> None:
        """Edit a file by the client's own tool."""
        file = self.folder / path
        file.write_text(file.read_text().replace(old, new))
        asked = {"file_path": str(file), "old_string": old, "new_string": new, "replace_all": False}
        self.tool("Edit", asked, f"The file {file} has been updated successfully.", {"filePath": str(file)})

    def mcp(self, name: str, input: dict[str, Any], output: str) -> None:
        """Another server's tool, or ours."""
        block = [{"type": "text", "text": output}]
        self.tool(name, input, block, block)

    def report(self, prompt: str, report: str) -> None:
        """A sub-agent was sent off, and reported."""
        self.tool("Agent", {"prompt": prompt}, "Async agent launched successfully.", {"isAsync": True})
        text = f"<task-notification>\n<result>{report}</result>\n</task-notification>"
        origin = {"kind": "task-notification"}
        self._record("user", text, origin=origin, promptSource="system", turnOrigin="task_notification")

    def observer(self, *reported: ReportedSession) -> Observer:
        """A server's observer; without arguments for the one session that was reported."""
        environment = GitEnvironment.of(self.repo.environment)
        repository = open_repository(self.repo.path, environment)
        known = reported or (ReportedSession(self.session, str(self.file), self.began, self.nested),)
        return Observer(
            reported=lambda: known,
            opened=lambda: "",
            folders=self.folders,
            files=lambda began: WorktreeFiles(Git(self.repo.path, environment), repository, began),
            same=is_same_claim,
            person="anna",
            home=self.home,
            account=self.account,
            now=lambda: 0.0,
        )

    def observe(self, claim: str, quote: str = "") -> Observed:
        """Look a claim up."""
        return self.observer().observe(claim, quote)
