"""Export of memories as a folder for Obsidian: one note each; strangers' files and edits by hand stay."""

import os
import stat
from collections.abc import Collection, Sequence
from pathlib import Path

from scrubjay.errors import LimitExceeded, UsageError
from scrubjay.memory.lifecycle.memories import Memories
from scrubjay.memory.store.claim import MEMORY_KINDS
from scrubjay.memory.store.reader import MOST_LISTED
from scrubjay.model.frozen import dataclass, field
from scrubjay.model.memory import Memory, MemoryStatus
from scrubjay.privacy.secrets.masking import find_secrets
from scrubjay.storage.destination import replace_atomically
from scrubjay_exchange.importing.folder import FolderNote, id_of_name, note_name, read_note, written

MAX_NOTE = 1_000_000


@dataclass(slots=True)
class FolderReport:
    """The result of writing notes. `kept`: files that a hand changed or that are a stranger's, with why.

    `left`: the ids of the notes beside them, which stay.
    """

    written: int = 0
    same: int = 0
    secret: int = 0
    kept: list[tuple[str, str]] = field(default_factory=list)
    left: tuple[str, ...] = ()


def notes_of(memories: Memories, scope: str, allowed: Collection[str] = ()) -> tuple[list[FolderNote], int]:
    """A note of each memory that holds or was replaced; and how many memories are left out as they hold a secret.

    What is held, ended, forgotten or quarantined makes none, nor what other projects alone may see of the user.
    Raises LimitExceeded.
    """
    found: dict[str, Memory] = {}
    for status in (MemoryStatus.ACTIVE, MemoryStatus.FADED):
        listed = memories.narrowed(status=status, scope=scope, hidden=scope == "project")
        if len(listed) >= MOST_LISTED:
            raise LimitExceeded(f"More than {MOST_LISTED:,} memories: use `scrubjay export FILE`, which takes all.")
        found |= {memory.id: memory for memory in listed}
    _add_replaced(memories, found)
    evidence = memories.evidence(found)
    notes, secret = [], 0
    for id in sorted(found):
        memory = found[id]
        cited = [cited.text for one in evidence.get(id, ())[-1:] for cited in one.citations]
        if find_secrets("\n".join((memory.content, *cited)), allowed=allowed):
            secret += 1
            continue
        notes.append(
            FolderNote(
                id=id,
                kind=memory.kind,
                scope=memory.scope,
                text=memory.content,
                tags=memory.tags,
                applies=memory.applies,
                citations=tuple(dict.fromkeys(cited)),
                replaces=tuple(sorted(set(memory.supersedes) & found.keys())),
                contradicts=tuple(sorted(set(memory.contradicts) & found.keys())),
                status=str(memory.status),
                author=memory.author,
                recorded_at=memory.recorded_at,
            )
        )
    return notes, secret


def _add_replaced(memories: Memories, found: dict[str, Memory]) -> None:
    """Add the memories that some memories replaced, and those that these had replaced."""
    more = {id for memory in found.values() for id in memory.supersedes} - found.keys()
    while more:
        older = memories.of_ids(more)
        found |= {id: old for id, old in older.items() if old.status is MemoryStatus.SUPERSEDED}
        more = {id for old in older.values() for id in old.supersedes} - found.keys() - older.keys()


def write_folder(folder: Path, notes: Sequence[FolderNote]) -> FolderReport:
    """Write the notes below a folder, one folder for each kind. Never through a link, never over what isn't ours.

    A note that a hand changed stays until it is imported; one of a memory that went, or of another home, stays too.
    Raises UsageError, OSError.
    """
    _make_folder(folder)
    report = FolderReport()
    there = _own_notes(folder)
    names = {note.id: there[note.id].stem if note.id in there else note_name(note.id, note.text) for note in notes}
    became = {(id, note.text) for note in notes for id in note.replaces}
    for note in notes:
        file = there.get(note.id, folder / note.kind / f"{names[note.id]}.md")
        _make_folder(file.parent)
        data = written(note, names).encode()
        old = _content(file)
        why = _why_kept(old, data, note, became)
        if old == data:
            report.same += 1
        elif why:
            report.kept.append((str(file.relative_to(folder)), why))
        else:
            replace_atomically(file, data)
            report.written += 1
    report.left = tuple(sorted(there.keys() - {note.id for note in notes}))
    return report


def ended(memories: Memories, left: Collection[str]) -> int:
    """The number of leftover notes whose memories have ended here."""
    holding = (MemoryStatus.ACTIVE, MemoryStatus.FADED, MemoryStatus.HELD)
    return sum(memory.status not in holding for memory in memories.of_ids(left).values())


def _why_kept(old: bytes | None, data: bytes, note: FolderNote, became: Collection[tuple[str, str]]) -> str:
    """Why a file stays as it is; empty where it may be written. `became`: what replaced a memory, by id and text."""
    if old is None or old == data:
        return ""
    before = read_note(old.decode("utf-8", "replace"))
    if before is None or before.id != note.id:
        return "a stranger's file"
    taken = (note.id, before.text) in became
    return "" if taken or not before.changed else "changed by hand: `scrubjay import` it first, or delete it"


def _own_notes(folder: Path) -> dict[str, Path]:
    """The notes already in the kinds' folders, by the memory id at the end of their name."""
    found: dict[str, Path] = {}
    for kind in MEMORY_KINDS:
        below = folder / kind
        if below.is_symlink() or not below.is_dir():
            continue
        for entry in sorted(os.scandir(below), key=lambda entry: entry.name):
            if entry.name.endswith(".md") and (id := id_of_name(entry.name)) and entry.is_file(follow_symlinks=False):
                found.setdefault(id, Path(entry.path))
    return found


def _content(file: Path) -> bytes | None:
    """The bytes of a file; None where there is none. Raises UsageError for a link, a folder or a device."""
    try:
        info = file.lstat()
    except FileNotFoundError:
        return None
    if not stat.S_ISREG(info.st_mode):
        raise UsageError(f"{file} is no regular file. Nothing more was written; give another folder.")
    with file.open("rb") as stream:
        return stream.read(MAX_NOTE)


def _make_folder(folder: Path) -> None:
    """Make a folder where it isn't there. Raises UsageError for a link or a file."""
    if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
        raise UsageError(f"{folder} is a link or a file. Give a folder, or the name of a new one.")
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
    except FileNotFoundError:
        raise UsageError(f"{folder} can't be made: there is no folder {folder.parent}. Make it first.") from None
