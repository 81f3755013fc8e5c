"""Cline: its servers and hooks."""

from collections.abc import Mapping
from pathlib import Path

from scrubjay.integrations.client_files.client import Client, Site
from scrubjay.integrations.client_files.file_servers import FileServers
from scrubjay.integrations.edits import content
from scrubjay.integrations.hook_files.launcher import command
from scrubjay.integrations.hook_files.own_files import OwnFiles
from scrubjay.model.agent import AgentType
from scrubjay.model.pattern import pattern

CLIENT = "cline"
EVENTS = ("TaskStart", "TaskResume", "TaskComplete", "TaskCancel", "PreCompact")
ENABLE = "Cline runs hooks once they are enabled in its settings"

SCRIPT = """\
#!/bin/sh
# scrubjay's hook: `scrubjay uninstall` deletes this file.
answer=$({command}) || answer=
[ -n "$answer" ] || answer='{{"cancel": false}}'
printf '%s\\n' "$answer"
"""

_DOCUMENTS = pattern(rb'(?m)^XDG_DOCUMENTS_DIR="(\$HOME)?(/[^"\n]*)?"')


def documents(site: Site) -> Path:
    """The account's folder of documents, as Cline asks for it: on Linux `xdg-user-dir`, which reads this file."""
    said = None if site.macos else content((site.config / "user-dirs.dirs").resolve())
    match = _DOCUMENTS.search(said or b"")
    if match is None or not (match[1] or match[2]):
        return site.account / "Documents"
    below = (match[2] or b"").decode("utf-8", "surrogateescape")
    return site.account / below.lstrip("/") if match[1] else Path(below)


def files(home: Path) -> Mapping[str, str]:
    """The script of each event for a home."""
    return dict.fromkeys(EVENTS, SCRIPT.format(command=command(home, CLIENT)))


HOOKS = OwnFiles(
    client=CLIENT,
    folder=lambda site: documents(site) / "Cline" / "Hooks",
    files=files,
    mode=0o700,
    hint=lambda site: ENABLE,
    instead=lambda home: f"let your own hook of Cline pass its input to `{command(home, CLIENT)}`, and its answer back",
)


STORAGE = "Code/User/globalStorage/saoudrizwan.claude-dev"


def storage(site: Site) -> Path:
    """Cline's folder."""
    return site.app_support / STORAGE


SERVERS = FileServers(
    agent=AgentType.CLINE,
    title="Cline",
    file=lambda site: (storage(site) / "settings" / "cline_mcp_settings.json").resolve(),
)


CLINE = Client(
    name="cline",
    title="Cline",
    signs=lambda site: (storage(site),),
    config_file="…/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json",
    parts=(SERVERS, HOOKS),
    hooked="~/Documents/Cline/Hooks",
    shared=True,
)
