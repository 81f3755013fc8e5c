"""Registration of the servers with Claude Code, in this clone's local scope of `~/.claude.json`."""

import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from scrubjay.git.repository import Repository
from scrubjay.integrations.client_files.launch import SERVERS, Launch, ServerCommand, server_commands, without_stand_in
from scrubjay.integrations.edits import FileChange, Receipt, apply, content
from scrubjay.integrations.edits import json_splice as splice
from scrubjay.integrations.edits.guarded import (
    BLANK,
    Ours,
    emptied,
    guarded_change,
    note,
    nothing_left,
    start_edit,
    undo_edit,
)
from scrubjay.integrations.edits.jsonc import explain_errors
from scrubjay.model.agent import AgentType

CLIENT: Final = "Claude Code"
"""The client as messages name it."""

STALE_S = 10.0
"""A lock that wasn't touched for so long is stale (the default of the lock library in 2.1.329)."""

WAIT_S = 2.0
POLL_S = 0.02


@contextmanager
def config_lock(file: Path) -> Iterator[None]:
    """Hold `<file>.lock` while the block runs.

    After two seconds it continues without the lock: the file is written only if it is still as the plan saw it.
    """
    lock = file.with_name(file.name + ".lock")
    acquired = _take_lock(lock)
    try:
        yield
    finally:
        if acquired:
            _remove_lock(lock)


def _take_lock(lock: Path) -> bool:
    """Make the lock's folder, waiting while another process holds it; False where it can't be made in time."""
    give_up = time.monotonic() + WAIT_S
    while time.monotonic() < give_up:
        try:
            lock.mkdir()
        except FileExistsError:
            if _lock_age_s(lock) > STALE_S:
                _remove_lock(lock)
            else:
                time.sleep(POLL_S)
        except OSError:
            return False
        else:
            return True
    return False


def _lock_age_s(lock: Path) -> float:
    try:
        return time.time() - lock.stat().st_mtime
    except OSError:
        return 0.0


def _remove_lock(lock: Path) -> None:
    try:
        lock.rmdir()
    except OSError:
        return


FILE_NAME = ".claude.json"
REPAIR = "Repair it, or register the servers yourself with `claude mcp add`."


def local_scope(repository: Repository) -> str:
    """The key of a clone's local scope in Claude Code (2.1.329, tried for every kind of clone).

    All linked worktrees share the main one's entry, so a new worktree needs no registration. Of a bare repository with
    worktrees it is the bare folder.
    """
    if repository.git_dir == repository.common_dir:
        return str(repository.worktree)
    common = repository.common_dir
    return str(common.parent if common.name == ".git" else common)


def entry(server: ServerCommand) -> dict[str, object]:
    """A server's entry as `claude mcp add --scope local` writes it."""
    return {"type": "stdio", "command": server.command, "args": server.arguments, "env": server.environment}


def plan_register(root: Path, repository: Repository, launch: Launch) -> tuple[FileChange, ...]:
    """Plan to add both servers to the local scope; empty when they are there. `root` is the folder of `.claude.json`.

    Raises ConfigError for a file that isn't what Claude Code writes; nothing is written then.
    """
    return _registration(root, repository, launch)[0]


def register(root: Path, repository: Repository, launch: Launch, receipt: Receipt) -> tuple[FileChange, ...]:
    """Execute `plan_register`; idempotent. All other entries keep every byte."""
    with config_lock(_file(root)):
        changes, made = _registration(root, repository, launch)
        apply(changes, receipt)
        receipt.add(*made)
    return changes


def plan_unregister(root: Path, repository: Repository, home: str, receipt: Receipt) -> tuple[FileChange, ...]:
    """Plan to remove both servers where they name this home (`Launch.home`).

    Objects that `register` created around them are removed, too, if still empty.
    """
    file = _file(root)
    before = content(file)
    if before is None or not (receipt.names(f"json {file} ") or any(name.encode() in before for name in SERVERS)):
        return ()
    after, _ = start_edit(file, before)
    scope = _servers_path(repository)
    with explain_errors(file, CLIENT, REPAIR):
        for name in SERVERS:
            if home_of(splice.get(after, (*scope, name))) == home:
                after = splice.cut(after, (*scope, name))
        for length in (3, 2, 1):
            after = emptied(file, after, scope[:length], receipt)
    description = f"take scrubjay's servers out of {file}"
    return _config_change(
        file, before, undo_edit(file, after, receipt), description, [(*scope, name) for name in SERVERS], {}
    )


