"""Codex as set-up knows it."""

from collections.abc import Sequence
from pathlib import Path

from scrubjay.integrations.client_files.client import AGENT_SKILLS, Client, Site
from scrubjay.integrations.clients import codex_hooks as hooks
from scrubjay.integrations.clients import codex_trust as trust
from scrubjay.integrations.clients.codex_servers import FILE, CodexServers
from scrubjay.integrations.edits import FileChange
from scrubjay.integrations.hook_files.groups import ClientHooks


def _review(site: Site, changes: Sequence[FileChange]) -> str:
    """What the user has to do before Codex runs our hooks; nothing where they are trusted and stay as they are."""
    folder, home = site.folder("codex"), Path(site.hooks.home)
    trusted = trust.review(folder, home)
    return "" if trusted and all(trusted.values()) else hooks.REVIEW


CODEX = Client(
    name="codex",
    title="Codex",
    signs=lambda site: (site.folder("codex"),),
    config_file=f"~/.codex/{FILE}",
    parts=(CodexServers(), ClientHooks(hooks, _review, trust.moved_hook_notes)),
    hooked=f"~/.codex/{hooks.FILE}",
    skill_folder=AGENT_SKILLS,
    shared=True,
)
