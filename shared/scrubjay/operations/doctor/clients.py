"""Clients that were set up, and whether their files still hold what set-up would write now."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from scrubjay.identity.projects.binding import read
from scrubjay.identity.projects.file import exposed_paths as which
from scrubjay.identity.projects.file import home_id, valid_id
from scrubjay.identity.projects.identity import BoundFile
from scrubjay.identity.projects.registry import ProjectRegistry
from scrubjay.integrations.client_files.client import Client, Site, tried
from scrubjay.integrations.clients.table import CLIENTS
from scrubjay.integrations.edits import Receipt
from scrubjay.model.check import Check

BESIDE = tuple(CLIENTS.values())[1:]
"""Claude Code, the first, has a check of its own, which knows of other homes and of the plugin."""


def set_up(receipt: Receipt) -> tuple[str, ...]:
    """The titles of the clients that a project's set-up wrote to."""
    return tuple(client.title for client in CLIENTS.values() if client.is_set_up(receipt))


def receipt_of(home: Path, common_dir: Path) -> Receipt | None:
    """The receipt of the project that a clone is bound to; None where it is bound to none of this home."""
    binding = read(common_dir, home_id(home))
    project = binding.project if isinstance(binding, BoundFile) else ""
    return Receipt.of(home / "projects" / project) if valid_id(project) else None


def registered(site: Site, receipt: Receipt) -> Check:
    """Whether each client that the receipt names has current entries. Raises ScrubjayError."""
    beside = [client for client in BESIDE if client.is_set_up(receipt)]
    expected = "current entries"
    if not beside:
        return Check("clients", True, "none is set up beside Claude Code", expected)
    behind = [client for client in beside if _is_behind(client, site, receipt)]
    if behind:
        found = f"not current: {', '.join(client.title for client in behind)}"
        return Check("clients", False, found, expected, "run `scrubjay init`")
    return Check("clients", True, f"current: {', '.join(client.title for client in beside)}", expected)


def _is_behind(client: Client, site: Site, receipt: Receipt) -> bool:
    """Whether a client's entries are not as set-up would write them now."""
    plans = [tried(partial(part.plan, site, receipt)) for part in client.parts]
    return any(plan.changes or plan.problems for plan in plans)


def open_to_others(registry: ProjectRegistry, common_dir: Path) -> Iterator[Check]:
    """The binding's file or folder where it is open to others; reading it has closed what could be closed."""
    if files := which(common_dir, home_id(registry.home)):
        do = "run `chmod go= PATH`: other users can read the secret that opens this clone's memory"
        yield Check(
            "binding", True, f"readable by other users, and the mode can't be changed: {', '.join(files)}", "", do
        )
