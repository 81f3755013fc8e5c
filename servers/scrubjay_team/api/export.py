"""GET /export: the memories that the caller sees, page by page, as JSON lines or as Parquet of the same fields."""

import json
from typing import Any, Final, Literal

from pydantic import Field

from scrubjay.model.clock import iso
from scrubjay_team.api.memories import MemoryObject, cursor_behind, object_of, page
from scrubjay_team.api.parquet import parquet_of
from scrubjay_team.api.route import ApiBody, ApiCall, ApiFile
from scrubjay_team.changes.cursors import LONGEST

MOST: Final = 500
"""Memories of one page."""

MOST_BYTES: Final = 4_000_000
"""Bytes of one page's lines, beyond which it ends early; at least one memory is in each."""

FORMAT: Final = "team memories"
VERSION: Final = 1
NEXT: Final = "scrubjay-after"
"""The header that names where the next page begins; absent on the last one."""

USE: Final = "export"

LINES: Final = "application/jsonl"
PARQUET: Final = "application/vnd.apache.parquet"


class ExportBody(ApiBody):
    """Where the export goes on: by the header Scrubjay-After of the page before, empty for its beginning."""

    after: str = Field("", max_length=LONGEST)
    limit: int = Field(MOST, ge=1, le=MOST)
    format: Literal["jsonl", "parquet"] = "jsonl"


def export(call: ApiCall, body: ExportBody) -> ApiFile:
    """A page of the export. Raises UsageError for a cursor that is none, and where Parquet isn't installed."""
    found, more, after = page(call, body.after, body.limit, USE)
    rows = [object_of(one).model_dump(mode="json") for one in found]
    lines, size = [_head(call)], 0
    for number, row in enumerate(rows):
        line = json.dumps(row, ensure_ascii=False)
        size += len(line.encode())
        if number and size > MOST_BYTES:
            more, after, rows = True, cursor_behind(call, found[number - 1], USE), rows[:number]
            break
        lines.append(line)
    headers = {NEXT: after} if more else {}
    if body.format == "parquet":
        return ApiFile(type=PARQUET, data=parquet_of(rows, MemoryObject), headers=headers)
    return ApiFile(type=LINES, data="".join(f"{line}\n" for line in lines).encode(), headers=headers)


def _head(call: ApiCall) -> str:
    """The first line of each page: what this is."""
    told: dict[str, Any] = {"scrubjay": FORMAT, "version": VERSION, "team": call.caller.team_name, "at": iso(call.now)}
    return json.dumps(told, ensure_ascii=False)
