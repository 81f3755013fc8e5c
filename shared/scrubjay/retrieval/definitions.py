"""What of a source file competes in a pool? Each definition by itself, as a document does."""

import json
from collections.abc import Iterable

from scrubjay.retrieval.scope import Q
from scrubjay.storage import Connection


def read_definitions(connection: Connection, passages: Iterable[int]) -> dict[int, int]:
    """The number of the definition that each of some passages is of; passages of other documents are left out.

    It is negative, so that it is the id of no document. A statement outside of any definition stands for itself.
    """
    rows = connection.execute(Q.definitions, {"passages": json.dumps(list(passages))})
    numbers: dict[tuple[int, str], int] = {}
    return {
        row["id"]: numbers.setdefault((row["content_id"], row["heading"]), -row["id"]) if row["heading"] else -row["id"]
        for row in rows
    }


def first_of_each(documents: Iterable[int], most: int) -> list[int]:
    """The first of some documents and the first of some definitions in their order, at most so many of either."""
    kept: list[int] = []
    left = {True: most, False: most}
    for number in dict.fromkeys(documents):
        left[number < 0] -= 1
        if left[number < 0] >= 0:
            kept.append(number)
    return kept
