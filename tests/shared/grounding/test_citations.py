"""Citations are found in every form that people write, and nothing else is taken for one."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay.grounding.citations import MOST, CitationDetector, beside, sources_beside, without

DETECTOR = CitationDetector()


@pytest.mark.parametrize(
    ("claim", "found"),
    [
        ("Per ADR-003, we use Redis", [("adr", "3")]),
        ("[ADR-003] and ADR 004, ADR5", [("adr", "3"), ("adr", "4"), ("adr", "5")]),
        ("0003-use-redis.md says so", [("adr", "0003-use-redis.md")]),
        ("ADR-0003-use-redis.md says so", [("adr", "ADR-0003-use-redis.md")]),
        ("KEP-1234 and RFC 12", [("adr", "KEP:1234"), ("adr", "RFC:12")]),
        ("Fixed in commit 3f2a91c7", [("commit", "3f2a91c7")]),
        ("Reverts 3F2A91C7D1.", [("commit", "3f2a91c7d1")]),
        ("commit 1234567 did it", [("commit", "1234567")]),
        ("see docs/adr/0007-auth.md:10-20", [("place", "docs/adr/0007-auth.md")]),
        ("see ./src/a.py@3f2a91c:12", [("place", "src/a.py")]),
        ("`Class.method` raises", [("symbol", "Class.method")]),
        ("HttpPool::acquire() and `HttpPool::acquire`", [("symbol", "HttpPool.acquire")]),
        ("#123, GH-456, owner/repo#1", [("issue", "#123"), ("issue", "#456"), ("issue", "owner/repo#1")]),
        ("group/sub/shop!12 and !7, (!8)", [("issue", "group/sub/shop!12"), ("issue", "!7"), ("issue", "!8")]),
        ("group/sub/shop#12", [("issue", "group/sub/shop#12")]),
        ("see https://example.org/a1b2c3d4e5f/x.", [("url", "https://example.org/a1b2c3d4e5f/x")]),
        ("Events stay (docs/arch/adr-001-use-events.md:4).", [("place", "docs/arch/adr-001-use-events.md")]),
        ("Events stay, adr-001-use-events.md.", [("adr", "adr-001-use-events.md")]),
    ],
)
def test_each_form_is_found_with_what_it_points_to(claim: str, found: list[tuple[str, str]]) -> None:
    assert [(str(c.kind), c.target) for c in DETECTOR.detect(claim)] == found


@pytest.mark.parametrize(
    "claim",
    [
        "the colour is #ffaabb",
        "the colour is ffaabb11",
        "a defaced facade was effaced",
        "id 123e4567-e89b-12d3-a456-426614174000",
        "call 1234567 times and/or twice",
        "version 1.2.3, e.g. today",
        "mail a.b@c to us",
        "x!=1, wow!12 and !0.5",
    ],
)
def test_what_only_looks_like_a_citation_is_left_alone(claim: str) -> None:
    assert DETECTOR.detect(claim) == ()


def test_a_place_carries_its_lines_and_revision() -> None:
    (place,) = DETECTOR.detect("see src/a.py@3f2a91c:12-20")
    assert (place.revision, place.lines) == ("3f2a91c", (12, 20))


def test_the_claim_is_left_without_its_citations() -> None:
    claim = "Per ADR-003, we use Redis (see docs/a.md), as decided in ADR-7, fixed in commit 3f2a91c"
    bare = without(claim, DETECTOR.detect(claim))
    assert bare.split() == [",", "we", "use", "Redis", "(", "),", ",", "fixed", "in"]
    assert len(bare) == len(claim)


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        ("Options of `run()` win (docs/a.md:3)", "Options of `run()` win"),
        ("Get them from [the authority](https://example.org/a).", "Get them from the authority."),
        ("Get them from the [guide](docs/a.md)", "Get them from the guide"),
        ("It was fixed [(#12)](https://example.org/12)", "It was fixed"),
        (
            "Actions that change state (typically POST/PUT/PATCH)",
            "Actions that change state (typically POST/PUT/PATCH)",
        ),
    ],
)
def test_what_is_said_beside_its_sources_keeps_its_own_words(claim: str, said: str) -> None:
    assert " ".join(beside(claim, DETECTOR.detect(claim)).split()) == said


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        ("Raise the version in setup.cfg (docs/a.md)", "Raise the version in setup.cfg"),
        ("`setup.cfg` holds the version (docs/a.md, b.md)", "`setup.cfg` holds the version"),
        ("The version is 2, see setup.cfg (docs/a.md)", "The version is 2,"),
        ("The version is 2 (see src/setup.cfg and docs/a.md)", "The version is 2"),
    ],
)
def test_a_file_that_is_only_mentioned_is_part_of_what_is_said(claim: str, said: str) -> None:
    found = DETECTOR.detect(claim)
    cited = next(one for one in found if one.target == "docs/a.md")
    assert " ".join(beside(claim, sources_beside(claim, found, cited)).split()) == said


@given(st.text(alphabet="aA03f#:/.@-_` \n", max_size=400))
@settings(max_examples=80, derandomize=True, deadline=None)
def test_citations_are_few_in_order_and_apart(claim: str) -> None:
    found = DETECTOR.detect(claim)
    assert len(found) <= MOST
    assert all(a.end <= b.start for a, b in pairwise(found))
