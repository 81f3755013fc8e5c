"""A file of exported memories as a store: read whole, written line by line; `scrubjay import` reads it as well."""

import json
import os
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from scrubjay.backends.backend import (
    MOST_FOUND,
    PAGE,
    BackendAnswer,
    ChangedRecords,
    FoundRecord,
    StoredRecord,
    WriteOutcome,
    WriteReceipt,
)
from scrubjay.errors import BackendDown, UsageError
from scrubjay.memories.exchange import VERSION
from scrubjay.memories.rows import digest
from scrubjay.model.visible import json_text
from scrubjay.storage.atomic import replace_atomically
from scrubjay.text.stems import light_stem
from scrubjay.text.stop_words import STOP_WORDS
from scrubjay.text.words import Word, words

MOST_BYTES = 512 * 1024 * 1024


@dataclass(slots=True)
class _Contents:
    """What was read of the file in one state of it; `whole`: a line can be added, there is no torn line and no seal."""

    state: tuple[int, ...] = ()
    lines: list[dict[str, Any]] = field(default_factory=list)
    latest: dict[str, StoredRecord] = field(default_factory=dict)
    whole: bool = False


class ExportBackend:
    """A file in the form of `scrubjay export`, for one writing process at a time.

    A write adds a line and syncs it; a changed record gets a further line, and the last line of an id counts. A line
    that a crash tore is dropped by the next write; a seal is, too: the file is no longer what the home sealed. Of a
    record that was forgotten, no line keeps the words.
    """

    def __init__(self, path: Path, *, name: str = "", scope: str = "project") -> None:
        self.name = name or path.name
        self._path = path
        self._scope = scope
        self._lock = threading.Lock()
        self._contents = _Contents()

    def search(self, query: str, limit: int, scope: str = "") -> BackendAnswer:
        """The records that hold and share most content words with a query, the newer first among equals."""
        asked = _terms(query)
        found = []
        for record in self._latest().values():
            share = len(asked & _terms(record.content)) / len(asked) if asked else 0.0
            if share and record.holds and scope in ("", record.scope):
                found.append(FoundRecord(record=record, backend=self.name, score=share))
        found.sort(key=lambda one: (one.score, one.record.recorded_at, one.record.id), reverse=True)
        return BackendAnswer(found=tuple(found[: max(1, min(limit, MOST_FOUND))]))

    def get(self, id: str) -> StoredRecord | None:
        """A record by its id."""
        return self._latest().get(id)

    def write(self, record: StoredRecord) -> WriteReceipt:
        """Add a record, synced. Raises BackendDown."""
        if record.scope != self._scope:
            return WriteReceipt(WriteOutcome.REFUSED, f"this file holds the scope {self._scope}, not {record.scope}")
        with self._lock:
            contents = self._read()
            if contents.latest.get(record.id) == record:
                return WriteReceipt(WriteOutcome.KNOWN)
            line = _line(record)
            try:
                if contents.whole and (record.content or record.id not in contents.latest):
                    self._append(line)
                else:
                    self._replace([_emptied(old, record) for old in contents.lines] + [line])
            except OSError as error:
                raise BackendDown(f"Nothing was saved: {self._path} can't be written ({error.strerror}).") from error
            contents.lines.append(line)
            contents.latest[record.id] = record
            contents.state = self._state() if contents.whole and record.content else ()
        return WriteReceipt(WriteOutcome.STORED)

    def since(self, position: str, limit: int = PAGE) -> ChangedRecords:
        """The records of the lines after a position, which is a count of lines."""
        if (position and not position.isascii()) or not (position or "0").isdigit():
            raise UsageError(f"{position[:40]!r} is no position of {self.name!r}. Begin without one.")
        with self._lock:
            lines = self._read().lines
        start = int(position or "0")
        end = min(len(lines), start + max(1, limit))
        records = tuple(_record(value) for value in lines[start:end])
        return ChangedRecords(records=records, position=str(max(start, end)), more=end < len(lines))

    def _latest(self) -> dict[str, StoredRecord]:
        with self._lock:
            return dict(self._read().latest)

    def _append(self, line: dict[str, Any]) -> None:
        with self._path.open("ab") as file:
            file.write(f"{json_text(line, sort_keys=True)}\n".encode())
            file.flush()
            os.fsync(file.fileno())

    def _replace(self, lines: list[dict[str, Any]]) -> None:
        head = json_text({"scrubjay": "memories", "version": VERSION, "scope": self._scope})
        written = [head, *(json_text(value, sort_keys=True) for value in lines)]
        replace_atomically(self._path, "".join(f"{line}\n" for line in written).encode())

    def _state(self) -> tuple[int, ...]:
        try:
            now = self._path.stat()
        except OSError:
            return ()
        return (now.st_ino, now.st_size, now.st_mtime_ns)

    def _read(self) -> _Contents:
        """The memories' lines; read again where the file is another than before. Raises BackendDown."""
        state = self._state()
        if state and state == self._contents.state:
            return self._contents
        try:
            data = self._path.read_bytes()
        except FileNotFoundError:
            self._contents = _Contents()
            return self._contents
        except OSError as error:
            raise BackendDown(f"{self._path} can't be read ({error.strerror}).") from error
        if len(data) > MOST_BYTES:
            raise BackendDown(f"{self._path} has more than {MOST_BYTES:,} bytes. Import it: `scrubjay import FILE`.")
        lines = data.split(b"\n")
        whole = lines.pop() == b""
        values = [self._parsed(line, number) for number, line in enumerate(lines, 1)]
        if values and (values[0].get("scrubjay") != "memories" or values[0].get("version") != VERSION):
            raise BackendDown(f"{self._path} is no export that can be read here. Give a file of `scrubjay export`.")
        memories = [value for value in values[1:] if "memory" in value]
        latest = {value["memory"]["id"]: _record(value) for value in memories}
        whole = whole and bool(values) and len(memories) == len(values) - 1
        self._contents = _Contents(state, memories, latest, whole)
        return self._contents

    def _parsed(self, line: bytes, number: int) -> dict[str, Any]:
        try:
            value = json.loads(line)
        except (ValueError, RecursionError):
            value = None
        if not isinstance(value, dict):
            raise BackendDown(f"{self._path}: line {number} is no JSON object. Nothing was changed.")
        if number > 1 and "seal" not in value:
            _check(value, self._path, number)
        return value


