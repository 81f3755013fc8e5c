"""What a home tells of its sessions: nothing unless its member chose it, counts alone, once, and until taken back."""

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from scrubjay.app import Workspace, open_app
from scrubjay.git.process import GitEnvironment
from scrubjay.settings.layers import load_settings
from scrubjay_growth.services import GrowthServices
from scrubjay_joined.accepted import accepted_needs
from scrubjay_joined.evidence import SentCounts, send_counts
from scrubjay_joined.membership import Membership, keep
from scrubjay_joined.seen import SeenMemories, chosen
from tests.conftest import Repo
from tests.shared.scrubjay_joined.conftest import TOKEN, Asked, FarServer, FarTeam, Told, said

NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
HELPED, OTHER = "0a1b2c3d4e5f" + "6" * 20, "9f8e7d6c5b4a" + "3" * 20
SECRETS = ("session-of-anna", "the prompt that anna typed", "Parcels are weighed", "docs/a.md", "the build broke")
Opens = Callable[[datetime], Workspace]


@pytest.fixture
def opens(repo: Repo, environment: dict[str, str], far: FarServer) -> Iterator[Opens]:
    """Opens the home that joined the far server, at a moment."""
    repo.commit("first", {"docs/a.md": "# A\n\nParcels are weighed twice.\n"})
    home = Path(environment["SCRUBJAY_HOME"])
    home.mkdir(mode=0o700, parents=True)
    (home / "config.yaml").write_text("team:\n  evidence: counts\n", encoding="utf-8")
    keep(home, Membership(far.url, "acme", "anna", "5e7"), TOKEN)
    far.answer = answers()
    with ExitStack() as opened:

        def at(now: datetime) -> Workspace:
            app = open_app(
                load_settings(environment), git_environment=GitEnvironment.of(environment), clock=lambda: now,
                wake=lambda: None,
            )  # fmt: skip
            return opened.enter_context(app).initialise(repo.path)

        yield at


def answers() -> Callable[[Asked], Told]:
    """A server that takes what it is told, and accepted nothing."""
    team = FarTeam()

    def answer(asked: Asked) -> Told:
        match asked.path.removeprefix("/api/v1"):
            case "/evidence":
                return team._said({"taken": len(asked.body["sessions"])})
            case "/promotions":
                return team._said({"accepted": [{"id": HELPED, "project": "shop"}, {"id": OTHER, "project": "shop"}]})
        return team(asked)

    return answer


def work(at: Workspace) -> list[str]:
    """One step of the worker; what it said."""
    lines: list[str] = []
    context: Any = SimpleNamespace(workspace=at, log=lines.append)  # what the step asks of a job
    send_counts(context)
    return lines


def worked(at: Workspace, session: str, ended: str, *memories: str) -> None:
    """A session that had some memories, and ended so."""
    SeenMemories(at.user_settings.home).note([HELPED])
    for memory in memories:
        at.ledger.record_answer(session, f"- {memory[:12]} fact: Parcels are weighed twice.")
    if ended:
        GrowthServices.of(at).outcomes.report(session, ended, "the build broke")


@contextmanager
def nothing_sent(far: FarServer) -> Iterator[None]:
    before = len(evidence(far))
    yield
    assert len(evidence(far)) == before


def evidence(far: FarServer) -> list[Asked]:
    return [one for one in far.asked if one.path == "/api/v1/evidence"]


def test_counts_travel_and_no_text(opens: Opens, far: FarServer, repo: Repo) -> None:
    at = opens(NOON)
    with nothing_sent(far):
        work(at)
    worked(at, "session-of-anna", "well", HELPED, OTHER)
    worked(at, "another session", "badly")
    later = opens(NOON + timedelta(hours=2))
    assert work(later) == ["sent to the team: counts of 2 sessions"]
    (asked,) = evidence(far)
    rows = asked.body["sessions"]
    assert [set(row) for row in rows] == [{"session", "version", "day", "client", "ended", "memories"}] * 2
    assert sorted((row["ended"], tuple(row["memories"])) for row in rows) == [("ill", ()), ("well", (HELPED,))]
    wire = asked.sent + json.dumps([asked.path, asked.headers]).encode()
    for text in (*SECRETS, str(repo.path), later.project.id, OTHER[:12]):
        assert text.encode() not in wire
    with nothing_sent(far):
        work(later)
        work(opens(NOON + timedelta(hours=4)))


