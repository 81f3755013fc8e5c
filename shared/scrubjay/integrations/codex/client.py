"""Codex as set-up knows it."""

from scrubjay.integrations.client_files.client import Client, agent_skills
from scrubjay.integrations.codex import hooks
from scrubjay.integrations.codex.servers import FILE, CodexServers
from scrubjay.integrations.hook_files.part import ClientHooks

CODEX = Client(
    name="codex",
    title="Codex",
    signs=lambda site: (site.account / ".codex",),
    config_file=f"~/{FILE}",
    parts=(CodexServers(), ClientHooks(hooks, hooks.REVIEW)),
    hooked=f"~/{hooks.FILE}",
    skills=agent_skills,
    shared=True,
)
