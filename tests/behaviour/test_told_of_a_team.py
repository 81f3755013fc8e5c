"""Members' homes are told of what others of their team do: who watches at once, who doesn't in a next answer."""

import threading
import time
from collections.abc import Callable
from contextlib import closing

import pytest
from mcp import Client

from scrubjay.extensions.kinds.watched import Watched
from scrubjay.model.agent import AgentType
from scrubjay_joined import changes
from scrubjay_watch.notifier import Notifier, ResourceChange
from scrubjay_watch.watching import named, open_notifier, resources_of
from tests.behaviour.delaying import DelayingProxy
from tests.behaviour.joined_homes import MemberHome
from tests.behaviour.joined_homes import member as member
from tests.behaviour.joined_homes import patient as patient
from tests.behaviour.joined_homes import proxy as proxy
from tests.patience import PATIENCE_S
from tests.servers.answers import text
from tests.servers.team.conftest import databases as databases
from tests.servers.team.conftest import postgres as postgres
from tests.servers.team.serving.conftest import ServedTeam
from tests.servers.team.serving.conftest import served as served

FACT = "Deploys of the depot wait for the night train."
OTHER = "Letters are franked on the second floor."
THIRD = "The tram leaves without mail on Sundays."
pytestmark = [pytest.mark.anyio, pytest.mark.story]

Joins = Callable[[str], MemberHome]


def watching(home: MemberHome, *wanted: str) -> tuple[Notifier, list[Watched]]:
    """What `scrubjay watch` does: a Notifier of a person, and what it watches."""
    caller = home.at.callers.of_type(AgentType.HUMAN, "s1", inferred=False, writes=False)
    notifier = open_notifier(lambda: home.at, caller)
    watched = [named(one, resources_of(home.at.extensions)) for one in wanted]
    for one in watched:
        assert notifier.subscribe(one)
    return notifier, watched


def until(notifier: Notifier, so: Callable[[list[ResourceChange]], bool]) -> list[ResourceChange]:
    """All that is told until something is."""
    told: list[ResourceChange] = []
    end = time.monotonic() + PATIENCE_S
    while not so(told):
        assert time.monotonic() < end, (told, notifier.troubles)
        threading.Event().wait(0.02)
        told += notifier.look()
    return told


def kept(served: ServedTeam, token: str, content: str, **more: object) -> str:
    """The id of a memory that somebody keeps at the server."""
    answer = served.call(token, "remember", content=content, **more).json["result"]
    return str(answer["structuredContent"]["id"])


def new_of(told: list[ResourceChange], name: str) -> set[str]:
    return {id for one in told if one.watched.name == name for id in one.new}


def test_who_watches_is_told_of_a_memory_a_handoff_and_a_pool(member: Joins, served: ServedTeam) -> None:
    anna = member("anna")
    served.people(lambda members, _: members.add("ben", "writer"))
    ben = served.token("ben", "search", "remember", "handoff")
    notifier, _ = watching(anna, "memories/*", "handoffs/pending", "pool/team/depot", "pool/depot", "memories/ops")
    with closing(notifier):
        id = kept(served, ben, FACT)
        told = until(notifier, lambda told: id in new_of(told, "memories"))
        assert [one.watched.value for one in told if id in one.new] == ["*"]
        tagged = kept(served, ben, OTHER, tags=["ops"])
        told = until(notifier, lambda told: tagged in new_of(told, "memories"))
        assert {one.watched.value for one in told if tagged in one.new} == {"*", "ops"}
        served.call(ben, "create_pool", name="depot")
        served.call(served.token("anna", "search", "remember"), "join_pool", pool_id="depot")
        served.call(ben, "share_memory_to_scope", pool_id="depot", memory_id=id)
        told = until(notifier, lambda told: id in new_of(told, "pool"))
        left = served.api(ben, "POST", "/handoffs", {"target": "any:codex", "context": {"task_description": "Weigh"}})
        mine = served.api(ben, "POST", "/handoffs", {"target": "anna", "context": {"task_description": "Count"}})
        told += until(notifier, lambda told: mine.json["handoff"]["id"] in new_of(told, "handoffs"))
        assert left.json["handoff"]["id"] not in new_of(told, "handoffs")  # a person's query would hide it
        forgotten = served.api(ben, "POST", f"/memories/{id}", {"how": "forget", "version": 1})
        assert forgotten.status == 200, forgotten.body
        told += until(notifier, lambda told: any(id in one.ended for one in told if one.watched.name == "pool"))
        assert {one.watched.value for one in told if one.watched.name == "pool"} == {"team/depot"}


def test_what_happens_while_the_server_is_away_is_told_when_it_is_back_and_its_absence_once(
    member: Joins, served: ServedTeam, proxy: DelayingProxy
) -> None:
    anna = member("anna")
    served.people(lambda members, _: members.add("ben", "writer"))
    ben = served.token("ben", "search", "remember")
    notifier, _ = watching(anna, "memories/*")
    with closing(notifier):
        first = kept(served, ben, FACT)
        until(notifier, lambda told: first in new_of(told, "memories"))
        proxy.cut()
        end, troubles = time.monotonic() + PATIENCE_S, set[str]()
        while not troubles:
            assert time.monotonic() < end
            notifier.look()
            troubles |= {*notifier.troubles}
        missed = kept(served, ben, OTHER)
        for _ in range(20):
            notifier.look()
            troubles |= {*notifier.troubles}
        assert len(troubles) == 1, troubles
        proxy.back()
        began = time.monotonic()
        until(notifier, lambda told: missed in new_of(told, "memories"))
        print(f"told {time.monotonic() - began:.1f} s after the server was back")
        assert notifier.troubles == ()
        last = kept(served, ben, THIRD)
        until(notifier, lambda told: last in new_of(told, "memories"))


async def test_who_doesnt_watch_hears_of_it_in_a_next_answer_once(
    member: Joins, served: ServedTeam, patient: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(changes, "ASKED_S", 0.0)
    anna = member("anna")
    served.people(lambda members, _: members.add("ben", "writer"))
    ben = served.token("ben", "search", "remember")
    async with Client(anna.served()) as client:

        async def lines(times: int) -> list[str]:
            answers = [text(await client.call_tool("search_knowledge", {"query": "parcels"})) for _ in range(times)]
            return [line for answer in answers for line in answer.splitlines() if line.startswith("News: ")]

        def has_begun() -> bool:
            return any(news._cursor for news in changes._NEWS.values())

        end = time.monotonic() + PATIENCE_S
        while not has_begun():
            assert time.monotonic() < end
            assert await lines(1) == []
        assert await lines(5) == []
        kept(served, ben, FACT)
        end, told = time.monotonic() + PATIENCE_S, list[str]()
        while not told:
            assert time.monotonic() < end
            told = await lines(1)
        assert told == ["News: 1 new memory in team acme."]
        assert await lines(5) == []
