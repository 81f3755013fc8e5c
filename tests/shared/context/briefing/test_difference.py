"""Parts of a briefing's text."""

import pytest

from scrubjay.context.briefing.difference import COMMITS, new_lines, section, without_commits

TEXT = "Head\nDecisions, newest first:\n- ADR-2 b\n- ADR-1 a:\nTold by people:\n- c"


@pytest.mark.parametrize(
    ("title", "entries"),
    [
        ("Decisions, ", ("- ADR-2 b", "- ADR-1 a:")),
        ("Told by", ("- c",)),
        ("Head", ()),
        ("Moved", ()),
    ],
)
def test_a_section_is_its_entries(title: str, entries: tuple[str, ...]) -> None:
    assert section(TEXT, title) == entries


LINES = ("Task: x", f"{COMMITS[1]}:", "- aaaa1 One", "- bbbb2 Two", "Dead ends:", "- aaaa1 was tried")


@pytest.mark.parametrize(
    ("shown", "left"),
    [
        ((), LINES),
        (("aaaa1ffff",), LINES[:2] + LINES[3:]),
        (("aaaa1ffff", "bbbb2ffff"), LINES[:1] + LINES[4:]),
    ],
)
def test_commits_that_are_known_go_with_the_title_that_has_no_other(
    shown: tuple[str, ...], left: tuple[str, ...]
) -> None:
    assert without_commits(LINES, shown) == left


def test_of_the_newest_commits_those_above_the_first_known_one_are_news() -> None:
    before = f"{COMMITS[1]}:\n- bb Two\nTask: x"
    now = f"{COMMITS[0]}:\n- cc Three\n- bb Two\n- aa One\nTask: y"
    assert new_lines(before, now) == (f"{COMMITS[0]}:", "- cc Three", "Task: y")
    assert new_lines(before, now.replace("- cc Three\n", "")) == ("Task: y",)
    assert new_lines(before, now.replace(COMMITS[0], COMMITS[1]))[1:3] == ("- cc Three", "- aa One")
