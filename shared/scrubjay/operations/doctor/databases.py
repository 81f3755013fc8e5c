"""Checks of the database files, by SQLite itself; a damaged file is named, never deleted.

They are asked over stdio as a client asks, in plain JSON-RPC, so that the core needs no MCP library.
"""

import json
import shlex
import subprocess
import threading
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from scrubjay.errors import StorageBusy, StorageError
from scrubjay.inference.tokens import count_tokens
from scrubjay.integrations.client_files.launch import SERVERS
from scrubjay.model.check import Check
from scrubjay.model.counted import counted
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection, load
from scrubjay.storage.migrate import SchemaName

Q = load(__package__)

MEND = "`scrubjay doctor --repair` moves it aside, keeps every readable row and rebuilds the rest"


PATIENCE_MS = 2000
"""A worker's transactions are over in less."""


def files(home: Path, project: Path | None) -> tuple[tuple[Path, SchemaName], ...]:
    """The databases that matter here: the home's, the user's, the project's; those that exist."""
    candidates: list[tuple[Path, SchemaName]] = [
        (home / "home.db", "home"),
        (home / "user" / "knowledge.db", "knowledge"),
    ]
    if project:
        candidates += [
            (project / "knowledge.db", "knowledge"), (project / "session.db", "session"),
            (project / "forge.db", "knowledge"),
        ]  # fmt: skip
    return tuple((path, schema) for path, schema in candidates if path.is_file())


def name_of(path: Path) -> str:
    """How a check calls a file: by its folder, a project's cut to twelve digits, and its name."""
    return f"database {path.parent.name[:12]}/{path.name}"


def integrity(path: Path, schema: SchemaName) -> Check:
    """SQLite's own check of a file, its full-text tables included. Raises StorageError when it can't be opened."""
    name = name_of(path)
    with Database(path, schema) as database:
        complaints = database.read(_quick_check)
        journal = database.journal_mode
    if complaints:
        return Check(name, False, "; ".join(complaints), "ok", damaged(complaints))
    return Check(name, True, f"ok, {path.stat().st_size / 1e6:.1f} MB, {journal}", "ok")


def check_locks(home: Path, project: Path) -> Check:
    """Check which database files another process has locked for writing. Other obstacles have checks of their own."""
    names = []
    for path, schema in files(home, project):
        try:
            with Database(path, schema, busy_ms=PATIENCE_MS) as database:
                database.write(lambda connection: None)
        except StorageBusy:
            names.append(name_of(path))
        except StorageError:
            continue
    if not names:
        return Check("held databases", True, "none", "none")
    do = "close that program, for example a database browser; reading works meanwhile"
    return Check("held databases", False, f"another process has locked for writing: {', '.join(names)}", "none", do)


def damaged(complaints: Iterable[str]) -> str:
    """What to do about a damaged file: an index of derived text is rebuilt, anything else set aside."""
    return "`scrubjay doctor --repair` rebuilds it" if all("fts" in line for line in complaints) else MEND


def _quick_check(connection: Connection) -> list[str]:
    rows = [str(row[0]) for row in connection.execute(Q.quick_check).fetchall()]
    return [] if rows == ["ok"] else rows[:5]


MOST_TOKENS = 2_500
"""Names, descriptions and input schemas of the tools that everybody has, as a model reads them.

What a user switched on beside them is shown, and is no fault."""

DEFAULTS = {"SCRUBJAY_TOOLSETS": '["core"]', "SCRUBJAY_CONVERSATIONS_INDEX": "false"}
"""Settings under which only those are offered; asked about only where what is offered is above that."""

PATIENCE_S = 30.0

_HELLO: dict[str, Any] = {
    "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "scrubjay doctor", "version": "0"},
}  # fmt: skip
_QUESTIONS = (
    {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": _HELLO},
    {"jsonrpc": "2.0", "method": "notifications/initialized"},
    {"jsonrpc": "2.0", "id": 2, "method": "tools/list"},
)


def servers(start: Sequence[str], environment: Mapping[str, str]) -> Check:
    """Start both servers and count the tokens (o200k) of the tools that they offer with the user's settings."""
    expected = f"both answer, at most {MOST_TOKENS:,} tokens by default"
    chosen = _listed(start, environment)
    tokens = _token_count(chosen)
    default = _listed(start, {**environment, **DEFAULTS}) if tokens > MOST_TOKENS else chosen
    silent = [name for name in SERVERS if not (chosen[name] and default[name])]
    if silent:
        do = f"run `{shlex.join(start)} -I -m {SERVERS[silent[0]]}` and read its messages"
        return Check("servers", False, f"no answer from {', '.join(silent)}", expected, do)
    least = _token_count(default)
    more = f", {tokens - least:,} of them for toolsets that you switched on" if tokens > least else ""
    do = "" if least <= MOST_TOKENS else "upgrade scrubjay"
    summary = f"{counted(sum(map(len, chosen.values())), 'tool')}, {counted(tokens, 'token')}{more}"
    return Check("servers", least <= MOST_TOKENS, summary, expected, do)


def _listed(start: Sequence[str], environment: Mapping[str, str]) -> dict[str, list[Any]]:
    """The tools that each server lists in an environment."""
    started = {name: _started_server(start, module, environment) for name, module in SERVERS.items()}
    return {name: _tools(process) for name, process in started.items()}


def _token_count(listed: Mapping[str, list[Any]]) -> int:
    tools = (tool for listing in listed.values() for tool in listing)
    read = [{key: tool.get(key) for key in ("name", "description", "inputSchema")} for tool in tools]
    return count_tokens(json.dumps(read, separators=(",", ":"), ensure_ascii=False))


def _started_server(start: Sequence[str], module: str, environment: Mapping[str, str]) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [*start, "-I", "-m", module],
        env=dict(environment), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        text=True, encoding="utf-8",
    )  # fmt: skip


def _tools(process: "subprocess.Popen[str]") -> list[Any]:
    """The tools that a server lists; none when it doesn't answer in time. The process has ended afterwards."""
    assert process.stdin is not None  # noqa: S101
    assert process.stdout is not None  # noqa: S101
    end = threading.Timer(PATIENCE_S, process.kill)
    end.start()
    try:
        for question in _QUESTIONS:
            process.stdin.write(json.dumps(question) + "\n")
        process.stdin.flush()
        for line in process.stdout:
            answer = json.loads(line)
            if answer.get("id") == 2:
                return list(answer.get("result", {}).get("tools", []))
    except (OSError, ValueError):
        return []
    finally:
        end.cancel()
        process.kill()
        process.communicate()
    return []
