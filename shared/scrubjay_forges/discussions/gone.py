"""Remembers what was taken away, by key and time, so that an older file doesn't bring it back."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from scrubjay.storage.driver import Connection, Row, load
from scrubjay_forges.discussions.keys import in_discussion

Q = load(__package__)

Prepared = Mapping[str, Any]
"""The columns of a head or of a text, prepared."""


def note_gone(
    connection: Connection, repository: int, names: Iterable[str], parts: Iterable[Row], keys: Iterable[str], at: str
) -> None:
    """Remember discussions by sign and number, texts that were kept, and keys of texts, as gone since a time.

    A text that has the forge's id is also remembered by the key that a file may give it.
    """
    gone = {*names, *keys}
    for row in parts:
        gone |= {row["key"], in_discussion(row["key"], row["number"])}
    connection.executemany(Q.add_gone, [{"repository": repository, "key": key, "gone_at": at} for key in sorted(gone)])


def without_gone(
    connection: Connection, repository: int, heads: Sequence[Prepared], parts: Sequence[Prepared], file_at: str
) -> tuple[list[Prepared], list[Prepared]]:
    """A batch's heads and texts that are stored: of a file, none that were deleted after the file's time."""
    if file_at:
        params = {"repository": repository, "file_at": file_at}
        gone = {str(row["key"]) for row in connection.execute(Q.gone_after, params).fetchall()}
        heads = [head for head in heads if _sign_and_number(head) not in gone]
        parts = [part for part in parts if _sign_and_number(part) not in gone and part["key"] not in gone]
    here = {_sign_and_number(one) for one in (*heads, *parts)} | {str(part["key"]) for part in parts}
    connection.execute(Q.clear_gone, {"repository": repository, "keys": json.dumps(sorted(here))})
    return list(heads), list(parts)


def _sign_and_number(row: Prepared) -> str:
    """A discussion's number with its sign, such as #12."""
    return f"{row['sign']}{row['number']}"
