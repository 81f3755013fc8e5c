"""Cursor as set-up knows it."""

from scrubjay.integrations.client_files.client import Client
from scrubjay.integrations.clients.cursor import hooks
from scrubjay.integrations.clients.cursor.servers import FILE, SERVERS
from scrubjay.integrations.hook_files.part import ClientHooks

CURSOR = Client(
    name="cursor",
    title="Cursor",
    signs=lambda site: (site.folder("cursor"),),
    config_file=FILE,
    parts=(SERVERS, ClientHooks(hooks)),
    hooked=f"~/.cursor/{hooks.FILE}",
    project_files=(FILE,),
    shared=True,
)
