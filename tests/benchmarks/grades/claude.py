"""A client that plays one recorded session: its file's name makes it a known agent program, as the real one's does.

    python claude.py JOB RESULT

It writes the transcript where Claude Code would, reports the session through the hooks that `init` set, then makes the
calls over stdio to the servers that `init` registered, each noted in the transcript as the client notes them. JOB and
RESULT are JSON: `Job` in `playing.py`, and one {text, data, error} a call.
"""

import json
import os
import re
import subprocess
import sys
import uuid
from collections.abc import Mapping
from contextlib import AsyncExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import anyio
from mcp import Client, StdioServerParameters, types

Json = dict[str, Any]
HOOK_S = 30


class Session:
    """A session's transcript, and the hooks that are told of it."""

    def __init__(self, job: Json) -> None:
        self.repo = Path(job["repo"])
        self.environment: dict[str, str] = job["environment"]
        self.id: str = job["session"]
        account = Path(self.environment["HOME"]) / ".claude" / "projects"
        self.file = account / re.sub(r"[^A-Za-z0-9]", "-", str(self.repo)) / f"{self.id}.jsonl"
        self.file.parent.mkdir(parents=True, exist_ok=True)
        self.file.write_text(job["transcript"])
        records = map(json.loads, job["transcript"].splitlines())
        self.last = [record["uuid"] for record in records if "uuid" in record][-1:]  # another client's have none

    def report(self, event: str, **more: str) -> None:
        """Tell the hooks of an event."""
        settings = json.loads((self.repo / ".claude" / "settings.local.json").read_text())
        message = {"session_id": self.id, "transcript_path": str(self.file), "cwd": str(self.repo)}
        said = json.dumps({**message, "hook_event_name": event, **more})
        for group in settings["hooks"].get(event, ()):
            for hook in group["hooks"]:
                words = [hook["command"], *hook.get("args", ())]
                subprocess.run(
                    words, input=said, text=True, cwd=self.repo, env=self.environment, capture_output=True,
                    timeout=HOOK_S, check=False,
                )  # fmt: skip

    def note(self, kind: str, content: object, **more: object) -> None:
        """Add a record as the client writes them."""
        stamp = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        record = {
            "parentUuid": (self.last or [None])[-1], "isSidechain": False, "userType": "external", "entrypoint": "cli",
            "cwd": str(self.repo), "sessionId": self.id, "version": "2.1.329", "gitBranch": "main", "type": kind,
            "uuid": str(uuid.uuid4()), "timestamp": stamp, "message": {"role": kind, "content": content}, **more,
        }  # fmt: skip
        self.last = [record["uuid"]]
        with self.file.open("a") as stream:
            stream.write(json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n")


def prepare(session: Session, setup: Mapping[str, Any]) -> None:
    """What the session writes and commits before it claims anything."""

    def git(*arguments: str) -> None:
        subprocess.run(["git", *arguments], cwd=session.repo, env=session.environment, check=True, capture_output=True)

    if setup.get("branch"):
        git("switch", "-q", "-c", setup["branch"])
    if setup.get("path"):
        file = session.repo / setup["path"]
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(setup["content"])
    if not setup.get("uncommitted"):
        git("add", "-A")
        git("commit", "-q", "--allow-empty", "-m", setup["message"])


async def play(job: Json) -> list[Json]:
    """Everything that the session does; returns the answers in the order of its calls."""
    session = Session(job)
    session.report("SessionStart", source="startup")
    if job.get("setup"):
        prepare(session, job["setup"])
    answers = []
    async with AsyncExitStack() as stack:
        clients: dict[str, Client] = {}
        for number, call in enumerate(job["calls"]):
            name = call["server"]
            if name not in clients:
                clients[name] = await stack.enter_async_context(Client(server(session, name)))
            use = f"toolu_{session.id[:8]}{number:06d}"
            tool = f"mcp__{name}__{call['tool']}"
            session.note("assistant", [{"type": "tool_use", "id": use, "name": tool, "input": call["arguments"]}])
            answer = await clients[name].call_tool(call["tool"], call["arguments"])
            text = "".join(block.text for block in answer.content if isinstance(block, types.TextContent))
            session.note("user", [{"type": "tool_result", "tool_use_id": use, "content": text}], toolUseResult=text)
            answers.append({"text": text, "data": answer.structured_content or {}, "error": bool(answer.is_error)})
    for event in job.get("events", ()):
        session.report(event)
    session.report("SessionEnd", reason="other")
    return answers


def server(session: Session, name: str) -> StdioServerParameters:
    """The server as `init` registered it."""
    config = json.loads((Path(session.environment["HOME"]) / ".claude.json").read_text())
    entry = config["projects"][str(session.repo)]["mcpServers"][name]
    environment = session.environment | entry.get("env", {}) | {"CLAUDE_PROJECT_DIR": str(session.repo)}
    return StdioServerParameters(command=entry["command"], args=entry["args"], env=environment, cwd=session.repo)


if __name__ == "__main__":
    os.chdir("/")
    played = anyio.run(play, json.loads(Path(sys.argv[1]).read_text()))
    Path(sys.argv[2]).write_text(json.dumps(played))
