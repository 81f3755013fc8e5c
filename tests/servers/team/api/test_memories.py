"""Routes of memories over HTTP: kept once, changed at a version, told both texts, listed by number."""

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import UUID

import pytest

from tests.servers.team.index.conftest import LiveMirror
from tests.servers.team.serving.conftest import Answered, ServedTeam

CACHE = "The cache keeps a page for sixty minutes."
LATER = "The cache keeps a page for ninety minutes."
OURS = "The cache keeps a page for ten minutes."


@pytest.fixture
def anna(served: ServedTeam) -> str:
    return served.token("anna", "search", "remember")


def kept(served: ServedTeam, token: str, content: str = CACHE, **more: Any) -> str:
    """The id of a new memory."""
    told = served.api(token, "POST", "/memories", {"content": content, **more})
    assert (told.status, told.json["outcome"]) == (200, "stored"), told.body
    return str(told.json["id"])


def memory(served: ServedTeam, token: str, id: str) -> Any:
    return served.api(token, "GET", f"/memories/{id}").json


def changed(served: ServedTeam, token: str, id: str, content: str, version: int, how: str = "supersede") -> Answered:
    return served.api(token, "POST", f"/memories/{id}", {"how": how, "content": content, "version": version})


def test_a_memory_is_kept_and_read(served: ServedTeam, anna: str, shop: LiveMirror) -> None:
    id = kept(served, anna, project="shop", tags=["cache"], client="codex", session="s1")
    told = memory(served, anna, id[:12])
    assert (told["id"], told["content"], told["version"], told["status"]) == (id, CACHE, 1, "active")
    assert (told["project"], told["author"], told["mine"]) == ("shop", "anna", True)
    assert (told["tags"], told["client"], told["session"], told["grade"]) == (["cache"], "codex", "s1", "said")


def test_a_source_s_own_sentence_is_quoted(served: ServedTeam, anna: str, shop: LiveMirror) -> None:
    sentence = "Outgoing mail waits in a queue, because the provider limits us to ten letters a second."
    id = kept(served, anna, sentence, sources=["shop:docs/adr/0001-queue.md"])
    assert memory(served, anna, id)["grade"] == "quoted"


def test_the_same_key_stores_once(served: ServedTeam, anna: str) -> None:
    body = {"content": CACHE, "key": "k1"}
    with ThreadPoolExecutor(8) as threads:
        told = list(threads.map(lambda _: served.api(anna, "POST", "/memories", body).json, range(8)))
    assert sorted(one["outcome"] for one in told) == ["known"] * 7 + ["stored"]
    assert len({one["id"] for one in told}) == 1


def test_a_key_of_words_that_are_known_is_used_too(served: ServedTeam, anna: str) -> None:
    id, known = kept(served, anna), {"content": CACHE, "key": "k1"}
    first = served.api(anna, "POST", "/memories", known).json
    other = served.api(anna, "POST", "/memories", {"content": OURS, "key": "k1"})
    again = served.api(anna, "POST", "/memories", known).json
    assert [(one["outcome"], one["id"]) for one in (first, again)] == [("known", id)] * 2
    assert (other.status, other.json["error"]) == (422, "key_used")


def test_a_keyed_request_is_the_same_however_it_is_spelled(served: ServedTeam, anna: str) -> None:
    told = [served.api(anna, "POST", "/memories", {"content": f"{CACHE}{end}", "key": "k1"}) for end in ("", " \n")]
    id = told[0].json["id"]
    assert [(one.status, one.json["id"]) for one in told] == [(200, id)] * 2
    ends = [
        served.api(
            anna, "POST", f"/memories/{name}", {"how": how, "content": f"Gone.{end}", "version": version, "key": how}
        ).status
        for how, version in (("retract", 1), ("forget", 2))
        for name, end in ((id, ""), (id[:12], " "), (str(UUID(id)).upper(), ""))
    ]
    assert ends == [200] * 6


def test_what_a_home_sends_as_told_arrives_as_said(served: ServedTeam, anna: str) -> None:
    id = kept(served, anna, told=True)
    told = memory(served, anna, id)
    assert (told["grade"], told["told"]) == ("said", True)
    (found,) = served.api(anna, "POST", "/search", {"query": "how long does the cache keep a page"}).json["memories"]
    assert (found["worth"], found["author"], found["version"]) == ("said", "anna", 1)
    assert "anna's machine says told" in found["marks"]
    assert "anna's machine says told" in served.call(anna, "get_provenance", id=id).text


def test_what_takes_its_place_isn_t_told_by_that(served: ServedTeam, anna: str) -> None:
    id = kept(served, anna, told=True)
    newer = changed(served, anna, id, LATER, 1).json["id"]
    assert memory(served, anna, newer)["told"] is False


@pytest.mark.parametrize(("how", "content"), [("supersede", OURS), ("correct", OURS), ("retract", "It never did.")])
def test_the_later_of_two_edits_is_told_and_shown_both(
    served: ServedTeam, anna: str, how: str, content: str
) -> None:  # fmt: skip
    id = kept(served, anna)
    first = changed(served, anna, id, LATER, 1)
    assert first.json["outcome"] == "stored"
    answer = changed(served, anna, id, content, 1, how)
    assert answer.status == 409
    told = answer.json
    assert (told["error"], told["yours"], told["theirs"]) == ("changed", content, LATER)
    assert (told["id"], told["version"], told["status"]) == (first.json["id"], 1, "active")
    assert changed(served, anna, told["id"], OURS, told["version"]).json["outcome"] == "stored"


