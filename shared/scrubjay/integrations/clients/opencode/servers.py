"""The servers in opencode's settings, in the form of version 1 or 2, whichever the file has (looked up 2026-11-22).

Version 2 reads the form of version 1, so that one is written where a file says neither.
"""

from collections.abc import Mapping
from pathlib import Path

from scrubjay.integrations.client_files.client import Site
from scrubjay.integrations.client_files.file_servers import EntryForm, FileServers
from scrubjay.integrations.client_files.launch import ServerCommand
from scrubjay.integrations.edits import content, splice
from scrubjay.model.agent import AgentType

NAMES = ("opencode.jsonc", "opencode.json")


def entry(server: ServerCommand) -> Mapping[str, object]:
    """A local server as version 1 reads it (1.18.33)."""
    variables = {"environment": server.environment} if server.environment else {}
    return {"type": "local", "command": [server.command, *server.arguments], **variables, "enabled": True}


def entry_2(server: ServerCommand) -> Mapping[str, object]:
    """The same as version 2 documents it."""
    variables = {"environment": server.environment} if server.environment else {}
    return {"type": "local", "command": [server.command, *server.arguments], **variables}


FORMS = (EntryForm(("mcp",), entry, "environment"), EntryForm(("mcp", "servers"), entry_2, "environment"))


def form_of(config: Mapping[str, object]) -> int:
    """The place in FORMS of what a file has: in version 1 a server of the name "servers" would have a type."""
    mcp = config.get("mcp")
    servers = mcp.get("servers") if isinstance(mcp, Mapping) else None
    return int(isinstance(servers, Mapping) and "type" not in servers)


def config_file(site: Site) -> Path:
    """The file that is there; opencode reads both, the one with comments last."""
    files = [(site.folder("opencode") / name).resolve() for name in NAMES]
    return next((file for file in files if file.exists()), files[-1])


def is_version_2(site: Site) -> bool:
    """Whether the file has version 2's form."""
    text = (content(config_file(site)) or b"").decode("utf-8", "replace")
    try:
        config = splice.get(text, ())
    except (ValueError, RecursionError):
        return False
    return isinstance(config, dict) and bool(form_of(config))


SERVERS = FileServers(agent=AgentType.OPENCODE, title="opencode", file=config_file, forms=FORMS, choose=form_of)
