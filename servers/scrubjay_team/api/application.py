"""The ASGI application of the API, behind the gate: finds the route of a request, reads what it takes, and runs it."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import parse_qsl

import anyio.to_thread
from pydantic import ValidationError

from scrubjay.errors import ScrubjayError
from scrubjay.extensions.loading import loaded
from scrubjay_team.api.changes import later
from scrubjay_team.api.failures import failure_of, refused_values
from scrubjay_team.api.route import PREFIX, ApiBody, ApiCall, ApiRoute
from scrubjay_team.api.table import ROUTES
from scrubjay_team.serving.admission import MAX_BODY
from scrubjay_team.serving.calls import check_scope
from scrubjay_team.serving.gate import entry
from scrubjay_team.serving.refusals import HttpRefusal, answer, refuse
from scrubjay_team.serving.relaying import read_body

if TYPE_CHECKING:
    from pydantic import BaseModel
    from starlette.types import Receive, Scope, Send

    from scrubjay_team.serving.calls import TeamServices

NO_ROUTE: Final = HttpRefusal(404, "not_found", f"There is no such route. GET {PREFIX}/openapi.json describes all.")
NOT_STORABLE: Final = HttpRefusal(
    422, "refused", "A text holds NUL or half of a surrogate pair, which is no character."
)
TWICE: Final = HttpRefusal(422, "refused", "A name stands in the query twice. Give it once.")
NO_QUERY: Final = HttpRefusal(422, "refused", "This route takes a body of JSON, and no query.")
NO_TEXT: Final = HttpRefusal(400, "bad_request", "The query is no UTF-8.")

MOST_FIELDS: Final = 100
"""Fields of a query."""


class TeamApi:
    """Answers requests below /api/v1. Each runs in one transaction of its caller, in a thread of its own."""

    def __init__(self, services: "TeamServices", routes: Sequence[ApiRoute] = ROUTES) -> None:
        self._services = services
        self._routes = routes

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        """Answer a request that the gate let through. Raises what isn't an error on purpose; the gate answers then."""
        head = scope["method"] == "HEAD"
        told = await self._told(scope, receive, "GET" if head else scope["method"])
        if isinstance(told, HttpRefusal):
            await refuse(send, told, head=head)
        else:
            await answer(send, 200, told, head=head)

    async def _told(self, scope: "Scope", receive: "Receive", method: str) -> Mapping[str, Any] | HttpRefusal:
        """What a request is answered."""
        found = self._found(scope["path"].removeprefix(PREFIX), method)
        if isinstance(found, HttpRefusal):
            return found
        route, path = found
        body = await read_body(receive, MAX_BODY)
        given = body if isinstance(body, HttpRefusal) else taken(route, body, scope["query_string"])
        if isinstance(given, HttpRefusal):
            return given
        return await self._given(route, path, given, scope, receive)

    async def _given(
        self, route: ApiRoute, path: Mapping[str, str], body: ApiBody, scope: "Scope", receive: "Receive"
    ) -> Mapping[str, Any] | HttpRefusal:
        """What a route gives, at once or later."""
        hub = self._services.changes

        async def ask(body: ApiBody) -> Mapping[str, Any] | HttpRefusal:
            run = partial(self._run, route, path, body, entry(scope))
            return await anyio.to_thread.run_sync(run, limiter=hub.checks if route.waits else None)

        try:
            return await later(hub, scope, receive, body, ask) if route.waits else await ask(body)
        except ScrubjayError as error:
            return failure_of(error)

    def _found(self, path: str, method: str) -> tuple[ApiRoute, Mapping[str, str]] | HttpRefusal:
        """The route of a request, and what stands in the place of the names in its path."""
        there = [(route, placed) for route in self._routes if (placed := route.placed(path)) is not None]
        if not there or not all(map(is_storable, there[0][1].values())):
            return NO_ROUTE
        for route, placed in there:
            if route.method == method:
                return route, placed
        methods = {route.method for route, _ in there}
        allowed = ", ".join(sorted(methods | {"HEAD"} if "GET" in methods else methods))
        return HttpRefusal(405, "method_not_allowed", f"Only {allowed} is answered here.", {"allow": allowed})

    def _run(
        self, route: ApiRoute, path: Mapping[str, str], body: ApiBody, who: Mapping[str, Any]
    ) -> Mapping[str, Any] | HttpRefusal:
        """What a route gives, as plain values, or why it gives nothing."""
        try:
            with self._services.database.entered(**who) as entered:
                if route.scope:
                    check_scope(route.name, route.scope, entered.caller)
                call = ApiCall(entered=entered, services=self._services, path=path)
                gives: BaseModel = loaded(route.runs)(call, body)
        except ScrubjayError as error:
            return failure_of(error)
        values: Mapping[str, Any] = gives.model_dump(mode="json")
        return values


def taken(route: ApiRoute, body: bytes, query: bytes) -> ApiBody | HttpRefusal:
    """What a route takes, read from a request's body or, for a GET, from its query; or why it can't be read."""
    try:
        if route.method == "GET":
            fields = parse_qsl(
                query.decode("ascii"), keep_blank_values=True, errors="strict", max_num_fields=MOST_FIELDS
            )
            values = dict(fields)
            if len(values) < len(fields):
                return TWICE
            made = route.takes.model_validate(values)
        elif query:
            return NO_QUERY
        else:
            made = route.takes.model_validate_json(body, strict=True)
    except ValidationError as error:
        return refused_values(error)
    except ValueError:
        return NO_TEXT
    return made if is_storable(made.model_dump()) else NOT_STORABLE


def is_storable(value: Any) -> bool:
    """Whether every text in a value is one that a database takes."""
    match value:
        case str():
            return "\0" not in value and (value.isascii() or value == value.encode("utf-8", "replace").decode())
        case Mapping():
            return all(is_storable(name) and is_storable(one) for name, one in value.items())
        case list() | tuple():
            return all(map(is_storable, value))
    return True
