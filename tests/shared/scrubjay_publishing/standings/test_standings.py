"""How far is a memory on its way? Decided by a table; and, of real branches, read in one process of git."""

from pathlib import Path

import pytest

from scrubjay.git.process import Git
from scrubjay_publishing.standings.proposals import FIELDS, last_files, memory_branches, proposed
from scrubjay_publishing.standings.published import PublishedMemories
from scrubjay_publishing.standings.values import (
    Publication,
    PublicationStanding,
    PublicationState,
    PublishedFile,
    decide_standing,
    left_in_git,
)
from tests.conftest import Repo

from .conftest import BOTH, DOCUMENT, MEMORY, PATH, Shed, page

HERE = PublishedFile(PATH, "b1", whole=True)
EDITED = PublishedFile(PATH, "b1", whole=False)
REWRITTEN = PublishedFile(PATH, "b1", whole=False, says=False)
RECORD = Publication(memory="m", branch="memory/lift", commit="c1", path=PATH)
State = PublicationState


@pytest.mark.parametrize(
    ("facts", "state"),
    [
        ({}, State.NONE),
        ({"place": HERE, "merged": ("c2", PATH), "branch": "memory/lift", "record": RECORD}, State.PUBLISHED),
        ({"place": EDITED}, State.EDITED),
        ({"place": REWRITTEN, "record": RECORD}, State.REWRITTEN),
        ({"merged": ("c2", PATH), "branch": "memory/lift"}, State.MERGED),
        ({"branch": "origin/memory/lift"}, State.OPEN),
        ({"record": RECORD, "record_is_open": True}, State.OPEN),
        ({"record": RECORD}, State.GONE),
        (
            {"removed": ("c3", PATH), "branch": "memory/lift", "record": RECORD, "record_is_open": True},
            State.TAKEN_BACK,
        ),
        ({"removed": ("", PATH), "record": RECORD}, State.TAKEN_BACK),
        ({"removed": ("c3", PATH), "merged": ("c2", PATH)}, State.MERGED),
        ({"other": HERE}, State.DISPUTED),
        ({"other": HERE, "record": RECORD, "record_is_open": True}, State.OPEN),
    ],
)
def test_the_furthest_step_counts(facts: dict[str, object], state: PublicationState) -> None:
    none: dict[str, object] = {
        "place": None, "merged": None, "branch": "", "other": None, "record": None, "record_is_open": False,
    }  # fmt: skip
    found = decide_standing("c0", **{**none, **facts})  # type: ignore[arg-type]
    assert found.state is state
    assert bool(found) is bool(found.describe()) is (state is not State.NONE)


def test_who_ends_a_memory_is_told_what_git_still_says() -> None:
    assert PATH in left_in_git(PublicationStanding(state=State.EDITED, path=PATH, commit="c1"))
    assert "memory/lift" in left_in_git(PublicationStanding(state=State.OPEN, branch="memory/lift"))
    assert left_in_git(PublicationStanding(state=State.GONE, branch="memory/lift")) == ""


def recorded(shed: Shed, *records: Publication) -> PublishedMemories:
    """The same readings, with what `publish` of this home recorded."""
    git, documents = shed.at.git, shed.at.documents
    return PublishedMemories(
        git, shed.at.knowledge_database, documents.view, documents.visible, lambda ids: {}, lambda: records
    )


def test_a_branch_that_is_gone_and_was_not_merged_leaves_the_memory_as_it_was(shed: Shed) -> None:
    commit = shed.publish()
    ours = recorded(shed, Publication(memory=shed.id, branch="memory/freight-lift", commit=commit, path=PATH))
    view = shed.at.documents.view()
    assert ours.standings([shed.id], view)[shed.id].state is State.OPEN
    shed.repo.git("branch", "-q", "-D", "memory/freight-lift")
    assert ours.standings([shed.id], view)[shed.id].state is State.GONE
    assert shed.sees() == MEMORY


