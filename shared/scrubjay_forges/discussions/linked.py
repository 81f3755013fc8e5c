"""Which discussions name each other? Among those that a search may show, and by the texts that it may show."""

import json
from collections.abc import Collection

from scrubjay.model.discussion import DiscussionRef
from scrubjay.storage.driver import Connection, Row
from scrubjay_forges.discussions.refs import forms
from scrubjay_forges.discussions.rows import Q


def linked(connection: Connection, threads: Collection[int]) -> list[tuple[int, int]]:
    """Pairs of discussions by id, the naming one first, of which at least one is among some. The scope must be set."""
    params = {"threads": json.dumps(sorted(threads))}
    named = connection.execute(Q.named_by_threads, params).fetchall()
    numbers = {int(digits) for row in named if (digits := _number(row["target"])).isdigit()}
    rows = connection.execute(Q.threads_by_number, {"numbers": json.dumps(sorted(numbers))}).fetchall()
    ids = {target: row["id"] for row in rows for target in _targets(row)}
    own = {target: row["id"] for row in connection.execute(Q.targets_of_threads, params) for target in _targets(row)}
    naming = connection.execute(Q.naming_threads, {"targets": json.dumps(sorted(own))}).fetchall()
    return [
        *((row["thread"], ids[row["target"]]) for row in named if row["target"] in ids),
        *((row["thread"], own[row["target"]]) for row in naming),
    ]


def _targets(row: Row) -> tuple[str, ...]:
    return forms(DiscussionRef(row["name"], row["number"], row["sign"]), row["forge"])


def _number(target: str) -> str:
    return target.replace("!", "#").rpartition("#")[2]
