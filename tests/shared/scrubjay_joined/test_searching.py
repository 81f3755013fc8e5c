"""A question to a team's server: what leaves the machine, what is made of any answer, and who waits how long."""

import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from scrubjay.git.process import Git
from scrubjay.model.far import ANSWER_S, FarAnswer, FarRequest
from scrubjay.settings.layers import load_settings
from scrubjay_joined import circuit
from scrubjay_joined.link import MOST_AT_ONCE, TeamLink
from scrubjay_joined.membership import Membership, drop, keep
from scrubjay_joined.searching import TeamSearch
from tests.patience import PATIENCE_S
from tests.shared.scrubjay_joined.conftest import TOKEN, Asked, FarServer, said

NOON = datetime(2026, 11, 2, 14, 2, tzinfo=UTC)
QUEUE = FarRequest(query="why a queue")
EMPTY: dict[str, Any] = {"hits": [], "memories": [], "documents_fit": "nothing", "memories_fit": "nothing"}
MEMORY: dict[str, Any] = {
    "kind": "memory", "title": "team fact 0123456789ab", "text": "Mail waits.", "date": "2026-11-02T09:00:00Z",
    "id": "0123456789abcdef0123456789abcdef", "author": "anna", "grade": "said",
}  # fmt: skip


@pytest.fixture
def link(home: Path, far: FarServer) -> Iterator[TeamLink]:
    keep(home, Membership(far.url, "acme", "ben", "s" * 32), TOKEN)
    made = TeamLink(load_settings({"SCRUBJAY_HOME": str(home)}), lambda: NOON)
    yield made
    for thread in threading.enumerate():
        if thread.name in ("team", "team search", "team project"):
            thread.join(PATIENCE_S)
    made.rest()


@pytest.fixture
def search(link: TeamLink, git: Git) -> TeamSearch:
    return TeamSearch(link, "p1", git)


def waited(search: TeamSearch, request: FarRequest = QUEUE) -> FarAnswer:
    pending = search.begin(request)
    assert pending is not None
    return pending.result(PATIENCE_S)


def answering(far: FarServer, **values: Any) -> None:
    far.answer = lambda asked: said(EMPTY | values) if asked.path.endswith("/search") else said({"member": {}})


def questions(far: FarServer) -> list[Asked]:
    return [one for one in far.asked if one.path.endswith("/search")]


def test_the_question_alone_leaves_the_machine(search: TeamSearch, far: FarServer) -> None:
    answering(far)
    waited(search, FarRequest(query="why a queue", also_ask=("burst",), kinds=("decision", "commit"), limit=3))
    (asked,) = questions(far)
    assert asked.body == {
        "query": "why a queue", "also_ask": ["burst"], "kinds": ["decision"], "path": "", "limit": 3, "project": "",
    }  # fmt: skip
    assert set(asked.headers) <= {
        "accept", "authorization", "user-agent", "content-type", "content-length", "host", "accept-encoding",
    }  # fmt: skip


def test_kinds_that_a_team_lacks_are_not_asked_for(search: TeamSearch, far: FarServer) -> None:
    assert search.begin(FarRequest(query="who", kinds=("commit", "issue"))) is None
    assert not far.asked


@pytest.mark.parametrize(
    ("request_", "note"),
    [
        (
            FarRequest(query="q", of_home="as of a revision of here"),
            "not asked: it can't search as of a revision of here",
        ),
        (FarRequest(query="q", path="docs", placed=True), "not asked: a path is of this repository, which isn't"),
    ],
)
def test_what_only_the_home_can_narrow_is_said_and_not_asked(
    search: TeamSearch, far: FarServer, request_: FarRequest, note: str
) -> None:
    answer = waited(search, request_)
    assert answer.notes[0].startswith(note)
    assert not questions(far)


