"""Sources that a claim names beside its text are looked up as if they stood behind it, each once."""

import pytest

from scrubjay.grounding.citations import CitationDetector
from scrubjay.grounding.claim import Claim


@pytest.mark.parametrize(
    ("content", "cites", "sourced"),
    [
        ("Vans are red.", (), "Vans are red."),
        ("Vans are red.", ("docs/vans.md:3", "ADR-0002"), "Vans are red. (docs/vans.md:3, ADR-0002)"),
        ("Vans are red (docs/vans.md:3).", ("docs/vans.md:3",), "Vans are red (docs/vans.md:3)."),
    ],
)
def test_sources_stand_behind_the_text_in_brackets(content: str, cites: tuple[str, ...], sourced: str) -> None:
    claim = Claim(content=content, kind="fact", scope="project", cites=cites)
    assert claim.sourced == sourced
    assert [found.text for found in CitationDetector().detect(sourced)] == list(cites)
