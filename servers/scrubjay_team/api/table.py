"""The routes of the API, in the order of the documents. A route's scope is that of the tool that does the same."""

from typing import Final

from scrubjay_serving.knowledge import Remembered
from scrubjay_team.api.archive_table import ARCHIVE_ROUTES
from scrubjay_team.api.changes import ChangesAnswer, ChangesBody
from scrubjay_team.api.context import ContextAnswer, ContextBody
from scrubjay_team.api.evidence_table import EVIDENCE_ROUTES
from scrubjay_team.api.me import Me
from scrubjay_team.api.memories import ChangeBody, ListBody, MemoryHistory, MemoryObjects, RememberBody
from scrubjay_team.api.office_table import OFFICE_ROUTES
from scrubjay_team.api.projects import MatchBody, MatchedProject, ProjectNonce
from scrubjay_team.api.reviews import REVIEW_ROUTES
from scrubjay_team.api.route import ApiDocument, ApiRoute, Nothing
from scrubjay_team.api.search import ApiSearchAnswer, SearchBody
from scrubjay_team.api.vectors import VectorsAnswer, VectorsBody
from scrubjay_team.api.work_table import WORK_ROUTES
from scrubjay_team.serving.declared import SCOPES

_RUNS: Final = "scrubjay_team.api"

ROUTES: Final[tuple[ApiRoute, ...]] = (
    ApiRoute(
        method="GET", path="/me", runs=f"{_RUNS}.me:me", gives=Me,
        summary="Who the token stands for: server, team, member, scopes and granted projects.",
    ),
    ApiRoute(
        method="GET", path="/openapi.json", runs=f"{_RUNS}.openapi:document", gives=ApiDocument,
        summary="This API as a document of OpenAPI 3.1.",
    ),
    ApiRoute(
        method="POST", path="/projects/nonce", runs=f"{_RUNS}.projects:nonce", scope=SCOPES["search_knowledge"],
        takes=Nothing, gives=ProjectNonce, reads=True, summary="Begin to show which project a clone belongs to.",
    ),
    ApiRoute(
        method="POST", path="/projects/match", runs=f"{_RUNS}.projects:match", scope=SCOPES["search_knowledge"],
        takes=MatchBody, gives=MatchedProject, reads=True,
        summary="The granted project that a clone belongs to, once it shows it.",
    ),
    ApiRoute(
        method="POST", path="/search", runs=f"{_RUNS}.search:search", scope=SCOPES["search_knowledge"],
        takes=SearchBody, gives=ApiSearchAnswer, reads=True,
        summary="Search the granted projects and the memories that the caller sees.",
    ),
    ApiRoute(
        method="POST", path="/context", runs=f"{_RUNS}.context:context", scope=SCOPES["search_knowledge"],
        takes=ContextBody, gives=ContextAnswer, reads=True,
        summary="A prompt's blocks about a question, within a budget of tokens and a deadline.",
    ),
    ApiRoute(
        method="POST", path="/vectors", runs=f"{_RUNS}.vectors:vectors", scope=SCOPES["search_knowledge"],
        takes=VectorsBody, gives=VectorsAnswer, reads=True,
        summary="Vectors and token states of passages that the caller's home has, of a granted project.",
    ),
    ApiRoute(
        method="POST", path="/memories", runs=f"{_RUNS}.memories:remember", scope=SCOPES["remember"],
        takes=RememberBody, gives=Remembered, summary="Keep a claim, or propose one to every team.",
    ),
    ApiRoute(
        method="GET", path="/memories", runs=f"{_RUNS}.memories:listed", scope=SCOPES["list_memories"],
        takes=ListBody, gives=MemoryObjects, summary="List the memories that the caller sees, in the order of writing.",
    ),
    ApiRoute(
        method="GET", path="/memories/{id}", runs=f"{_RUNS}.memories:read", scope=SCOPES["get_provenance"],
        gives=MemoryHistory, summary="Read a memory with its version and history.",
    ),
    ApiRoute(
        method="POST", path="/memories/{id}", runs=f"{_RUNS}.memories:change", scope=SCOPES["update_memory"],
        takes=ChangeBody, gives=Remembered, versioned=True,
        summary="Replace, end or forget a memory at the version that was read.",
    ),
    ApiRoute(
        method="GET", path="/changes", runs=f"{_RUNS}.changes:changed", takes=ChangesBody, gives=ChangesAnswer,
        waits=True, summary="What changed for the caller since a cursor, at once or as soon as something does.",
    ),
    *ARCHIVE_ROUTES,
    *EVIDENCE_ROUTES,
    *WORK_ROUTES,
    *OFFICE_ROUTES,
    *REVIEW_ROUTES,
)  # fmt: skip
"""Every route; what isn't here isn't answered."""
