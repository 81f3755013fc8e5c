"""The same questions asked of a repository at home and of a team's server: the same hits, in the same order."""

import os
from collections.abc import Callable

import pytest

from scrubjay.search.recall.answer import RecallAnswer, RecallRequest
from scrubjay.search.recall.evidence import UNCOMMITTED
from scrubjay.settings.reading import RetrievalSettings
from scrubjay_team.index.source.home import mirror_workspace
from scrubjay_team.people.secret import digest_of
from scrubjay_team.serving.calls import TeamServices
from tests.conftest import Repo
from tests.servers.team.index.conftest import LiveMirror
from tests.servers.team.serving.conftest import ServedTeam

QUESTIONS = (
    "why does mail wait in a queue",
    "ADR-002",
    "sessions",
    "how is a release made",
    "queue_depth",
    "MailQueue",
    "symbol:MailQueue",
    "status:superseded sessions",
    "kind:incident mail",
    "path:docs/guide release notes",
    '"ten letters a second"',
    "what happened when the disk of the mail host was full",
    "docs/guide.md",
    "how do penguins sleep",
    "NoSuchName_here",
    "since:2026-02-01 sessions",
)
FILES = {
    "README.md": "# Post\n\nPost sends mail for shops. See docs/guide.md.\n",
    "docs/guide.md": """# Guide

## Release

A release is tagged, built and signed.

## Notes

Release notes name ADRs.
""",
    "docs/adr/0001-queue.md": """# ADR-001: Queue for mail

Status: accepted
Date: 2026-01-10

Mail waits in a queue, since the provider takes ten letters a second.
""",
    "docs/adr/0002-redis.md": """# ADR-002: Sessions in Redis

Status: superseded by ADR-003
Date: 2026-01-11

Fast.
""",
    "docs/adr/0003-postgres.md": """# ADR-003: Sessions in PostgreSQL

Status: accepted
Date: 2026-02-11
Supersedes: ADR-002

One backup holds all sessions.
""",
    "docs/incidents/2026-02-20-full-disk.md": """# Incident: full disk of the mail host

Severity: high
Services: mail

## Timeline

10:00 the disk was full and mail stopped.
""",
    "run.sh": "#!/bin/sh\npython src/mail.py\n",
    "web/app.rs": "fn main() {}\n",
    "data/letters.ipynb": "{}\n",
    "docs/large.md": "a" * 2_000_000,
    "docs/stamp.md": "\0\1\2",
    "src/mail.py": """class MailQueue:
    '''Letters that wait.'''

    def queue_depth(self):
        return len(self.letters)
""",
}


@pytest.fixture
def mirror(served: ServedTeam, make_repo: Callable[..., Repo], make_mirror: Callable[..., LiveMirror]) -> LiveMirror:
    source = make_repo("post")
    source.commit("begin", FILES)
    mirror = make_mirror(source, served.team, "post")
    mirror.index()
    return mirror


def places(answer: RecallAnswer) -> dict[str, object]:
    """What two answers are compared by. Commits are a home's alone, and the mirror's home has no file of the tree."""
    shown = [hit for hit in (*answer.hits, *answer.below) if hit.kind != "commit"]
    return {
        "hits": [
            (hit.kind, hit.path, hit.start_line, hit.end_line, hit.title, hit.status,
             tuple(mark for mark in hit.marks if mark != UNCOMMITTED))
            for hit in shown
        ],
        "exact": answer.exact,
        "fit": answer.documents_fit,
        "left out": answer.left_out,
        "not read": answer.unread.partition(" (")[0],
    }  # fmt: skip


def test_the_same_questions_are_answered_alike(served: ServedTeam, mirror: LiveMirror) -> None:
    digest = digest_of(served.token())
    services = TeamServices.of(mirror.databases.app, served.databases.clock, mirror.embedder, RetrievalSettings())
    environment = {**os.environ, **mirror.source.environment}
    told: dict[str, tuple[object, object]] = {}
    with mirror_workspace(mirror.tree, mirror.home, environment, mirror.embedder) as workspace:
        for words in QUESTIONS:
            request = RecallRequest(query=words, trimmed=True, discussed=False)
            home = workspace.recall.look(request)
            with mirror.databases.app.entered(digest) as entered:
                team = services.recall.search(entered, request)
            told[words] = (places(home), places(team))
    assert {words: there for words, (there, _) in told.items()} == {words: here for words, (_, here) in told.items()}


def test_the_state_counts_and_names_what_a_home_does(served: ServedTeam, mirror: LiveMirror) -> None:
    environment = {**os.environ, **mirror.source.environment}
    told = served.call(served.token(), "knowledge_status").json["result"]["structuredContent"]
    with mirror_workspace(mirror.tree, mirror.home, environment, mirror.embedder) as workspace:
        state = workspace.answers.index_state()
    assert told["documents"] == state.counts.documents
    assert told["passages"] == state.counts.passages
    assert told["masked_lines"] == state.counts.masked
    assert told["embedded"] == state.counts.embedded
    assert told["skipped_files"] == state.counts.skipped == 2
    assert told["not_read"] == {why: count for why, count in state.left_out.counts.items() if count}
    assert told["skipped"] == [f"post:{file.path}: {file.reason}" for file in state.left_out.files]
    assert "Not read: 1 file of other types (.ipynb 1)." in told["note"]


def test_what_isn_t_read_stands_in_the_first_line_and_names_a_tool(served: ServedTeam, mirror: LiveMirror) -> None:
    first = served.call(served.token(), "search_knowledge", query="zebra municipal budget").text.splitlines()[0]
    assert "not read: " in first
    assert "(knowledge_status)" in first
    assert "scrubjay" not in first