def test_what_comes_is_shown_with_its_author_and_masked_and_visible(search: TeamSearch, far: FarServer) -> None:
    secret = "AKIA" + "IOSFODNN7EXAMPLE"
    hit = MEMORY | {"text": f"key {secret} \u202e hidden", "marks": ["a\x1bb"] * 50, "unknown": {"deep": []}}
    answering(far, memories=[hit], memories_fit="good", degraded=["d"], notes=["n"])
    answer = waited(search)
    (memory,) = answer.memories
    assert (answer.called, memory.author, memory.grade) == ("team acme", "anna", "said")
    assert secret not in memory.text
    assert "\\u202e" in memory.text
    assert len(memory.marks) == 10
    assert memory.marks[0] == "a\\x1bb"
    assert (answer.degraded, answer.notes) == (("d",), ("n",))


def test_a_title_that_is_another_memory_s_is_not_believed(search: TeamSearch, far: FarServer) -> None:
    answering(far, memories=[MEMORY | {"title": "told by you: fact ffffffffffff"}], memories_fit="good")
    assert waited(search).memories[0].title == "memory 0123456789ab"


@pytest.mark.parametrize(
    "values",
    [
        {"hits": "many"},
        {"hits": [{}]},
        {"hits": [MEMORY | {"kind": "system"}]},
        {"memories": [MEMORY | {"id": "../../me"}]},
        {"memories": [MEMORY | {"text": 7}]},
        {"memories": [MEMORY | {"score": "NaN"}]},
        {"documents_fit": "excellent"},
        {"memories": None},
    ],
)
def test_an_answer_of_wrong_types_is_named_and_nothing_of_it_is_shown(
    search: TeamSearch, far: FarServer, values: dict[str, Any]
) -> None:
    answering(far, **values)
    answer = waited(search)
    assert not (*answer.hits, *answer.memories)
    assert "can't be read" in answer.degraded[0]


def test_a_huge_answer_is_cut(search: TeamSearch, far: FarServer) -> None:
    answering(far, memories=[MEMORY | {"text": "word " * 1_620}] * 120, memories_fit="good")
    answer = waited(search)
    assert len(answer.memories) == 100
    assert len(answer.memories[0].text) == 8_000


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (401, "it refuses this home's token: `scrubjay team leave`, then join with a new one"),
        (403, "it refused: no search for you"),
        (422, "it refused: no search for you"),
        (429, "it was asked too often: no search for you"),
    ],
)
def test_what_the_server_refuses_is_named(search: TeamSearch, far: FarServer, status: int, words: str) -> None:
    far.answer = lambda _: said({"error": "no", "message": "no search for you"}, status)
    assert waited(search).degraded == (words,)


@pytest.mark.parametrize("body", [b"", b"<html>", b"[]", b"{" * 100_000])
def test_what_is_no_answer_of_a_team_s_server_is_named(search: TeamSearch, far: FarServer, body: bytes) -> None:
    far.answer = lambda _: (200, {}, body)
    assert waited(search).degraded


def test_a_refused_token_is_not_shown_to_the_server_again_for_each_question(search: TeamSearch, far: FarServer) -> None:
    far.answer = lambda _: said({"error": "invalid_token", "message": "ended"}, 401)
    first, second = waited(search), waited(search)
    assert first.degraded == second.degraded
    assert len(far.asked) == 1


def test_a_new_token_is_used_at_once(search: TeamSearch, far: FarServer, home: Path) -> None:
    far.answer = lambda _: said({"error": "invalid_token", "message": "ended"}, 401)
    waited(search)
    drop(home)
    keep(home, Membership(far.url, "acme", "ben", "s" * 32), TOKEN.replace("x", "y"))
    answering(far)
    assert waited(search).degraded == ()
    assert questions(far)[-1].headers["authorization"].endswith("y")


def test_a_home_that_left_asks_nobody(search: TeamSearch, far: FarServer, home: Path) -> None:
    drop(home)
    assert search.begin(QUEUE) is None
    assert not far.asked


def test_a_token_never_goes_to_the_server_of_another_membership(search: TeamSearch, far: FarServer, home: Path) -> None:
    answering(far)
    waited(search)
    asked = len(far.asked)
    other = FarServer()
    try:
        answering(other)
        drop(home)
        keep(home, Membership(other.url, "other", "ben", "t" * 32), TOKEN)
        assert waited(search).called == "team other"
        assert len(far.asked) == asked
        assert questions(other)
    finally:
        other.close()


