"""The document of the API: every route is in it, every reference leads somewhere, and an answer is as it says."""

from typing import Any

from scrubjay_team.api.openapi import described
from scrubjay_team.api.route import PREFIX
from scrubjay_team.api.table import ROUTES
from tests.servers.team.serving.conftest import ServedTeam


def references(value: Any) -> set[str]:
    if isinstance(value, dict):
        own = {value["$ref"]} if isinstance(value.get("$ref"), str) else set()
        return own.union(*map(references, value.values()))
    return set().union(*map(references, value)) if isinstance(value, list) else set()


def test_every_route_is_in_the_document(served: ServedTeam) -> None:
    told = served.api(served.token("anna", "export"), "GET", "/openapi.json").json
    assert told["openapi"] == "3.1.0"
    found = {(path, method.upper()) for path, methods in told["paths"].items() for method in methods}
    assert found == {(f"{PREFIX}{route.path}", route.method) for route in ROUTES}


def test_every_reference_leads_somewhere() -> None:
    told = described(ROUTES)
    schemas = told["components"]["schemas"]
    assert {name.rpartition("/")[2] for name in references(told)} <= set(schemas)
    assert all(
        schemas[route.takes.__name__]["additionalProperties"] is False for route in ROUTES if route.method == "POST"
    )


def test_names_of_models_and_operations_are_unique() -> None:
    models = {model for route in ROUTES for model in (route.takes, route.gives)}
    assert len({model.__name__ for model in models}) == len(models)
    told = described(ROUTES)
    operations = [one["operationId"] for methods in told["paths"].values() for one in methods.values()]
    assert len(set(operations)) == len(operations)
    assert all(one["summary"].endswith(".") for methods in told["paths"].values() for one in methods.values())


def test_names_in_a_path_and_fields_of_a_query_are_parameters() -> None:
    told = described(ROUTES)["paths"]
    placed, _ = told[f"{PREFIX}/memories/{{id}}"]["get"]["parameters"]
    assert (placed["name"], placed["in"], placed["required"]) == ("id", "path", True)
    asked = {one["name"]: one["in"] for one in told[f"{PREFIX}/memories"]["get"]["parameters"]}
    assert asked == {"after": "query", "limit": "query", "If-None-Match": "header"}


def test_a_person_s_routes_take_a_session_alone_and_what_is_kept_takes_a_key() -> None:
    told = described(ROUTES)
    for route in ROUTES:
        operation = told["paths"][f"{PREFIX}{route.path}"][route.method.lower()]
        assert operation.get("security", told["security"]) == [
            *([] if route.person else [{"token": []}]), {"session": []},
        ]  # fmt: skip
        headers = {one["name"] for one in operation["parameters"] if one["in"] == "header"}
        assert ("Idempotency-Key" in headers) == route.keeps
        assert ("If-Match" in headers) == route.versioned