def unregister(
    root: Path, repository: Repository, home: str, receipt: Receipt, others: Sequence[Receipt] = ()
) -> tuple[FileChange, ...]:
    """Execute `plan_unregister`. A project that is still in the file is handed what was created around them all."""
    file = _file(root)
    with config_lock(file):
        changes = plan_unregister(root, repository, home, receipt)
        apply(changes, receipt)
        scope = _servers_path(repository)
        receipt.drop(*(note(file, (*scope[:length], *last)) for length in (2, 3) for last in ((), (splice.NULL,))))
        top = {note(file), note(file, BLANK), note(file, scope[:1]), note(file, (scope[0], splice.NULL))}
        noted = set(receipt.names(f"json {file} "))
        if noted <= top:  # no other clone of the project stands in the file
            for heir in [other for other in others if other.names(f"json {file} ")][:1]:
                heir.add(*noted)
            receipt.drop(*noted)
    return changes


def start_commands(root: Path, repository: Repository, home: str = "") -> Mapping[str, tuple[str, ...]]:
    """The command words before `-I` of each registered server of ours. Raises ConfigError.

    With a `home`, without servers that name another one. They are untrusted text: to be compared, never to be run.
    """
    entries = _registered_entries(root, repository)
    ours = ((name, command_words(entry)) for name, entry in entries.items() if not home or home_of(entry) in ("", home))
    return {name: without_stand_in(words) for name, words in ours}


def home_of(entry: object) -> str:
    """The home that a server's entry names; empty for the platform's."""
    environment = entry.get("env") if isinstance(entry, Mapping) else None
    return str(environment.get("SCRUBJAY_HOME", "")) if isinstance(environment, Mapping) else ""


def other_home(root: Path, repository: Repository, home: str) -> str:
    """The other home whose servers are registered here: Claude Code allows one server per name. Raises ConfigError."""
    for entry in _registered_entries(root, repository).values():
        if home_of(entry) != home:
            return home_of(entry) or "the platform's home"
    return ""


def command_words(entry: Mapping[str, object]) -> tuple[str, ...]:
    """An entry's command words before `-I`; all of them where there is no `-I`."""
    arguments = entry.get("args")
    words = [str(word) for word in (entry.get("command", ""), *(arguments if isinstance(arguments, list) else ()))]
    return tuple(words[: words.index("-I")] if "-I" in words else words)


def _registered_entries(root: Path, repository: Repository) -> dict[str, Mapping[str, object]]:
    """The entries in the local scope that bear our servers' names, by name."""
    file = _file(root)
    before = content(file)
    if before is None:
        return {}
    text, _ = start_edit(file, before)
    with explain_errors(file, CLIENT, REPAIR):
        entries = {name: splice.get(text, (*_servers_path(repository), name)) for name in SERVERS}
    return {name: value for name, value in entries.items() if isinstance(value, dict) and "command" in value}


def _registration(root: Path, repository: Repository, launch: Launch) -> tuple[tuple[FileChange, ...], list[str]]:
    """The changes that register both servers, and the notes of them for the receipt."""
    file = _file(root)
    before = content(file)
    after, noted = start_edit(file, before)
    notes = list(noted)
    added: dict[tuple[str, ...], object] = {}
    with explain_errors(file, CLIENT, REPAIR):
        after = splice.without_comments(after)
        for server in server_commands(launch, AgentType.CLAUDE_CODE):
            expected = entry(server)
            path = (*_servers_path(repository), server.name)
            added[path] = expected
            if splice.get(after, path) != expected:
                after, made = splice.put(after, path, expected)
                notes += [note(file, container) for container in made[:-1]]
    return _config_change(file, before, after, f"register scrubjay's two servers in {file}", added, added), notes


def _servers_path(repository: Repository) -> tuple[str, str, str]:
    return ("projects", local_scope(repository), "mcpServers")


def _file(root: Path) -> Path:
    """The file with links resolved: some people keep it elsewhere and link to it."""
    return (root / FILE_NAME).resolve()


def _config_change(
    file: Path,
    before: bytes | None,
    after: str | None,
    description: str,
    places: Collection[tuple[str, ...]],
    added: Mapping[tuple[str, ...], object],
) -> tuple[FileChange, ...]:
    """The guarded change of Claude Code's file; empty where nothing changes."""
    data = None if after is None else after.encode("utf-8")
    ours = Ours(parse=splice.parse, places=dict.fromkeys(places, nothing_left), otherwise=REPAIR, added=added)
    return guarded_change(FileChange(file.parent, file, before, data, description, mode=0o600), ours)