def _check(value: dict[str, Any], path: Path, number: int) -> None:
    from pydantic import ValidationError

    from scrubjay.memories.exported import ExportedMemory

    try:
        ExportedMemory.model_validate(value)
    except ValidationError as error:
        raise BackendDown(f"{path}: line {number} is no exported memory. Nothing was changed.") from error


def _emptied(line: dict[str, Any], record: StoredRecord) -> dict[str, Any]:
    """An earlier line of a record; without its words where these were forgotten."""
    if record.content or line["memory"]["id"] != record.id:
        return line
    return _line(replace(_record(line), content="", tags=(), applies=""))


def _record(value: Mapping[str, Any]) -> StoredRecord:
    memory, belief = value["memory"], value["beliefs"][-1]
    return StoredRecord(
        id=memory["id"], kind=memory["kind"], content=memory["content"], recorded_at=memory["recorded_at"],
        scope=memory["scope"], author=memory["author"], status=belief["status"],
        tags=tuple(json.loads(memory["tags"])), applies=memory["applies"], valid_until=belief["valid_until"],
    )  # fmt: skip


def _line(record: StoredRecord) -> dict[str, Any]:
    """The line of a record: what only its own home can vouch for, checks and evidence, stays there."""
    belief = {
        "status": record.status, "reason": "", "valid_from": record.recorded_at, "valid_until": record.valid_until,
        "recorded_at": record.recorded_at, "retracted_at": "", "actor": record.author,
    }  # fmt: skip
    memory = {
        "id": record.id, "kind": record.kind, "content": record.content, "digest": digest(record.content),
        "scope": record.scope, "author": record.author, "session": "", "agent": "", "origin": "agent", "quote": "",
        "applies": record.applies, "tags": json.dumps(record.tags, ensure_ascii=False), "branch": "",
        "commit_sha": "", "recorded_at": record.recorded_at, "key": None,
    }  # fmt: skip
    empty: dict[str, Any] = {
        name: [] for name in ("validations", "anchors", "replaces", "confirmations", "contradicts")
    }
    return {"memory": memory, "beliefs": [belief], **empty}


def _terms(text: str) -> set[str]:
    return {light_stem(word.lower()) for word in words(text, Word.PLAIN, shortest=2)} - STOP_WORDS
