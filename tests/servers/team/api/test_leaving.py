"""Leaving and the audit by the API: an owner in person hands over, erases and reads; nobody else does."""

import pytest

from scrubjay_team.audit.chaining import AuditChainer
from tests.servers.team.api.test_members import ids
from tests.servers.team.api.test_members import staffed as staffed
from tests.servers.team.serving.conftest import ServedTeam


def test_an_owner_in_person_hands_over_and_erases(staffed: ServedTeam) -> None:
    anna, ben = staffed.person("anna"), ids(staffed)["ben"]
    given = staffed.as_person(anna, "POST", f"/members/{ben}/hand-over", {"to": "anna"})
    assert given.json == {"handoffs": 0, "memories": 0, "stayed": 0}
    early = staffed.as_person(anna, "POST", f"/members/{ben}/erase", {"name": "ben"})
    assert (early.status, early.json["error"]) == (422, "refused")
    staffed.as_person(anna, "POST", f"/members/{ben}/remove")
    other = staffed.as_person(anna, "POST", f"/members/{ben}/erase", {"name": "cleo"})
    assert (other.status, "nothing was erased" in other.json["message"]) == (422, True)
    gone = staffed.as_person(anna, "POST", f"/members/{ben}/erase", {"name": "ben"})
    assert gone.json == {"name": "former member 1", "memories_naming": 0}


def test_an_owner_in_person_reads_the_audit_page_by_page(staffed: ServedTeam) -> None:
    AuditChainer(staffed.databases.worker).run()
    anna, ben = staffed.person("anna"), ids(staffed)["ben"]
    staffed.as_person(anna, "POST", f"/members/{ben}/remove")
    told = staffed.as_person(anna, "GET", "/audit?limit=1").json
    newest = told["acts"][0]
    assert (newest["kind"], newest["how"], newest["member"]) == ("member", "session", ids(staffed)["anna"])
    assert (newest["act"], newest["object"], newest["link"], newest["details"]) == (
        "remove",
        ben,
        0,
        {"role": "writer"},
    )
    older = staffed.as_person(anna, "GET", f"/audit?before={told['before']}").json
    assert [one["number"] for one in older["acts"]] == sorted((one["number"] for one in older["acts"]), reverse=True)
    assert older["acts"][-1]["link"] == 1
    assert older["before"] == 0


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [("POST", "/members/{ben}/hand-over", {"to": "team"}), ("POST", "/members/{ben}/erase", {"name": "ben"}),
     ("GET", "/audit", None)],
)  # fmt: skip
def test_no_token_and_no_other_member_does(
    staffed: ServedTeam, method: str, path: str, body: dict[str, str] | None
) -> None:
    path = path.replace("{ben}", ids(staffed)["ben"])
    every = staffed.token("anna", "search", "remember", "handoff", "export")
    assert staffed.api(every, method, path, body).status == 403
    told = staffed.as_person(staffed.person("ben"), method, path, body)
    assert (told.status, told.json["error"]) == (403, "not_allowed")
