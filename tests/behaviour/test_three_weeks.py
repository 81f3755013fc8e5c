"""Three weeks of three people and their agents: what proved its worth is proposed, and two of it reach everybody."""

from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from scrubjay_growth.promotion.replaying import LoggedDecision
from scrubjay_growth.services import GrowthServices
from scrubjay_publishing.services import PublishingServices
from scrubjay_publishing.values import PublishRequest
from tests.behaviour.three_weeks import Colleague, ScriptedJudge, Team, colleague
from tests.conftest import Repo
from tests.fakes import MovingClock

DEPOT = "# Depot\n\nThe washing hall is closed on Mondays.\n"

OFTEN = "Returned pallets are stacked behind gate seven."
"""Ada says it, and so do Bob and Cleo, each on a branch of their own."""

HELPED = "The label printer needs its tray emptied before a reprint."
"""Bob's sessions that had it ended well."""

JUDGED = "The goods lift stops between floors when its log is full."
"""A model thinks much of it."""

ECHO = "Forklift batteries are swapped at noon."
SHOWN = "The pick list sorts by aisle, then by shelf."
CONTRADICTED = "The customs scan takes 40 seconds."
OTHERWISE = "The customs scan takes 90 seconds."
ALONE = "nothing but its author's word stands behind it"
FALLEN = "The washing hall is closed on Mondays."
PRIVATE = "My own lift key hangs behind the tea."

THINGS = (
    "Amber crates", "Brown bags", "Cold boxes", "Dented cans", "Empty drums", "Frozen fish", "Glass jars",
    "Heavy rolls", "Iron bars", "Jute sacks", "Kraft paper", "Long pipes", "Milk churns", "Nylon straps", "Old tyres",
    "Paint tins", "Quartz slabs", "Rubber mats", "Steel coils", "Tea chests", "Used toner", "Vinyl rolls", "Wet timber",
    "Yarn cones", "Zinc plates", "Oak barrels",
)  # fmt: skip
PLACES = ("cellar", "yard", "attic", "annex", "dock", "shed", "ramp", "vault", "porch", "loft", "bay", "tower", "hut")
CROWD = tuple(f"{thing} wait in the {PLACES[n % len(PLACES)]}." for n, thing in enumerate(THINGS))
"""What Ada's two agents say often enough to be a population."""


@pytest.fixture
def judge() -> ScriptedJudge:
    return ScriptedJudge()


@pytest.fixture
def team(
    repo: Repo, environment: dict[str, str], tmp_path: Path, judge: ScriptedJudge, unhurried: None
) -> Iterator[Team]:
    """Ada, Bob and Cleo, each with a clone of a bare remote and a home; the story ends where the machine's clock is."""
    calendar = MovingClock(datetime.now(UTC).replace(microsecond=0) - timedelta(days=22))
    repo.commit("depot", {"docs/depot.md": DEPOT, "docs/usage.md": "# Usage\n\nAsk at the desk.\n"})
    repo.git("clone", "-q", "--bare", str(repo.path), str(tmp_path / "hub.git"))
    hub = Repo(tmp_path / "hub.git", environment)
    repo.git("remote", "add", "origin", str(hub.path))
    repo.git("fetch", "-q")
    repo.git("branch", "-q", "-u", "origin/main")
    with ExitStack() as stack:
        people = [
            stack.enter_context(colleague(name, hub, calendar, tmp_path, judge if name == "cleo" else None))
            for name in ("ada", "bob", "cleo")
        ]
        yield Team(hub, repo, calendar, tuple(people))


def states(person: Colleague, claim: str, topic: str) -> None:
    """A person says something by themselves, and publishes it on a branch for others to read."""
    id = person.tell(claim)
    publisher = PublishingServices.of(person.at).publisher
    publisher.publish(publisher.plan(PublishRequest(ids=(id,), topic=topic)))
    person.repo.git("push", "-q", "origin", f"memory/{topic}")


def decided(person: Colleague, id: str) -> LoggedDecision:
    """The last decision on a memory."""
    return GrowthServices.of(person.at).promotion_log.last()[id]


def path(person: Colleague, id: str) -> str:
    return decided(person, id).path


