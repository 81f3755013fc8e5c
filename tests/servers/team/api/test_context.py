"""A prompt's context by the API: its blocks in order, its budget counted exactly, and an answer by the deadline."""

from tests.servers.team.index.conftest import LiveMirror
from tests.servers.team.serving.conftest import ServedTeam

WAIT = {"deadline_ms": 10_000}


def test_the_blocks_stand_in_order_and_the_search_is_in_them(served: ServedTeam, shop: LiveMirror) -> None:
    token = served.token("anna")
    asked = {"query": "why does mail wait in a queue?", "task": "Send letters.", "history": ["It bounced."], **WAIT}
    told = served.api(token, "POST", "/context", asked).json
    assert [one["type"] for one in told["blocks"]] == ["system", "project", "task", "history", "knowledge"]
    assert told["text"] == "".join(one["text"] for one in told["blocks"])
    assert "ten letters a second" in told["blocks"][4]["text"]
    assert "Send letters." in told["blocks"][2]["text"]
    assert "It bounced." in told["blocks"][3]["text"]
    assert told["degraded"] == []


def test_the_budget_is_counted_exactly_and_never_exceeded(served: ServedTeam, shop: LiveMirror) -> None:
    token = served.token("anna")
    before = 0
    for window in (1_000, 4_000, 8_192, 128_000):
        asked = {"query": "mail queue", "budget": window, "history": ["so it is. " * 200] * 20, **WAIT}
        told = served.api(token, "POST", "/context", asked).json
        assert told["tokens"] == sum(one["tokens"] for one in told["blocks"]) <= told["budget"] < window
        assert told["exact"]
        placed = sum(one["items"] for one in told["blocks"])
        assert placed >= before
        before = placed
    assert served.api(token, "POST", "/context", {"query": "mail", "budget": 10}).status == 422


def test_what_misses_the_deadline_is_named_and_the_rest_is_there(served: ServedTeam, shop: LiveMirror) -> None:
    told = served.api(served.token("anna"), "POST", "/context", {"query": "mail", "task": "x", "deadline_ms": 0}).json
    assert told["degraded"] == ["knowledge: the deadline of 0 ms passed"]
    assert [one["items"] for one in told["blocks"]] == [1, 0, 1, 0, 0]


def test_nothing_that_is_not_granted_is_in_it(served: ServedTeam, shop: LiveMirror) -> None:
    with served.databases.owner.transaction() as connection:
        connection.execute("UPDATE project SET open = false")
    told = served.api(served.token("anna"), "POST", "/context", {"query": "mail queue", **WAIT}).json
    assert "letters" not in told["text"]
    absent = served.api(served.token("anna"), "POST", "/context", {"query": "mail", "project": "shop", **WAIT})
    assert "shop" not in absent.json.get("text", "")