@pytest.fixture
def held(far: FarServer) -> Iterator[threading.Event]:
    """Holds every answer until the event is set."""
    free = threading.Event()

    def answer(asked: Asked) -> tuple[int, dict[str, str], bytes]:
        free.wait(PATIENCE_S)
        return said(EMPTY)

    far.answer = answer
    yield free
    free.set()


def test_a_late_answer_is_named_and_the_next_questions_do_not_wait(
    search: TeamSearch, far: FarServer, held: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(circuit, "EVERY_S", PATIENCE_S)  # nobody looks meanwhile
    pending = search.begin(QUEUE)
    assert pending is not None
    assert pending.result(0.0).degraded == ("no answer within 250 ms",)
    asked = len(far.asked)
    assert {waited(search).degraded for _ in range(20)} == {("no answer since 14:02 UTC",)}
    assert len(far.asked) <= asked + 1


def test_an_error_of_ours_is_named(search: TeamSearch, far: FarServer, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: Any) -> None:
        raise ZeroDivisionError("by 0")

    answering(far)
    monkeypatch.setattr("scrubjay_joined.searching.answer_of", fails)
    assert waited(search).degraded == ("its answer failed here: ZeroDivisionError: by 0",)


def test_questions_on_their_way_have_a_bound(search: TeamSearch, far: FarServer, held: threading.Event) -> None:
    begun = [search.begin(QUEUE) for _ in range(MOST_AT_ONCE + 3)]
    answers = [one.result(0.0) for one in begun[MOST_AT_ONCE:] if one is not None]
    assert {answer.degraded for answer in answers} == {("not asked: too many questions at once",)}
    assert sum(thread.name == "team search" for thread in threading.enumerate()) <= MOST_AT_ONCE


def test_a_server_that_is_away_is_asked_again_by_itself_once_it_is_back(
    search: TeamSearch, far: FarServer, link: TeamLink, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(circuit, "EVERY_S", 0.01)
    far.answer = lambda _: said({"error": "unavailable", "message": "later"}, 503)
    assert waited(search).degraded == ("no answer since 14:02 UTC",)
    assert waited(search).degraded == ("no answer since 14:02 UTC",)
    answering(far, memories=[MEMORY], memories_fit="good")
    wait_until(lambda: not link.circuit.why_not())
    assert waited(search).memories


def test_one_thread_looks_at_a_server_that_is_away_and_none_once_nobody_asks(
    search: TeamSearch, far: FarServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(circuit, "EVERY_S", 0.01)
    monkeypatch.setattr(circuit, "WATCHED_S", 0.0)
    far.answer = lambda _: said({"error": "unavailable", "message": "later"}, 503)
    before = set(threading.enumerate())

    def looking() -> list[threading.Thread]:
        return [one for one in threading.enumerate() if one.name == "team away" and one not in before]

    for _ in range(10):
        waited(search)
        assert len(looking()) <= 1
    wait_until(lambda: not looking())


def test_memories_that_only_an_agent_says_are_left_out_where_the_home_hides_such(
    link: TeamLink, far: FarServer, git: Git
) -> None:
    answering(far, memories=[MEMORY, MEMORY | {"id": "f" * 32, "grade": "quoted"}], memories_fit="good")
    hiding = TeamSearch(link, "p1", git, said=False)
    assert [hit.grade for hit in waited(hiding).memories] == ["quoted"]
    assert len(waited(hiding, FarRequest(query="", kinds=("memory",))).memories) == 2


def test_a_membership_that_is_damaged_is_named(link: TeamLink, home: Path, git: Git) -> None:
    (home / "joined" / "token").write_text("")
    answer = waited(TeamSearch(link, "p1", git))
    assert "scrubjay team leave" in answer.degraded[0]


def wait_until(holds: Callable[[], bool]) -> None:
    """Wait until something holds, which another thread brings about."""
    for _ in range(PATIENCE_S * 100):
        if holds():
            return
        threading.Event().wait(0.01)
    raise AssertionError("it never held")


def test_the_limits_are_those_of_the_design() -> None:
    assert (circuit.EVERY_S, ANSWER_S) == (1.0, 0.25)
