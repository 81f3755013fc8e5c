"""Reads a file of discussions, whatever wrote it: the documented lines, `gh … --json`, or `archive.json`."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Final

from scrubjay.discussions.values import DiscussionHead, DiscussionKind, DiscussionPart
from scrubjay.errors import UsageError
from scrubjay.forges.offline import camel, plain
from scrubjay.forges.offline.fields import BadItem, Fields, moment, text
from scrubjay.model.counted import counted

LARGEST: Final = 512 * 1024 * 1024
"""Bytes of a file that is one JSON value."""

LONGEST_LINE: Final = 64 * 1024 * 1024

FORMS: Final = "the documented JSON lines, what `gh … --json` printed, or an archive.json"


@dataclass(frozen=True, slots=True)
class OfflineItem:
    """One discussion of a file; `where` names its line or place, `wrong` says why it is skipped."""

    where: str
    head: DiscussionHead | None = None
    parts: tuple[DiscussionPart, ...] = ()
    wrong: str = ""


@dataclass(frozen=True, slots=True)
class OfflineFile:
    """What a file holds: its discussions, the repository and the time that it names itself, empty where it doesn't."""

    items: Iterator[OfflineItem]
    repository: str = ""
    as_of: str = ""


def read_file(path: Path) -> OfflineFile:
    """Recognise a file by its beginning; its discussions are read as they are asked for. Raises UsageError."""
    try:
        with path.open("rb") as stream:
            first = stream.readline(LONGEST_LINE + 1)
        begun = _parsed(first.removeprefix(b"\xef\xbb\xbf")) if len(first) <= LONGEST_LINE else None
        if isinstance(begun, dict) and not _is_archive(begun):
            return OfflineFile(_lines(path))
        size = path.stat().st_size
        if size > LARGEST:
            raise UsageError(
                f"{path} has {counted(size, 'byte')}, and one JSON value may have {LARGEST:,}. Give JSON lines."
            )
        value = begun if begun is not None else _parsed(path.read_bytes().removeprefix(b"\xef\xbb\xbf"))
    except OSError as error:
        raise UsageError(f"{path} can't be read: {error.strerror}. Give a file that {FORMS} are in.") from error
    if isinstance(value, list):
        return OfflineFile(_of_gh(value))
    if isinstance(value, dict) and _is_archive(value):
        try:
            return OfflineFile(_of_archive(value), text(value, "repo"), moment(value, "timestamp"))
        except BadItem as error:
            raise UsageError(f"{path} is a damaged archive: {error}. Nothing was imported.") from error
    if isinstance(value, dict):
        return OfflineFile(_of_gh([value]))
    raise UsageError(f"{path} holds no discussions. It must be {FORMS}. Nothing was imported.")


def _is_archive(value: dict[str, Any]) -> bool:
    return isinstance(value.get("issues"), list) or isinstance(value.get("pulls"), list)


def _parsed(data: bytes) -> Any:
    """A JSON value, None where it is none."""
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        return None


def _lines(path: Path) -> Iterator[OfflineItem]:
    with path.open("rb") as stream:
        for number, data in enumerate(_bounded(stream), 1):
            where = f"{path.name} line {number}"
            if data is None:
                yield OfflineItem(where, wrong=f"longer than {LONGEST_LINE:,} bytes")
            elif data.strip():
                yield _line(where, _parsed(data.removeprefix(b"\xef\xbb\xbf")))


def _bounded(stream: BinaryIO) -> Iterator[bytes | None]:
    """The lines of a file, None in place of one that is too long."""
    while data := stream.readline(LONGEST_LINE + 1):
        if len(data) <= LONGEST_LINE:
            yield data
            continue
        while data and not data.endswith(b"\n"):
            data = stream.readline(LONGEST_LINE + 1)
        yield None


def _line(where: str, value: Any) -> OfflineItem:
    if not isinstance(value, dict):
        return OfflineItem(where, wrong="no JSON object")
    if "createdAt" in value:
        return _camel(where, value, None, camel.members_in([value]))
    try:
        head, parts = plain.discussion(value)
    except BadItem as error:
        return OfflineItem(where, wrong=str(error))
    return OfflineItem(where, head, tuple(parts))


def _of_gh(values: list[Any]) -> Iterator[OfflineItem]:
    return _all_camel([(f"item {number}", value, None) for number, value in enumerate(values, 1)])


def _of_archive(value: dict[str, Any]) -> Iterator[OfflineItem]:
    kinds: tuple[tuple[str, DiscussionKind], ...] = (("issues", "issue"), ("pulls", "pull_request"))
    return _all_camel(
        [(f"{name} {number}", one, kind) for name, kind in kinds for number, one in enumerate(value.get(name) or (), 1)]
    )


def _all_camel(places: list[tuple[str, Any, DiscussionKind | None]]) -> Iterator[OfflineItem]:
    try:
        members = camel.members_in([value for _, value, _ in places if isinstance(value, dict)])
    except BadItem:
        members = frozenset()
    for where, value, kind in places:
        if isinstance(value, dict):
            yield _camel(where, value, kind, members)
        else:
            yield OfflineItem(where, wrong="no JSON object")


def _camel(where: str, value: Fields, kind: DiscussionKind | None, members: frozenset[str]) -> OfflineItem:
    try:
        head, parts = camel.discussion(value, kind or camel.kind_of(value), members)
    except BadItem as error:
        return OfflineItem(where, wrong=str(error))
    return OfflineItem(where, head, tuple(parts))
