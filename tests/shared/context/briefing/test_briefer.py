"""The briefing of a real repository."""

import pytest

from scrubjay.context.briefing.briefer import Briefer
from scrubjay.context.briefing.gather import MAX_COMMITS
from scrubjay.context.briefing.sources import BriefingSources
from scrubjay.context.briefing.told import BriefingLedger
from scrubjay.errors import LimitExceeded
from scrubjay.session.tasks.task import SessionSave, TaskChange
from tests.conftest import Repo
from tests.shared.context.briefing.conftest import memories_of, tasks_of, told


def record(number: int, title: str, status: str, body: str = "") -> str:
    return f"# {number}. {title}\n\nDate: 2026-01-{number:02}\n\n## Status\n\n{status}\n\n## Context\n\n{body}\n"


DECISIONS: dict[str, str | bytes] = {
    "docs/adr/0002-passwords.md": record(2, "Passwords", "Superseded by [7](0007-passkeys.md)", "Login by password."),
    "docs/adr/0003-queue.md": record(3, "Use a queue", "Accepted", "Orders wait in a queue."),
    "docs/adr/0007-passkeys.md": record(7, "Passkeys", "Accepted\n\nSupersedes [2](0002-passwords.md)", "Login."),
    "docs/adr/0009-rejected.md": record(9, "Rewrite it all", "Rejected"),
}


def words(text: str) -> int:
    return len(text.split())


def decide(repo: Repo, sources: BriefingSources) -> str:
    """Commit the decisions and read them, however long that takes here."""
    commit = repo.commit("decide", DECISIONS)
    sources.documents.ingest(sources.documents.view(), cause="test")
    return commit


@pytest.fixture
def ledger(sources: BriefingSources) -> BriefingLedger:
    return BriefingLedger(sources.session, sources.clock)


@pytest.fixture
def briefer(sources: BriefingSources, ledger: BriefingLedger) -> Briefer:
    return Briefer(sources, ledger, words)


def test_a_new_repository_is_told_in_a_few_lines(briefer: Briefer, sources: BriefingSources) -> None:
    memories_of(sources).remember(told("Staging drops idle connections."))
    (known,) = sources.memories.recent(1)
    assert briefer.compose().text == (
        "scrubjay · repo · main (no commits) · knowledge: no documents at HEAD\n"
        "Task: none set\n"
        "Told by people:\n"
        f"- {known.id[:8]} told by ada, 2026-03-01 · fact: Staging drops idle connections."
    )


def test_the_newest_decisions_that_stand_are_told(briefer: Briefer, sources: BriefingSources, repo: Repo) -> None:
    decide(repo, sources)
    text = briefer.compose().text
    assert "knowledge: fresh" in text.splitlines()[0]
    passkeys = "- ADR-007 Passkeys (accepted 2026-01-07; replaces ADR-002) docs/adr/0007-passkeys.md"
    queue = "- ADR-003 Use a queue (accepted 2026-01-03) docs/adr/0003-queue.md"
    assert f"Decisions, newest first:\n{passkeys}\n{queue}" in text
    assert "Rewrite it all" not in text
    assert "ADR-002 Passwords" not in text


def test_a_focus_leads_to_the_decisions_that_bear_on_it_the_current_one_first(
    briefer: Briefer, sources: BriefingSources, repo: Repo
) -> None:
    decide(repo, sources)
    text = briefer.compose("login with a password").text
    assert "Decisions about “login with a password”:\n- ADR-007 Passkeys" in text
    assert "- ADR-002 Passwords (superseded 2026-01-02; superseded by ADR-007)" in text
    assert "queue" not in text


def test_commits_since_the_last_save_are_told_and_older_ones_are_not(
    briefer: Briefer, sources: BriefingSources, repo: Repo
) -> None:
    before = repo.commit("before the save")
    tasks_of(sources).save("main", before, SessionSave(summary="Did this."))
    assert "Commits since the last session here" not in briefer.compose().text
    repo.commit("after the save")
    text = briefer.compose().text
    assert "Last session (just now), noted by the agent: Did this." in text
    assert "after the save" in text
    assert "before the save" not in text


def test_a_save_whose_commit_was_rewritten_away_still_gets_the_newest_commits(
    briefer: Briefer, sources: BriefingSources, repo: Repo
) -> None:
    tasks_of(sources).save("main", "f" * 40, SessionSave(summary="Did this."))
    for n in range(MAX_COMMITS + 3):
        repo.commit(f"commit {n}")
    text = briefer.compose().text
    assert f"Newest commits, the newest {MAX_COMMITS}:" in text
    assert f"commit {MAX_COMMITS + 2}" in text


def test_without_a_save_the_newest_commits_are_told(briefer: Briefer, repo: Repo) -> None:
    repo.commit("the only one")
    assert "Newest commits:\n- " in briefer.compose().text


def test_a_merge_is_told_by_what_it_brought(briefer: Briefer, repo: Repo) -> None:
    repo.commit("one", {"a.txt": "1\n"})
    repo.git("switch", "-q", "-c", "side")
    repo.commit("on the side", {"b.txt": "1\n"})
    repo.git("switch", "-q", "main")
    repo.git("merge", "-q", "--no-ff", "--no-edit", "side")
    text = briefer.compose().text
    assert "on the side" in text
    assert "Merge branch" not in text


MANY = {
    f"docs/adr/{n:04}-{word}.md": record(n, word.title(), "Accepted", f"About {word}.")
    for n, word in enumerate(("queue", "passkeys", "cache", "ledger", "invoices"), 1)
}


def many(repo: Repo, sources: BriefingSources) -> str:
    commit = repo.commit("decide", MANY)
    sources.documents.ingest(sources.documents.view(), cause="test")
    return commit


