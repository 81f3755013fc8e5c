"""The routes of the API, in the order of the documents. A route's scope is that of the tool that does the same."""

from typing import Final

from scrubjay_team.api.me import Me
from scrubjay_team.api.route import ApiRoute
from scrubjay_team.api.search import SearchAnswer, SearchBody
from scrubjay_team.serving.declared import SCOPES

_RUNS: Final = "scrubjay_team.api"

ROUTES: Final[tuple[ApiRoute, ...]] = (
    ApiRoute(
        method="GET", path="/me", runs=f"{_RUNS}.me:me", gives=Me,
        summary="Who the token stands for: server, team, member, scopes and granted projects.",
    ),
    ApiRoute(
        method="POST", path="/search", runs=f"{_RUNS}.search:search", scope=SCOPES["search_knowledge"],
        takes=SearchBody, gives=SearchAnswer,
        summary="Search the granted projects and the memories that the caller sees.",
    ),
)  # fmt: skip
"""Every route; what isn't here isn't answered."""
