"""Transcripts as Claude Code writes them, made by tests, and a repository's conversations."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scrubjay.app import App, Workspace
from scrubjay.session.conversations.model import ImportReport
from scrubjay.session.conversations.transcripts import project_transcripts

SESSION = "30a348cb-4b13-4217-a517-4d741d63fe9c"


class Transcript:
    """Writes the records of one session, one a line, as the client does."""

    def __init__(self, client: Path, folder: Path, session: str = SESSION, agent: str = "") -> None:
        top = client / "projects" / re.sub(r"[^A-Za-z0-9]", "-", str(folder))
        self.file = top / session / "subagents" / f"agent-{agent}.jsonl" if agent else top / f"{session}.jsonl"
        self.file.parent.mkdir(parents=True, exist_ok=True)
        self._shared: dict[str, object] = {
            "cwd": str(folder),
            "sessionId": session,
            "gitBranch": "main",
            "version": "2.1.329",
        }
        self._shared |= {"isSidechain": True, "agentId": agent} if agent else {"isSidechain": False}
        self._number = 0

    def says(self, kind: str, content: Any, at: str = "2026-02-20T10:00:00.123Z", **more: Any) -> "Transcript":
        """A message of "user" or "assistant"; `content` is text or blocks."""
        self._number += 1
        number = f"{abs(hash((self.file.name, self._number))) % 16**12:012x}"
        record = {
            "parentUuid": None, "type": kind, "message": {"role": kind, "content": content},
            "uuid": f"ccb1bed8-c2f6-487b-8713-{number}", "timestamp": at, "userType": "external",
        }  # fmt: skip
        return self.record(**self._shared, **record, **more)

    def record(self, **record: Any) -> "Transcript":
        """Any record."""
        return self.raw(json.dumps(record) + "\n")

    def raw(self, text: str) -> "Transcript":
        """Text as it is, such as half a line."""
        with self.file.open("a", encoding="utf-8") as stream:
            stream.write(text)
        return self


def call(name: str, id: str = "toolu_1", **arguments: Any) -> list[dict[str, Any]]:
    """The blocks of a call of a tool."""
    return [{"type": "tool_use", "id": id, "name": name, "input": arguments}]


def result(text: str, id: str = "toolu_1", *, error: bool = False) -> list[dict[str, Any]]:
    """The blocks of a tool's answer."""
    return [{"type": "tool_result", "tool_use_id": id, "content": text, "is_error": error}]


@pytest.fixture
def client(tmp_path: Path) -> Path:
    """Claude Code's own folder."""
    return tmp_path / "claude"


@pytest.fixture
def at(app: App, repo: Any) -> Workspace:
    """The workspace of a repository with one commit."""
    repo.commit("start", {"README.md": "# Magpie\n\nMagpie sorts parcels.\n"})
    return app.initialise(repo.path)


@pytest.fixture
def take(at: Workspace, client: Path) -> Callable[..., ImportReport]:
    """Imports what is new in the client's transcripts."""

    def run(**more: Any) -> ImportReport:
        clones = (*at.project.clones, at.repository.common_dir)
        files, places = project_transcripts(client, (), clones, at.git)
        return at.conversations.import_transcripts(files, places.contains, **more)

    return run