@pytest.mark.parametrize(
    ("how", "known"),
    [*((how, True) for how in ("revert", "removal", "squash", "rename", "mark")), ("squash", False), ("revert", False)],
)
def test_what_the_base_had_and_lost_was_taken_back(shed: Shed, how: str, known: bool) -> None:
    commit, git = shed.publish(), shed.repo.git
    base = git("rev-parse", "main")
    git("merge", "-q", *(["--squash"] if how == "squash" else ["--no-ff", "-m", "merge"]), "memory/freight-lift")
    if how == "squash":
        git("commit", "-q", "-m", "squashed")
    if how == "revert":
        git("revert", "-n", "-m1", "HEAD")
    elif how == "mark":
        shed.repo.commit("stripped", {PATH: "# Lift\n\nSee the wiki.\n"})
    elif how == "rename":
        git("mv", PATH, "docs/lift.md")
        shed.repo.commit("moved")
        git("rm", "-q", "docs/lift.md")
    else:
        git("rm", "-q", PATH)
    git("commit", "-q", "--allow-empty", "-m", "taken back")
    assert shed.sees()[0]
    record = Publication(memory=shed.id, branch="memory/freight-lift", commit=commit, path=PATH, base=base)
    ours = recorded(shed, *([record] if known else []))
    said = ours.standings([shed.id], shed.at.documents.view()).get(shed.id, PublicationStanding())
    lost = known or how == "squash"  # without a record and with a merged branch nothing tells of it
    assert said.state is (State.TAKEN_BACK if lost else State.NONE)
    git("branch", "-q", "-D", "memory/freight-lift")
    shed.publish(branch="memory/freight-lift-2")
    assert ours.standings([shed.id], shed.at.documents.view())[shed.id].state is State.OPEN


def test_ones_own_branch_shows_the_document_alone_however_it_was_reworded(shed: Shed) -> None:
    commit = shed.publish()
    shed.repo.git("checkout", "-q", "memory/freight-lift")
    shed.repo.commit("reworded", {PATH: page(shed.id, "Nothing of the old words.")})
    assert shed.sees() == BOTH
    record = Publication(memory=shed.id, branch="memory/freight-lift", commit=commit, path=PATH)
    assert recorded(shed, record).ids() == {shed.id}
    view = shed.at.documents.view()
    assert recorded(shed, record).standings([shed.id], view)[shed.id].state is State.REWRITTEN
    assert recorded(shed, record).notes(view, [PATH])[PATH].text.endswith("edited since: says something else")


def test_a_remote_branch_is_a_proposal_too(shed: Shed) -> None:
    commit = shed.publish()
    shed.repo.git("update-ref", "refs/remotes/origin/memory/freight-lift", commit)
    shed.repo.git("branch", "-q", "-D", "memory/freight-lift")
    assert shed.standing().describe() == "proposed on origin/memory/freight-lift, not merged yet"


def test_hostile_names_are_read_as_they_are(repo: Repo, git: Git) -> None:
    repo.commit("first", {"a.md": "A."})
    base = repo.git("rev-parse", "HEAD")
    repo.git("checkout", "-q", "-b", "memory/nest")
    repo.environment = repo.environment | {"GIT_AUTHOR_NAME": "\x01refs/heads/memory/x"}
    repo.commit("\x01two\n\nMemory-Id: " + "ab" * 16, {"sp ace\n:100644.md": "B.", "c.md": "C."})
    repo.git("rm", "-q", "c.md")
    repo.commit("three")
    refs = [ref for ref, _ in memory_branches(git)]
    commits = proposed(git, refs, [base])
    assert [(one.branch, one.memories) for one in commits] == [("memory/nest", ()), ("memory/nest", ("ab" * 16,))]
    assert [path for _, path, _ in last_files(commits)] == ["sp ace\n:100644.md"]
    assert FIELDS == 6


def test_what_is_published_is_listed_only_when_it_is_asked_for(shed: Shed) -> None:
    from scrubjay.memory.listing.filters import ListFilters, memory_line
    from scrubjay.memory.listing.memory_list import list_memories

    shed.repo.commit("published", {PATH: page(shed.id)})
    assert shed.sees() == DOCUMENT
    at = shed.at
    view = at.documents.view()

    def lines(filters: ListFilters) -> list[str]:
        rows = list_memories(at.memories, at.grades, at.stand_ins, view, filters)
        return [memory_line(row) for row in rows.memories]

    assert lines(ListFilters()) == []
    (line,) = lines(ListFilters(state="published"))
    assert f"published at {PATH} @ {view.short}" in line


@pytest.fixture
def git(repo: Repo) -> Git:
    from scrubjay.git.process import GitEnvironment

    return Git(Path(repo.path), GitEnvironment.of(repo.environment))
