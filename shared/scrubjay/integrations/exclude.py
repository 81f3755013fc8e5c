"""Files that set-up places in a worktree, and the block of `info/exclude` that keeps them out of `git status`."""

from collections.abc import Collection, Iterator, Sequence

from scrubjay.errors import GitFailed
from scrubjay.git.repository import Repository
from scrubjay.integrations.client_files.client import Client, Site
from scrubjay.integrations.clients.claude_code_hooks import FILE
from scrubjay.integrations.edits import FileChange, Receipt, apply, block, content
from scrubjay.model.paths import safe_path


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
    """Whether set-up made a file of that name: the receipt has a note of it."""
    return any(note.endswith(f"/{name} ") for note in receipt.names("json "))


_ESCAPED = "\\*?[]! #"


def exclude_block(paths: Sequence[str]) -> bytes:
    """The block: `paths` that we made, the local hook settings, and what `.agent/` holds that is nobody's source.

    A path ends with a slash where it is a folder. No last newline.
    """
    lines = ["# >>> scrubjay: `scrubjay uninstall` takes this block out. >>>"]
    lines += [f"/{_escaped(path)}" for path in paths]
    lines += [f"/{FILE}", "/.agent/logs/", "/.agent/state/", "# <<< scrubjay <<<"]
    return "\n".join(lines).encode("utf-8", "surrogateescape")


def _escaped(path: str) -> str:
    """A path with the characters escaped that have a meaning in an exclude file."""
    plain = "".join(f"\\{letter}" if letter in _ESCAPED else letter for letter in safe_path(path.removesuffix("/")))
    return plain + "/" * path.endswith("/")


def unwritable_reason(repository: Repository) -> str:
    """Why the exclude file may not be written: a link would lead out of the clone. Empty when it may."""
    file = repository.common_dir / "info" / "exclude"
    link = next((path for path in (file, file.parent) if path.is_symlink()), None)
    return f"{link} is a link, so scrubjay leaves it alone" if link else ""


def plan_exclude(repository: Repository, paths: Sequence[str]) -> tuple[FileChange, ...]:
    """Plan to add or update the block; empty when it is current, or not allowed. GitFailed for a damaged one."""
    if unwritable_reason(repository):
        return ()
    file = repository.common_dir / "info" / "exclude"
    before = content(file)
    text, expected = before or b"", exclude_block(paths)
    if block.find(text) is not None:
        after = block.replace(text, expected)
    elif block.START in text:
        raise GitFailed(f"{file} holds a damaged scrubjay block. Take its lines out by hand and run again.")
    else:
        after = block.insert(text, expected, len(text))
    description = f"keep scrubjay's files out of `git status` in {file}"
    return () if after == before else (FileChange(repository.common_dir, file, before, after, description),)


def plan_removal(repository: Repository, receipt: Receipt) -> tuple[FileChange, ...]:
    """Plan to remove the block; a file that `add_block` created is deleted."""
    if unwritable_reason(repository):
        return ()
    file = repository.common_dir / "info" / "exclude"
    before = content(file)
    if before is None or block.find(before) is None:
        return ()
    rest = block.remove(before)
    after = None if not rest and f"file {file}" in receipt else rest
    return (FileChange(repository.common_dir, file, before, after, f"take scrubjay's block out of {file}"),)


def add_block(repository: Repository, paths: Sequence[str], receipt: Receipt) -> tuple[FileChange, ...]:
    """Execute `plan_exclude`."""
    changes = plan_exclude(repository, paths)
    apply(changes, receipt)
    receipt.add(*(f"file {change.path}" for change in changes if change.before is None))
    return changes


def remove_block(repository: Repository, receipt: Receipt) -> tuple[FileChange, ...]:
    """Execute `plan_removal`."""
    changes = plan_removal(repository, receipt)
    apply(changes, receipt)
    receipt.drop(f"file {repository.common_dir / 'info' / 'exclude'}")
    return changes
