"""Commits are scored as BM25+ scores every word, and only those that hold one of the query."""

from hypothesis import given
from hypothesis import strategies as st
from rank_bm25 import BM25Plus

from scrubjay.git.record import Commit
from scrubjay.session.tasks.commits import count_words, terms

WORDS = st.lists(st.sampled_from(["retry", "Timeout", "payGate", "x", "docs", "v2"]), max_size=9).map(" ".join)
COMMITS = st.lists(st.tuples(WORDS, WORDS, st.lists(WORDS, max_size=2)), min_size=1, max_size=9)


@given(COMMITS, st.sets(st.sampled_from(["retry", "timeout", "gate", "docs", "nowhere"]), min_size=1))
def test_scores_are_those_of_the_package_to_the_last_bit(
    rows: list[tuple[str, str, list[str]]], query: set[str]
) -> None:
    commits = [
        Commit(sha=f"{n:040x}", short="", author="", committed_at="", subject=s, body=b, paths=tuple(p))
        for n, (s, b, p) in enumerate(rows)
    ]
    texts = [2 * terms(c.subject) + terms(f"{c.body}\n{' '.join(c.paths)}") for c in commits]
    shared = [place for place, text in enumerate(texts) if not query.isdisjoint(text)]
    expected = BM25Plus(texts).get_batch_scores(sorted(query), shared) if shared else []
    assert count_words(commits).scores(query) == list(zip(shared, expected, strict=True))


def test_the_words_of_a_subject_count_twice() -> None:
    commit = Commit(sha="0", short="", author="", committed_at="", subject="Retry", body="retry later", paths=("a/b",))
    index = count_words([commit]).index
    assert index is not None
    assert index.doc_freqs == [{"retry": 3, "later": 1, "a": 1, "b": 1}]


def test_commits_without_a_word_are_not_ranked() -> None:
    silent = Commit(sha="0", short="", author="", committed_at="", subject="", body="", paths=())
    assert count_words([silent]).scores({"retry"}) == []
