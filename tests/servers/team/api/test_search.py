"""POST /search: a structured answer over HTTP and a real mirror's index."""

from tests.servers.team.index.conftest import LiveMirror
from tests.servers.team.serving.conftest import ServedTeam

MAIL = {"query": "why does mail wait in a queue"}


def test_a_hit_says_where_it_stands(served: ServedTeam, shop: LiveMirror) -> None:
    told = served.api(served.token(), "POST", "/search", MAIL).json
    (hit,) = told["hits"]
    assert (hit["kind"], hit["repository"], hit["path"]) == ("decision", "shop", "docs/adr/0001-queue.md")
    assert hit["commit"] == shop.source.git("rev-parse", "HEAD").strip()
    assert hit["blob"] == shop.source.git("rev-parse", f"HEAD:{hit['path']}").strip()
    assert (hit["status"], hit["date"]) == ("accepted", "2026-01-10")
    assert "ten letters a second" in hit["text"]
    assert told["documents_fit"] != "nothing"
    assert told["at"].startswith("team acme · shop @ ")


def test_memories_stand_apart_with_whose_they_are(served: ServedTeam, shop: LiveMirror) -> None:
    token = served.token("anna", "search", "remember")
    served.call(token, "remember", content="Letters of the mail queue are kept for thirty days.", kind="fact")
    told = served.api(token, "POST", "/search", {"query": "how long are letters of the mail queue kept"}).json
    (memory,) = told["memories"]
    assert (memory["kind"], memory["worth"], memory["grade"]) == ("memory", "said", "said")
    assert "team acme · by anna · 2026-03-02" in memory["source"]
    assert len(memory["id"]) == 32


def test_a_project_is_named_by_its_name(served: ServedTeam, shop: LiveMirror) -> None:
    token = served.token()
    assert served.api(token, "POST", "/search", {**MAIL, "project": "shop"}).json["hits"]
    answer = served.api(token, "POST", "/search", {**MAIL, "project": "vault"})
    assert (answer.status, answer.json["error"]) == (404, "not_found")


def test_without_the_scope_nothing_is_searched(served: ServedTeam) -> None:
    answer = served.api(served.token("anna", "export"), "POST", "/search", MAIL)
    assert (answer.status, answer.json["error"]) == (403, "not_allowed")
    assert "POST /search needs a token with the scope search" in answer.json["message"]
