"""opencode as set-up knows it."""

from scrubjay.integrations.client_files.client import AGENT_SKILLS, Client
from scrubjay.integrations.hook_files.part import ClientHooks
from scrubjay.integrations.opencode import plugin
from scrubjay.integrations.opencode.servers import FOLDER, SERVERS, is_version_2

OPENCODE = Client(
    name="opencode",
    title="opencode",
    signs=lambda site: (site.config / FOLDER,),
    config_file="~/.config/opencode/opencode.json",
    parts=(SERVERS, ClientHooks(plugin, lambda site: plugin.NOTE if is_version_2(site) else "")),
    hooked=f"~/{plugin.FILE}",
    skill_folder=AGENT_SKILLS,
    shared=True,
)
