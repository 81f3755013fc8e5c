"""The server of these tests answers as Gitea's published description says, and is asked as it says: opt-in.

`SCRUBJAY_GITEA_SWAGGER=…/v1_json.tmpl pytest -m optin tests/shared/forges/test_openapi_gitea.py`; the description is
`templates/swagger/v1_json.tmpl` of github.com/go-gitea/gitea. Last compared with that of commit f0d9af3a18 of
2026-07-16. It requires no field, so that the fields which are read are named here. Forgejo's and GitLab's descriptions
could not be had.
"""

import json
import os
import re
from collections import Counter
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest

from tests.shared.scrubjay_forges.forges.conftest import Desk
from tests.shared.scrubjay_forges.forges.test_gitea import GiteaServer, at, gitea
from tests.shared.scrubjay_forges.forges.test_openapi import rebased

jsonschema = pytest.importorskip("jsonschema")
referencing = pytest.importorskip("referencing")
pytestmark = pytest.mark.optin

__all__ = ["at", "gitea"]

DIALECT = "http://json-schema.org/draft-04/schema#"
READ = {
    "Issue": "number title state body user labels created_at updated_at closed_at pull_request original_author",
    "Comment": "id body user issue_url pull_request_url created_at updated_at original_author",
    "PullRequest": "number title state body user labels created_at updated_at merged_at closed_at merge_commit_sha "
    "draft base head",
    "PullReview": "id state body user dismissed comments_count commit_id submitted_at updated_at",
    "PullReviewComment": "id body user path position original_position commit_id original_commit_id created_at "
    "updated_at",
    "ChangedFile": "filename",
    "User": "login",
    "PRBranchInfo": "ref sha",
}


@pytest.fixture(scope="module")
def described() -> dict[str, Any]:
    path = os.environ.get("SCRUBJAY_GITEA_SWAGGER", "")
    if not path:
        pytest.skip("SCRUBJAY_GITEA_SWAGGER names no description")
    return dict(json.loads(re.sub(r"\{\{[^}]*\}\}", "", Path(path).read_text(encoding="utf-8"))))


def operation(described: dict[str, Any], path: str) -> tuple[str, dict[str, Any]]:
    """The operation that answers a path: of several that fit, that with the fewest names to fill in."""

    def fits(template: str) -> bool:
        return bool(re.fullmatch(re.sub(r"\\\{[^}]*\\\}", "[^/]+", re.escape(template)), path))

    found = [one for one, methods in described["paths"].items() if "get" in methods and fits(one)]
    template = min(found, key=lambda one: one.count("{"))
    return template, described["paths"][template]["get"]


def given_only(value: Any) -> Any:
    """Without what is null: Swagger 2.0 can't say that something may be, and Gitea sends it."""
    if isinstance(value, list):
        return [given_only(one) for one in value]
    if not isinstance(value, dict):
        return value
    return {name: given_only(one) for name, one in value.items() if one is not None}


def test_what_is_read_of_an_item_is_described(described: dict[str, Any]) -> None:
    for name, fields in READ.items():
        assert not set(fields.split()) - described["definitions"][name]["properties"].keys(), name


def test_every_request_and_answer_is_one_that_gitea_describes(
    described: dict[str, Any], at: Desk, gitea: GiteaServer
) -> None:
    at.read()
    at.later(days=8)
    del gitea.repository.issues[0], gitea.repository.comments[5]
    at.read()
    draft = referencing.jsonschema.DRAFT4
    registry = referencing.Registry().with_resource("github", referencing.Resource(described, draft))
    seen: Counter[tuple[str, int]] = Counter()
    for target, status, value in gitea.answers:
        parts = urlsplit(target)
        template, wanted = operation(described, parts.path)
        seen[template, status] += 1
        params = {one["name"]: one for one in wanted["parameters"] if one["in"] == "query"}
        for name, given in parse_qsl(parts.query):
            assert name in params or name == "page", (target, name)
            assert given in params.get(name, {}).get("enum", [given]), (target, name)
        if status != 200:
            assert status in (304, 404), target
            continue
        answer = described["responses"][wanted["responses"]["200"]["$ref"].rpartition("/")[2]]
        schema = {"$schema": DIALECT, **rebased(answer["schema"])}
        errors = list(jsonschema.Draft4Validator(schema, registry=registry).iter_errors(given_only(value)))
        assert not errors, (target, errors[0].message, list(errors[0].absolute_path))
    print(*(f"{count:4} {status} {kind}" for (kind, status), count in sorted(seen.items())), sep="\n")
    assert len(seen) >= 9
