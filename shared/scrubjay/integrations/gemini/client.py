"""Gemini CLI as set-up knows it."""

from scrubjay.integrations.client_files.client import Client, agent_skills
from scrubjay.integrations.gemini.servers import FILE, SERVERS

GEMINI = Client(
    name="gemini",
    title="Gemini CLI",
    signs=lambda site: (site.account / ".gemini",),
    config_file=f"~/{FILE}",
    parts=(SERVERS,),
    skills=agent_skills,
    shared=True,
)
