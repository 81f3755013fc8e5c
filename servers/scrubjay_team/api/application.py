"""The ASGI application of the API, behind the gate: finds the route of a request, reads what it takes, and runs it."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import parse_qsl

import anyio
import anyio.to_thread
from pydantic import ValidationError

from scrubjay.errors import ScrubjayError
from scrubjay.extensions.loading import loaded
from scrubjay.model.frozen import dataclass, replace
from scrubjay_team.api.changes import later
from scrubjay_team.api.failures import Refusing, failure_of, refused_values
from scrubjay_team.api.keeping import KeptAnswers, KeyedCall
from scrubjay_team.api.route import PREFIX, ApartCall, ApiBody, ApiCall, ApiFile, ApiRoute
from scrubjay_team.api.table import ROUTES
from scrubjay_team.api.tags import is_known, tag_of, version_of
from scrubjay_team.people.rights import require_person
from scrubjay_team.serving.admission import MAX_BODY, values
from scrubjay_team.serving.calls import check_scope
from scrubjay_team.serving.gate import CALLER, entry
from scrubjay_team.serving.refusals import HttpRefusal, answer, answer_bytes, refuse
from scrubjay_team.serving.relaying import read_body

if TYPE_CHECKING:
    from pydantic import BaseModel
    from starlette.types import Receive, Scope, Send

    from scrubjay_team.database.connecting import TeamCaller
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

MOST_APART: Final = 8
"""Calls at once that ask something else than the database: a slow one holds up no others."""

Told = Mapping[str, Any] | ApiFile | HttpRefusal
"""What a request is answered: plain values, bytes, or why there is nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenCall:
    """A request that was read: its route, what its path names, who calls, the key and the version that it names."""

    route: ApiRoute
    path: Mapping[str, str]
    who: Mapping[str, Any]
    keyed: KeyedCall | None
    version: int


class TeamApi:
    """Answers requests below /api/v1. Each runs in one transaction of its caller, in a thread of its own."""

    def __init__(self, services: "TeamServices", routes: Sequence[ApiRoute] = ROUTES) -> None:
        self._services = services
        self._routes = routes
        self._apart = anyio.CapacityLimiter(MOST_APART)

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        """Answer a request that the gate let through. Raises what isn't an error on purpose; the gate answers then."""
        head = scope["method"] == "HEAD"
        told = await self._told(scope, receive, "GET" if head else scope["method"])
        if isinstance(told, HttpRefusal):
            await refuse(send, told, head=head)
        elif isinstance(told, ApiFile):
            await answer_bytes(send, 200, told.data, {"content-type": told.type, **told.headers}, head=head)
        elif scope["method"] == "POST":
            await answer(send, 200, told)
        else:
            tag = tag_of(told)
            if is_known(tag, values(scope, b"if-none-match")):
                await answer_bytes(send, 304, b"", {"etag": tag}, head=True)
            else:
                await answer(send, 200, told, {"etag": tag}, head=head)

    async def _told(self, scope: "Scope", receive: "Receive", method: str) -> Told:
        """What a request is answered."""
        found = self._found(scope["path"].removeprefix(PREFIX), method)
        if isinstance(found, HttpRefusal):
            return found
        route, path = found
        body = await read_body(receive, MAX_BODY)
        try:
            if route.person:  # before anything is said of its fields
                require_person(scope[CALLER])
        except ScrubjayError as error:
            return failure_of(error)
        given = body if isinstance(body, HttpRefusal) else taken(route, body, scope["query_string"])
        if isinstance(given, HttpRefusal):
            return given
        version = version_of(values(scope, b"if-match"), versioned=route.versioned)
        if isinstance(version, HttpRefusal):
            return version
        try:
            key = values(scope, b"idempotency-key") if route.keeps else ()
            keyed = KeyedCall.of(key, route.name, scope["path"], given.model_dump(mode="json"))
        except ScrubjayError as error:
            return failure_of(error)
        call = GivenCall(route=route, path=path, who=entry(scope), keyed=keyed, version=version)
        return await self._given(call, given, scope, receive)

    async def _given(self, call: GivenCall, body: ApiBody, scope: "Scope", receive: "Receive") -> Told:
        """What a route gives, at once or later."""
        hub, waits = self._services.changes, call.route.waits
        limiter = hub.checks if waits else self._apart if call.route.apart else None

        async def ask(body: ApiBody) -> Any:
            return await anyio.to_thread.run_sync(partial(self._run, call, body), limiter=limiter)

        try:
            told: Told = await later(hub, scope, receive, body, ask) if waits else await ask(body)
        except ScrubjayError as error:
            return failure_of(error)
        return told

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

    def _run(self, given: GivenCall, body: ApiBody) -> Told:
        """What a route gives, as plain values, or why it gives nothing."""
        try:
            return self._done(given, body)
        except Refusing as error:
            failure = failure_of(error)
            return replace(failure, status=412) if given.version and failure.error == "changed" else failure

    def _done(self, given: GivenCall, body: ApiBody) -> Told:
        """The same in one transaction, with what is asked and counted once a call. Raises ScrubjayError."""
        route, services = given.route, self._services
        if route.apart:
            return self._done_apart(given, body)
        with services.database.entered(**given.who) as entered:
            services.kinds.admit(entered.caller, route.name, route.scope, partial(_check, route, entered.caller))
            kept = KeptAnswers(entered, services.clock())
            if given.keyed and (before := kept.found(given.keyed)) is not None:
                return before
            call = ApiCall(
                entered=entered, services=services, path=given.path, who=given.who, version=given.version
            )  # fmt: skip
            gives: BaseModel = loaded(route.runs)(call, body)
            if isinstance(gives, ApiFile):
                told: Mapping[str, Any] | ApiFile = gives
            else:
                told = gives.model_dump(mode="json")
                if given.keyed:
                    kept.keep(given.keyed, told)
            if not route.waits:
                services.kinds.count(entered, route.name, call.now, writes=route.keeps)
        return told

    def _done_apart(self, given: GivenCall, body: ApiBody) -> Told:
        """The same of a route that opens transactions of its own, between which it may take its time."""
        route, services = given.route, self._services
        with services.database.entered(**given.who) as entered:
            services.kinds.admit(entered.caller, route.name, route.scope, partial(_check, route, entered.caller))
            services.kinds.count(entered, route.name, services.clock(), writes=not route.reads)
        gives: BaseModel = loaded(route.runs)(ApartCall(services=services, path=given.path, who=given.who), body)
        return gives.model_dump(mode="json")


def _check(route: ApiRoute, caller: "TeamCaller") -> None:
    """Raise PermissionDenied where a route isn't for a caller."""
    if route.person:
        require_person(caller)
    if route.scope:
        check_scope(route.name, route.scope, caller)


def taken(route: ApiRoute, body: bytes, query: bytes) -> ApiBody | HttpRefusal:
    """What a route takes, read from a request's body or, for a GET, from its query; or why it can't be read."""
    try:
        if route.method == "GET":
            fields = parse_qsl(
                query.decode("ascii"), keep_blank_values=True, errors="strict", max_num_fields=MOST_FIELDS
            )
            asked = dict(fields)
            if len(asked) < len(fields):
                return TWICE
            made = route.takes.model_validate(asked)
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
