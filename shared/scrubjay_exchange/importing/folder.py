"""Reader of a folder that `scrubjay export --obsidian` wrote."""

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from scrubjay.model.frozen import dataclass, replace
from scrubjay.model.pattern import MEMORY_ID, pattern
from scrubjay.model.record import Item, Record, Skipped
from scrubjay_exchange.importing.files import files_below, fits_one, note_text

MARK = "scrubjay"
VERSION = 1
MAX_FRONT = 40_000
_FRONT = pattern(r"\A\ufeff?---[ \t]*\r?\n(.*?)\r?\n---[ \t]*(?:\r?\n|\Z)", re.DOTALL)
_ID = pattern(MEMORY_ID)
_LINK = pattern(r"\[\[([^\[\]|#]*?)(?:[|#][^\[\]]*)?\]\]")
_WORDS = pattern(r"[^\w]+")
_LONGEST_NAME = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class FolderNote:
    """A memory as a note of an exported folder. `links` are the names of other notes, by their relation to this one."""

    id: str
    kind: str
    scope: str
    text: str
    tags: tuple[str, ...] = ()
    applies: str = ""
    citations: tuple[str, ...] = ()
    replaces: tuple[str, ...] = ()
    contradicts: tuple[str, ...] = ()
    status: str = "active"
    author: str = ""
    recorded_at: str = ""
    changed: bool = False

    @property
    def mark(self) -> str:
        """A checksum that shows whether a hand changed the note; it doesn't prove who wrote it."""
        fields = (self.kind, self.scope, self.text, *sorted(self.tags), "", self.applies, *self.citations)
        return hashlib.sha256("\0".join(fields).encode("utf-8", "replace")).hexdigest()[:16]


def note_name(id: str, text: str) -> str:
    """The name of a note's file, without its ending: some of its words, and its whole id."""
    words = _WORDS.sub("-", text.split("\n", 1)[0].lower())[:_LONGEST_NAME].strip("-_")
    return f"{words or 'memory'}-{id}"


def id_of_name(name: str) -> str:
    """The id at the end of a note's file name; empty for any other name."""
    end = name.strip().removesuffix(".md")[-32:]
    return end if _ID.fullmatch(end) else ""


def written(note: FolderNote, names: Mapping[str, str]) -> str:
    """The note as a file's text. `names` are the names of other memories' notes, by their ids."""
    fields: dict[str, Any] = {
        MARK: VERSION, "id": note.id, "kind": note.kind, "scope": note.scope, "status": note.status,
        "tags": list(note.tags), "applies": note.applies, "citations": list(note.citations),
        "replaces": _links(note.replaces, names), "contradicts": _links(note.contradicts, names),
        "author": note.author, "recorded": note.recorded_at, "mark": note.mark,
    }  # fmt: skip
    shown = {name: value for name, value in fields.items() if value not in ("", [])}
    front = yaml.safe_dump(shown, allow_unicode=True, sort_keys=False, width=10_000)
    return f"---\n{front}---\n{note.text}\n"


def _links(ids: Sequence[str], names: Mapping[str, str]) -> list[str]:
    """Links in double brackets to the notes of some memories."""
    return [f"[[{names.get(id, id)}]]" for id in ids]


class _Texts(yaml.BaseLoader):
    """A YAML loader that reads every value as a text, and refuses aliases."""

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        """Compose a node. Raises YAMLError for an alias."""
        if self.check_event(yaml.events.AliasEvent):
            raise yaml.YAMLError("aliases are not read")
        return super().compose_node(parent, index)


def read_note(text: str) -> FolderNote | None:
    """The note that a file's text holds; None where it is no note of an exported folder."""
    match = _FRONT.match(text)
    fields = _fields(match.group(1)) if match else None
    if match is None or fields is None or MARK not in fields or not _ID.fullmatch(_one_text(fields, "id")):
        return None
    note = FolderNote(
        id=_one_text(fields, "id"),
        kind=_one_text(fields, "kind"),
        scope=_one_text(fields, "scope") or "project",
        text=text[match.end() :].replace("\r\n", "\n").strip(),
        tags=_texts(fields, "tags"),
        applies=_one_text(fields, "applies"),
        citations=_texts(fields, "citations"),
        replaces=_ids(fields, "replaces"),
        contradicts=_ids(fields, "contradicts"),
        status=_one_text(fields, "status") or "active",
        author=_one_text(fields, "author"),
        recorded_at=_one_text(fields, "recorded"),
    )
    return _marked(note, _one_text(fields, "mark"))


def _marked(note: FolderNote, mark: str) -> FolderNote:
    """The note, marked as changed by hand unless its checksum is `mark`."""
    return replace(note, changed=note.mark != mark)


def _fields(front: str) -> dict[str, Any] | None:
    """The fields of a front matter, each a text or texts; None where it can't be read."""
    try:
        loaded = yaml.load(front, Loader=_Texts) if len(front) <= MAX_FRONT else None  # noqa: S506 - texts only
    except (yaml.YAMLError, ValueError, RecursionError):
        return None
    return {str(key): value for key, value in loaded.items()} if isinstance(loaded, dict) else None


def _one_text(fields: Mapping[str, Any], name: str) -> str:
    """The text of a field; empty where the field holds no text."""
    value = fields.get(name)
    return value if isinstance(value, str) else ""


def _texts(fields: Mapping[str, Any], name: str) -> tuple[str, ...]:
    """The texts of a field, at most 100; one text alone is one of one."""
    value = fields.get(name)
    values = value if isinstance(value, list) else [value]
    return tuple(item for item in values if isinstance(item, str) and item)[:100]


def _ids(fields: Mapping[str, Any], name: str) -> tuple[str, ...]:
    """The ids of the notes that a field links to."""
    found = (match.group(1) for text in _texts(fields, name) for match in _LINK.finditer(text))
    return tuple(id for name in found if (id := id_of_name(name)))


def read(path: Path) -> Iterator[Item]:
    """The notes of a folder as items to import, replaced ones first; notes of others are skipped."""
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
    """Records in such an order that each comes after those that it replaces, whatever dates the files give."""
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


def has_notes(folder: Path) -> bool:
    """Whether a folder has a note that scrubjay wrote."""
    return fits_one(folder, read_note)
