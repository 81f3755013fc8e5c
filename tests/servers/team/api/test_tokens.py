"""Tokens by the API: a person makes their own, any token of a member ends any of theirs, and owners see all heads."""

import pytest

from tests.servers.team.makers import make_project
from tests.servers.team.serving.conftest import ServedTeam


@pytest.fixture
def ben(served: ServedTeam) -> str:
    """The session of ben, a writer."""
    served.people(lambda members, _: members.add("ben", "writer"))
    return served.person("ben")


def test_a_person_makes_a_token_that_works_and_is_shown_without_its_text(served: ServedTeam, ben: str) -> None:
    asked = {"name": "laptop", "scopes": ["search", "remember"], "days": 7}
    made = served.as_person(ben, "POST", "/tokens", asked).json
    assert served.api(made["text"], "GET", "/me").json["scopes"] == ["search", "remember"]
    told = served.api(made["text"], "GET", "/tokens")
    assert [one["name"] for one in told.json["tokens"]] == ["laptop"]
    assert made["text"] not in told.body


def test_no_token_makes_a_token(served: ServedTeam, ben: str) -> None:
    every = served.token("ben", "search", "remember", "handoff", "export")
    assert served.api(every, "POST", "/tokens", {"name": "another"}).status == 403


def test_a_token_is_never_above_its_person(served: ServedTeam) -> None:
    served.people(lambda members, _: members.add("cleo"))
    cleo = served.person("cleo")
    assert served.as_person(cleo, "POST", "/tokens", {"scopes": ["remember"]}).status == 422
    make_project(served.databases.owner, served.team, "vault", open=False)  # type: ignore[arg-type]
    told = served.as_person(cleo, "POST", "/tokens", {"projects": ["vault"]})
    assert (told.status, told.json["error"]) == (404, "not_found")


def test_a_token_ends_itself_and_others_of_its_member_alone(served: ServedTeam, ben: str) -> None:
    first, second, annas = served.token("ben"), served.token("ben"), served.token("anna")
    mine = {one["name"]: one["id"] for one in served.api(first, "GET", "/tokens").json["tokens"]}
    anna = served.api(annas, "GET", "/tokens").json["tokens"][0]["id"]
    assert served.api(first, "POST", f"/tokens/{anna}/revoke", {}).status == 404
    assert served.api(first, "POST", f"/tokens/{mine['token 2']}/revoke", {}).json["token"]["state"] == "revoked"
    assert served.api(second, "GET", "/me").status == 401
    assert served.api(first, "POST", f"/tokens/{mine['token 1']}/revoke", {}).status == 200
    assert served.api(first, "GET", "/me").status == 401
    assert served.api(annas, "GET", "/me").status == 200


def test_an_owner_sees_heads_and_ends_a_members_token(served: ServedTeam, ben: str) -> None:
    token, anna = served.token("ben"), served.person("anna")
    told = served.as_person(anna, "GET", "/tokens/all")
    (one,) = [each for each in told.json["tokens"] if each["member"] == "ben"]
    assert token not in told.body
    assert served.as_person(anna, "POST", f"/tokens/all/{one['id']}/revoke").status == 200
    assert served.api(token, "GET", "/me").status == 401
    assert [each["member"] for each in served.as_person(ben, "GET", "/tokens").json["tokens"]] == ["ben"]
