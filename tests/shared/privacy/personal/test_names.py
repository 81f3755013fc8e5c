"""Names of authors and lines that say who did what leave the text of a commit; other words stay."""

import pytest

from scrubjay.privacy.personal.policy import displayed_name, without_names

NAMES = ("Grace Hopper", "Grace", "J. O'Neil", "ada-l", "Zoë Müller", "Jo van der Berg", "kim@example.org", "王小明")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Use a queue", "Use a queue"),
        ("Use a queue, as GRACE HOPPER said", "Use a queue, as [name] said"),
        ("asked for by J.\nO'Neil.", "asked for by [name]."),
        ("Merge branch 'queue' of ada-l", "Merge branch 'queue' of [name]"),
        ("Merge branch 'someone/queue' into 'main'", "Merge branch '[name]' into 'main'"),
        ("Merge branch 'main' of https://forge.example/someone/queue", "Merge branch 'main' of [name]"),
        ("Merge pull request #721 from RonnyP/branch", "Merge pull request #721 from [name]"),
        (
            "Merge pull request #7 in SHOP/api from ~ada/x to main",
            "Merge pull request #7 in [name] from [name] to main",
        ),
        ("Merged in someone/queue (pull request #7)", "Merged in [name] (pull request #7)"),
        ("Queue\n\nSee merge request someone/api!12", "Queue\n\nSee merge request [name]!12"),
        ('Revert "Merge pull request #7 from Ron/x"', 'Revert "Merge pull request #7 from [name]"'),
        ("Merge docs/a and docs/b into one", "Merge docs/a and docs/b into one"),
        ("thanks to Grace", "thanks to [name]"),
        ("by grace of the queue", "by grace of the queue"),
        ("Graceful end of the queue", "Graceful end of the queue"),
        ("Queue\n\nSigned-off-by: Someone Else\n", "Queue"),
        ("Queue\n\nCo-Authored-By: Someone\nFixes: #7", "Queue\n\nFixes: #7"),
        ("Queue\n\nCc: Someone", "Queue"),
        ("Bound it Co-authored-by: Someone", "Bound it"),
        ("Bound it\n\n* Co-authored-by: Someone", "Bound it\n\n*"),
        ("Bound it\n\nReported by: Someone\nFixes: #7", "Bound it\n\nFixes: #7"),
        ("Tune cache for Zoë", "Tune cache for [name]"),
        ("Tune cache for Zoe\u0308's queue", "Tune cache for [name]'s queue"),
        ("as Müller and Berg said", "as [name] and [name] said"),
        ("the van of zoë, and Jo", "the van of zoë, and Jo"),
        ("try_ada-l_queue", "try_[name]_queue"),
        ("感谢王小明修复", "感谢[name]修复"),
        ("thanks @zoe, @a-b and kim", "thanks [name], [name] and [name]"),
        ("by Bob Stone <7+bob@users.noreply.github.com>.", "by [name]."),
        ("ask root@localhost or Someone (x.y@example.org)", "ask [name] or Someone ([name])"),
        ("Bump actions/checkout@v4 and left-pad@1.2", "Bump actions/checkout@v4 and left-pad@1.2"),
        ("Sort it one-by-one: faster", "Sort it one-by-one: faster"),
    ],
)
def test_a_commits_text_names_nobody(text: str, shown: str) -> None:
    assert without_names(text, NAMES) == shown


def test_without_names_the_lines_that_name_go_all_the_same() -> None:
    assert without_names("Queue\n\nReviewed-by: Someone", ()) == "Queue"


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Grace Hopper", "Grace Hopper"),
        ("grace@example.org", "grace"),
        ("<grace@localhost>", "grace"),
        ("12+grace-h@users.noreply.github.com", "grace-h"),
        ("Grace (grace@example.org)", "Grace"),
        ("Grace <grace@example.org>", "Grace"),
        ("Grace @ work", "Grace @ work"),
        ("a@example.org b@example.org", "[name]"),
    ],
)
def test_a_name_is_displayed_without_an_address(name: str, shown: str) -> None:
    assert displayed_name(name) == shown


def test_a_hostile_text_names_nobody_either() -> None:
    for piece in ("a-", "A ", "@a", "a@", "<a@", "merge in a/", "é", "x" * 9):
        assert "Grace" not in without_names(f"{piece * 3000} Grace", NAMES)
