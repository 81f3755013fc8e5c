"""The server of these tests answers as GitHub's published OpenAPI description says: opt-in, with the path to it.

`SCRUBJAY_GITHUB_OPENAPI=…/api.github.com.json pytest -m optin tests/shared/forges/test_openapi.py`; the description is
in the npm package `@octokit/openapi`, under `generated/`.
"""

import json
import os
import re
from collections import Counter
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from scrubjay.errors import ForgeRefuses
from tests.shared.scrubjay_forges.forges.conftest import Desk
from tests.shared.scrubjay_forges.forges.forge_server import GitHubServer
from tests.shared.scrubjay_forges.forges.github_items import fill, moment

jsonschema = pytest.importorskip("jsonschema")
referencing = pytest.importorskip("referencing")
pytestmark = pytest.mark.optin


@pytest.fixture(scope="module")
def described() -> dict[str, Any]:
    path = os.environ.get("SCRUBJAY_GITHUB_OPENAPI", "")
    if not path:
        pytest.skip("SCRUBJAY_GITHUB_OPENAPI names no description")
    return dict(nullable(json.loads(Path(path).read_text(encoding="utf-8"))))


def nullable(node: Any) -> Any:
    """The description with OpenAPI 3.0's `nullable` as JSON Schema has it."""
    if isinstance(node, list):
        return [nullable(one) for one in node]
    if not isinstance(node, dict):
        return node
    made = {name: nullable(one) for name, one in node.items()}
    return {"anyOf": [made, {"type": "null"}]} if node.get("nullable") is True else made


def schema_of(described: dict[str, Any], path: str, status: int) -> dict[str, Any] | None:
    """A pointer to the schema of an answer; None where the description has no body for it."""
    for template, methods in described["paths"].items():
        pattern = re.sub(r"\\\{[^}]*\\\}", "[^/]+", re.escape(template))
        if not re.fullmatch(pattern, path) or "get" not in methods:
            continue
        answers = methods["get"]["responses"]
        assert str(status) in answers, (template, status, list(answers))
        answer = answers[str(status)]
        if "$ref" in answer:
            answer = described["components"]["responses"][answer["$ref"].rpartition("/")[2]]
        body = answer.get("content", {}).get("application/json")
        return dict(body["schema"]) if body else None
    raise AssertionError(path)


def test_every_answer_of_the_server_is_one_that_github_describes(
    described: dict[str, Any], desk: Desk, server: GitHubServer
) -> None:
    repo = server.repository
    server.page_size = 5
    fill(repo)
    repo.issues[3] |= {"labels": ["plain", {"name": "bug"}], "user": None, "body": None, "state_reason": "reopened"}
    desk.read()
    desk.later(days=8)
    del repo.issues[0], repo.comments[5], repo.line_comments[2]
    repo.transferred[2] = "/repositories/99/issues/1"
    del repo.issues[0]
    repo.pulls[2]["updated_at"] = moment(300 * 24 * 60)
    desk.read()
    desk.later(hours=1)
    desk.read()
    repo.renamed_to = "acme/store"
    desk.read()
    repo.renamed_to, repo.name = "", "acme/other"
    with pytest.raises(ForgeRefuses):
        desk.read()
    draft = referencing.jsonschema.DRAFT202012
    registry = referencing.Registry().with_resource("github", referencing.Resource(described, draft))
    seen: Counter[tuple[str, int]] = Counter()
    for target, status, value in server.answers:
        path = urlsplit(target).path
        kind = re.sub(r"\d+", "N", path)
        seen[kind, status] += 1
        if path.startswith("/repositories/"):
            path = path.replace("/repositories/7", "/repos/acme/shop")
        if status == 304 or (schema := schema_of(described, path, status)) is None:
            continue
        pointed = {"$schema": "https://json-schema.org/draft/2020-12/schema", **rebased(schema)}
        errors = list(
            jsonschema.Draft202012Validator(
                pointed, registry=registry, format_checker=jsonschema.FormatChecker()
            ).iter_errors(value)
        )
        assert not errors, (target, status, errors[0].message, list(errors[0].absolute_path))
    print(*(f"{count:4} {status} {kind}" for (kind, status), count in sorted(seen.items())), sep="\n")
    assert {status for _, status in seen} == {200, 301, 304, 404, 410}


def rebased(node: Any) -> Any:
    """A schema whose references lead into the description."""
    if isinstance(node, list):
        return [rebased(one) for one in node]
    if not isinstance(node, dict):
        return node
    return {name: f"github{one}" if name == "$ref" else rebased(one) for name, one in node.items()}
