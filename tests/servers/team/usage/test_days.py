"""Sums of days: what is answered is counted once, by member and day; own rows for members, all in the office."""

from datetime import date, timedelta

import pytest

from tests.servers.team.serving.conftest import ServedTeam
from tests.servers.team.serving.conftest import served as served


@pytest.fixture
def ben(served: ServedTeam) -> str:
    served.people(lambda members, _: members.add("ben", "writer"))
    return served.token("ben", "search", "remember")


def counts(told: list[dict[str, object]]) -> dict[object, object]:
    return {(one["member"], one["what"]): one["count"] for one in told}


def test_calls_are_counted_by_member_route_and_tool(served: ServedTeam, ben: str) -> None:
    anna = served.token("anna")
    for _ in range(3):
        served.api(ben, "GET", "/pools")
    served.call(ben, "list_memories")
    served.api(anna, "GET", "/pools")
    told = counts(served.api(ben, "GET", "/usage").json["usage"])
    assert told == {("ben", "GET /pools"): 3, ("ben", "list_memories"): 1}
    everybody = counts(served.as_person(served.person("anna"), "GET", "/usage/all").json["usage"])
    assert everybody["anna", "GET /pools"] == 1
    assert everybody["ben", "GET /pools"] == 3


def test_what_was_refused_and_what_failed_is_not_counted(served: ServedTeam, ben: str) -> None:
    assert served.api(ben, "GET", "/export").status == 403
    assert served.api(ben, "GET", "/memories/unknown").status == 404
    assert served.api(ben, "GET", "/usage").json["usage"] == []


def test_days_are_of_the_server_s_clock_in_utc(served: ServedTeam, ben: str) -> None:
    served.api(ben, "GET", "/pools")
    today: date = served.databases.clock.now.date()
    served.databases.clock.now += timedelta(days=2)
    served.api(ben, "GET", "/pools")
    told = [one for one in served.api(ben, "GET", "/usage").json["usage"] if one["what"] == "GET /pools"]
    assert [one["day"] for one in told] == [str(today + timedelta(days=2)), str(today)]
    short = served.api(ben, "GET", "/usage?days=1").json["usage"]
    assert {one["day"] for one in short} == {str(today + timedelta(days=2))}
