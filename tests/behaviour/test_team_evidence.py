"""From a member's session to git: what helped is counted, what a reviewer accepts is published, merged and seen so."""

from collections.abc import Callable
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from mcp import Client

from scrubjay.errors import UsageError
from scrubjay.identity.person.facts import Actor
from scrubjay.identity.person.permit import Permit
from scrubjay_growth.services import GrowthServices
from scrubjay_joined.evidence import send_counts
from scrubjay_joined.projects import ProjectThere
from scrubjay_joined.seen import SeenMemories
from scrubjay_publishing.accepted import bring_accepted
from scrubjay_publishing.services import PublishingServices
from scrubjay_publishing.values import PublishRequest
from scrubjay_team.evidence.promoting import TeamPromotion
from tests.behaviour.joined_homes import MemberHome
from tests.behaviour.joined_homes import member as member
from tests.behaviour.joined_homes import patient as patient
from tests.behaviour.joined_homes import proxy as proxy
from tests.conftest import Repo
from tests.servers.answers import text
from tests.servers.team.conftest import databases as databases
from tests.servers.team.conftest import postgres as postgres
from tests.servers.team.index.conftest import LiveMirror
from tests.servers.team.index.conftest import make_mirror as make_mirror
from tests.servers.team.serving.conftest import ServedTeam
from tests.servers.team.serving.conftest import served as served

pytestmark = [pytest.mark.anyio, pytest.mark.story]

FACT = "Parcels are weighed twice before the night train leaves."


def accept(served: ServedTeam, memory: str) -> None:
    """What a reviewer's act on the page leaves of a proposal that evidence made."""
    with served.databases.owner.transaction() as connection:
        connection.execute(
            "INSERT INTO review_proposal (id, team, memory, others, why, key, state, made_at, decided_by, decided_at) "
            "SELECT gen_random_uuid(), team, %s, '{}', 'by outcome', 'promotion:' || %s, 'accepted', now(), id, now() "
            "FROM member WHERE name = 'anna'",
            [memory, memory],
        )


async def test_what_reviewers_accept_leaves_a_member_s_machine_for_git_and_is_published_once_merged(
    member: Callable[[str], MemberHome], patient: None, served: ServedTeam, repo: Repo,
    make_mirror: Callable[..., LiveMirror],
) -> None:  # fmt: skip
    ben = member("ben").at
    anna = member("anna")
    assert served.team is not None
    mirror = make_mirror(repo, served.team, "shop")
    mirror.index()
    token = served.token("anna", "search", "remember")
    kept = served.api(token, "POST", "/memories", {"content": FACT, "project": "shop"}).json
    assert kept["outcome"] == "stored", kept
    accept(served, kept["id"])
    for at in (ben, anna.at):
        link: Any = at.far_memories[0]
        link._joined().projects._write(
            at.project.id, ProjectThere(mirror.project.hex, "shop", "", "2026-03-02T00:00:00Z")
        )
    with pytest.raises(UsageError, match="without --dry-run"):
        bring_accepted(ben, [kept["id"][:12]], None)
    (id,) = bring_accepted(ben, [kept["id"][:12]], Permit(Actor.SCRIPT))
    assert id == kept["id"]
    publisher = PublishingServices.of(ben).publisher
    done = publisher.publish(publisher.plan(PublishRequest(ids=(id,))))
    assert done.plan.commands, "what a person types next"
    promotion = TeamPromotion(served.databases.worker, served.databases.clock, None)
    assert promotion.run(served.team).published == ()
    repo.git("merge", "-q", "--squash", done.plan.branch)
    repo.git("commit", "-q", "-m", "Squash the proposal")
    mirror.fetch()
    mirror.index()
    assert promotion.run(served.team).published == (id,)
    (there,) = served.api(token, "GET", "/promotions").json["accepted"]
    assert (there["id"], there["project"], there["path"]) == (id, "shop", done.plan.files[0].path)
    assert promotion.run(served.team).published == ()


async def test_a_session_that_a_team_s_memory_helped_is_counted_by_its_member_s_choice(
    member: Callable[[str], MemberHome], patient: None, served: ServedTeam
) -> None:
    anna, ben = member("anna"), member("ben")
    async with Client(anna.served()) as client:
        kept = await client.call_tool("remember", {"content": FACT, "scope": "team"})
        assert not kept.is_error, text(kept)
        assert kept.structured_content is not None
        memory = str(kept.structured_content["id"])
    settings = ben.at.user_settings
    chosen = settings.but(sections={**settings.sections, "team": {"evidence": "counts"}})
    now = ben.at.clock()

    def work(hours: int, choice: Any) -> None:
        later = replace_clock(ben, choice, now + timedelta(hours=hours))
        send_counts(SimpleNamespace(workspace=later, log=lambda _: None))  # type: ignore[arg-type]

    token = served.token("ben", "search", "remember")
    SeenMemories(settings.home).note([memory])
    for choice, sessions in ((settings, 0), (chosen, 1)):
        work(0, choice)
        ben.at.ledger.record_answer("a session", f"- {memory[:12]} fact: {FACT}")
        GrowthServices.of(ben.at).outcomes.report("a session", "well")
        work(3, choice)
        there = served.api(token, "GET", "/evidence").json
        assert (there["sessions"], there["well"], there["memories"]) == (sessions, sessions, sessions)
    gone = served.api(token, "POST", "/evidence/forget", {}).json
    assert gone["sessions"] == 1
    assert served.api(token, "GET", "/evidence").json["sessions"] == 0


def replace_clock(home: MemberHome, settings: Any, now: Any) -> Any:
    """The workspace as the step sees it, at another moment and with other settings."""
    at = home.at
    names = ("project", "git", "agent_registry", "registry", "extensions", "memories")
    later = SimpleNamespace(**{name: getattr(at, name) for name in names}, clock=lambda: now, user_settings=settings)
    outcomes: Any = GrowthServices.of(at).outcomes
    outcomes._clock = lambda: now
    return later
