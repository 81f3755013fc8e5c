"""Parts of a briefing's text."""

import pytest

from scrubjay.briefing.difference import section

TEXT = "Head\nDecisions, newest first:\n- ADR-2 b\n- ADR-1 a:\nTold by people:\n- c"


@pytest.mark.parametrize(
    ("title", "entries"),
    [
        ("Decisions, ", ("- ADR-2 b", "- ADR-1 a:")),
        ("Told by", ("- c",)),
        ("Head", ()),
        ("Moved", ()),
    ],
)
def test_a_section_is_its_entries(title: str, entries: tuple[str, ...]) -> None:
    assert section(TEXT, title) == entries
