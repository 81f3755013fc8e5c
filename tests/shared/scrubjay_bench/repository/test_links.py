"""What do a document's links say, and where do they lead?"""

import pytest

from scrubjay_bench.repository import extract_links


@pytest.mark.parametrize(
    ("format", "text", "expected"),
    [
        ("markdown", "See [how parcels are sorted](../parcels.md#weight).", [("how parcels are sorted", "parcels.md")]),
        ("markdown", 'See [the `sort` rules](sort%20it.md "Sorting").', [("the sort rules", "docs/sort it.md")]),
        ("markdown", "See [the top](/README.md).", [("the top", "README.md")]),
        ("markdown", "![a picture](a.png) [elsewhere](https://example.org/a.md) [here](#below)", []),
        ("markdown", "```\n[not a link](a.md)\n```\n[a real link](a.md)", [("a real link", "docs/a.md")]),
        ("markdown", "[leaves the tree](../../../etc/passwd)", []),
        ("rst", "See :doc:`sorting parcels <../parcels>`.", [("sorting parcels", "parcels")]),
        ("rst", "See `sorting parcels <parcels.rst>`_.", [("sorting parcels", "docs/parcels.rst")]),
        ("asciidoc", "See xref:parcels.adoc[sorting parcels].", [("sorting parcels", "docs/parcels.adoc")]),
    ],
)
def test_links_are_read_with_their_targets(format: str, text: str, expected: list[tuple[str, str]]) -> None:
    assert extract_links(text, "docs/page.md", format) == expected
