"""The reference of the team server's API, from its table of routes and the models of what they take and give."""

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel

from scrubjay_team.api.openapi import described
from scrubjay_team.api.route import ApiDocument, ApiFile, ApiRoute, Nothing
from scrubjay_team.api.table import ROUTES

Schemas = Mapping[str, Mapping[str, Any]]


def team_api() -> str:
    """A table of the routes, then what each takes and gives, and the objects in it."""
    schemas = described(ROUTES)["components"]["schemas"]
    lines = ["## Every route", "", "| route | scope | what it does |", "|---|---|---|"]
    lines += [f"| `{route.name}` | {_needs(route)} | {route.summary} |" for route in ROUTES]
    for route in ROUTES:
        lines += ["", f"## {route.name}", "", *_takes(route, schemas), *_gives(route, schemas)]
    own = {route.takes.__name__ for route in ROUTES} | {route.gives.__name__ for route in ROUTES} | {"ApiRefusal"}
    lines += ["", "## Objects in answers"]
    for name, schema in schemas.items():
        if name not in own:
            lines += ["", f"### {name}", "", _words(schema), "", *_inside(schema)]
    return "\n".join(lines)


def _needs(route: ApiRoute) -> str:
    """What of its caller a route needs."""
    return "a person" if route.person else route.scope or "any"


def _takes(route: ApiRoute, schemas: Schemas) -> list[str]:
    if route.takes is Nothing:
        return []
    where = "Its query" if route.method == "GET" else "Its body"
    schema = schemas.get(route.takes.__name__) or route.takes.model_json_schema()
    return [f"{where}: {_words(schema)}", "", *_fields(schema, told=True), ""]


def _gives(route: ApiRoute, schemas: Schemas) -> list[str]:
    model: type[BaseModel] = route.gives
    if model is ApiFile:
        return ["Its answer is a file; the header `Scrubjay-After` says where the next page begins."]
    if model is ApiDocument:
        return ["Its answer is the document."]
    return [f"Its answer: {_words(schemas[model.__name__])}", "", *_fields(schemas[model.__name__])]


def _words(schema: Mapping[str, Any]) -> str:
    """What a model says of itself, on one line."""
    return " ".join(str(schema.get("description", "")).split())


def _inside(schema: Mapping[str, Any]) -> list[str]:
    """The fields of an object, or the words that one of a few words may be."""
    return _fields(schema) if "properties" in schema else [f"It is {_holds(schema)}."]


def _fields(schema: Mapping[str, Any], *, told: bool = False) -> list[str]:
    needed = schema.get("required", ())
    rows = ["| field | holds | may be left out |", "|---|---|---|"] if told else ["| field | holds |", "|---|---|"]
    for name, one in schema["properties"].items():
        without = ("no" if name in needed else "yes",) if told else ()
        rows.append(f"| {' | '.join((f'`{name}`', _holds(one), *without))} |")
    return rows


def _holds(schema: Mapping[str, Any]) -> str:
    """What a field holds, in words."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "anyOf" in schema:
        return " or ".join(map(_holds, schema["anyOf"]))
    if "enum" in schema:
        return "one of " + ", ".join(f"`{one}`" if one else "nothing" for one in schema["enum"])
    match schema.get("type"):
        case "array":
            inner = _holds(schema["items"]) if "items" in schema else "values"
            return f"a list{_most(schema, 'maxItems', 'at most {}')}, of {inner}"
        case "string":
            return f"text{_most(schema, 'maxLength', 'at most {} characters')}"
        case "integer":
            return f"a whole number{_most(schema, 'maximum', 'at most {}')}"
        case "number":
            return "a number"
        case "boolean":
            return "true or false"
        case "null":
            return "null"
    if "const" in schema:
        return f"`{schema['const']}`"
    return "an object"


def _most(schema: Mapping[str, Any], bound: str, words: str) -> str:
    return f", {words.format(f'{schema[bound]:,}')}" if bound in schema else ""
