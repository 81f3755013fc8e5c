"""Gemini CLI: its servers and hooks."""

from scrubjay.integrations.client_files.client import AGENT_SKILLS, Client
from scrubjay.integrations.client_files.file_servers import FileServers
from scrubjay.integrations.clients import gemini_hooks as hooks
from scrubjay.integrations.hook_files.groups import ClientHooks
from scrubjay.model.agent import AgentType

FILE = "settings.json"

SERVERS = FileServers(
    agent=AgentType.GEMINI, title="Gemini CLI", file=lambda site: (site.folder("gemini") / FILE).resolve()
)


GEMINI = Client(
    name="gemini",
    title="Gemini CLI",
    signs=lambda site: (site.folder("gemini"),),
    config_file=f"~/.gemini/{FILE}",
    parts=(SERVERS, ClientHooks(hooks)),
    hooked=f"~/.gemini/{hooks.FILE}",
    skill_folder=AGENT_SKILLS,
    shared=True,
)
