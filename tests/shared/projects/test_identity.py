"""Whose memory may a repository see? The table of the decision."""

import pytest

from scrubjay.projects.identity import Bound, Claim, Identity, Joins, Known, Stranger, identify

A, B = "a" * 32, "b" * 32
HERE, THERE = "/here/.git", "/there/.git"
PROJECTS = {A: Known(frozenset(["r1", "r2"]), frozenset([HERE])), B: Known(frozenset(), frozenset(["/b/.git"]))}


def claim(common: str, *roots: str, bound: str = "", requested: str = "", shallow: bool = False) -> Claim:
    return Claim(common, frozenset(roots), shallow, bound, requested)


@pytest.mark.parametrize(
    ("said", "outcome"),
    [
        (claim(HERE, "r1", bound=A), Bound(A)),
        (claim(HERE, "r1", "r9", bound=A), Bound(A)),  # an orphan branch adds a root
        (claim(THERE, "r1", bound=A), Joins(A)),  # moved, or copied with its history
        (claim(HERE, "r1", bound=A, shallow=True), Bound(A)),
        (claim("/b/.git", bound=B), Bound(B)),  # nothing committed yet
        (claim("/b/.git", "r5", bound=B), Bound(B)),  # the first commit
        (claim(THERE, "r1", requested=A), Joins(A)),
        (claim(THERE, "r1"), Stranger()),  # the same history alone is no request
        (claim(THERE, bound="c" * 32), Stranger()),  # an id of another home
        (claim(THERE), Stranger()),
    ],
)
def test_a_repository_belongs_where_its_history_does(said: Claim, outcome: Identity) -> None:
    assert identify(said, PROJECTS) == outcome


@pytest.mark.parametrize(
    "said",
    [
        claim(THERE, "r7", bound=A),  # .git/config was copied into an unrelated repository
        claim(THERE, bound=A),  # … into an empty one
        claim(HERE, "r7", bound=A),  # another history in the same folder
        claim(THERE, "r7", requested=A),  # a template that carries .agent/config.yaml
        claim(THERE, requested=A),
        claim(THERE, "r1", requested=A, shallow=True),  # a shallow clone's roots prove nothing
    ],
)
def test_an_id_that_was_copied_opens_nothing_and_the_reason_is_told(said: Claim) -> None:
    outcome = identify(said, PROJECTS)
    assert isinstance(outcome, Stranger)
    assert A[:8] in outcome.refused
