"""A citation is looked up where it lives, and its passage is compared with the claim."""

import pytest

from scrubjay.grounding.citations import CitationDetector
from scrubjay.model.evidence import CitationStatus, PlaceKind, Relation
from scrubjay.model.grade import Grade
from tests.conftest import Repo
from tests.shared.grounding.conftest import ADR_4, GUIDE, POOL, Sources

S, R, G = CitationStatus, Relation, Grade


@pytest.mark.parametrize(
    ("claim", "status", "relation", "grade"),
    [
        ("Sessions expire after 30 minutes (ADR-003).", S.RESOLVED, R.SAME, G.VERIFIED),
        ("We use Redis for caching session data (docs/adr/0003-use-redis.md)", S.RESOLVED, R.SAME, G.VERIFIED),
        ("The server listens on port 8080. See docs/guide.md:3.", S.RESOLVED, R.SAME, G.VERIFIED),
        ("Per ADR-003, session data is cached in Redis", S.RESOLVED, R.SPEAKS, G.CITED),
        ("0003-use-redis.md: sessions end after 30 minutes", S.RESOLVED, R.SPEAKS, G.CITED),
        ("Sessions expire after 60 minutes (ADR-003)", S.RESOLVED, R.OTHERWISE, G.UNCONFIRMED),
        ("docs/guide.md:3 The server listens on port 9090", S.RESOLVED, R.OTHERWISE, G.UNCONFIRMED),
        ("Cached session data lives in MySQL (ADR-3)", S.RESOLVED, R.SPEAKS, G.UNCONFIRMED),
        ("We use Valkey for caching (docs/adr/0003-use-redis.md:9)", S.RESOLVED, R.UNSTATED, G.UNCONFIRMED),
        ("Valkey for caching was a considered option (ADR-003)", S.RESOLVED, R.SPEAKS, G.CITED),
        ("Errors are problem documents of RFC 9457 (docs/guide.md)", S.RESOLVED, R.OTHERWISE, G.UNCONFIRMED),
        ("The moon is made of cheese (ADR-003)", S.RESOLVED, R.SILENT, G.UNCONFIRMED),
        ("See ADR-003", S.RESOLVED, R.UNREAD, G.UNCONFIRMED),
        ("We use magic (ADR-999)", S.NOT_FOUND, R.UNREAD, G.UNCONFIRMED),
        ("We use Memcached for caching (ADR-002)", S.SUPERSEDED, R.SAME, G.UNCONFIRMED),
        ("We use Memcached for caching (docs/adr/0002-use-memcached.md)", S.SUPERSEDED, R.SAME, G.UNCONFIRMED),
        ("All events move to Kafka topics (ADR-004)", S.UNVERIFIABLE, R.SAME, G.UNCONFIRMED),
        ("docs/guide.md:900 says so", S.NOT_FOUND, R.UNREAD, G.UNCONFIRMED),
        ("docs/absent.md says so", S.NOT_FOUND, R.UNREAD, G.UNCONFIRMED),
        ("../../etc/passwd.txt says so", S.NOT_FOUND, R.UNREAD, G.UNCONFIRMED),
        ("Connections are limited by `MAX_CONNECTIONS = 20`", S.RESOLVED, R.SPEAKS, G.CITED),
        ("Connections are limited by `MAX_CONNECTIONS = 30`", S.RESOLVED, R.SPEAKS, G.UNCONFIRMED),
        ("The pool's `MAX_ABSENT = 3` is low", S.NOT_FOUND, R.UNREAD, G.UNCONFIRMED),
        ("#12 says so", S.UNVERIFIABLE, R.UNREAD, G.UNCONFIRMED),
        ("https://example.org/x says so", S.UNVERIFIABLE, R.UNREAD, G.UNCONFIRMED),
        ("Fixed in commit 0123456789abcdef", S.NOT_FOUND, R.UNREAD, G.UNCONFIRMED),
    ],
)
def test_each_kind_is_looked_up_where_it_lives(
    sources: Sources, claim: str, status: CitationStatus, relation: Relation, grade: Grade
) -> None:
    (result, *_) = sources.verifier.verify(claim, CitationDetector().detect(claim)[-1:], sources.view())
    assert (result.status, result.relation, result.grade) == (status, relation, grade)


def test_the_sources_own_words_are_shown_with_their_heading_and_status(sources: Sources) -> None:
    seen = sources.cite("Redis holds the cached session data (ADR-003)")
    assert seen.words == "We use Redis for caching session data. Sessions expire after 30 minutes."
    assert seen.heading == "3. Use Redis for caching › Decision"
    assert (seen.standing, seen.place, seen.lines) == ("accepted", PlaceKind.STATES, (13, 13))


def test_what_the_source_lacks_is_named(sources: Sources) -> None:
    assert sources.cite("Redis caches session data for 60 minutes (ADR-003)").lacks == ("60 minutes",)


def test_two_records_with_one_number_are_both_named(sources: Sources, project: Repo) -> None:
    project.commit("Again", {"docs/adr/0003-use-redis-too.md": "# 3. Use Redis too\n\n## Status\n\nAccepted\n"})
    result = sources.cite("We use Redis for caching (ADR-003)")
    assert result.status is S.AMBIGUOUS
    assert "0003-use-redis.md" in result.detail
    assert "0003-use-redis-too.md" in result.detail


def test_a_commit_cites_and_never_verifies(sources: Sources, project: Repo) -> None:
    sha = project.commit("Fix the crash of the pool", {"src/pool.py": POOL + "# done\n"})
    seen = sources.cite(f"Fix the crash of the pool (commit {sha[:10]})")
    assert (seen.relation, seen.place, seen.grade) == (R.SAME, PlaceKind.MESSAGE, G.CITED)


