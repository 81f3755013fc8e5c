"""The routes of evidence, as data."""

from typing import Final

from scrubjay_team.api.evidence import AcceptedObjects, EvidenceBody, EvidenceTaken, OwnEvidence
from scrubjay_team.api.route import ApiRoute
from scrubjay_team.serving.declared import SCOPES

_RUNS: Final = "scrubjay_team.api.evidence"

EVIDENCE_ROUTES: Final[tuple[ApiRoute, ...]] = (
    ApiRoute(
        method="POST", path="/evidence", runs=f"{_RUNS}:take", scope=SCOPES["remember"], takes=EvidenceBody,
        gives=EvidenceTaken, summary="Let sessions count: which memories helped, how each ended. No text.",
    ),
    ApiRoute(
        method="GET", path="/evidence", runs=f"{_RUNS}:own", gives=OwnEvidence,
        summary="What is kept of the caller's own sessions, as sums.",
    ),
    ApiRoute(
        method="POST", path="/evidence/forget", runs=f"{_RUNS}:take_back", gives=OwnEvidence,
        summary="Delete all that is kept of the caller's own sessions.",
    ),
    ApiRoute(
        method="GET", path="/promotions", runs=f"{_RUNS}:accepted_here", scope=SCOPES["search_knowledge"],
        gives=AcceptedObjects, summary="What reviewers accepted for a repository, to be published by pull request.",
    ),
)  # fmt: skip
"""They go behind those of memories."""
