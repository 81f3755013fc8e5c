"""Which commits a query finds, and in which order."""

import pytest

from scrubjay.errors import UsageError
from scrubjay.git.record import Commit
from scrubjay.session.tasks.commits import rank, terms, with_reverts


def commit(n: int, subject: str, body: str = "", *paths: str) -> Commit:
    sha = f"{n:040x}"[::-1]
    return Commit(
        sha=sha,
        short=sha[:7],
        author="Ada",
        committed_at="2026-03-01T12:00:00Z",
        subject=subject,
        body=body,
        paths=paths,
    )


COMMITS = (
    commit(4, "Bump version"),
    commit(3, "Fix HTTPServerFactory shutdown", "The timeout was ignored.", "src/http_server.py"),
    commit(2, "Retry payments", "Back off between tries; the gateway drops bursts.", "src/payment/retry.py"),
    commit(5, "Clean the defaced banner"),
    commit(1, "Add payments", "", "src/payment/__init__.py"),
)


def found(query: str, limit: int = 10) -> list[str]:
    return [hit.commit.subject for hit in rank(with_reverts(COMMITS), query, limit)]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("payments", ["Add payments", "Retry payments"]),  # the shorter commit says it more densely
        ("retry payment", ["Retry payments", "Add payments"]),
        ("factory", ["Fix HTTPServerFactory shutdown"]),  # a part of an identifier
        ("http_server.py", ["Fix HTTPServerFactory shutdown"]),
        ("TIMEOUT", ["Fix HTTPServerFactory shutdown"]),
        ("defaced", ["Clean the defaced banner"]),  # hex digits only, and yet a word
        ("zebra", []),
        (COMMITS[2].sha[:7], ["Retry payments"]),
    ],
)
def test_a_commit_is_found_by_words_parts_of_words_paths_and_id(query: str, expected: list[str]) -> None:
    got = found(query)
    assert got[: len(expected)] == expected
    assert bool(got) == bool(expected)


def test_equal_scores_come_newest_first_and_the_limit_holds() -> None:
    same = tuple(commit(n, "Update the docs") for n in (9, 8, 7))
    assert [hit.commit.sha for hit in rank(with_reverts(same), "docs", 2)] == [same[0].sha, same[1].sha]


def test_a_query_without_a_word_is_refused() -> None:
    with pytest.raises(UsageError, match="holds no word"):
        rank(with_reverts(COMMITS), " ?! ", 5)


def test_a_history_without_commits_finds_nothing() -> None:
    assert rank(with_reverts(()), "anything", 5) == ()


def test_words_keep_the_whole_identifier_and_its_parts() -> None:
    assert terms("HTTPServerFactory v2_x") == ["httpserverfactory", "http", "server", "factory", "v2", "x"]


def test_a_reverted_commit_follows_the_one_that_took_it_back() -> None:
    kept = commit(7, "Cache payments for an hour")
    back = commit(8, "Revert it", f"This reverts commit {kept.sha}.")
    commits = (back, kept)
    hits = rank(with_reverts(commits), "cache payments, and revert", 9)
    assert [(hit.commit.subject, hit.reverted_by) for hit in hits] == [
        ("Revert it", ""), ("Cache payments for an hour", back.short),
    ]  # fmt: skip
    only = rank(with_reverts(commits), "cache payments", 9)
    assert [hit.reverted_by for hit in only] == [back.short]
