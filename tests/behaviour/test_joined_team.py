"""Two members' homes and one team's server: a fact of one is in the other's next answer, and what fails is named."""

import threading
from collections.abc import Callable

import pytest
from mcp import Client

from scrubjay.errors import ScrubjayError
from scrubjay.search.recall.answer import RecallAnswer, RecallRequest
from scrubjay.wiring.afar import memories_there
from scrubjay_joined import circuit
from scrubjay_joined.link import link_of
from scrubjay_joined.projects import ProjectThere
from tests.behaviour.conftest import ingest
from tests.behaviour.delaying import DelayingProxy
from tests.behaviour.joined_homes import GUIDE, MemberHome
from tests.behaviour.joined_homes import member as member
from tests.behaviour.joined_homes import patient as patient
from tests.behaviour.joined_homes import proxy as proxy
from tests.conftest import Repo
from tests.patience import PATIENCE_S
from tests.servers.answers import text
from tests.servers.team.conftest import databases as databases
from tests.servers.team.conftest import postgres as postgres
from tests.servers.team.index.conftest import LiveMirror
from tests.servers.team.index.conftest import make_mirror as make_mirror
from tests.servers.team.serving.conftest import ServedTeam
from tests.servers.team.serving.conftest import served as served

pytestmark = [pytest.mark.anyio, pytest.mark.story]

FACT = "Deploys of the depot wait for the night train."
WORDS = "when do deploys of the depot wait"
Joins = Callable[[str], MemberHome]


def asked(home: MemberHome, words: str = WORDS) -> str:
    return home.at.answers.search(RecallRequest(query=words)).text


def found(home: MemberHome, words: str, **more: object) -> RecallAnswer:
    return home.at.answers.found(RecallRequest(query=words, **more))  # type: ignore[arg-type]


async def test_a_fact_that_one_member_keeps_is_in_the_other_s_next_answer(member: Joins, patient: None) -> None:
    anna, ben = member("anna"), member("ben")
    assert FACT not in asked(ben)
    async with Client(anna.served()) as client:
        kept = await client.call_tool("remember", {"content": FACT, "scope": "team"})
    assert not kept.is_error, text(kept)
    answer = asked(ben)
    assert FACT in answer
    assert "team acme · by anna · 2026-03-02 · graded said there" in answer
    assert "answered by a memory" in answer.splitlines()[0]
    assert FACT not in "".join(hit.text for hit in ben.at.recall.look(RecallRequest(query=WORDS)).memories)


async def test_a_team_s_memory_is_changed_traced_and_forgotten_by_its_id(member: Joins, patient: None) -> None:
    anna, ben = member("anna"), member("ben")
    async with Client(anna.served()) as client:
        kept = await client.call_tool("remember", {"content": FACT, "scope": "team"})
        assert kept.structured_content is not None
        id = str(kept.structured_content["id"])
        told = text(await client.call_tool("get_provenance", {"id": id[:12]}))
        assert told.startswith("team acme\n")
        assert "Version 1" in told
        newer = await client.call_tool("update_memory", {"id": id[:12], "content": FACT.replace("night", "day")})
        assert newer.structured_content is not None
        assert "day train" in asked(ben)
        assert FACT not in asked(ben)
        again = await client.call_tool("update_memory", {"id": id[:12], "content": "It was the tram."})
        assert again.is_error
        assert "day train" in text(again)
        gone = await client.call_tool("forget_memory", {"id": str(newer.structured_content["id"])})
        assert not gone.is_error, text(gone)
        assert "day train" not in asked(ben)
        unknown = await client.call_tool("get_provenance", {"id": "f" * 32})
        assert unknown.is_error
        assert "team acme" in text(unknown)
    assert not anna.at.memories.believed()


