"""GET /openapi.json: the document of the API in OpenAPI 3.1, made from the table of routes and their models."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, Final

from pydantic import BaseModel
from pydantic.json_schema import JsonSchemaMode, models_json_schema

from scrubjay import __version__
from scrubjay_team.api.export import LINES, PARQUET
from scrubjay_team.api.route import PREFIX, ApiAnswer, ApiBody, ApiCall, ApiDocument, ApiFile, ApiRoute, Nothing
from scrubjay_team.api.table import ROUTES
from scrubjay_team.serving.browser import cookie_name

LONGEST_NAME: Final = 200
"""Characters of what stands in the place of a name in a path."""

SESSION: Final = cookie_name("https://")
"""The cookie of a person's session, where the server is reached by https; on loopback it is scrubjay_team."""

_REFUSALS: Final = {
    400: "What was sent can't be read.",
    401: "No valid token.",
    403: "The token's scopes or the member's role don't allow it.",
    404: "Not there, or not for this caller: both in the same words.",
    405: "Another method is answered here.",
    412: "If-Match names another version, or this route has none.",
    409: "It was changed meanwhile; of a memory both texts and the present version are told.",
    413: "The body is too large.",
    415: "The body is no JSON.",
    422: "A value isn't as the schema wants it, or the wish can't be fulfilled as it is said.",
    429: "Too many calls; Retry-After says when to try again.",
    503: "The database is away or too busy; nothing was changed.",
}


class ApiRefusal(ApiAnswer):
    """An answer that isn't what was asked for: a name that programs compare, and what to do."""

    error: str
    message: str


def document(call: ApiCall, body: Nothing) -> ApiDocument:
    """The document of all routes."""
    return ApiDocument(described(ROUTES))


@cache
def described(routes: Sequence[ApiRoute]) -> dict[str, Any]:
    """The document of some routes."""
    wanted: dict[tuple[type[BaseModel], JsonSchemaMode], None] = {(ApiRefusal, "serialization"): None}
    for route in routes:
        if route.method == "POST":
            wanted[route.takes, "validation"] = None
        if route.gives is not ApiFile:
            wanted[route.gives, "serialization"] = None
    _, schemas = models_json_schema(list(wanted), ref_template="#/components/schemas/{model}")
    paths: dict[str, dict[str, Any]] = {}
    for route in routes:
        paths.setdefault(f"{PREFIX}{route.path}", {})[route.method.lower()] = _operation(route)
    return {
        "openapi": "3.1.0",
        "info": {"title": "scrubjay team", "version": __version__},
        "security": [{"token": []}, {"session": []}],
        "paths": paths,
        "components": {
            "schemas": schemas["$defs"],
            "securitySchemes": {
                "token": {"type": "http", "scheme": "bearer"},
                "session": {"type": "apiKey", "in": "cookie", "name": SESSION},
            },
        },
    }


def _operation(route: ApiRoute) -> dict[str, Any]:
    told = {str(status): _answer(words, ApiRefusal) for status, words in _REFUSALS.items()}
    needs = f" Needs the scope {route.scope}." if route.scope else " Needs a person." if route.person else ""
    operation: dict[str, Any] = {
        "operationId": route.runs.rpartition(".")[2].replace(":", "_"),
        "summary": route.summary,
        "description": f"{route.summary}{needs}",
        "parameters": [
            *_placed(route),
            *(_asked(route.takes) if route.method == "GET" else ()),
            *({"name": name, "in": "header", "schema": schema} for name, schema in _headers(route)),
        ],
        "responses": {"200": _given(route), **told},
    }
    if route.person:
        operation["security"] = [{"session": []}]
    if route.method == "GET":
        operation["responses"]["304"] = {"description": "The answer is the one that If-None-Match names."}
    if route.method == "POST":
        operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": _ref(route.takes)}}}
    return operation


def _headers(route: ApiRoute) -> Iterator[tuple[str, dict[str, Any]]]:
    """The headers that a route takes beside those of every request."""
    if route.keeps:
        yield "Idempotency-Key", {"type": "string", "pattern": "^[!-~]{16,255}$"}
    if route.versioned:
        yield "If-Match", {"type": "string", "pattern": '^"[1-9][0-9]{0,9}(-[0-9a-f]{16})?"$'}
    if route.method == "GET" and not route.waits and route.gives is not ApiFile:
        yield "If-None-Match", {"type": "string"}


def _given(route: ApiRoute) -> dict[str, Any]:
    """What a route answers."""
    if route.gives is ApiFile:
        content = {LINES: {"schema": {"type": "string"}}, PARQUET: {"schema": {"type": "string", "format": "binary"}}}
        after = {"Scrubjay-After": {"schema": {"type": "string"}}}
        return {
            "description": "A page; the header says where the next one begins.",
            "content": content,
            "headers": after,
        }
    told = _answer("What was asked for.", route.gives)
    return told | {"headers": {"ETag": {"schema": {"type": "string"}}}} if route.method == "GET" else told


def _placed(route: ApiRoute) -> list[dict[str, Any]]:
    """The names in a route's path."""
    names = [part.strip("{}") for part in route.path.split("/") if part.startswith("{")]
    schema = {"type": "string", "minLength": 1, "maxLength": LONGEST_NAME}
    return [{"name": name, "in": "path", "required": True, "schema": schema} for name in names]


def _asked(takes: type[ApiBody]) -> list[dict[str, Any]]:
    """The fields of a query."""
    schema = takes.model_json_schema()
    required = schema.get("required", ())
    return [
        {"name": name, "in": "query", "required": name in required, "schema": one}
        for name, one in schema.get("properties", {}).items()
    ]


def _answer(words: str, model: type[BaseModel]) -> dict[str, Any]:
    return {"description": words, "content": {"application/json": {"schema": _ref(model)}}}


def _ref(model: type[BaseModel]) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{model.__name__}"}
