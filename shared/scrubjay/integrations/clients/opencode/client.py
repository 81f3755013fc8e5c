"""opencode as set-up knows it."""

from scrubjay.integrations.client_files.client import AGENT_SKILLS, Client
from scrubjay.integrations.clients.opencode.plugin import FILE, PLUGIN
from scrubjay.integrations.clients.opencode.servers import SERVERS

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