def test_of_many_decisions_those_that_bear_on_the_task_are_told(
    briefer: Briefer, sources: BriefingSources, repo: Repo
) -> None:
    at = many(repo, sources)
    tasks_of(sources).set("main", at, TaskChange("Bound the queue"))
    text = briefer.compose().text
    assert "Decisions, those that bear on this work:\n- ADR-001 Queue" in text
    assert text.count("- ADR-") == 1


def test_so_are_those_that_bear_on_touched_files_and_those_that_the_branch_brought(
    briefer: Briefer, sources: BriefingSources, repo: Repo
) -> None:
    many(repo, sources)
    repo.write("ledger.py", "x = 1\n")
    assert "- ADR-004 Ledger" in briefer.compose().text
    repo.git("switch", "-q", "-c", "wip")
    repo.commit("decide more", {"docs/adr/0006-zebra.md": record(6, "Zebra", "Accepted")})
    sources.documents.ingest(sources.documents.view(), cause="test")
    text = briefer.compose().text
    assert "- ADR-006 Zebra" in text
    assert text.count("- ADR-") == 2


def test_where_none_of_many_bears_they_are_counted(briefer: Briefer, sources: BriefingSources, repo: Repo) -> None:
    at = many(repo, sources)
    tasks_of(sources).set("main", at, TaskChange("Rename the buttons"))
    text = briefer.compose().text
    assert "Decisions in force: 5 (list_decisions)" in text
    assert "- ADR-" not in text


def test_a_detached_head_is_told_in_a_word(briefer: Briefer, repo: Repo) -> None:
    commit = repo.commit("one")
    repo.git("checkout", "-q", "--detach")
    assert briefer.compose().text.startswith(f"scrubjay · repo · detached @ {commit[:10]} · ")


def test_uncommitted_files_and_an_unfinished_merge_are_told(briefer: Briefer, repo: Repo) -> None:
    repo.commit("one", {"a.txt": "1\n"})
    repo.git("switch", "-q", "-c", "side")
    repo.commit("side", {"a.txt": "2\n"})
    repo.git("switch", "-q", "main")
    repo.commit("main", {"a.txt": "3\n"})
    repo.git("merge", "-q", "side", check=False)
    text = briefer.compose().text
    assert " · merge in progress · " in text.splitlines()[0]
    assert "Uncommitted: 1 file: a.txt" in text


def test_the_same_state_is_told_once_a_session_and_a_short_answer_follows(
    briefer: Briefer, sources: BriefingSources, repo: Repo
) -> None:
    decide(repo, sources)
    full = briefer.compose(session="s1")
    repo.write("new.txt", "x")
    short = briefer.compose(session="s1")
    assert (full.unchanged, short.unchanged) == (False, True)
    assert "Unchanged since 12:00 UTC" in short.text
    assert "Uncommitted: 1 file: new.txt" in short.text
    assert words(short.text) <= 150
    assert not briefer.compose(session="s2").unchanged
    assert briefer.compose(session="none").text.replace("\nUncommitted: 1 file: new.txt", "") == full.text


def test_what_happened_since_is_told_alone(briefer: Briefer, sources: BriefingSources, repo: Repo) -> None:
    decide(repo, sources)
    briefer.compose(session="s1")
    repo.commit("Pay by invoice", {"docs/pay.md": "# Pay\n"})
    news = briefer.compose(session="s1")
    assert "New since 12:00 UTC" in news.text
    assert "Pay by invoice" in news.text
    assert "ADR-007" not in news.text
    assert briefer.compose(session="s1").unchanged


def test_lines_that_a_larger_budget_shows_are_news(briefer: Briefer, repo: Repo) -> None:
    for n in range(10):
        repo.commit(f"Commit number {n} with a subject of many words that fill the line up to its end {n}")
    briefer.compose(budget=150, session="s1")
    assert "Commit number 0" in briefer.compose(budget=3000, session="s1").text


def test_a_prepared_briefing_tells_a_session_what_session_init_then_leaves_out(
    briefer: Briefer, ledger: BriefingLedger, sources: BriefingSources, repo: Repo
) -> None:
    commit = decide(repo, sources)
    briefer.prepare()
    worktree = str(sources.repository.worktree)
    prepared = ledger.prepared(worktree, "main")
    assert prepared is not None
    assert (prepared.head, prepared.knowledge) == (commit, "fresh, keyword only")
    assert ledger.claim("s1", worktree, prepared.state, prepared.text, "startup") == (True, "")
    assert briefer.compose(session="s1").unchanged


def test_a_prepared_briefing_of_an_older_task_is_not_shown(
    briefer: Briefer, ledger: BriefingLedger, sources: BriefingSources, repo: Repo
) -> None:
    # A ledger over the database of the tasks, as in the product.
    at = repo.commit("one")
    over = BriefingLedger(sources.tasks._database, sources.clock)
    Briefer(sources, over, words).prepare()
    worktree = str(sources.repository.worktree)
    assert over.prepared(worktree, "main") is not None
    tasks_of(sources).set("main", at, TaskChange("Ship it"))
    assert over.prepared(worktree, "main") is None


def test_a_new_task_is_a_new_state(briefer: Briefer, sources: BriefingSources, repo: Repo) -> None:
    at = repo.commit("one")
    briefer.compose(session="s1")
    tasks_of(sources).set("main", at, TaskChange("Ship it"))
    assert "Task: Ship it" in briefer.compose(session="s1").text


def test_a_focus_out_of_bounds_is_refused(briefer: Briefer) -> None:
    with pytest.raises(LimitExceeded, match="focus"):
        briefer.compose("x" * 501)
