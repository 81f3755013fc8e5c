"""Who follows a source word by word and puts another thing in its place says something else; who rephrases doesn't."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scrubjay.grounding.following import crossed, exchanged, mispaired, replaced, words

from scrubjay.grounding.passages import passages
from scrubjay.grounding.reading import read
from scrubjay.grounding.sections import source_of
from scrubjay.model.evidence import Relation

STREAMS = "Redis streams is a structure that acts like a log, and Kafka is a platform that acts like a bus."
MARKS = "Once the buffer passes the high mark, sending waits until it is drained under the low mark."
WORDS = st.lists(st.from_regex(r"[bcdfg][aeiou][klmn][aeiou][prtz]", fullmatch=True), unique=True)


@pytest.mark.parametrize(
    ("claim", "text", "instead"),
    [
        ("Kafka is a structure that acts like a log", STREAMS, "streams"),
        ("Redis streams is a structure that acts like a log", STREAMS, ""),
        ("A log is what Redis streams acts like", STREAMS, ""),
        (MARKS.replace("low ", "high "), MARKS, "low"),
        ("Messages of the log are kept in pages of memory", "Messages of the log are kept in files of memory", "files"),
        ("Workers use threads, not forks, of the pool", "Workers use not threads but forks of the pool", "not"),
        ("Workers use forks, not threads, of the pool", "Workers use not threads but forks of the pool", ""),
        ("Dead jobs of the pool are kept on disk", "Dead jobs of the pool are never kept on disk", "never"),
        ("Dead jobs of the pool aren't kept on disk", "Dead jobs of the pool are kept on disk", "not"),
        ("Dead jobs of the pool aren't kept", "No more than one of the dead jobs is not kept in the pool", ""),
        ("Request headers stay in the pool", "Response headers stay in the pool, as request bodies do", "Response"),
        ("Reply headers stay in the pool", "Response headers stay in the pool", ""),  # perhaps a word for the same
        ("The pool waits three seconds for each answer", "The pool waits 3 s for each answer", ""),
        ("The pool waits 3 min for each answer", "The pool waits 180 s for each answer", ""),
        ("The pool waits 3 min for each answer", "The pool waits 3 s for each answer", "s"),
        ("Pages are read-only for guests of the site", "Pages are read only for guests of the site", ""),
        ("The guests of the site read pages", "Pages are read by the guests of the site", ""),
        ("See the [guide](https://example.org/a) of the pool", "See the guide of the pool", ""),
    ],
)  # fmt: skip
def test_what_a_claim_that_follows_a_text_replaces(claim: str, text: str, instead: str) -> None:
    assert replaced(claim, (text,), text) == instead


def test_a_claim_may_follow_several_sentences_and_go_on_by_itself() -> None:
    said = ("The queue holds jobs of each tenant.", "A worker takes the oldest job first.", "Dead jobs are listed.")
    claim = "The queue holds jobs of each tenant; a worker takes the {} job first"
    assert replaced(claim.format("oldest"), said, "") == ""
    assert replaced(claim.format("newest"), said, "") == "oldest"
    assert replaced("A worker takes the oldest job first, to be fair", said, "") == ""


@pytest.mark.parametrize(
    ("claim", "text", "swapped"),
    [
        ("Options of the program outrank the environment", "The environment outranks options of the program", True),
        ("Redis replaces Memcached", "Memcached replaces Redis", True),
        ("Redis replaces Memcached", "Memcached is replaced by Redis", False),
        ("Session data is cached in Redis", "We use Redis for caching session data", False),
        ("Queues and workers are paused", "Workers and queues are paused", False),
        ("Redis replaces Memcached", "Redis replaces Valkey", False),
        ("Redis replaces Memcached", "Redis replaces Memcached", False),
    ],
)
def test_two_parts_in_each_others_place_say_another_thing(claim: str, text: str, swapped: bool) -> None:
    assert exchanged(claim, text) is swapped


@given(WORDS.filter(lambda some: len(some) > 6), st.data())
@settings(max_examples=100, derandomize=True, deadline=None)
def test_one_other_word_in_a_sentence_of_six_is_never_cited(some: list[str], data: st.DataObject) -> None:
    *said, other = some
    place = data.draw(st.integers(0, len(said) - 1))
    text, claim = " ".join(said), " ".join([*said[:place], other, *said[place + 1 :]])
    if len(words(text)) < 6 or len(set(words(text)) | set(words(claim))) != len(words(text)) + 1:
        return
    seen = read(claim, passages(f"# A\n\n{text}.\n", "markdown"), source_of("a.md", ""))
    assert seen.relation is Relation.UNSTATED
    assert seen.differs == said[place]


@given(WORDS.filter(lambda some: len(some) > 4), st.integers(1, 3))
@settings(max_examples=100, derandomize=True, deadline=None)
def test_who_only_leaves_words_out_follows(some: list[str], left: int) -> None:
    assert replaced(" ".join(some[left:]), (" ".join(some),), " ".join(some)) == ""


@pytest.mark.parametrize(
    ("claim", "text", "moved"),
    [
        ("data goes from staging to production", "Data goes from production to staging.", True),
        ("it calls the service rather than the module", "It calls the module rather than the service.", True),
        ("copies go to the mirror from the origin", "From the origin copies go to the mirror.", False),
        ("the mirror follows the origin", "The origin is followed by the mirror.", False),
    ],
)
def test_what_stands_around_a_word_of_direction_may_not_change_sides(claim: str, text: str, moved: bool) -> None:
    assert crossed(claim, text) is moved


@pytest.mark.parametrize(
    ("claim", "swapped"),
    [
        ("the primary listens on 6380 and the replica on 6379", True),
        ("the replica listens on 6380 and the primary on 6379", False),
        ("the primary listens on 6379 and the replica on 6380", False),
        ("6380 and 6379 are the ports of the two servers", False),
    ],
)
def test_figures_may_not_change_places_among_what_they_are_said_of(claim: str, swapped: bool) -> None:
    assert mispaired(claim, "Two servers (primary and replica) listen on the ports 6379 and 6380.") is swapped


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("there's no way to avoid several traces", "Currently no way exists to avoid several traces."),
        ("patches without tests aren't merged", "Patches with missing tests aren't merged."),
        ("the default setup uses `Renderer`", "The default setup uses {class}`~app.dev.Renderer`."),
    ],
)
def test_what_says_the_same_replaces_nothing(claim: str, text: str) -> None:
    assert replaced(claim, (text,), text) == ""


def test_who_drops_a_word_that_refuses_says_another_thing() -> None:
    assert (
        replaced("the simple worker class lets tests fork", ("The simple worker class lets tests avoid a fork.",), "")
        == "avoid"
    )


def test_what_stands_in_the_heading_is_no_word_in_place_of_another() -> None:
    text = "Support for the old format is deprecated and will be removed."
    claim = "support for the old format is deprecated as of 26.1.0"
    assert replaced(claim, (text,), text) != ""
    assert replaced(claim, (text,), text, ("Formats", "deprecated 26.1.0")) == ""
