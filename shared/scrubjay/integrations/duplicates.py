"""Duplicate detection: servers and hooks that a client would get more than once."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from scrubjay.git.repository import Repository
from scrubjay.integrations.claude_code import hooks as session_hooks
from scrubjay.integrations.claude_code import plugin
from scrubjay.integrations.claude_code.servers import FILE_NAME, local_scope
from scrubjay.integrations.edits.json_file import read_object

SERVER_KINDS = ("session", "knowledge")


@dataclass(frozen=True, slots=True)
class NamedServer:
    """A server under a name, in one place of Claude Code's configuration."""

    kind: str
    name: str
    place: str


def find_duplicates(account: Path, repository: Repository) -> tuple[str, ...]:
    """Duplicates in a session of this worktree, each with its places; empty when there are none.

    Of one name Claude Code takes one server: the local scope before the project's before the account's. The plugin's
    have names of their own.
    """
    servers = list(_servers(account, repository))
    brought = plugin.is_enabled(account, repository.worktree)
    lines = []
    for kind in SERVER_KINDS:
        names = {server.name for server in servers if server.kind == kind}
        if len(names) + brought > 1:
            places = [f"{server.name} in {server.place}" for server in servers if server.kind == kind]
            lines.append(f"scrubjay-{kind}: {', '.join([*places, *(['the plugin'] if brought else [])])}")
    if brought and session_hooks.is_installed(repository):
        lines.append(f"session hooks: {session_hooks.FILE}, the plugin")
    return tuple(lines)


def _servers(account: Path, repository: Repository) -> Iterator[NamedServer]:
    config = read_object((account / FILE_NAME).resolve())
    projects = config.get("projects")
    local = projects.get(local_scope(repository)) if isinstance(projects, Mapping) else None
    yield from _named(local, "the local scope")
    yield from _named(read_object(repository.worktree / ".mcp.json"), ".mcp.json")
    yield from _named(config, "the account's scope")


def _named(holder: object, place: str) -> Iterator[NamedServer]:
    servers = holder.get("mcpServers") if isinstance(holder, Mapping) else None
    for name, entry in servers.items() if isinstance(servers, Mapping) else ():
        text = json.dumps(entry)
        for kind in SERVER_KINDS:
            if f"scrubjay_{kind}" in text or f"serve {kind}" in text or f'"serve", "{kind}"' in text:
                yield NamedServer(kind, str(name)[:80], place)
