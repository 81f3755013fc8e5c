"""Our file among the hooks of Copilot in VS Code, which reads every `.json` of the folder.

The form is VS Code's documented one, looked up on 2026-11-23 and not run: `{hooks: {event: [{type, command,
timeout}]}}`, seconds. Copilot's CLI reads the folder too and asks for a `version`. VS Code runs the hooks of Claude
Code's settings as well; whoever comes second says nothing. After a compaction nothing can be told: no start follows,
and a prompt takes no context.
"""

import json
from collections.abc import Mapping
from pathlib import Path

from scrubjay.integrations.hook_files.launcher import command
from scrubjay.integrations.hook_files.own_files import OwnFiles

CLIENT = "vscode"
FILE = "hooks/scrubjay.json"
EVENTS = ("SessionStart", "PreCompact", "Stop", "SubagentStart")
TIMEOUT_S = 10


def files(home: Path) -> Mapping[str, str]:
    """The file for a home."""
    hook = {"type": "command", "command": command(home, CLIENT), "timeout": TIMEOUT_S}
    return {FILE: json.dumps({"version": 1, "hooks": {event: [hook] for event in EVENTS}}, indent=2) + "\n"}


HOOKS = OwnFiles(client=CLIENT, folder=lambda site: site.folder(CLIENT), files=files)
