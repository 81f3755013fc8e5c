"""Citations are found in every form that people write, and nothing else is taken for one."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay.memory.grounding.citations import (
    MOST,
    citations_of,
    meant_citations,
    sources_named,
    unsourced,
    without_citations,
)


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
    assert [(str(c.kind), c.target) for c in citations_of(claim)] == found


@pytest.mark.parametrize(
    "claim",
    [
        "the colour is #ffaabb",
        "the colour is ffaabb11",
        "a defaced facade was effaced",
        "keys are Ed25519, never RSA",
        "id 123e4567-e89b-12d3-a456-426614174000",
        "call 1234567 times and/or twice",
        "version 1.2.3, e.g. today",
        "mail a.b@c to us",
        "x!=1, wow!12 and !0.5",
    ],
)
def test_what_only_looks_like_a_citation_is_left_alone(claim: str) -> None:
    assert citations_of(claim) == ()


def test_a_place_carries_its_lines_and_revision() -> None:
    (place,) = citations_of("see src/a.py@3f2a91c:12-20")
    assert (place.revision, place.lines) == ("3f2a91c", (12, 20))


def test_the_claim_is_left_without_its_citations() -> None:
    claim = "Per ADR-003, we use Redis (see docs/a.md), as decided in ADR-7, fixed in commit 3f2a91c"
    bare = without_citations(claim)
    assert bare.split() == [",", "we", "use", "Redis", "(", "),", ",", "fixed", "in"]
    assert len(bare) == len(claim)


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        ("Options of `run()` win (docs/a.md:3)", "Options of `run()` win"),
        ("The version is 2 (docs/a.md, ADR-3 and https://example.org/x).", "The version is 2."),
        ("The version is 2. (see docs/a.md)", "The version is 2."),
        ("See the [guide](docs/a.md) of it (docs/b.md)", "See the [guide](docs/a.md) of it"),
        ("The version of `run()` (and of `stop( )`) is 2", "The version of `run()` (and of `stop( )`) is 2"),
        ("The leak is fixed (3f2a91c7)", "The leak is fixed (3f2a91c7)"),  # a commit is what it is about
        ("The leak is fixed (#12)", "The leak is fixed (#12)"),
        ("Raise the version in setup.cfg", "Raise the version in setup.cfg"),
        ("It retries (docs/a.md lists when)", "It retries (docs/a.md lists when)"),
        ("It changes state (typically POST/PUT/PATCH)", "It changes state (typically POST/PUT/PATCH)"),
    ],
)
def test_only_a_bracket_that_merely_says_where_it_stands_is_left_out(claim: str, said: str) -> None:
    assert unsourced(claim) == said


@pytest.mark.parametrize(
    ("claim", "places"),
    [
        ("The set_cookie filter lives in modules/logging/filters.go", ["modules/logging/filters.go"]),
        ("The port is 8080 (docs/guide.md)", ["docs/guide.md"]),
        ("The port is 8080, see `docs/guide.md`", ["docs/guide.md"]),
        ("The port is 8080 per the docs/guide.md", ["docs/guide.md"]),
        ("docs/guide.md:3 has the port", ["docs/guide.md"]),
        ("src/a.py@3f2a91c has the port", ["src/a.py"]),
        ("New file modules/logging/bearer.go", []),  # mentioned, no source
        ("The file setup.cfg holds the version", []),
        ("ADR-3 and #12 are named wherever they stand", ["3", "#12"]),
    ],
)
def test_a_path_in_prose_is_a_place_only_where_it_is_meant_as_one(claim: str, places: list[str]) -> None:
    assert [place.target for place in meant_citations(claim)] == places


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("docs/vans.md:3-5", ("place", "docs/vans.md", (3, 5))),
        ("ADR-0002", ("adr", "2", (0, 0))),
        ("3f2a91c7", ("commit", "3f2a91c7", (0, 0))),
        ("./Makefile", ("place", "Makefile", (0, 0))),  # what is no other form is a path
        ("LICENSE:12", ("place", "LICENSE", (12, 12))),
        ("docs/day one.md", ("place", "docs/day one.md", (0, 0))),
        ("", ("place", "", (0, 0))),
    ],
)
def test_a_source_beside_a_claim_is_looked_up_by_its_form(source: str, found: tuple[object, ...]) -> None:
    (citation,) = sources_named([source])
    assert (str(citation.kind), citation.target, citation.lines) == found


@given(st.text(alphabet="aA03f#:/.@-_` \n", max_size=400))
@settings(max_examples=80, derandomize=True, deadline=None)
def test_citations_are_few_in_order_and_apart(claim: str) -> None:
    found = citations_of(claim)
    assert len(found) <= MOST
    assert all(a.end <= b.start for a, b in pairwise(found))
