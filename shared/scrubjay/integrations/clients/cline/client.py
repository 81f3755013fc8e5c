"""Cline as set-up knows it."""

from scrubjay.integrations.client_files.client import Client
from scrubjay.integrations.clients.cline.hooks import HOOKS
from scrubjay.integrations.clients.cline.servers import SERVERS, storage

CLINE = Client(
    name="cline",
    title="Cline",
    signs=lambda site: (storage(site),),
    config_file="…/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json",
    parts=(SERVERS, HOOKS),
    hooked="~/Documents/Cline/Hooks",
    shared=True,
)