def test_a_commit_counts_only_while_head_has_it(sources: Sources, project: Repo) -> None:
    project.git("checkout", "-q", "-b", "aside")
    aside = project.commit("Fix the crash of the pool", {"docs/pool.md": "# Pool\n"})
    project.git("checkout", "-q", "main")
    seen = sources.cite(f"The crash of the pool was fixed in {aside[:10]}")
    assert (seen.status, seen.supports) == (S.UNREACHABLE, False)


def test_a_commit_that_was_taken_back_supports_nothing(sources: Sources, project: Repo) -> None:
    sha = project.commit("Add a lock to the pool", {"src/pool.py": POOL + "LOCK = 1\n"})
    project.git("revert", "--no-edit", sha)
    seen = sources.cite(f"A lock was added to the pool (commit {sha[:10]})")
    assert (seen.status, seen.supports) == (S.REVERTED, False)


def test_what_this_session_wrote_supports_nothing(sources: Sources, project: Repo) -> None:
    start = project.git("rev-parse", "HEAD")
    project.commit("Note it", {"docs/guide.md": GUIDE + "\nThe server speaks HTTP/3 on each port.\n"})
    mine = sources.cite("The server speaks HTTP/3 on each port (docs/guide.md)", start)
    theirs = sources.cite("The server listens on port 8080 (docs/guide.md)", start)
    later = sources.cite("The server speaks HTTP/3 on each port (docs/guide.md)")
    assert (mine.status, mine.grade) == (S.OWN, G.UNCONFIRMED)
    assert (theirs.grade, later.grade) == (G.VERIFIED, G.VERIFIED)


def test_a_branch_of_this_session_is_its_own_word_and_one_of_another_waits_for_its_merge(
    sources: Sources, project: Repo
) -> None:
    claim = "The server speaks HTTP/3 on each port (docs/guide.md)"
    before = project.git("rev-parse", "HEAD")
    project.git("checkout", "-q", "-b", "feat")
    project.commit("Note it", {"docs/guide.md": GUIDE + "\nThe server speaks HTTP/3 on each port.\n"})
    mine, theirs = sources.cite(claim, before), sources.cite(claim, project.git("rev-parse", "HEAD"))
    assert (mine.status, mine.detail) == (S.OWN, "written on feat by this session")
    assert (theirs.status, theirs.detail) == (S.UNMERGED, "written on feat, not on the base branch yet")


def test_what_only_a_branch_says_supports_nothing_yet(sources: Sources, project: Repo) -> None:
    project.git("checkout", "-q", "-b", "feat")
    sha = project.commit("Note it", {"docs/guide.md": GUIDE + "\nThe server speaks HTTP/3 on each port.\n"})
    assert sources.cite("The server speaks HTTP/3 on each port (docs/guide.md)").status is S.UNMERGED
    assert sources.cite(f"Note it {sha[:10]}").status is S.UNMERGED
    project.git("checkout", "-q", "main")
    project.git("merge", "-q", "feat")
    assert sources.cite("The server speaks HTTP/3 on each port (docs/guide.md)").grade is G.VERIFIED


def test_a_renamed_document_keeps_its_old_lines(sources: Sources, project: Repo) -> None:
    project.git("checkout", "-q", "-b", "feat")
    project.git("mv", "docs/guide.md", "docs/server.md")
    project.commit("Rename the guide")
    assert sources.cite("The server listens on port 8080 (docs/server.md)").grade is G.VERIFIED


def test_a_proposal_accepted_on_a_branch_is_not_decided(sources: Sources, project: Repo) -> None:
    project.git("checkout", "-q", "-b", "feat")
    project.commit("Accept", {"docs/adr/0004-move-to-kafka.md": ADR_4.replace("Proposed", "Accepted")})
    assert sources.cite("All events move to Kafka topics (ADR-004)").status is S.UNMERGED


def test_a_statement_moved_out_of_the_options_on_a_branch_is_not_decided(sources: Sources, project: Repo) -> None:
    project.git("checkout", "-q", "-b", "feat")
    text = "# 3. Cache\n\n## Status\n\nAccepted\n\n## Decision\n\nUse Valkey for caching.\n"
    project.commit("Move", {"docs/adr/0003-use-redis.md": text})
    assert sources.cite("Use Valkey for caching (ADR-003)").status is S.UNMERGED


def test_an_older_place_counts_while_head_says_the_same(sources: Sources, project: Repo) -> None:
    old = project.git("rev-parse", "HEAD")
    claim = f"The server listens on port 8080 (docs/guide.md@{old[:10]}:3)"
    project.commit("Grow", {"docs/guide.md": "# Preface\n\nHello to all of you.\n\n" + GUIDE})
    assert sources.cite(claim).grade is G.VERIFIED
    project.commit("Change", {"docs/guide.md": GUIDE.replace("8080", "9090")})
    changed = sources.cite(claim)
    assert (changed.status, changed.grade) == (S.CHANGED, G.UNCONFIRMED)
    assert "8080" in changed.words


def test_a_document_outside_the_included_ones_supports_nothing(sources: Sources, project: Repo) -> None:
    project.commit("Add notes", {"node_modules/notes/README.md": "The server listens on port 7070.\n"})
    seen = sources.cite("The server listens on port 7070 (node_modules/notes/README.md)")
    assert (seen.status, seen.supports) == (S.UNVERIFIABLE, False)


def test_secrets_in_a_sources_words_are_masked(sources: Sources, project: Repo) -> None:
    token = "ghp_" + "a1B2" * 9
    project.commit("Leak", {"docs/leak.md": f"# Leak\n\nThe deploy job logs in with the token {token} each night.\n"})
    seen = sources.cite("The deploy job logs in with the token each night (docs/leak.md)")
    assert seen.relation is R.SPEAKS
    assert token not in seen.words
