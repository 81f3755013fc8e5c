"""Reads a file of discussions, whatever wrote it: the documented lines, `gh … --json`, `gh api`, or `archive.json`.

A file is read twice, a discussion at a time: once to learn what it is and who its members are, then for its texts.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from scrubjay.errors import UsageError
from scrubjay_forges.discussions.times import no_later
from scrubjay_forges.discussions.values import DiscussionKind
from scrubjay_forges.forges.offline import camel
from scrubjay_forges.forges.offline.fields import BadItem, moment, text
from scrubjay_forges.forges.offline.items import OfflineItem, item_of
from scrubjay_forges.forges.offline.lines import begins_as_lines, lines
from scrubjay_forges.forges.offline.opened import FORMS, OpenedFile, opened
from scrubjay_forges.forges.offline.stream import LONGEST, BrokenJson, JsonStream, Value

KINDS: Final[Mapping[str, DiscussionKind]] = {"issues": "issue", "pulls": "pull_request"}
"""The lists of an archive."""

Reading = Callable[[int, int], None]
"""Gets how many discussions were read, and of how many."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OfflineFile:
    """What a file is: how many discussions it has, the repository and the time that it names, empty where it doesn't.

    `is_archive`: it holds everything that its repository had at its time. `members` are logins that it proves.
    """

    file: OpenedFile
    by_line: bool
    count: int
    members: frozenset[str]
    is_archive: bool
    repository: str = ""
    as_of: str = ""

    @property
    def taken_at(self) -> str:
        """The time that it names, else when it was written."""
        return self.as_of or self.file.changed_at

    def items(self) -> Iterator[OfflineItem]:
        """Its discussions, each time from its beginning; none is dated after what it names. Raises UsageError."""
        for value in _values(self.file, by_line=self.by_line):
            if value.place:
                where = f"{self.file.path.name} {value.name} {value.place:,}"
                item = item_of(where, value.value, KINDS.get(value.name), self.members)
                yield _no_later(item, self.as_of) if self.as_of else item


def read_file(path: Path, reading: Reading = lambda done, total: None) -> OfflineFile:
    """Recognise a file by its beginning, and look through it. Raises UsageError."""
    file = opened(path)
    by_line = begins_as_lines(file.pieces())
    count, members, archive = 0, set[str](), False
    fields: dict[str, Any] = {}
    for value in _values(file, by_line=by_line):
        archive = archive or value.name in KINDS
        if not value.place:
            fields[value.name] = value.value
            continue
        count += 1
        reading(count, count)
        if isinstance(value.value, dict):
            members |= _members_in(value.value)
    try:
        name, as_of = (text(fields, "repo"), moment(fields, "timestamp")) if archive else ("", "")
    except BadItem as error:
        raise UsageError(f"{path} is a damaged archive: {error}. Nothing was imported.") from error
    return OfflineFile(
        file=file, by_line=by_line, count=count, members=frozenset(members), is_archive=archive, repository=name,
        as_of=as_of,
    )  # fmt: skip


def _values(file: OpenedFile, *, by_line: bool) -> Iterator[Value]:
    if by_line:
        yield from lines(file.pieces())
        return
    last: Value | None = None
    try:
        for last in JsonStream(file.pieces()).values():
            yield last
    except BrokenJson as broken:
        if last is None and not broken.place:
            raise UsageError(f"{file.path} holds no discussions. It must be {FORMS}. Nothing was imported.") from broken
        after = f", after {last.name} {last.place:,}" if last is not None else ""
        what = f"has a value of more than {LONGEST:,} characters" if broken.long else "is no JSON"
        raise UsageError(
            f"{file.path} {what} at character {broken.place:,}{after}. Write or download it again."
        ) from broken


def _members_in(value: dict[str, Any]) -> frozenset[str]:
    try:
        return camel.members_in([value])
    except BadItem:
        return frozenset()


def _no_later(item: OfflineItem, limit: str) -> OfflineItem:
    head = no_later(item.head, limit) if item.head else None
    return replace(item, head=head, parts=tuple(no_later(part, limit) for part in item.parts))
