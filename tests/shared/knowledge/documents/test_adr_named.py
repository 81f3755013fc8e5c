"""Pages that are named like decision records, and which of them are one."""

import pytest

from scrubjay.knowledge.decisions.parse import parse_decision


@pytest.mark.parametrize(
    ("path", "text", "found"),
    [
        ("pages/page-12.md", "This decision is superseded by ADR-3.", False),
        ("pages/page-12.md", "Status: accepted", False),
        ("pages/page-12.md", "Status: rejected", True),
        ("pages/page-12.md", "Status: accepted\n\nThis decision is superseded by ADR-3.", True),
        ("pages/page-12.md", "This PAGE says how pages are made.", True),
        ("pages/0012-page.md", "This decision is superseded by ADR-3.", False),
        ("docs/adr/page-12.md", "", True),
        ("docs/adr/page.md", "This decision is superseded by ADR-3.", False),
    ],
)
def test_a_page_that_is_only_named_like_a_record_needs_more_than_a_sentence(path: str, text: str, found: bool) -> None:
    assert (parse_decision(path, f"# Weigh parcels\n\n{text}\n", "markdown") is not None) is found
