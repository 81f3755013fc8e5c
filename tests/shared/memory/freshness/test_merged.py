"""What only a branch says counts by itself once the base branch has it; what a session wrote stays its own word."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest

from scrubjay.app import App, Workspace, open_app
from scrubjay.git.process import GitEnvironment
from scrubjay.identity.person.lineage import Process
from scrubjay.memory.freshness.merged import same_in_version
from scrubjay.memory.freshness.wording import grounds_line
from scrubjay.memory.store.request import RememberRequest
from scrubjay.memory.transcript.session import CallingClient, Folders
from scrubjay.model.evidence import CitationKind, CitationResult, CitationStatus
from scrubjay.model.grade import Grade
from scrubjay.model.memory import Known, Stored
from scrubjay.search.recall.answer import RecallRequest
from scrubjay.search.recall.render import render
from scrubjay.settings.layers import load_settings
from tests.conftest import Repo
from tests.fakes import HashingEmbedder

CLIENT = Process(4242, "then", ("claude",))
GUIDE = "# Guide\n\nThe server listens on port 8080.\n"
SAID = "The server speaks HTTP/3 on each port."
CLAIM = f"{SAID[:-1]} (docs/guide.md)."
ADR = "# 3. Cache\n\n## Status\n\n{}\n\n## Options\n\n* {}\n\n## Decision\n\n{}\n"
CACHE = "Use Valkey for caching session data."


@pytest.fixture
def app(environment: dict[str, str], clock: Callable[[], datetime], tmp_path: Path) -> Iterator[App]:
    """A home that a client leads to: sessions are those that are reported for it."""
    with open_app(
        load_settings(environment), git_environment=GitEnvironment.of(environment), embedder=HashingEmbedder(),
        clock=clock, wake=lambda: None,
        client=CallingClient(lambda: (CLIENT,), Folders(tmp_path, tmp_path, tmp_path), tmp_path),
    ) as opened:  # fmt: skip
        yield opened


def begin(app: App, session: str, head: str) -> None:
    app.client_sessions.report(CLIENT, session, "", lambda: head, nested=False, moved=True)


@pytest.fixture
def at(repo: Repo, app: App) -> Workspace:
    files: dict[str, str | bytes] = {
        "docs/guide.md": GUIDE,
        "docs/adr/0003-cache.md": ADR.format("Proposed", CACHE, ""),
    }
    repo.commit("start", files)
    push(repo)
    return app.initialise(repo.path)


@pytest.fixture
def branch(at: Workspace, repo: Repo) -> str:
    """A branch on which two commits change the guide; returns its tip."""
    repo.git("checkout", "-q", "-b", "feat")
    repo.commit("Begin a note", {"docs/guide.md": f"{GUIDE}\nTo be said.\n"})
    return repo.commit("Speak HTTP/3 on each port of the server", {"docs/guide.md": f"{GUIDE}\n{SAID}\n"})


def learn(at: Workspace, content: str) -> tuple[str, Grade | None]:
    at.documents.ingest(at.documents.view(), cause="test")
    at.commits.ingest(at.documents.view())
    outcome = at.memories.remember(RememberRequest(content=content, author="ada"))
    assert isinstance(outcome, Stored), outcome
    return outcome.id, outcome.result.grade


def grade(at: Workspace, id: str) -> Grade:
    view = at.documents.view()
    at.documents.ingest(view, cause="test")
    return at.grades.of([id], view)[id].grade


def elsewhere(repo: Repo) -> None:
    repo.git("checkout", "-q", "main")
    repo.commit("Work on something else", {"src/other.py": "OTHER = 1\n"})


def push(repo: Repo) -> None:
    """The remote has main as it is now."""
    repo.git("update-ref", "refs/remotes/origin/main", "main")


def merge(repo: Repo) -> None:
    elsewhere(repo)
    repo.git("merge", "-q", "--no-edit", "feat")


def fast_forward(repo: Repo) -> None:
    repo.git("checkout", "-q", "main")
    repo.git("merge", "-q", "--ff-only", "feat")


def squash(repo: Repo) -> None:
    elsewhere(repo)
    repo.git("merge", "-q", "--squash", "feat")
    repo.commit("Speak HTTP/3 (#12)")


def squash_and_grow(repo: Repo) -> None:
    squash(repo)
    repo.commit("Grow", {"docs/guide.md": f"{GUIDE}\nIt is small.\n\n{SAID}\n"})


def rebase(repo: Repo) -> None:
    elsewhere(repo)
    repo.git("rebase", "-q", "main", "feat")
    fast_forward(repo)


def rename(repo: Repo) -> None:
    merge(repo)
    repo.git("mv", "docs/guide.md", "docs/server.md")
    repo.commit("Rename the guide")


@pytest.mark.parametrize("into", [merge, fast_forward, squash, squash_and_grow, rebase, rename])
def test_a_claim_rises_by_itself_however_its_source_came_to_the_base_branch(
    at: Workspace, app: App, repo: Repo, branch: str, into: Callable[[Repo], None]
) -> None:
    begin(app, "read-it", branch)
    id, first = learn(at, CLAIM)
    assert (first, grade(at, id)) == (Grade.SAID, Grade.SAID)
    into(repo)
    push(repo)
    assert grade(at, id) is Grade.QUOTED
    hit = render(at.recall.search(RecallRequest(query="HTTP/3 on each port")))
    line = 7 if into is squash_and_grow else 5
    assert re.search(rf"^Its source: docs/(guide|server)\.md:{line} › Guide → hit 1$", hit, re.MULTILINE)
    repo.git("checkout", "-q", "feat")
    assert grade(at, id) is Grade.QUOTED, "the branch has it, and the base branch too"


@pytest.mark.parametrize("into", [merge, squash, rebase])
def test_a_commit_that_was_only_on_a_branch_counts_once_its_change_is_on_the_base(
    at: Workspace, repo: Repo, branch: str, into: Callable[[Repo], None]
) -> None:
    id, first = learn(at, f"Each port of the server can speak HTTP/3 (commit {branch[:10]}).")
    assert (first, grade(at, id)) == (Grade.SAID, Grade.SAID)
    into(repo)
    push(repo)
    assert grade(at, id) is Grade.GROUNDED


def test_a_claim_that_names_no_source_rises_with_the_passage_that_was_there(
    at: Workspace, repo: Repo, branch: str
) -> None:
    id, _ = learn(at, SAID)
    assert grade(at, id) is Grade.SAID
    elsewhere(repo)
    assert grade(at, id) is Grade.SAID
    repo.git("merge", "-q", "--no-edit", "feat")
    assert grade(at, id) is Grade.SAID, "only this clone has it"
    push(repo)
    assert grade(at, id) is Grade.QUOTED


def test_what_another_branch_takes_over_is_not_on_the_base_branch(at: Workspace, repo: Repo, branch: str) -> None:
    id, _ = learn(at, CLAIM)
    elsewhere(repo)
    repo.git("checkout", "-q", "-b", "other")
    repo.git("merge", "-q", "--no-edit", "feat")
    assert grade(at, id) is Grade.SAID
    assert at.freshness.of([id], at.documents.view())[id].mark == "not on the base branch yet: docs/guide.md"


@pytest.mark.parametrize("claim", [CLAIM, SAID])
def test_what_waits_for_its_merge_is_shown_with_its_branch_and_the_sources_words(
    at: Workspace, repo: Repo, branch: str, claim: str
) -> None:
    id, _ = learn(at, claim)
    words = grounds_line(at.grades.of([id], at.documents.view())[id])
    assert words == f'docs/guide.md:5 › Guide (not merged): "{SAID}"'


def test_what_the_session_that_claims_wrote_stays_its_own_word_until_another_session_says_it(
    at: Workspace, app: App, repo: Repo, branch: str
) -> None:
    begin(app, "wrote-it", repo.git("rev-parse", "main"))
    id, _ = learn(at, CLAIM)
    squash(repo)
    push(repo)
    assert grade(at, id) is Grade.SAID
    begin(app, "read-it", repo.git("rev-parse", "main"))
    outcome = at.memories.remember(RememberRequest(content=CLAIM, author="bob"))
    assert isinstance(outcome, Known)
    assert grade(at, id) is Grade.QUOTED


def test_an_option_of_the_base_branch_is_not_the_decision_of_a_branch(at: Workspace, repo: Repo) -> None:
    repo.git("checkout", "-q", "-b", "feat")
    repo.commit("Decide", {"docs/adr/0003-cache.md": ADR.format("Accepted", "Use files.", CACHE)})
    id, first = learn(at, f"{CACHE[:-1]} (ADR-003).")
    assert (first, grade(at, id)) == (Grade.SAID, Grade.SAID)
    squash(repo)
    push(repo)
    assert grade(at, id) is Grade.QUOTED


DECIDED = CitationResult(
    kind=CitationKind.PLACE,
    text="a",
    target="a",
    status=CitationStatus.UNMERGED,
    whole=True,
    path="docs/adr/0003-cache.md",
    words=CACHE,
    heading="3. Cache › Decision",
    standing="accepted",
)


@pytest.mark.parametrize(
    ("citation", "text", "stands"),
    [
        (DECIDED, ADR.format("Accepted", "Files.", CACHE), True),
        (DECIDED, ADR.format("Accepted", "Files.", f"First of all. {CACHE} And more."), True),
        (DECIDED, ADR.format("Proposed", "Files.", CACHE), False),
        (DECIDED, ADR.format("Accepted", CACHE, "Files."), False),
        (DECIDED, "", False),
        (replace(DECIDED, path="docs/a.md"), f"# 3. Cache\n\n## Decision\n\n{CACHE}\n", True),
        (replace(DECIDED, path="docs/a.md"), f"# 3. Cache\n\n## Ideas\n\n{CACHE}\n", False),
        (replace(DECIDED, path="docs/a.md", words=""), f"# 3. Cache\n\n## Decision\n\n{CACHE}\n", False),
        (
            replace(DECIDED, path="a.py", words="SIZE = 3 LIMIT = 4", heading=""),
            "import os\n\nSIZE = 3\nLIMIT = 4\n",
            True,
        ),
        (replace(DECIDED, path="a.py", words="SIZE = 3 LIMIT = 4", heading=""), "SIZE = 3\nLIMIT = 5\n", False),
    ],
)
def test_words_stand_alike_below_the_same_headings_and_decided_alike(
    citation: CitationResult, text: str, stands: bool
) -> None:
    assert same_in_version(citation, text) is stands