async def test_one_entry_stands_where_both_hold_the_same_text_and_another_repository_s_is_named(
    member: Joins, patient: None, served: ServedTeam, repo: Repo, make_repo: Callable[..., Repo],
    make_mirror: Callable[..., LiveMirror],
) -> None:  # fmt: skip
    anna = member("anna")
    assert served.team is not None
    make_mirror(repo, served.team, "shop").index()
    depot = make_repo("depot")
    depot.commit(
        "rules", {"docs/rules.md": "# Rules\n\nParcels are weighed before the night train leaves the depot.\n"}
    )
    make_mirror(depot, served.team, "depot").index()
    answer = found(anna, "parcels weighed before the night train leaves")
    assert [(hit.path, hit.far) for hit in answer.hits if hit.path == "docs/guide.md"] == [("docs/guide.md", "")]
    (rules,) = [hit for hit in answer.hits if hit.far]
    assert rules.path == "docs/rules.md"
    assert rules.marks[0].startswith("team acme · repo depot @ ")
    assert "docs/rules.md:" in asked(anna, "parcels weighed before the night train leaves")


async def test_the_worktree_decides_what_is_true_of_its_own_repository(
    member: Joins, patient: None, served: ServedTeam, repo: Repo, make_mirror: Callable[..., LiveMirror]
) -> None:
    repo.commit("decide", {"docs/adr/0001-queue.md": "# 1. Keep parcels in a queue\n\n## Status\n\nAccepted\n"})
    anna = member("anna")
    assert served.team is not None
    make_mirror(repo, served.team, "shop").index()
    joined = link_of(anna.at.user_settings, anna.at.clock).joined()
    assert joined is not None
    joined.projects._write(anna.at.project.id, ProjectThere("f" * 32, "shop", "", "2026-03-02T00:00:00Z"))
    successor = "# 2. Keep parcels in a table\n\n## Status\n\nAccepted\n\nSupersedes ADR-0001.\n"
    repo.commit("branch", {"docs/guide.md": GUIDE.replace("twice", "once"), "docs/adr/0002-table.md": successor})
    ingest(anna.at)
    answer = found(anna, "parcels are weighed twice")
    assert not [hit for hit in answer.hits if hit.far]
    assert "team acme: 1 hit of this repository left out" in " ".join(answer.notes)
    decided = found(anna, "are parcels kept in a queue or a table", kinds=("decision",)).hits
    assert [(hit.path[9:13], hit.status, hit.far) for hit in decided] == [
        ("0002", "accepted", ""), ("0001", "superseded", ""),
    ]  # fmt: skip


async def test_a_server_that_is_cut_and_comes_back_is_named_and_then_heard_again(
    member: Joins, patient: None, proxy: DelayingProxy, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(circuit, "EVERY_S", 0.05)
    ben = member("ben")
    async with Client(ben.served()) as client:
        kept = await client.call_tool("remember", {"content": FACT, "scope": "team"})
        assert not kept.is_error
        proxy.cut()
        answer = asked(ben, "parcels weighed twice")
        assert "team acme: no answer since " in answer.splitlines()[0]
        assert "Parcels are weighed twice" in answer
        lost = await client.call_tool("remember", {"content": "Trams are late.", "scope": "team"})
        assert lost.is_error
        assert "nothing waits" in text(lost)
        proxy.back()
        heard(ben)
        assert FACT in asked(ben)
        assert "Trams" not in asked(ben, "are trams late")


async def test_a_slow_server_holds_no_answer(
    member: Joins, proxy: DelayingProxy, monkeypatch: pytest.MonkeyPatch
) -> None:
    ben = member("ben")
    proxy.delay_s = float(PATIENCE_S)  # an answer that waited for it would never come
    for words in ("parcels weighed twice", "when does the train leave", "parcels weighed twice"):
        answer = asked(ben, words)
        assert "team acme: no answer " in answer.splitlines()[0]
        assert "Parcels are weighed twice" in answer
    threads = [one.name for one in threading.enumerate()]
    assert threads.count("team search") <= 1
    assert threads.count("team away") <= 1


async def test_a_home_that_has_joined_nothing_says_how_to_join(repo: Repo, app: object) -> None:
    repo.commit("guide", {"docs/guide.md": GUIDE})
    at = app.initialise(repo.path)  # type: ignore[attr-defined]
    assert at.far_search == at.far_memories == ()
    with pytest.raises(ScrubjayError, match="scrubjay team join"):
        memories_there(at)


def heard(home: MemberHome) -> None:
    """Wait until a home's server is asked again."""
    link = link_of(home.at.user_settings, home.at.clock)
    for _ in range(PATIENCE_S * 100):
        if not link.circuit.why_not():
            return
        threading.Event().wait(0.01)
    raise AssertionError("the server was never heard again")
