"""VS Code with Copilot: its servers and hooks.

The form is VS Code's documented one, looked up on 2026-11-23 and not run: `{hooks: {event: [{type, command,
timeout}]}}`, seconds. Copilot's CLI reads the folder too and asks for a `version`. VS Code runs the hooks of Claude
Code's settings as well; whoever comes second says nothing. After a compaction nothing can be told: no start follows,
and a prompt takes no context.
"""

import json
from collections.abc import Mapping
from pathlib import Path

from scrubjay.integrations.client_files.client import Client
from scrubjay.integrations.client_files.file_servers import EntryForm, FileServers, plain_entry
from scrubjay.integrations.client_files.launch import ServerCommand
from scrubjay.integrations.hook_files.launcher import command
from scrubjay.integrations.hook_files.own_files import OwnFiles
from scrubjay.model.agent import AgentType

CLIENT = "vscode"
HOOKS_FILE = "hooks/scrubjay.json"
EVENTS = ("SessionStart", "PreCompact", "Stop", "SubagentStart")
TIMEOUT_S = 10


def files(home: Path) -> Mapping[str, str]:
    """The file for a home."""
    hook = {"type": "command", "command": command(home, CLIENT), "timeout": TIMEOUT_S}
    return {HOOKS_FILE: json.dumps({"version": 1, "hooks": {event: [hook] for event in EVENTS}}, indent=2) + "\n"}


HOOKS = OwnFiles(client=CLIENT, folder=lambda site: site.folder(CLIENT), files=files)


FILE = ".vscode/mcp.json"


def entry(server: ServerCommand) -> Mapping[str, object]:
    """A local server as VS Code reads it."""
    return {"type": "stdio", **plain_entry(server)}


SERVERS = FileServers(
    agent=AgentType.VSCODE,
    title="VS Code",
    file=lambda site: site.repository.worktree / FILE,
    forms=(EntryForm(("servers",), entry),),
    in_repository=True,
)


VSCODE = Client(
    name="vscode",
    title="VS Code",
    signs=lambda site: (site.account / ".vscode", site.app_support / "Code"),
    config_file=FILE,
    parts=(SERVERS, HOOKS),
    hooked=f"~/.copilot/{HOOKS_FILE}",
    project_files=(FILE,),
    shared=True,
)
