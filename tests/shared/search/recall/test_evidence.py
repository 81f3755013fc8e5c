"""What is a hit called?"""

import pytest

from scrubjay.model.hit import Hit
from scrubjay.search.recall.evidence import document_hit


def hit(kind: str, title: str, heading: str) -> Hit:
    return Hit(
        passage=1,
        content=1,
        path="src/pool.py",
        blob="b" * 40,
        heading=heading,
        start_line=1,
        end_line=9,
        title=title,
        text="…",
        changed_at="",
        score=1.0,
        kind=kind,
    )


@pytest.mark.parametrize(
    ("kind", "title", "heading", "caption"),
    [
        ("code", "Pools of connections.", "Pool.acquire", "Pool.acquire"),
        ("code", "Pools of connections.", "", "Pools of connections."),
        ("code", "", "", "pool.py"),
        ("document", "Pools", "Pools > Sizes", "Pools › Sizes"),
        ("document", "Pools", "Sizes", "Pools › Sizes"),
    ],
)
def test_code_is_titled_by_its_own_symbol_a_page_by_its_title(
    kind: str, title: str, heading: str, caption: str
) -> None:
    assert document_hit(hit(kind, title, heading), {}, dirty=False).caption == caption
