"""Reader of what a team's server exports: JSON lines, one memory each, as its API has them."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from scrubjay.model.record import Item, Record, Skipped
from scrubjay_exchange.importing.files import json_lines, text_of

HEAD: Final = "team memories"
"""What the first line of each page is."""


def is_team_line(value: Any) -> bool:
    """Whether a file's first line is the head of such an export."""
    return isinstance(value, dict) and value.get("scrubjay") == HEAD


def read_team(path: Path) -> Iterator[Item]:
    """The memories of an export that hold; what is held, ended or only proposed is left out, with the reason."""
    for number, value in json_lines(path):
        where = f"{path.name}:{number}"
        if is_team_line(value):
            continue
        if not isinstance(value, dict) or not text_of(value.get("content")).strip():
            yield Skipped(where, "no memory with a text")
        elif value.get("status") != "active":
            yield Skipped(where, f"{text_of(value.get('status')) or 'of no status'} there")
        elif value.get("waits"):
            yield Skipped(where, "a proposal there that waits")
        else:
            yield _record(value, where)


def _record(value: dict[str, Any], where: str) -> Record:
    given = value.get("tags")
    tags = tuple(text_of(tag) for tag in given) if isinstance(given, list) else ()
    return Record(
        text=text_of(value["content"]), where=where, name=text_of(value.get("id")), kind=text_of(value.get("kind")),
        tags=tags, made_at=text_of(value.get("recorded_at")), applies=text_of(value.get("applies")),
    )  # fmt: skip
