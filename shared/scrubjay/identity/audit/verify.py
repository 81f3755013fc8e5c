"""Verification of the hash chain: every record is hashed again, the rotated files first."""

import json
from collections.abc import Iterator
from pathlib import Path

from scrubjay.identity.audit.log import AuditRecord, Q, record_of
from scrubjay.model.frozen import dataclass
from scrubjay.storage.driver import Connection

BATCH = 1_000
MOST_PROBLEMS = 20
MAX_LINE = 65_536


@dataclass(frozen=True, slots=True)
class ChainReport:
    """Number of checked records and rotated files, and the problems, in words."""

    records: int
    files: int
    problems: tuple[str, ...]

    @property
    def ok(self) -> bool:
        """Whether there are no problems."""
        return not self.problems


def verify_chain(connection: Connection, folder: Path) -> ChainReport:
    """Verify the chain from its first record to its last; stops collecting after 20 problems."""
    ends = connection.execute(Q.ends).fetchone()
    files = sorted(folder.glob("*.jsonl")) if folder.is_dir() else []
    problems: list[str] = []
    checked, expected, previous = 0, 1, ""
    for link, record in _all_records(connection, files, ends["first"], problems):
        if link == "database" and record.sequence == ends["first"] and previous != ends["carried"]:
            problems.append(f"the files don't lead to record {record.sequence}: a rotated file is missing or changed")
            expected, previous = record.sequence, ends["carried"]
        if record.sequence != expected:
            problems.append(f"{link}: record {expected} is missing, {record.sequence} follows")
        elif record.previous != previous:
            problems.append(f"{link}: record {record.sequence} doesn't continue the one before")
        if record.digest() != record.hash:
            problems.append(f"{link}: record {record.sequence} was changed")
        checked, expected, previous = checked + 1, record.sequence + 1, record.hash
        if len(problems) >= MOST_PROBLEMS:
            return ChainReport(checked, len(files), tuple(problems))
    if (expected - 1, previous) != (ends["last"], ends["hash"]):
        problems.append(f"the chain ends at record {expected - 1}, and should at {ends['last']}")
    return ChainReport(checked, len(files), tuple(problems))


def _all_records(
    connection: Connection, files: list[Path], first: int, problems: list[str]
) -> Iterator[tuple[str, AuditRecord]]:
    """Every record, those in files first, each with where it stands; what can't be read becomes a problem."""
    for file in files:
        for record in records_of_file(file, problems):
            if record.sequence < first:  # a file whose rows were not deleted yet has the same records
                yield file.name, record
    start = first
    while rows := connection.execute(Q.records, {"from": start, "limit": BATCH}).fetchall():
        for row in rows:
            try:
                record = record_of(row)
            except (ValueError, TypeError):
                problems.append(f"database: record {row['sequence']} can't be read")
                continue
            yield "database", record
        start = rows[-1]["sequence"] + 1


def records_of_file(file: Path, problems: list[str]) -> Iterator[AuditRecord]:
    """The records of a rotated file; a line that can't be read becomes a problem."""
    with file.open("rb") as stream:
        for number, line in enumerate(iter(lambda: stream.readline(MAX_LINE), b""), 1):
            try:
                yield AuditRecord(**json.loads(line))
            except (ValueError, TypeError):
                problems.append(f"{file.name}: line {number} can't be read")


def close_gap(connection: Connection) -> None:
    """Repair a chain that lost records, so that it continues behind the last; `verify_chain` still reports the gap."""
    connection.execute(Q.first_end)
    connection.execute(Q.last_end)