def test_what_proved_its_worth_reaches_everybody_and_nothing_else_does(
    team: Team, judge: ScriptedJudge, tmp_path: Path
) -> None:
    ada, bob, cleo = team.everybody
    team.day()
    often, echo, shown = ada.tell(OFTEN), ada.tell(ECHO), ada.tell(SHOWN)
    for claim in CROWD:
        ada.tell(claim)
    helped, contradicted, private = bob.tell(HELPED), bob.tell(CONTRADICTED), cleo.tell(PRIVATE, tags=("private",))
    fallen = bob.agent_says(FALLEN, cites=("docs/depot.md:3",))
    judged = cleo.tell(JUDGED)
    for claim in CROWD[:20]:
        cleo.tell(claim)
    for number in range(4):  # week one: what agents come to by themselves, and what they were shown
        team.day()
        ada.agent_says(ECHO)
        agent = ("claude-code", "codex")[number % 2]
        told = ada.new_session(agent)
        ada.shows(SHOWN, told)
        ada.agent_says(SHOWN, agent, session=told)
        if number == 0:
            for claim in CROWD:
                ada.agent_says(claim, "codex")
            for claim in (*CROWD[:20], JUDGED, PRIVATE):
                cleo.agent_says(claim)
        if number == 1:
            for claim in CROWD[:4]:
                ada.agent_says(claim)
            ada.agent_says(OFTEN, "codex")
        if number == 2:
            ada.agent_says(OFTEN)
    assert not ada.proposed() | bob.proposed(), "too little is known"
    for number in range(6):  # week two: how Bob's sessions ended
        bob.session(HELPED, CONTRADICTED, FALLEN, passed=True)
        bob.session(passed=number < 2)
    team.day(2)
    assert bob.proposed() == {helped, contradicted, fallen}
    bob.tell(OTHERWISE)
    team.merges({"docs/depot.md": "# Depot\n\nThe washing hall is open every day.\n"})
    states(bob, OFTEN, "pallets-of-bob")
    states(cleo, f"**{OFTEN}**", "pallets")
    team.day()  # week three
    assert (ada.proposed(), bob.proposed(), cleo.proposed()) == ({often}, {helped}, {judged})
    assert {path(ada, often), path(bob, helped), path(cleo, judged)} == {"frequency", "outcome", "self_eval"}
    assert (decided(ada, echo).signal.frequency, decided(ada, echo).signal.authors) == (5, 1)
    assert decided(ada, shown).signal.frequency == 1
    never = [decided(*one).signal.never for one in ((bob, contradicted), (bob, fallen), (cleo, private))]
    assert never == [("contradicted",), (ALONE,), ("private",)]
    assert JUDGED in judge.read
    assert PRIVATE not in judge.read
    assert "1 memory proposed for the repository" in ada.at.briefer.compose(session="next").text

    for person, id, claim in ((ada, often, OFTEN), (bob, helped, HELPED)):
        said = person.types("review", "promote", id[:12], keys=(("Tell them?", "y"),))
        assert claim in said
        branch = next(word for word in said.split() if word.startswith("memory/"))
        assert person.repo.git("status", "--porcelain") == ""
        team.merges(branch=branch, of=person, squashed=person is ada)
        assert person.standing(id) == "proposed"
    team.day()
    for person, id, claim in ((ada, often, OFTEN), (bob, helped, HELPED)):
        assert (person.standing(id), person.shows_of(claim)) == ("published", (0, 1))
    team.without_branches()
    team.day()
    for person, id, claim in ((ada, often, OFTEN), (bob, helped, HELPED)):
        assert (person.standing(id), person.shows_of(claim)) == ("published", (0, 1))
        assert not person.proposed()
    assert cleo.proposed() == {judged}
    assert "published at .agent/memory/" in ada.types("memories", "--published")
    found = bob.types("search", HELPED)
    assert f"published memory {helped[:12]}" in found
    assert "**memory**" not in found
    with colleague("dan", team.hub, team.calendar, tmp_path) as dan:
        for claim in (OFTEN, HELPED):
            assert dan.shows_of(claim) == (0, 1)
        for claim in (ECHO, SHOWN, CONTRADICTED, OTHERWISE, FALLEN, PRIVATE, JUDGED):
            assert dan.shows_of(claim) == (0, 0)
