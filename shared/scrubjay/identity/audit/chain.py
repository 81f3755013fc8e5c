"""One chain of records, as a reader sees it: pages of what is in the database or in a rotated file, and all of it."""

from collections.abc import Callable, Iterator
from dataclasses import asdict
from itertools import pairwise
from pathlib import Path
from typing import Protocol, TypeVar

from scrubjay.errors import NotFound, UsageError
from scrubjay.identity.audit.log import ROTATE_AT, AuditEvent, AuditRecord, Q, record_of
from scrubjay.identity.audit.verify import BATCH, ChainReport, records_of_file, verify_chain
from scrubjay.model.frozen import dataclass
from scrubjay.model.pattern import pattern
from scrubjay.storage.driver import Connection

_DAY = pattern(r"\d{4}-\d{2}-\d{2}")


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditFilters:
    """What audit records are filtered by; an empty filter lets everything through.

    `resource` is the beginning of an id. `since` and `until` are days in UTC (ISO 8601), both included.
    """

    event: str = ""
    actor: str = ""
    resource: str = ""
    since: str = ""
    until: str = ""

    def checked(self) -> "AuditFilters":
        """The filters, checked. Raises UsageError for an unknown event or a malformed day."""
        if self.event and self.event not in list(AuditEvent):
            raise UsageError(f"event {self.event[:40]!r} is unknown. There are: {', '.join(AuditEvent)}.")
        for name, day in (("since", self.since), ("until", self.until)):
            if day and not _DAY.fullmatch(day):
                raise UsageError(f"{name} {day[:40]!r} is no day. Write it as 2026-03-01.")
        return self

    def hold(self, record: AuditRecord) -> bool:
        """Whether a record passes the filters."""
        return (
            (not self.event or record.event == self.event)
            and (not self.actor or record.actor == self.actor)
            and record.resource.startswith(self.resource)
            and (not self.since or record.at[:10] >= self.since)
            and (not self.until or record.at[:10] <= self.until)
        )


T = TypeVar("T")


class ReadsChain(Protocol):
    """Runs a read transaction on the chain's database."""

    def __call__(self, work: Callable[[Connection], T], /) -> T: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditPage:
    """Some records, the newest first, and how many pass the filters. `actors` are all those of the database."""

    records: tuple[AuditRecord, ...]
    found: int
    actors: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RotatedFile:
    """A file of older records: its name, and the numbers of its first and last record."""

    name: str
    first: int
    last: int


class AuditChain:
    """Reads and verifies the audit's records: those in a database, and those rotated into files of `folder`."""

    def __init__(self, read: ReadsChain, folder: Path) -> None:
        self._read = read
        self.folder = folder

    def verify(self) -> ChainReport:
        """Verify every record, those of rotated files included."""
        return self._read(lambda c: verify_chain(c, self.folder))

    def length(self) -> int:
        """How many records were ever added."""
        return int(self._read(lambda c: c.execute(Q.ends).fetchone()["last"]))

    def files(self) -> tuple[RotatedFile, ...]:
        """The rotated files, oldest first."""
        ends = self._read(lambda c: c.execute(Q.ends).fetchone()["first"])
        starts = [*self._starts(), int(ends)]
        return tuple(
            RotatedFile(self._rotated_file(first).name, first, following - 1) for first, following in pairwise(starts)
        )

    def page(self, filters: AuditFilters, limit: int, offset: int = 0, file: str = "") -> AuditPage:
        """Some records of the database, or of a rotated `file`. Raises UsageError, NotFound for an unknown file."""
        filters.checked()
        if file:
            return self._page_of_file(filters, limit, offset, file)
        params = asdict(filters) | {"limit": limit, "offset": offset}

        def find(connection: Connection) -> AuditPage:
            rows = connection.execute(Q.found, params).fetchall()
            found = connection.execute(Q.count_found, params).fetchone()[0]
            actors = tuple(row["actor"] for row in connection.execute(Q.actors))
            return AuditPage(records=tuple(map(record_of, rows)), found=found, actors=actors)

        return self._read(find)

    def records(self, filters: AuditFilters) -> Iterator[AuditRecord]:
        """Every record that passes, oldest first, read in batches, each in a transaction of its own.

        What is rotated into a file meanwhile is read there.
        """
        filters.checked()
        return (record for record in self._all_records() if filters.hold(record))

    def _all_records(self) -> Iterator[AuditRecord]:
        """Every record, oldest first, read in batches."""
        last = 0
        while True:
            params = {"from": last + 1, "limit": BATCH}
            rows = self._read(lambda c, p=params: c.execute(Q.records, p).fetchall())  # type: ignore[misc]
            batch = [record_of(row) for row in rows]
            if not batch or batch[0].sequence > last + 1:  # older ones stand in a file, perhaps only just now
                batch = self._rotated(last, batch[0].sequence if batch else None) or batch
            if not batch:
                return
            yield from batch
            last = batch[-1].sequence

    def _rotated(self, last: int, before: int | None) -> list[AuditRecord]:
        """The records behind the `last` one of the first file that has any."""
        starts = self._starts()
        at = max((first for first in starts if first <= last + 1), default=0)
        for first in [first for first in starts if first >= at]:
            records = [one for one in records_of_file(self._rotated_file(first), []) if one.sequence > last]
            if found := [one for one in records if before is None or one.sequence < before]:
                return found
        return []

    def _page_of_file(self, filters: AuditFilters, limit: int, offset: int, name: str) -> AuditPage:
        if name not in [file.name for file in self.files()]:
            raise NotFound(f"No rotated file is called {name[:80]!r}. The page of the audit lists them.")
        records = list(records_of_file(self.folder / name, []))[: ROTATE_AT * 2]
        passing = [record for record in reversed(records) if filters.hold(record)]
        actors = tuple(sorted({record.actor for record in records}))
        return AuditPage(records=tuple(passing[offset : offset + limit]), found=len(passing), actors=actors)

    def _starts(self) -> list[int]:
        """The number of the first record of each file."""
        names = sorted(self.folder.glob("*.jsonl")) if self.folder.is_dir() else []
        return [int(file.stem) for file in names if file.stem.isascii() and file.stem.isdigit()]

    def _rotated_file(self, first: int) -> Path:
        return self.folder / f"{first:012}.jsonl"
