"""Check of the clients beside Claude Code that were set up: what stands in their files is what would be written now."""

from functools import partial

from scrubjay.doctor.check import Check
from scrubjay.integrations.client_files.client import Client, Site, tried
from scrubjay.integrations.clients import CLIENTS
from scrubjay.integrations.edits import Receipt

BESIDE = tuple(CLIENTS.values())[1:]
"""Claude Code, the first, has a check of its own, which knows of other homes and of the plugin."""


def registered(site: Site, receipt: Receipt) -> Check:
    """Whether each client that the receipt names has current entries. Raises ScrubjayError."""
    set_up = [client for client in BESIDE if client.is_set_up(receipt)]
    expected = "current entries"
    if not set_up:
        return Check("clients", True, "none is set up beside Claude Code", expected)
    behind = [client for client in set_up if _is_behind(client, site, receipt)]
    if behind:
        names = " ".join(f"--client {client.name}" for client in behind)
        found = f"not current: {', '.join(client.title for client in behind)}"
        return Check("clients", False, found, expected, f"run `scrubjay init {names}`")
    return Check("clients", True, f"current: {', '.join(client.title for client in set_up)}", expected)


def _is_behind(client: Client, site: Site, receipt: Receipt) -> bool:
    plans = [tried(partial(part.plan, site, receipt)) for part in client.parts]
    return any(plan.changes or plan.problems for plan in plans)
