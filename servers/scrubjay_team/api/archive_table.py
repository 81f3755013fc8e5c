"""The routes of archives, as data."""

from typing import Final

from scrubjay_team.api import archives
from scrubjay_team.api.route import ApiRoute
from scrubjay_team.serving.declared import SCOPES

_RUNS: Final = "scrubjay_team.api.archives"

ARCHIVE_ROUTES: Final[tuple[ApiRoute, ...]] = (
    ApiRoute(
        method="POST", path="/archives/search", runs=f"{_RUNS}:search", scope=SCOPES["search_knowledge"], apart=True,
        reads=True, takes=archives.ArchiveQuestion, gives=archives.ArchiveFound,
        summary="Find turns of the caller's own archived conversations.",
    ),
    ApiRoute(
        method="POST", path="/archives/forget", runs=f"{_RUNS}:forget", scope=SCOPES["remember"], apart=True,
        takes=archives.ForgetBody, gives=archives.ArchivesForgotten,
        summary="Forget conversations of the caller's: hidden at once, and deleted from the store.",
    ),
    ApiRoute(
        method="GET", path="/archives", runs=f"{_RUNS}:listed", scope=SCOPES["search_knowledge"], apart=True,
        reads=True, takes=archives.ArchiveList, gives=archives.ArchivesListed,
        summary="The caller's archives, the newest first.",
    ),
    ApiRoute(
        method="POST", path="/archives/{session}/parts/{part}", runs=f"{_RUNS}:keep", scope=SCOPES["remember"],
        apart=True, takes=archives.PartBody, gives=archives.PartKept,
        summary="Keep a part of a conversation, in place of the one that was there; the same again changes nothing.",
    ),
    ApiRoute(
        method="GET", path="/archives/{session}/parts/{part}", runs=f"{_RUNS}:read", scope=SCOPES["search_knowledge"],
        apart=True, reads=True, gives=archives.PartRead, summary="The turns of a part of one of the caller's archives.",
    ),
)  # fmt: skip
"""In the order in which paths are compared."""