def test_an_edit_whose_answer_was_lost_is_sent_again(served: ServedTeam, anna: str) -> None:
    id = kept(served, anna)
    body = {"how": "supersede", "content": LATER, "version": 1, "key": "edit 1"}
    first, again = (served.api(anna, "POST", f"/memories/{id}", body).json for _ in range(2))
    assert (first["outcome"], again["outcome"]) == ("stored", "known")
    assert first["id"] == again["id"]


@pytest.mark.parametrize(
    ("how", "outcome"), [("retract", "retracted"), ("invalidate", "invalidated"), ("forget", "forgotten")]
)
def test_an_end_whose_answer_was_lost_is_sent_again(served: ServedTeam, anna: str, how: str, outcome: str) -> None:
    id, other = kept(served, anna), kept(served, anna, OURS)
    body = {"how": how, "content": "It is gone.", "version": 1, "key": "end 1"}
    with ThreadPoolExecutor(4) as threads:
        told = list(threads.map(lambda _: served.api(anna, "POST", f"/memories/{id}", body).json, range(4)))
    assert [(one["outcome"], one["id"]) for one in told] == [(outcome, id)] * 4
    refused = [
        served.api(anna, "POST", f"/memories/{other}", body),
        served.api(anna, "POST", f"/memories/{id}", {**body, "how": "supersede", "content": LATER}),
        served.api(anna, "POST", "/memories", {"content": LATER, "key": "end 1"}),
    ]
    assert [(one.status, one.json["error"]) for one in refused] == [(422, "key_used")] * 3
    assert memory(served, anna, other)["status"] == "active"


def test_an_edit_of_an_ended_memory_is_told_its_version(served: ServedTeam, anna: str) -> None:
    id = kept(served, anna)
    assert changed(served, anna, id, "It is gone.", 1, "invalidate").json["outcome"] == "invalidated"
    told = changed(served, anna, id, OURS, 1)
    assert (told.status, told.json["version"], told.json["status"], told.json["theirs"]) == (409, 2, "expired", CACHE)


def test_of_edits_at_one_moment_one_is_kept(served: ServedTeam) -> None:
    served.people(lambda members, _: [members.add(name, "reviewer") for name in ("ben", "eve")])
    tokens = [served.token(name, "search", "remember") for name in ("anna", "ben", "eve")]
    id = kept(served, tokens[0])
    together = threading.Barrier(3)

    def edit(number: int) -> Answered:
        together.wait(10)
        return changed(served, tokens[number], id, f"The cache keeps a page for {number + 2} hours.", 1)

    with ThreadPoolExecutor(3) as threads:
        answers = list(threads.map(edit, range(3)))
    assert sorted(answer.status for answer in answers) == [200, 409, 409]
    (won,) = (answer.json["id"] for answer in answers if answer.status == 200)
    assert {answer.json["id"] for answer in answers if answer.status == 409} == {won}
    assert [one["id"] for one in served.api(tokens[0], "GET", f"/memories/{id}").json["newer"]] == [won]


def test_mcp_s_tools_take_a_version_as_well(served: ServedTeam, anna: str) -> None:
    id = kept(served, anna)
    assert "Version 1" in served.call(anna, "get_provenance", id=id).text
    assert not served.call(anna, "update_memory", id=id, content=LATER, version=1).json["result"]["isError"]
    late = served.call(anna, "update_memory", id=id, content=OURS, version=1)
    assert late.json["result"]["isError"]
    assert LATER in late.text
    assert OURS in late.text


def test_forgetting_takes_the_version_that_was_read(served: ServedTeam, anna: str) -> None:
    id = kept(served, anna)
    changed(served, anna, id, LATER, 1)
    assert changed(served, anna, id, "", 1, "forget").status == 409
    assert changed(served, anna, id, "", 2, "forget").json["outcome"] == "forgotten"
    assert served.api(anna, "GET", f"/memories/{id}").status == 404


def test_the_list_goes_on_and_counts_nothing_of_others(served: ServedTeam, anna: str) -> None:
    ids = [kept(served, anna, f"Service {number} listens on port {8000 + 7 * number}.") for number in range(5)]
    changed(served, anna, ids[1], "Service 1 listens on no port at all.", 1)
    found, after = [], ""
    while True:
        page = served.api(anna, "GET", f"/memories?after={after}&limit=2").json
        found += page["memories"]
        after = page["after"]
        if not page["more"]:
            break
    assert [one["id"] for one in found][:5] == ids
    assert [one["status"] for one in found] == ["active", "superseded", "active", "active", "active", "active"]
    assert found[5]["supersedes"] == ids[1]
    assert not {"number", "generation"} & found[0].keys()
    assert not after.isdecimal()
    served.people(lambda members, _: members.add("ben", "writer"))
    ben = served.token("ben", "search")
    cursor = served.api(anna, "GET", "/changes").json["cursor"]
    others = [(ben, after), (anna, "7"), (anna, cursor), (anna, "x")]
    assert [served.api(who, "GET", f"/memories?after={one}").status for who, one in others] == [422] * 4
    assert served.api(anna, "GET", f"/changes?after={after}").status == 422


def test_a_reader_writes_nothing(served: ServedTeam, anna: str) -> None:
    served.people(lambda members, _: members.add("rob", "reader"))
    id, rob = kept(served, anna), served.token("rob", "search")
    refused = [
        served.api(rob, "POST", "/memories", {"content": CACHE}),
        changed(served, rob, id, LATER, 1),
        changed(served, rob, id, "", 1, "forget"),
    ]
    assert [answer.status for answer in refused] == [403] * 3
    assert memory(served, rob, id)["version"] == 1
