"""Pools over HTTP: made, joined, shared in and asked."""

from tests.servers.team.serving.conftest import ServedTeam


def test_members_share_a_memory_in_a_pool(served: ServedTeam) -> None:
    served.people(lambda members, _: members.add("ben", "writer"))
    anna, ben = (served.token(name, "search", "remember") for name in ("anna", "ben"))
    said = served.call(anna, "remember", content="Parcels leave by the north gate.").text
    id = next(word.strip('",') for line in said.splitlines() if '"id"' in line for word in line.split()[1:])
    assert served.api(anna, "POST", "/pools", {"name": "gate keepers"}).json["permission"] == "admin"
    (listed,) = served.api(ben, "GET", "/pools").json["pools"]
    assert (listed["name"], listed["by"], listed["permission"]) == ("gate keepers", "anna", "")
    outside = served.api(ben, "POST", "/pools/ask", {"pool": "gate keepers"})
    assert outside.status == 403
    assert served.api(anna, "POST", "/pools/share", {"pool": "gate keepers", "memory": id}).json["others"] == []
    assert served.api(ben, "POST", "/pools/join", {"pool": listed["id"]}).json["permission"] == "read"
    for query in ("", "which gate do parcels take"):
        found = served.api(ben, "POST", "/pools/ask", {"pool": "gate keepers", "query": query}).json
        assert [(one["content"], one["author"]) for one in found["memories"]] == [
            ("Parcels leave by the north gate.", "anna")
        ]
    refused = served.api(ben, "POST", "/pools/share", {"pool": "gate keepers", "memory": id})
    assert refused.status == 403
    assert served.api(ben, "POST", "/pools/leave", {"pool": "gate keepers"}).status == 200
    assert served.api(ben, "POST", "/pools/ask", {"pool": "gate keepers"}).status == 403


def test_making_and_leaving_again_is_the_same_once(served: ServedTeam) -> None:
    served.people(lambda members, _: members.add("ben", "writer"))
    anna, ben = (served.token(name, "search", "remember") for name in ("anna", "ben"))
    made = [served.api(anna, "POST", "/pools", {"name": "gates"}).json["pool"]["id"] for _ in range(2)]
    assert made[0] == made[1]
    assert served.api(ben, "POST", "/pools", {"name": "gates"}).status == 422
    served.api(ben, "POST", "/pools/join", {"pool": "gates"})
    left = [served.api(ben, "POST", "/pools/leave", {"pool": "gates"}) for _ in range(2)]
    assert [one.status for one in left] == [200, 200]
    assert served.api(ben, "POST", "/pools/leave", {"pool": "doors"}).status == 403