def test_what_is_learned_later_is_told_under_the_same_number(opens: Opens, far: FarServer) -> None:
    work(opens(NOON))
    worked(opens(NOON), "session-of-anna", "well", HELPED)
    work(opens(NOON + timedelta(hours=2)))
    GrowthServices.of(opens(NOON + timedelta(hours=2))).outcomes.report("session-of-anna", "badly")
    work(opens(NOON + timedelta(hours=5)))
    first, second = (one.body["sessions"][0] for one in evidence(far))
    assert first["session"] == second["session"]
    assert [(row["version"], row["ended"]) for row in (first, second)] == [(1, "well"), (2, "ill")]


def test_a_server_that_is_away_gets_it_later(opens: Opens, far: FarServer) -> None:
    work(opens(NOON))
    worked(opens(NOON), "session-of-anna", "well", HELPED)
    far.answer = lambda _: said({"error": "away"}, 503)
    (line,) = work(opens(NOON + timedelta(hours=2)))
    assert line.startswith("the team is asked again later: ")
    far.answer = answers()
    assert work(opens(NOON + timedelta(hours=3))) == ["sent to the team: counts of 1 session"]


def test_taken_back_it_is_never_sent_again(opens: Opens, far: FarServer) -> None:
    work(opens(NOON))
    at = opens(NOON)
    worked(at, "session-of-anna", "well", HELPED)
    work(opens(NOON + timedelta(hours=2)))
    before = SentCounts(at.user_settings.home).read()
    SentCounts(at.user_settings.home).begin("2026-03-01T15:00:00Z")
    after = SentCounts(at.user_settings.home).read()
    assert before is not None and after is not None and before.key != after.key  # noqa: PT018
    with nothing_sent(far):
        work(opens(NOON + timedelta(hours=6)))


@pytest.mark.parametrize("text", ["", "team:\n  evidence: off\n", "team:\n  evidence: [counts]\n", "team: counts\n"])
def test_nothing_is_sent_unless_the_user_s_file_says_counts(
    opens: Opens, far: FarServer, repo: Repo, environment: dict[str, str], text: str
) -> None:
    work(opens(NOON))
    worked(opens(NOON), "session-of-anna", "well", HELPED)
    file = Path(environment["SCRUBJAY_HOME"]) / "config.yaml"
    joined = file.read_text(encoding="utf-8").replace("team:\n  evidence: counts\n", "")
    file.write_text(text + joined, encoding="utf-8")
    (repo.path / ".agent").mkdir(exist_ok=True)
    (repo.path / ".agent" / "config.yaml").write_text("team:\n  evidence: counts\n", encoding="utf-8")
    environment["SCRUBJAY_TEAM_EVIDENCE"] = "counts"
    assert not chosen(load_settings(environment))
    with nothing_sent(far):
        work(opens(NOON + timedelta(hours=2)))
    assert SentCounts(Path(environment["SCRUBJAY_HOME"])).read() is None


def test_what_the_team_accepted_for_this_repository_needs_its_person(opens: Opens) -> None:
    at = opens(NOON)
    joined = at.user_settings.home / "joined"
    work(at)
    assert list(accepted_needs(at)) == []
    rows = {at.project.id: {"id": "9r0", "name": "shop", "addresses": "", "at": "2026-03-01T12:00:00Z"}}
    (joined / "projects.json").write_text(json.dumps({"server": "5e7", "projects": rows}), encoding="utf-8")
    (joined / "projects.json").chmod(0o600)
    (need,) = accepted_needs(at)
    assert (need.number, need.do) == (2, f"scrubjay publish {HELPED[:12]}")
    assert need.what == "2 memories that your team accepted for this repository"
