"""opencode: its servers, and our plugin, through which its events come.

Version 2 reads the form of version 1, so that one is written where a file says neither.

Run with opencode 1.18.33 on 2026-11-23: a plugin is any `.js` file of the folder. opencode 2 loads a module by its
default export and complains of one without `id` and `setup` (third parties' releases, read on that day and not run), so
ours has both, and does nothing there.
"""

import json
from collections.abc import Mapping
from pathlib import Path

from scrubjay.integrations.bundled import bundled
from scrubjay.integrations.client_files.client import AGENT_SKILLS, Client, Site
from scrubjay.integrations.client_files.file_servers import EntryForm, FileServers
from scrubjay.integrations.client_files.launch import ServerCommand
from scrubjay.integrations.edits import content
from scrubjay.integrations.edits import json_splice as splice
from scrubjay.integrations.hook_files.launcher import launcher_file
from scrubjay.integrations.hook_files.own_files import OwnFiles
from scrubjay.model.agent import AgentType

NAMES = ("opencode.jsonc", "opencode.json")


def entry(server: ServerCommand) -> Mapping[str, object]:
    """A local server as version 1 reads it (1.18.33)."""
    variables = {"environment": server.environment} if server.environment else {}
    return {"type": "local", "command": [server.command, *server.arguments], **variables, "enabled": True}


def entry_2(server: ServerCommand) -> Mapping[str, object]:
    """A local server as version 2 documents it."""
    variables = {"environment": server.environment} if server.environment else {}
    return {"type": "local", "command": [server.command, *server.arguments], **variables}


FORMS = (EntryForm(("mcp",), entry, "environment"), EntryForm(("mcp", "servers"), entry_2, "environment"))


def form_of(config: Mapping[str, object]) -> int:
    """The place in FORMS of the form that a file has: in version 1 a server named "servers" would have a type."""
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


FILE = "plugins/scrubjay.js"
NOTE = "opencode 2 runs no plugin of opencode 1: there the tools brief the session, and nothing reports its events"


def files(home: Path) -> Mapping[str, str]:
    """The plugin for a home. A JSON string is a JavaScript string."""
    text = bundled("hooks", "opencode", "scrubjay.js").read_text(encoding="utf-8")
    return {FILE: text.replace("{launcher}", json.dumps(str(launcher_file(home))))}


def hint(site: Site) -> str:
    """What a user of version 2 should know."""
    return NOTE if is_version_2(site) else ""


PLUGIN = OwnFiles(client="opencode", folder=lambda site: site.folder("opencode"), files=files, hint=hint)


OPENCODE = Client(
    name="opencode",
    title="opencode",
    signs=lambda site: (site.folder("opencode"),),
    config_file="~/.config/opencode/opencode.json",
    parts=(SERVERS, PLUGIN),
    hooked=f"~/.config/opencode/{FILE}",
    skill_folder=AGENT_SKILLS,
    shared=True,
)
