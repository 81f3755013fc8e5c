"""GET /changes, and news behind answers: told at once or as soon as it changes, and never of what isn't one's own."""

import socket
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any
from urllib.parse import urlencode

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict

from scrubjay_team.serving.gate import MOST_WAITS
from tests.patience import PATIENCE_S
from tests.servers.team.serving.conftest import Answered, ServedTeam

CACHE = "The cache keeps a page for sixty minutes."
OTHER = "Invoices are numbered by the billing service."


def member(served: ServedTeam, name: str) -> str:
    """The token of one more writer of the team."""
    served.people(lambda members, _: members.add(name, "writer"))
    return served.token(name, "search", "remember", "handoff")


def changes(served: ServedTeam, token: str, after: str, wait: int = 0) -> Answered:
    return served.api(token, "GET", f"/changes?{urlencode({'after': after, 'wait': wait})}")


def begin(served: ServedTeam, token: str) -> str:
    """A cursor of now."""
    cursor: str = changes(served, token, "").json["cursor"]
    return cursor


def wait_in_thread(served: ServedTeam, token: str, cursor: str, wait: int = 25) -> "Future[Answered]":
    """A request that waits; it is known to wait once this returns."""
    before = waiting(served)
    answer: Future[Answered] = Future()

    def work() -> None:
        try:
            answer.set_result(changes(served, token, cursor, wait))
        except BaseException as error:
            answer.set_exception(error)

    threading.Thread(target=work, daemon=True).start()
    settle(lambda: waiting(served) > before)
    return answer


def waiting(served: ServedTeam) -> int:
    return len(served.services.changes._waiters)


def settle(so: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE_S
    while not so():
        assert time.monotonic() < until
        threading.Event().wait(0.005)


def ids(answered: Answered) -> dict[str, Any]:
    assert answered.status == 200, answered.body
    return {one["told"]: one["ids"] for one in answered.json["changes"]}


def test_a_waiting_member_is_told_of_what_another_writes_and_not_twice(served: ServedTeam) -> None:
    anna, ben = served.token("anna", "search", "remember"), member(served, "ben")
    cursor = begin(served, anna)
    answer = wait_in_thread(served, anna, cursor)
    kept = served.call(ben, "remember", content=CACHE)
    id = kept.json["result"]["structuredContent"]["id"]
    told = answer.result(PATIENCE_S)
    assert ids(told) == {"memories": [id]}
    assert ids(changes(served, anna, told.json["cursor"])) == {}
    assert ids(changes(served, anna, cursor)) == {"memories": [id]}, "an answer that got lost is asked for again"


def test_who_may_not_see_a_change_goes_on_waiting(served: ServedTeam) -> None:
    anna, ben = served.token("anna", "search", "remember"), member(served, "ben")
    cursor = begin(served, ben)
    answer = wait_in_thread(served, ben, cursor, wait=3)
    served.call(anna, "remember", content=CACHE, scope="global")
    told = answer.result(PATIENCE_S)
    assert (told.json["changes"], told.json["resync"]) == ([], False)


def test_the_end_of_a_token_ends_who_waits_with_it(served: ServedTeam) -> None:
    ben = member(served, "ben")
    answer = wait_in_thread(served, ben, begin(served, ben))
    served.remove("ben")
    began = time.monotonic()
    assert answer.result(PATIENCE_S).status == 401
    print(f"ended {time.monotonic() - began:.1f} s after the member left")


def test_a_server_that_ends_lets_nobody_wait(served: ServedTeam) -> None:
    token = served.token()
    answers = [wait_in_thread(served, token, begin(served, token)) for _ in range(3)]
    served.leave()
    assert [one.result(PATIENCE_S).status for one in answers] == [200] * 3


def test_a_member_has_so_many_requests_that_wait_and_still_searches(served: ServedTeam) -> None:
    token = served.token()
    cursor = begin(served, token)
    answers = [wait_in_thread(served, token, cursor) for _ in range(MOST_WAITS)]
    assert changes(served, token, cursor, wait=25).status == 429
    assert served.call(token, "search_knowledge", query="cache").status == 200
    served.leave()
    assert {one.result(PATIENCE_S).status for one in answers} == {200}


def test_who_goes_away_waits_no_longer(served: ServedTeam) -> None:
    token = served.token()
    cursor = begin(served, token)
    with socket.create_connection(("127.0.0.1", served.port), timeout=PATIENCE_S) as gone:
        gone.sendall(
            f"GET /api/v1/changes?after={cursor}&wait=25 HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\n"
            f"Authorization: Bearer {token}\r\n\r\n".encode()
        )
        settle(lambda: waiting(served) == 1)
    settle(lambda: waiting(served) == 0)


@pytest.mark.parametrize("cursor", ["x", "gAAAAA", "é"])
def test_a_cursor_that_isnt_one_is_refused(served: ServedTeam, cursor: str) -> None:
    assert changes(served, served.token(), cursor).status == 422


def test_a_cursor_is_its_members_alone_and_says_nothing(served: ServedTeam) -> None:
    anna, ben = served.token(), member(served, "ben")
    cursor = begin(served, anna)
    assert changes(served, ben, cursor).status == 422
    served.call(ben, "remember", content=CACHE)
    later = begin(served, anna)
    assert len(later) == len(cursor)


def test_other_bounds_are_refused(served: ServedTeam) -> None:
    token = served.token()
    assert served.api(token, "GET", "/changes?wait=26").status == 422
    assert served.api(token, "GET", "/changes?since=1").status == 422
    assert served.api(token, "POST", "/changes", {}).status == 405


def test_a_waiting_member_whose_database_goes_away_is_told_so(served: ServedTeam) -> None:
    token = served.token()
    answer = wait_in_thread(served, token, begin(served, token))
    with psycopg.connect(served.databases.addresses.superuser, dbname="postgres", autocommit=True) as admin:
        name = conninfo_to_dict(served.databases.addresses.app)["dbname"]
        admin.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
        admin.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [name])
        assert answer.result(PATIENCE_S).status == 503
        admin.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
    settle(lambda: changes(served, token, "").status == 200)


