"""Repositories by the API: each member sees what they are granted, an owner in person sees and grants all."""

from uuid import UUID

import pytest

from tests.servers.team.makers import make_project
from tests.servers.team.serving.conftest import ServedTeam


@pytest.fixture
def vault(served: ServedTeam) -> UUID:
    """The repository vault, which nobody is granted, beside the open shop; ben is a writer."""
    assert served.team is not None
    served.people(lambda members, _: members.add("ben", "writer"))
    make_project(served.databases.owner, served.team, "shop")
    return make_project(served.databases.owner, served.team, "vault", open=False)


def names(served: ServedTeam, token: str) -> list[str]:
    return [one["name"] for one in served.api(token, "GET", "/repositories").json["repositories"]]


def test_grants_count_from_the_next_call_on(served: ServedTeam, vault: UUID) -> None:
    ben, anna = served.token("ben"), served.person("anna")
    assert names(served, ben) == ["shop"]
    told = served.as_person(anna, "POST", f"/repositories/{vault.hex}/grant", {"members": ["ben"]})
    assert told.json["repository"]["members"] == ["ben"]
    assert names(served, ben) == ["shop", "vault"]
    assert served.as_person(anna, "POST", f"/repositories/{vault.hex}/revoke", {"members": ["ben"]}).status == 200
    assert names(served, ben) == ["shop"]


def test_an_address_is_told_in_the_office_alone(served: ServedTeam, vault: UUID) -> None:
    listed = served.api(served.token("ben"), "GET", "/repositories")
    assert "git.example" not in listed.body
    anna = served.person("anna")
    everything = served.as_person(anna, "GET", "/repositories/all").json["repositories"]
    assert [(one["name"], one["open"]) for one in everything] == [("shop", True), ("vault", False)]
    assert all("git.example" in one["address"] for one in everything)
    assert [one["name"] for one in served.as_person(anna, "GET", "/repositories").json["repositories"]] == ["shop"]


def test_a_repository_is_opened_and_closed(served: ServedTeam, vault: UUID) -> None:
    ben, anna = served.token("ben"), served.person("anna")
    for act, there in (("grant", ["shop", "vault"]), ("revoke", ["shop"])):
        told = served.as_person(anna, "POST", f"/repositories/{vault.hex}/{act}", {"everybody": True})
        assert told.json["repository"]["open"] is (act == "grant")
        assert names(served, ben) == there
    assert served.as_person(anna, "POST", f"/repositories/{vault.hex}/grant", {}).status == 422
