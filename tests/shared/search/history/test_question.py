"""Which questions ask for history is read from their form, whatever they are about."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrubjay.search.history.question import LONGEST, CommitPlace, HistoryQuestion, When, read_history_question


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("who added the retry budget?", "the retry budget"),
        ("who frobnicated the widgets", "the widgets"),
        ("Who wrote the parser?", "the parser"),
        ("do you know who removed the cache?", "the cache"),
        ("who has changed the default", "the default"),
        ("when was the cache removed?", "the cache removed"),
        ("when did it move to http/2", "it move to http/2"),
        ("which commit introduced the limit", "the limit"),
        ("did anyone ever remove the cache?", "remove the cache"),
        ("has somebody changed the limit", "changed the limit"),
        ("has the limit ever been lower?", "the limit ever been lower"),
        ("whose idea was the dry run?", "the dry run"),
    ],
)
def test_who_and_when_ask_for_commits_first(text: str, topic: str) -> None:
    asked = read_history_question(text)
    assert asked.place is CommitPlace.FIRST
    assert asked.topic.endswith(topic)
    assert asked.when is When.ANY


@pytest.mark.parametrize(
    "text",
    [
        "why was the cache removed?",
        "why did the default change",
        "what changed in the retry budget",
        "where did the dashboards go",
        "how has the format changed",
        "who knows the retry budget?",
        "why did we stop caching",
        "in which release came the dry run",
        "what version introduced the limit?",
        "what happened to the cache",
    ],
)
def test_what_only_looks_back_has_commits_beside_its_documents(text: str) -> None:
    assert read_history_question(text).place is CommitPlace.BESIDE


@pytest.mark.parametrize(
    "text",
    [
        "how do I run the tests",
        "what happens when the server was restarted" * 20,
        "what happens when I leave the list empty",
        "one plugin says allow, another says no. who wins?",
        "who can merge a pull request",
        "who is allowed to publish",
        "users who upgraded see an error",
        "for people who want a proxy",
        "the person who approved it",
        "what did we configure wrong",
        "why did I get a 301",
        "what changed my mind about caches",
        "what happened to my output",
        "which version of the tool do I need",
        "which release is the newest",
        "what version supports the cache",
        "how long is the timeout",
        "how long have I to wait",
        "whose responsibility is closing the file",
        "has anything a cache",
        "have you ever used it",
        "it has anyone's name",
        "who",
        "when",
        "",
        "who added it?\nTraceback (most recent call last):",
    ],
)
def test_other_questions_have_none(text: str) -> None:
    assert read_history_question(text) == HistoryQuestion()


@pytest.mark.parametrize(
    ("text", "when"),
    [
        ("who first wrote the parser", When.FIRST),
        ("who added the cache in the first place?", When.FIRST),
        ("who originally wrote it", When.FIRST),
        ("who last touched docs/usage.md", When.LAST),
        ("when was the limit last changed", When.LAST),
        ("since when is there a dry run", When.FIRST),
        ("the log is empty since when?", When.FIRST),
        ("how long has the cache been there", When.FIRST),
    ],
)
def test_the_first_or_the_last_of_several_is_asked_for_by_a_word(text: str, when: When) -> None:
    assert read_history_question(text).when is when


@pytest.mark.parametrize(
    "text",
    [
        "who else added the cache?",
        "who on the platform team added the cache",
        "who quietly removed the limit",
        "who has recently removed limits",
        "who has been keeping the log",
        "who has built the index",
        "who's changed the default?",
        "who was it that added the cache",
        "who was sending mails",
    ],
)
def test_who_did_something_is_history_behind_adverbs_and_places(text: str) -> None:
    assert read_history_question(text).place is CommitPlace.FIRST


@pytest.mark.parametrize(
    "text",
    [
        "who has access to the backups?",
        "who has the key",
        "who has to sign it",
        "who has voting rights",
        "who has no say",
        "who normally publishes a page",
        "who in the data platform group can deploy",
        "who of the finance people signs invoices",
        "who all sees private projects",
        "who's allowed to push",
        "who's responsible",
        "who is it that signs",
        "who may approve a page",
        "who of you",
    ],
)
def test_who_does_may_or_has_something_is_a_question_to_documents(text: str) -> None:
    assert read_history_question(text) == HistoryQuestion()


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("who was responsible for releases", CommitPlace.LIKELY),
        ("who got access to the vault", CommitPlace.LIKELY),
        ("who has let tokens expire", CommitPlace.LIKELY),
        ("who on the team put in the limits", CommitPlace.LIKELY),
        ("who has write access to the store", CommitPlace.BESIDE),
    ],
)
def test_a_form_that_leaves_a_doubt_lets_the_words_decide(text: str, place: CommitPlace) -> None:
    assert read_history_question(text).place is place


def test_who_knows_names_its_topic() -> None:
    asked = read_history_question("who knows about the retry budget?")
    assert (asked.knows, asked.topic) == (True, "the retry budget")
    assert read_history_question("who on the team really knows it").knows
    assert not read_history_question("who has write access to what others know").knows
    assert not read_history_question("who added the retry budget?").knows


@given(st.text(alphabet="who wenadidsce?.,\n'’é", max_size=LONGEST + 20))
def test_any_text_is_read_and_no_word_is_invented(text: str) -> None:
    assert set(read_history_question(text).topic.split()) <= {word.strip(" ?!.,;:") for word in text.split()} | set(
        text.split()
    ) | {part for word in text.split() for part in _ends(word)}


def _ends(word: str) -> set[str]:
    return {word[start:end] for start in range(len(word)) for end in range(start + 1, len(word) + 1)}