def test_news_are_told_once_a_token_behind_an_answer_and_never_of_ones_own(served: ServedTeam) -> None:
    anna, ben = served.token("anna", "search", "remember", "handoff"), member(served, "ben")
    assert "News" not in served.call(anna, "list_memories").text
    assert "News" not in served.call(ben, "list_memories").text
    served.call(ben, "remember", content=CACHE)
    served.call(ben, "remember", content=OTHER)
    context = {"task_description": "Finish the cache.", "current_state": "Half done."}
    served.call(ben, "initiate_handoff", target_id="anna", context=context)
    last = served.call(anna, "list_memories").text.splitlines()[-1]
    assert last == "News: 1 handoff for you in team acme, 2 new memories in team acme."
    assert "News" not in served.call(anna, "list_memories").text
    assert "News" not in served.call(ben, "list_memories").text
    served.call(anna, "remember", content="The router keeps sessions for a day.")
    assert served.call(ben, "list_memories").text.endswith("\nNews: 1 new memory in team acme.")


def test_two_servers_tell_each_other_by_a_number_alone(served: ServedTeam) -> None:
    ben = member(served, "ben")
    with psycopg.connect(served.databases.addresses.app, autocommit=True) as listening:
        listening.execute("LISTEN scrubjay_outbox")
        texts = [f"The cache number {number} keeps pages." for number in range(20)]
        with ThreadPoolExecutor(4) as threads:
            list(threads.map(lambda text: served.call(ben, "remember", content=text), texts))
        heard = [one.payload for one in listening.notifies(timeout=3)]
    assert 1 <= len(heard) <= 5
    assert all(one.isdecimal() for one in heard)


@pytest.mark.benchmark
def test_a_thousand_that_wait_leave_room_for_calls(served: ServedTeam) -> None:
    """What goes beyond the bounds is answered at once; a write is still made and told while the others wait."""
    tokens = [member(served, f"member{number}") for number in range(80)]
    open_, tokens_cursors = list[socket.socket](), dict[str, str]()
    for number in range(960):
        token = tokens[number % len(tokens)]
        cursor = begin(served, token) if number < len(tokens) else ""
        tokens_cursors.setdefault(token, cursor)
        one = socket.create_connection(("127.0.0.1", served.port), timeout=PATIENCE_S)
        one.sendall(
            f"GET /api/v1/changes?after={tokens_cursors[token]}&wait=25 HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\n"
            f"Authorization: Bearer {token}\r\n\r\n".encode()
        )
        open_.append(one)
    anna = served.token("anna", "search", "remember")
    began = time.monotonic()
    assert served.call(anna, "search_knowledge", query="cache").status == 200
    searched = time.monotonic() - began
    began, count = time.monotonic(), waiting(served)
    assert served.call(anna, "remember", content=CACHE).status == 200
    wrote = time.monotonic() - began
    settle(lambda: waiting(served) == 0)
    told = time.monotonic() - began
    print(f"{count} waited; a search took {searched:.2f} s, a write {wrote:.2f} s; all told {told:.1f} s")
    for one in open_:
        one.close()
