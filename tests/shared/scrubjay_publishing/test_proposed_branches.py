"""What becomes of a proposal: turned down, outdated by what was learned here, brought up to date, taken back."""

from collections.abc import Callable

import pytest

from scrubjay.app import App, Workspace
from scrubjay.errors import PublishRefused
from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.evidence import Act, Origin
from scrubjay.model.memory import Change
from scrubjay_publishing.services import PublishingServices
from scrubjay_publishing.standings.values import PublicationStanding, PublicationState
from scrubjay_publishing.values import PublishRequest
from tests.conftest import Repo
from tests.shared.scrubjay_publishing.standings.conftest import told

pytestmark = pytest.mark.story

CLAIM = "Vans leave at nine."
DECISION = "Parcels are stored in one SQLite file."
State = PublicationState
RECORD = (
    "# {number}. {title}\n\n## Status\n\nAccepted\n\n## Context\n\nBursts.\n\n## Decision\n\n{title}.\n\n"
    "## Consequences\n\nNone.\n"
)


class Garage:
    """A clone with a remote, a home, and what is published from it."""

    def __init__(self, repo: Repo, remote: Repo, app: App) -> None:
        self.repo = repo
        self.remote = remote
        self.app = app

    @property
    def at(self) -> Workspace:
        return self.app.workspace(self.repo.path)

    def publish(self, *ids: str, topic: str = "vans") -> str:
        publisher = PublishingServices.of(self.at).publisher
        return publisher.publish(publisher.plan(PublishRequest(ids=ids, topic=topic))).commit

    def update(self, id: str) -> str:
        return (
            PublishingServices.of(self.at)
            .publisher.publish(PublishingServices.of(self.at).proposed_branches.update(id))
            .commit
        )

    def corrected(self, id: str, content: str) -> str:
        request = RememberRequest(content=content, origin=Origin.PERSON, act=Act.TYPED, author="anna")
        return str(self.at.memories.update(id, request, Change.CORRECT).id)  # type: ignore[union-attr]

    def standing(self, id: str) -> PublicationStanding:
        view = self.at.documents.view()
        return PublishingServices.of(self.at).published.standings([id], view).get(id, PublicationStanding())

    def shown(self, ref: str, path: str) -> str:
        return self.repo.git("show", f"{ref}:{path}")


@pytest.fixture
def garage(make_repo: Callable[..., Repo], app: App, unhurried: None) -> Garage:
    remote, repo = make_repo("remote", "--bare"), make_repo("garage")
    repo.commit("start", {"README.md": "# Garage\n"})
    repo.git("remote", "add", "origin", f"file://{remote.path}")
    repo.git("push", "-q", "-u", "origin", "main")
    app.initialise(repo.path)
    return Garage(repo, remote, app)


def test_a_branch_that_the_remote_deleted_unmerged_proposes_nothing_any_more(garage: Garage) -> None:
    id = told(garage.at, CLAIM)
    garage.publish(id)
    assert garage.standing(id).state is State.OPEN
    garage.repo.git("push", "-q", "-u", "origin", "memory/vans")
    assert garage.standing(id).state is State.OPEN
    garage.remote.git("branch", "-q", "-D", "memory/vans")
    garage.repo.git("fetch", "-q", "--prune")
    assert garage.standing(id).state is State.GONE
    (row,) = PublishingServices.of(garage.at).publisher.published()
    assert row.state == "not merged"


def test_a_branch_that_was_merged_before_the_remote_deleted_it_is_published(garage: Garage) -> None:
    id = told(garage.at, CLAIM)
    garage.publish(id)
    garage.repo.git("push", "-q", "-u", "origin", "memory/vans")
    garage.repo.git("merge", "-q", "--squash", "memory/vans")
    garage.repo.commit("merged (#1)")
    garage.repo.git("push", "-q", "origin", "main", ":memory/vans")
    garage.repo.git("fetch", "-q", "--prune")
    at = garage.at
    at.documents.ingest(at.documents.view(), cause="test")
    assert garage.standing(id).state is State.PUBLISHED


def test_a_branch_whose_request_was_closed_proposes_nothing_any_more(garage: Garage) -> None:
    id = told(garage.at, CLAIM)
    commit = garage.publish(id)
    garage.repo.git("push", "-q", "-u", "origin", "memory/vans")
    published = PublishingServices.of(garage.at).published
    published._closed = lambda commits: commits & {commit}
    assert garage.standing(id).state is State.GONE


