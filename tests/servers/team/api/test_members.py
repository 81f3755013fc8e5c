"""Members and invitations by the API: read by every member, managed by an owner in person and by nobody else."""

import pytest

from tests.servers.team.serving.conftest import ServedTeam


@pytest.fixture
def staffed(served: ServedTeam) -> ServedTeam:
    """Anna, an owner, ben, a writer, and cleo, a reader."""
    served.people(lambda members, _: (members.add("ben", "writer"), members.add("cleo")))
    return served


def ids(served: ServedTeam) -> dict[str, str]:
    told = served.api(served.token("anna"), "GET", "/members").json["members"]
    return {one["name"]: one["id"] for one in told}


def test_every_member_sees_who_is_there(staffed: ServedTeam) -> None:
    told = staffed.api(staffed.token("cleo"), "GET", "/members").json["members"]
    assert [(one["name"], one["role"]) for one in told] == [("anna", "owner"), ("ben", "writer"), ("cleo", "reader")]


def test_an_owner_in_person_gives_a_role_and_removes(staffed: ServedTeam) -> None:
    anna, there = staffed.person("anna"), ids(staffed)
    told = staffed.as_person(anna, "POST", f"/members/{there['ben']}/role", {"role": "reviewer"})
    assert told.json["member"]["role"] == "reviewer"
    token = staffed.token("ben")
    assert staffed.as_person(anna, "POST", f"/members/{there['ben']}/remove").status == 200
    assert staffed.api(token, "GET", "/me").status == 401
    assert "ben" not in ids(staffed)


def test_the_last_owner_stays(staffed: ServedTeam) -> None:
    anna, there = staffed.person("anna"), ids(staffed)
    for act, body in (("role", {"role": "reader"}), ("remove", {})):
        told = staffed.as_person(anna, "POST", f"/members/{there['anna']}/{act}", body)
        assert (told.status, told.json["error"]) == (422, "refused")


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [("POST", "/members/{ben}/role", {"role": "owner"}), ("POST", "/members/{ben}/remove", {}),
     ("GET", "/invitations", None), ("POST", "/invitations", {"name": "dora"}), ("GET", "/repositories/all", None),
     ("GET", "/tokens/all", None), ("GET", "/usage/all", None)],
)  # fmt: skip
def test_no_token_and_no_other_member_manages(
    staffed: ServedTeam, method: str, path: str, body: dict[str, str] | None
) -> None:
    path = path.replace("{ben}", ids(staffed)["ben"])
    every = staffed.token("anna", "search", "remember", "handoff", "export")
    assert staffed.api(every, method, path, body).status == 403
    told = staffed.as_person(staffed.person("ben"), method, path, body)
    assert (told.status, told.json["error"]) == (403, "not_allowed")
    assert {one["role"] for one in staffed.api(every, "GET", "/members").json["members"]} == {
        "owner", "writer", "reader",
    }  # fmt: skip


def test_an_invitation_is_made_told_once_and_taken_back(staffed: ServedTeam) -> None:
    anna = staffed.person("anna")
    made = staffed.as_person(anna, "POST", "/invitations", {"name": "dora", "role": "writer"}).json
    assert made["text"].startswith("sj_inv_")
    (open_,) = staffed.as_person(anna, "GET", "/invitations").json["invitations"]
    assert (open_["name"], open_["role"]) == ("dora", "writer")
    assert made["text"] not in staffed.as_person(anna, "GET", "/invitations").body
    assert staffed.as_person(anna, "POST", f"/invitations/{open_['id']}/revoke").status == 200
    assert staffed.as_person(anna, "GET", "/invitations").json["invitations"] == []
    assert staffed.as_person(anna, "POST", f"/invitations/{open_['id']}/revoke").status == 404
