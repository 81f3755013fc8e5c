"""In which order are memories listed? Over keys that come newest first; pure."""

from collections.abc import Mapping, Sequence

from scrubjay.memory.listing.filters import ListFilters
from scrubjay.memory.store.keys import MemoryKey

LAST = "9"
"""After every moment: what ends never ends last."""


def ordered(
    keys: Sequence[MemoryKey],
    filters: ListFilters,
    *,
    ranks: Mapping[str, int] | None = None,
    moments: Mapping[str, str] | None = None,
) -> tuple[MemoryKey, ...]:
    """The keys in the order of the filters; equal ones stay newest first.

    `ranks` are those of grades, `moments` when they were used or fell, all by id.
    """
    rows = list(keys)
    ranks, moments = ranks or {}, moments or {}
    match filters.sort:
        case "oldest":
            rows.reverse()
        case "grade":
            rows.sort(key=lambda key: ranks.get(key.id, key.earned))
        case "kind":
            rows.sort(key=lambda key: key.kind)
        case "scope":
            rows.sort(key=lambda key: key.scope)
        case "author":
            rows.sort(key=lambda key: key.author.casefold())
        case "until":
            rows.sort(key=lambda key: key.valid_until or LAST)
        case "used" | "fallen":
            rows.sort(key=lambda key: moments.get(key.id, ""), reverse=True)
        case _:
            pass
    if filters.reverse:
        rows.reverse()
    return tuple(rows)
