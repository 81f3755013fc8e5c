"""Codex as set-up knows it."""

from scrubjay.integrations.client_files.client import AGENT_SKILLS, Client
from scrubjay.integrations.codex import hooks, trust
from scrubjay.integrations.codex.servers import FILE, CodexServers
from scrubjay.integrations.hook_files.part import ClientHooks

CODEX = Client(
    name="codex",
    title="Codex",
    signs=lambda site: (site.folder("codex"),),
    config_file=f"~/.codex/{FILE}",
    parts=(CodexServers(), ClientHooks(hooks, lambda site: hooks.REVIEW, trust.moved)),
    hooked=f"~/.codex/{hooks.FILE}",
    skill_folder=AGENT_SKILLS,
    shared=True,
)
