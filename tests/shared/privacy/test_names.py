"""Names of authors and lines that say who did what leave the text of a commit; other words stay."""

import pytest

from scrubjay.privacy.names import without_names

NAMES = ("Grace Hopper", "Grace", "J. O'Neil", "ada-l")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Use a queue", "Use a queue"),
        ("Use a queue, as GRACE HOPPER said", "Use a queue, as [name] said"),
        ("asked for by J.\nO'Neil.", "asked for by [name]."),
        ("Merge branch ada-l/queue", "Merge branch [name]/queue"),
        ("thanks to Grace", "thanks to [name]"),
        ("by grace of the queue", "by grace of the queue"),
        ("Graceful end of the queue", "Graceful end of the queue"),
        ("Queue\n\nSigned-off-by: Someone Else\n", "Queue"),
        ("Queue\n\nCo-Authored-By: Someone\nFixes: #7", "Queue\n\nFixes: #7"),
        ("Queue\n\nCc: Someone", "Queue"),
        ("Sort it one-by-one: faster", "Sort it one-by-one: faster"),
    ],
)
def test_a_commits_text_names_nobody(text: str, shown: str) -> None:
    assert without_names(text, NAMES) == shown


def test_without_names_the_lines_that_name_go_all_the_same() -> None:
    assert without_names("Queue\n\nReviewed-by: Someone", ()) == "Queue"
