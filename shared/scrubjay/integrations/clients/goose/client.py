"""Goose as set-up knows it."""

from scrubjay.integrations.client_files.client import Client
from scrubjay.integrations.clients.goose.hooks import HOOKS, PLUGIN
from scrubjay.integrations.clients.goose.servers import SERVERS

GOOSE = Client(
    name="goose",
    title="Goose",
    signs=lambda site: (site.folder("goose"),),
    config_file="~/.config/goose/config.yaml",
    parts=(SERVERS, HOOKS),
    hooked=f"~/.agents/plugins/{PLUGIN}",
    shared=True,
)
