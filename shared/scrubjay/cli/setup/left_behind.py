"""Entries in the account of projects whose clones are gone: whom they are kept for, and how they go without a clone."""

from collections.abc import Sequence
from pathlib import Path

from scrubjay.errors import StorageCorrupt
from scrubjay.git.repository import Repository
from scrubjay.identity.projects.description import Description, read
from scrubjay.integrations.client_files.client import Plan, Site
from scrubjay.integrations.clients.table import CLIENTS
from scrubjay.integrations.edits import Receipt


def left_behind(receipts: Sequence[Receipt]) -> tuple[Receipt, ...]:
    """The receipts of projects whose every clone was deleted."""
    return tuple(
        receipt
        for receipt in receipts
        if (found := _description(receipt)) and all(map(_is_deleted, _top_folders(found)))
    )


def keeper(receipt: Receipt) -> str:
    """For which project entries are kept, and how to take them out."""
    found = _description(receipt)
    if found is None:
        return f"kept for the project in {receipt.folder}"
    here = next((top for top in _top_folders(found) if top.is_dir()), None)
    if here is None:
        return f"kept for {found.name}, whose clone isn't there; `scrubjay project forget {found.id[:12]}` takes it out"
    return f"kept for {found.name} in {here}; `scrubjay uninstall` there takes it out"


def take_back_left(site: Site, receipt: Receipt) -> Plan:
    """Take out what a project without clones has in files of the account and no other of `site.projects` uses.

    Its clients stay noted: a clone that was only moved gets their entries back with its next `init`.
    """
    set_up = [client for client in CLIENTS.values() if client.shared and client.is_set_up(receipt)]
    done = Plan.of([client.take_back(site, receipt) for client in set_up])
    receipt.add(*(client.name for client in set_up))
    return done


def repository_that_was(common_dir: Path) -> Repository:
    """The repository of a clone that is gone, by its paths alone."""
    return Repository(_clone_folder(common_dir), common_dir, common_dir, object_format="", shallow=False)


def _description(receipt: Receipt) -> Description | None:
    try:
        return read(receipt.folder)
    except StorageCorrupt:
        return None


def _top_folders(project: Description) -> list[Path]:
    return [_clone_folder(Path(clone.common_dir)) for clone in project.clones]


def _clone_folder(common_dir: Path) -> Path:
    return common_dir.parent if common_dir.name == ".git" else common_dir


def _is_deleted(top: Path) -> bool:
    """Whether a folder was deleted: it is gone, and the one above it is there."""
    return top.parent.is_dir() and not top.exists()
