"""In which order memories are listed: a row for each."""

import pytest

from scrubjay.errors import UsageError
from scrubjay.memory.listing.filters import ListFilters
from scrubjay.memory.listing.memory_list import ordered
from scrubjay.memory.store.overview import MemoryKey


def key(id: str, **changes: object) -> MemoryKey:
    one = MemoryKey(
        id=id, kind="fact", scope="project", author="ada", recorded_at="", valid_until="", earned=3, unsure=0,
    )  # fmt: skip
    return one._replace(**changes)  # type: ignore[arg-type]


KEYS = (
    key("c", kind="fact", author="ben", valid_until="2026-05-01T23:59:59Z"),
    key("b", kind="decision", scope="user", author="Ada"),
    key("a", kind="fact", author="cora", valid_until="2026-04-01T23:59:59Z"),
)
"""Newest first."""


@pytest.mark.parametrize(
    ("sort", "order"),
    [
        ("newest", "cba"),
        ("oldest", "abc"),
        ("kind", "bca"),
        ("scope", "cab"),
        ("author", "bca"),
        ("until", "acb"),  # what never ends comes last
        ("grade", "acb"),
        ("used", "bca"),  # what nobody used comes last, the newest of it first
        ("fallen", "bca"),
    ],
)
@pytest.mark.parametrize("reverse", [False, True])
def test_each_order_and_its_reverse(sort: str, order: str, reverse: bool) -> None:
    rows = ordered(
        KEYS,
        ListFilters(sort=sort, reverse=reverse),  # type: ignore[arg-type]
        ranks={"a": 0, "b": 3, "c": 2},
        moments={"b": "2026-03-02", "c": "2026-03-01"},
    )
    assert "".join(row.id for row in rows) == (order[::-1] if reverse else order)


@pytest.mark.parametrize("name", ["since", "until", "fallen_since"])
def test_a_day_that_is_none_is_named(name: str) -> None:
    with pytest.raises(UsageError, match=f"{name} 'soon' is no date"):
        ListFilters(**{name: "soon"}).check()  # type: ignore[arg-type]
