"""What may a line of a segment hold? A memory as it travels, with every bound that an export has."""

from typing import Any

from scrubjay.errors import SegmentRefused, UsageError
from scrubjay.memory.lifecycle.exchange import check

MOST_RANK = 10**6
MOST_DROPPED = 10_000


def checked(line: Any) -> dict[str, Any]:
    """A line that can be merged. Raises SegmentRefused."""
    if not isinstance(line, dict) or set(line) != {"record", "ranks", "dropped", "refused"}:
        raise SegmentRefused("it holds what is no memory")
    try:
        check(line["record"], 1)
    except (UsageError, ValueError, TypeError) as error:
        raise SegmentRefused("it holds what is no memory; a newer scrubjay may have written it") from error
    record, ranks = line["record"], line["ranks"]
    if not _are(ranks, int) or len(ranks) != len(record["beliefs"]) or not all(0 <= n <= MOST_RANK for n in ranks):
        raise SegmentRefused("it holds a memory whose history has no order")
    if record["memory"]["scope"] != "user" or record["anchors"]:
        raise SegmentRefused("it holds a memory of a project")
    if not _are(line["dropped"], str) or len(line["dropped"]) > MOST_DROPPED:
        raise SegmentRefused("it holds what is no memory")
    refused = line["refused"]
    if refused is not None and (
        not isinstance(refused, dict) or set(refused) != {"how", "actor", "at"} or not _are([*refused.values()], str)
    ):
        raise SegmentRefused("it holds what is no memory")
    return line


def _are(values: object, kind: type) -> bool:
    return isinstance(values, list) and all(type(value) is kind for value in values)
