"""Codex as set-up knows it."""

from scrubjay.integrations.client_files.client import Client, agent_skills
from scrubjay.integrations.codex.servers import FILE, CodexServers

CODEX = Client(
    name="codex",
    title="Codex",
    signs=lambda site: (site.account / ".codex",),
    config_file=f"~/{FILE}",
    parts=(CodexServers(),),
    skills=agent_skills,
    shared=True,
)
