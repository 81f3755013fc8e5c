"""What set-up of clients places in a worktree, to be kept out of `git status`: files, and folders of skills."""

from collections.abc import Collection, Iterator

from scrubjay.integrations.client_files.client import Client, Site
from scrubjay.integrations.edits import Receipt


def hidden_files(
    site: Site, receipt: Receipt, chosen: Collection[Client], every: Collection[Client]
) -> tuple[str, ...]:
    """Clients' files that set-up made or is about to; one that was there before shows as it did."""
    return tuple(
        name
        for client in every
        for name in client.project_files
        if _was_made(name, receipt) or (client in chosen and not (site.repository.worktree / name).exists())
    )


def skill_folders(
    site: Site, receipt: Receipt, chosen: Collection[Client], every: Collection[Client]
) -> Iterator[tuple[str, bool]]:
    """Each folder of skills that is in use, once, and whether a chosen client reads it."""
    wanted = {client.skills(site) for client in chosen}
    for folder in dict.fromkeys(client.skills(site) for client in every):
        if folder and (folder in wanted or any(f"/{folder}/" in name for name in receipt.names("skill "))):
            yield folder, folder in wanted


def _was_made(name: str, receipt: Receipt) -> bool:
    return any(note.endswith(f"/{name} ") for note in receipt.names("json "))
