"""Bodies and queries that fit a route, made from its schema; with one text in each field, or with odd values."""

import json
import random
import re
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import quote, urlencode

from scrubjay_team.api.route import PREFIX, ApiRoute
from scrubjay_team.api.table import ROUTES
from tests.servers.team.serving.malformed import ODD, request

TEXT = "The cache keeps a page for sixty minutes."
FORMATS = {"uuid": "0" * 32, "date": "2026-03-02", "date-time": "2026-03-02T00:00:00Z"}
ODD_IDS = ("", "0" * 32, "x", "../me", "%00", "%ff%fe", "a" * 1_500, "'; DROP TABLE memory; --", "\u202e", "a/b")
ODD_QUERIES = ("after=x", "after=-1", "limit=0&limit=1", "=", "&&&", "%00=%00", "after=%ff", "a" * 1_900, "after=9e99",
               "after=" + "9" * 40, "&".join(f"x{number}=1" for number in range(200)))  # fmt: skip


def sample(route: ApiRoute) -> dict[str, Any]:
    """What a route needs, and nothing that may be left out."""
    schema = route.takes.model_json_schema()
    return {name: _value(schema["properties"][name], schema) for name in schema.get("required", ())}


def _value(schema: Mapping[str, Any], whole: Mapping[str, Any]) -> Any:
    if "$ref" in schema:
        return _value(whole["$defs"][schema["$ref"].rpartition("/")[2]], whole)
    if "anyOf" in schema:
        return _value(schema["anyOf"][0], whole)
    if "enum" in schema or "const" in schema:
        return schema["const"] if "const" in schema else schema["enum"][0]
    match schema.get("type"):
        case "integer" | "number":
            return schema.get("minimum", 1)
        case "boolean":
            return False
        case "array":
            one = schema.get("items", {}) if "prefixItems" not in schema else {}
            return (
                [_value(one, whole)] * schema.get("minItems", 0)
                if one
                else [_value(each, whole) for each in schema.get("prefixItems", ())]
            )
        case "object":
            return {name: _value(schema["properties"][name], whole) for name in schema.get("required", ())}
    if schema.get("format") in FORMATS:
        return FORMATS[schema["format"]]
    digits = re.fullmatch(r"\^\[0-9a-f\]\{(\d+)\}\$", schema.get("pattern", ""))
    return "0" * int(digits[1]) if digits else TEXT[: schema.get("maxLength", len(TEXT))]


def texts_of(route: ApiRoute) -> list[str]:
    """The fields of a route that take a text, or some."""
    schema = route.takes.model_json_schema()
    return [name for name, one in schema.get("properties", {}).items() if '"string"' in json.dumps(one)]


def naming(route: ApiRoute, text: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Calls of a route, path and values, that have a text in the place of a name, in a field, or in all of these."""
    path = "/".join(quote(text, safe="") if part.startswith("{") else part for part in route.path.split("/"))
    values, schema = sample(route), route.takes.model_json_schema().get("properties", {})
    fields = texts_of(route)
    for chosen in (*([name] for name in fields), fields):
        filled = {name: [text] if schema[name].get("type") == "array" else text for name in chosen}
        yield path, values | filled


def odd_requests(count: int, seed: int, token: str) -> Iterator[tuple[str, bytes]]:
    """So many requests to all routes in turn that aren't as they should be, each with its route's name."""
    chance = random.Random(seed)
    for number in range(count):
        route = ROUTES[number % len(ROUTES)]
        yield route.name, _odd(route, chance, token)


def _odd(route: ApiRoute, chance: random.Random, token: str) -> bytes:
    id = quote(chance.choice(ODD_IDS), safe="%/")
    path = PREFIX + "/".join(id if part.startswith("{") else part for part in route.path.split("/"))
    values: Any = sample(route)
    for _ in range(chance.randint(0, 3)):
        name = chance.choice([*route.takes.model_fields, "x", "\x00", "id"])
        values[name] = chance.choice(ODD)
    if chance.random() < 0.2:
        values.pop(next(iter(values), ""), None)
    if chance.random() < 0.1:
        values = chance.choice(ODD)
    method = chance.choice([route.method] * 8 + ["PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "GET", "POST"])
    if method in ("GET", "HEAD"):
        asked = chance.choice(ODD_QUERIES) if chance.random() < 0.5 or not isinstance(values, dict) else _query(values)
        return request(b"", token, method=method, path=f"{path}?{asked}"[:1_990])
    body = json.dumps(values).encode()
    if chance.random() < 0.1:
        body = body[: chance.randint(0, len(body))]
    whole = request(body, token, method=method, path=path + chance.choice(["", "", "", "", "?x=1"]))
    kinds = [b"application/json"] * 8 + [b"text/plain", b"application/json; charset=utf-16", b"", b"a" * 300]
    return whole.replace(b"content-type: application/json", b"content-type: " + chance.choice(kinds))


def _query(values: Mapping[str, Any]) -> str:
    return urlencode({name: str(value).encode("utf-8", "replace")[:500] for name, value in values.items()})
