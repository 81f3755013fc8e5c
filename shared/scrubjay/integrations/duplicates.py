"""Duplicate detection: servers and hooks that a client would get more than once, and which of them stands back."""

import json
import shutil
from collections.abc import Iterator, Mapping

from scrubjay.git.repository import Repository
from scrubjay.integrations.clients import claude_code as plugin
from scrubjay.integrations.clients import claude_code_hooks as session_hooks
from scrubjay.integrations.clients.claude_code import ClaudePlaces
from scrubjay.integrations.clients.claude_code_servers import FILE_NAME, local_scope
from scrubjay.integrations.edits.jsonc import read_object
from scrubjay.model.frozen import dataclass

SERVER_KINDS = ("session", "knowledge")


@dataclass(frozen=True, slots=True)
class NamedServer:
    """A server under a name, in one place of Claude Code's configuration."""

    kind: str
    name: str
    place: str


def find_duplicates(places: ClaudePlaces, repository: Repository) -> tuple[str, ...]:
    """Duplicates in a session of this worktree, each with its places; empty when there are none.

    Of one name Claude Code takes one server: the local scope before the project's before the account's. The plugin's
    have names of their own.
    """
    servers = list(_registered_servers(places, repository))
    brought = plugin.is_enabled(places.folder, repository.worktree)
    lines = []
    for kind in SERVER_KINDS:
        names = {server.name for server in servers if server.kind == kind}
        if len(names) + brought > 1:
            named = [f"{server.name} in {server.place}" for server in servers if server.kind == kind]
            lines.append(f"scrubjay-{kind}: {', '.join([*named, *(['the plugin'] if brought else [])])}")
    if brought and session_hooks.is_installed(repository):
        lines.append(f"session hooks: {session_hooks.FILE}, the plugin")
    return tuple(lines)


def started_without_plugin(places: ClaudePlaces, repository: Repository, kind: str) -> str:
    """Where else Claude Code starts this server in a worktree, so that the plugin's stands back; empty for nowhere.

    What the user switched off, has not approved, or what names a program that isn't there isn't started.
    """
    config = read_object((places.root / FILE_NAME).resolve())
    projects = config.get("projects")
    local = projects.get(local_scope(repository)) if isinstance(projects, Mapping) else None
    local = local if isinstance(local, Mapping) else {}
    settings = [local, *(read_object(file) for file in plugin.settings_files(places.folder, repository.worktree))]
    off = {
        name for holder in settings for name in _listed_names(holder, "disabledMcpServers", "disabledMcpjsonServers")
    }
    approved = {name for holder in settings for name in _listed_names(holder, "enabledMcpjsonServers")}
    every = any(holder.get("enableAllProjectMcpServers") is True for holder in settings)
    team = read_object(repository.worktree / ".mcp.json")
    for place, holder in (("the local scope", local), ("the account's scope", config), (".mcp.json", team)):
        for server in _servers_below(holder, place):
            entry = _server_entry(holder, server.name)
            wanted = holder is not team or every or server.name in approved
            if server.kind == kind and server.name not in off and wanted and shutil.which(str(entry.get("command"))):
                return place
    return ""


def _server_entry(holder: Mapping[str, object], name: str) -> Mapping[str, object]:
    servers = holder.get("mcpServers")
    entry = servers.get(name) if isinstance(servers, Mapping) else None
    return entry if isinstance(entry, Mapping) else {}


def _listed_names(holder: Mapping[str, object], *keys: str) -> Iterator[str]:
    for key in keys:
        listed = holder.get(key)
        yield from (name for name in listed if isinstance(name, str)) if isinstance(listed, list) else ()


def _registered_servers(places: ClaudePlaces, repository: Repository) -> Iterator[NamedServer]:
    """Every server of ours in the local scope, in .mcp.json and in the account's scope."""
    config = read_object((places.root / FILE_NAME).resolve())
    projects = config.get("projects")
    local = projects.get(local_scope(repository)) if isinstance(projects, Mapping) else None
    yield from _servers_below(local, "the local scope")
    yield from _servers_below(read_object(repository.worktree / ".mcp.json"), ".mcp.json")
    yield from _servers_below(config, "the account's scope")


def _servers_below(holder: object, place: str) -> Iterator[NamedServer]:
    """The servers of ours below `mcpServers`, by whatever name."""
    servers = holder.get("mcpServers") if isinstance(holder, Mapping) else None
    for name, entry in servers.items() if isinstance(servers, Mapping) else ():
        text = json.dumps(entry)
        for kind in SERVER_KINDS:
            if f"scrubjay_{kind}" in text or f"serve {kind}" in text or f'"serve", "{kind}"' in text:
                yield NamedServer(kind, str(name)[:80], place)
