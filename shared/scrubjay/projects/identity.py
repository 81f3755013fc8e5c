"""Whose memory may this repository see? A pure decision over bindings and root commits.

A project id can be copied: with a template, with `cp -r`, with a committed file. A root commit can't be copied into
another history. So an id alone opens nothing: the clone must be the one that was bound, or share a root commit.
"""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Known:
    """What the home knows of a project: its root commits and its clones' git common directories."""

    roots: frozenset[str]
    clones: frozenset[str]


@dataclass(frozen=True, slots=True)
class Claim:
    """What a repository says of itself.

    `bound` stands in its local git config, `requested` in its committed configuration; both may be copies.
    """

    common_dir: str
    roots: frozenset[str]
    shallow: bool
    bound: str = ""
    requested: str = ""


@dataclass(frozen=True, slots=True)
class Bound:
    """The repository belongs to this project, as before."""

    id: str


@dataclass(frozen=True, slots=True)
class Joins:
    """The repository shares a root commit with this project, and joins it."""

    id: str


@dataclass(frozen=True, slots=True)
class Stranger:
    """The repository belongs to no known project; `refused` says why an id that it carries doesn't count."""

    refused: str = ""


Identity = Bound | Joins | Stranger


def identify(claim: Claim, projects: Mapping[str, Known]) -> Identity:
    """Decide which project a repository belongs to."""
    bound = projects.get(claim.bound)
    if bound and _is_that_clone(claim, bound):
        return Bound(claim.bound)
    if bound and bound.roots & claim.roots:
        return Joins(claim.bound)
    requested = projects.get(claim.requested)
    if requested and requested.roots & claim.roots and not claim.shallow:
        return Joins(claim.requested)
    return Stranger(_why(claim, bound, requested))


def _is_that_clone(claim: Claim, known: Known) -> bool:
    """The same folder, and not a history that was put in its place."""
    same_history = not claim.roots or not known.roots or bool(claim.roots & known.roots) or claim.shallow
    return claim.common_dir in known.clones and same_history


def _why(claim: Claim, bound: Known | None, requested: Known | None) -> str:
    if bound:
        return (
            f"this repository carries the id of project {claim.bound[:8]}, but shares no root commit with it "
            "(a copied .git/config?); it gets a project of its own"
        )
    if requested and claim.shallow:
        return (
            f".agent/config.yaml asks to join project {claim.requested[:8]}; a shallow clone can't prove that it "
            f"belongs there: run `scrubjay project join {claim.requested}`"
        )
    if requested:
        return (
            f".agent/config.yaml asks to join project {claim.requested[:8]}, but the repositories share no root "
            "commit; the request has no effect"
        )
    return ""
