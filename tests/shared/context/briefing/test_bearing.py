"""A decision bears on work whose words its title has, or its text twice."""

import pytest

from scrubjay.context.briefing.memory_sections import bears, telling_words

PATH = "docs/adr/0003-use-a-queue.md"
TEXT = "Orders wait until the gateway answers. Retries are bounded."


@pytest.mark.parametrize(
    ("about", "expected"),
    [
        ("Ship queues", True),
        ("gateway orders", True),
        ("gateway", False),
        ("bounded retries of uploads", True),
        ("fix the login", False),
        ("the", False),
        ("", False),
        ("docs adr md 0003", False),
    ],
)
def test_a_decision_bears_by_its_title_or_by_two_words(about: str, expected: bool) -> None:
    assert bears(PATH, "Use a queue", TEXT, telling_words(about, ["Use a queue"])) is expected


def test_a_word_of_many_titles_says_nothing_of_the_work() -> None:
    titles = ["Let orders wait", "Let a queue be bounded", "Let people log in", "Bound the queue"]
    assert telling_words("Let the queue drain", titles) == telling_words("queue drain", titles)
