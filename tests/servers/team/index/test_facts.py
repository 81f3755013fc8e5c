"""Facts of views in memory: those of all granted projects are kept, and what is missing is read at once."""

from collections.abc import Mapping, Sequence
from uuid import uuid4

from scrubjay_team.index.facts import NO_FACTS, KnownFacts, ViewFacts, ViewKey, together

TOLD = (
    '{"superseded_by": {"a.md": ["b.md"]}, "versions": {}, "corpora": {"document": [1, 2]}, "moved": {}, "masked": [], '
    '"left_out": [], "unselected": {"submodules": [], "refused": [], "types": [], "excluded": []}}'
)


def test_facts_of_a_thousand_projects_are_read_at_once_and_kept() -> None:
    known, keys = KnownFacts(), [(uuid4(), "0:1") for _ in range(1000)]
    asked: list[int] = []

    def read(missing: Sequence[ViewKey]) -> Mapping[ViewKey, str]:
        asked.append(len(missing))
        return dict.fromkeys(missing, TOLD)

    assert {facts.corpora["document"] for facts in known.of(keys, read)} == {(1, 2)}
    known.of(keys, read)
    known.of([*keys, (keys[0][0], "0:2")], read)
    assert asked == [1000, 1]


def test_a_view_that_is_gone_has_no_facts_and_is_asked_again() -> None:
    known, key = KnownFacts(), (uuid4(), "0:1")
    assert known.of([key], lambda missing: {}) == [NO_FACTS]
    assert known.of([key], lambda missing: {key: TOLD})[0].superseded_by == {"a.md": ("b.md",)}


def test_facts_of_several_projects_are_added_up() -> None:
    one = ViewFacts(superseded_by={"p:a.md": ("p:b.md",)}, corpora={"document": (1, 2), "code": (0, 3)})
    other = ViewFacts(superseded_by={"q:a.md": ("q:b.md",)}, corpora={"document": (2, 2)})
    both = together([one, other])
    assert both.superseded_by == {**one.superseded_by, **other.superseded_by}
    assert both.corpora == {"document": (3, 4), "code": (0, 3)}
