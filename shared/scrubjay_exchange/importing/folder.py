"""Reader of a folder that `scrubjay export --obsidian` wrote."""

from collections.abc import Iterator
from pathlib import Path

from scrubjay_exchange.importing.files import files_below, fits_one, note_text
from scrubjay_exchange.importing.folder_note import read_note
from scrubjay_exchange.importing.record import Item, Record, Skipped


def read(path: Path) -> Iterator[Item]:
    """Each note, those that were replaced first; other notes of the folder are a stranger's."""
    folder = path if path.is_dir() else path.parent
    records: dict[str, Record] = {}
    for file in files_below(path, ".md") if path.is_dir() else (path,):
        name = str(file.relative_to(folder))
        text = note_text(file, path)
        if isinstance(text, Skipped):
            yield text
            continue
        note = read_note(text)
        if note is None and not text.strip():
            yield Skipped(name, "an empty file; emptying a note deletes no memory")
        elif note is None:
            yield Skipped(name, "no note of scrubjay's; `scrubjay remember` takes what it states")
        elif not note.text:
            yield Skipped(name, "its text is empty; emptying a note deletes no memory")
        elif note.id in records:
            yield Skipped(name, f"{records[note.id].where} is the same memory")
        else:
            records[note.id] = Record(
                text=note.text,
                where=name,
                name=note.id,
                kind=note.kind,
                tags=note.tags,
                made_at=note.recorded_at,
                id=note.id,
                scope=note.scope,
                applies=note.applies,
                citations=note.citations,
                replaces=note.replaces,
                changed=note.changed,
            )
    yield from _oldest_first(records)


def _oldest_first(records: dict[str, Record]) -> Iterator[Record]:
    """Each after what it takes the place of, whatever a file says of when it was written."""
    done: set[str] = set()
    for start in sorted(records, key=lambda id: (records[id].made_at, id)):
        waiting = [start]
        while waiting:
            record = records[waiting[-1]]
            before = [id for id in record.replaces if id in records and id not in done and id not in waiting]
            if before:
                waiting.append(before[0])
                continue
            waiting.pop()
            if record.id not in done:
                done.add(record.id)
                yield record


def fits(folder: Path) -> bool:
    """Whether a folder has such a note."""
    return fits_one(folder, read_note)
