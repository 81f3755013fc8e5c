"""Entity tags: what a program has already isn't sent again, and what it changes is at the version that it read."""

import json

import pytest

from scrubjay_team.api.tags import is_known, tag_of, version_of
from scrubjay_team.serving.refusals import HttpRefusal
from tests.servers.team.serving.conftest import ServedTeam


@pytest.fixture
def kept(served: ServedTeam) -> tuple[str, str]:
    """A token, and the path of a memory that it kept."""
    token = served.token("anna", "search", "remember")
    id = served.api(token, "POST", "/memories", {"content": "Owls sleep by day."}).json["id"]
    return token, f"/memories/{id}"


def test_what_a_program_has_is_not_sent_again(served: ServedTeam, kept: tuple[str, str]) -> None:
    token, path = kept
    first = served.api(token, "GET", path)
    again = served.api(token, "GET", path, if_none_match=f'"x", W/{first.headers["etag"]}')
    assert (again.status, again.body) == (304, "")
    assert again.headers["etag"] == first.headers["etag"]
    assert served.api(token, "GET", path, if_none_match='"x"').json == first.json
    assert served.api(token, "HEAD", path).headers["etag"] == first.headers["etag"]


def test_a_change_is_made_at_the_version_that_was_read(served: ServedTeam, kept: tuple[str, str]) -> None:
    token, path = kept
    tag = served.api(token, "GET", path).headers["etag"]
    body = {"how": "retract", "content": "No longer so."}
    assert served.api(token, "POST", path, body, if_match='"7"').status == 412
    assert served.api(token, "POST", path, body, if_match=tag).status == 200
    late = served.api(token, "POST", path, body, if_match=tag)
    assert (late.status, late.json["error"], late.json["version"]) == (412, "changed", 2)
    assert served.api(token, "GET", path).headers["etag"] != tag


def test_the_version_is_named_once(served: ServedTeam, kept: tuple[str, str]) -> None:
    token, path = kept
    body = {"how": "retract", "content": "No longer so."}
    assert served.api(token, "POST", path, body).status == 422
    assert served.api(token, "POST", path, body | {"version": 1}, if_match='"2"').status == 422
    assert served.api(token, "POST", path, body | {"version": 1}, if_match='"1"').status == 200


def test_a_condition_that_can_not_be_kept_to_does_nothing(served: ServedTeam, kept: tuple[str, str]) -> None:
    token, _ = kept
    for wrong in ('"1"', "*", "1"):
        assert served.api(token, "POST", "/pools", {"name": "owls"}, if_match=wrong).status == 412
    assert served.api(token, "GET", "/pools").json["pools"] == []


@pytest.mark.parametrize(
    ("given", "version"),
    [((), 0), (('"3"',), 3), (('"3-0123456789abcdef"',), 3), ((' "3" ',), 3),
     (("3",), None), (('W/"3"',), None), (("*",), None), (('"0"',), None), (('"9999999999"',), None),
     (('"1"', '"2"'), None), (('"1", "2"',), None)],
)  # fmt: skip
def test_if_match_names_one_version(given: tuple[str, ...], version: int | None) -> None:
    found = version_of(given, versioned=True)
    assert isinstance(found, HttpRefusal) if version is None else found == version


def test_a_tag_changes_with_anything_that_is_told() -> None:
    one, other = {"version": 3, "label": "by anna"}, {"version": 3, "label": "by former member 1"}
    assert tag_of(one) == tag_of(json.loads(json.dumps(one))) != tag_of(other)
    assert is_known(tag_of(one), ("*",))
    assert not is_known(tag_of(one), (tag_of(other),))