def test_what_changed_here_is_said_and_the_branch_is_brought_up_to_date(garage: Garage) -> None:
    old, stays = told(garage.at, CLAIM), told(garage.at, "Gates open at seven.")
    garage.publish(old, stays)
    new = garage.corrected(old, "Vans leave at ten. The gate is shut then.")
    states = {one.record.memory: one.state for one in PublishingServices.of(garage.at).publisher.published()}
    assert states == {old: "proposed; retracted here since: --update or --withdraw", stays: "proposed"}
    before = garage.repo.git("rev-parse", "memory/vans")
    commit = garage.update(old)
    assert garage.repo.git("rev-parse", f"{commit}^") == before
    names = garage.repo.git("ls-tree", "-r", "--name-only", commit).split()
    assert names == [".agent/memory/gates-open-at-seven.md", ".agent/memory/vans-leave-at-ten.md", "README.md"]
    assert f"Memory-Ended: {old}" in garage.repo.git("log", "-1", "--format=%B", commit)
    assert [garage.standing(id).state for id in (old, new, stays)] == [State.NONE, State.OPEN, State.OPEN]
    assert {one.record.memory for one in PublishingServices.of(garage.at).publisher.published()} == {new, stays}
    with pytest.raises(PublishRefused, match="says what holds now"):
        garage.update(new)
    again = garage.corrected(new, "Vans leave at eleven.")
    garage.update(again)
    assert garage.standing(again).state is State.OPEN


def test_a_decision_keeps_its_number_and_its_line_in_the_index(garage: Garage) -> None:
    title = "Use a queue"
    garage.repo.commit("records", {
        "docs/adr/0001-use-a-queue.md": RECORD.format(number=1, title=title),
        "docs/adr/README.md": f"# Decisions\n\n* [1. {title}](0001-use-a-queue.md)\n",
    })  # fmt: skip
    garage.repo.git("push", "-q", "origin", "main")
    old = told(garage.at, DECISION, kind="decision")
    garage.publish(old, topic="store")
    new = garage.corrected(old, "Parcels are stored in two SQLite files.")
    commit = garage.update(new)
    names = garage.repo.git("ls-tree", "--name-only", f"{commit}:docs/adr").split()
    assert names == ["0001-use-a-queue.md", "0002-parcels-are-stored-in-two-sqlite-files.md", "README.md"]
    index = garage.shown(commit, "docs/adr/README.md")
    assert "two-sqlite-files.md" in index
    assert "one-sqlite-file.md" not in index


def test_a_proposal_is_taken_back_and_the_memory_stays(garage: Garage) -> None:
    id = told(garage.at, CLAIM)
    garage.publish(id)
    garage.repo.git("push", "-q", "-u", "origin", "memory/vans")
    branches = PublishingServices.of(garage.at).proposed_branches
    plan = branches.withdrawal(id)
    assert (plan.titles, plan.commands) == (("Vans leave at nine",), ("git push origin --delete memory/vans",))
    branches.withdraw(plan)
    assert garage.repo.git("branch", "--list", "memory/*") == ""
    assert garage.standing(id).describe() == "proposed on origin/memory/vans, not merged yet", (
        "it is there until it goes"
    )
    garage.repo.git("push", "-q", "origin", "--delete", "memory/vans")
    assert garage.standing(id).state is State.NONE
    assert PublishingServices.of(garage.at).publisher.published() == ()
    garage.publish(id)
    assert garage.standing(id).state is State.OPEN


def test_a_branch_that_others_wrote_on_is_neither_updated_nor_deleted(garage: Garage) -> None:
    id = told(garage.at, CLAIM)
    garage.publish(id)
    garage.repo.git("switch", "-q", "memory/vans")
    theirs = garage.repo.commit("theirs", {"more.md": "More.\n"})
    garage.repo.git("switch", "-q", "main")
    garage.corrected(id, "Vans leave at ten.")
    for act in (garage.update, PublishingServices.of(garage.at).proposed_branches.withdrawal):
        with pytest.raises(PublishRefused, match="Somebody committed to memory/vans"):
            act(id)
    assert garage.repo.git("rev-parse", "memory/vans") == theirs


def test_what_nobody_proposed_and_what_ended_is_refused(garage: Garage) -> None:
    id, other = told(garage.at, CLAIM), told(garage.at, "Gates open at seven.")
    garage.publish(id)
    with pytest.raises(PublishRefused, match="is on no branch"):
        garage.update(other)
    with pytest.raises(PublishRefused, match="is proposed nowhere"):
        PublishingServices.of(garage.at).proposed_branches.withdrawal(other)
    garage.at.memories.retract(id, "ada", "wrong", authority=True)
    with pytest.raises(PublishRefused, match="holds now: `scrubjay publish --withdraw"):
        garage.update(id)


@pytest.mark.parametrize(
    "claim",
    [
        CLAIM,
        "Vans leave at nine. Parcels wait until then.",
        "Vans leave at nine\n\nParcels wait until then.",
        "Vans, see README.md:1.",
    ],
)
def test_the_file_holds_the_claim_once_and_who_said_it_when(garage: Garage, claim: str) -> None:
    id = told(garage.at, claim)
    commit = garage.publish(id)
    (path,) = [name for name in garage.repo.git("ls-tree", "-r", "--name-only", commit).split() if name != "README.md"]
    text = garage.shown(commit, path)
    first = claim.split("\n")[0].split(". ")[0].removesuffix(".")
    assert text.count(first) == 1, text
    assert "".join(text.partition("\n# ")[2].split()).startswith("".join(claim.split()))
    assert f"id: {id}" in text
    assert "grade: told" in text
    assert "- anna" in text or "authors" in text
