"""A passage at a terminal: Markdown rendered, few lines that hold the question's words, nothing that acts."""

import io

import pytest
from rich.console import Console

from scrubjay.cli.everyday.passages import FOUND, passage_lines
from scrubjay.search.recall.answer import RecallHit

WORDS = frozenset({"parcel", "depo"})


def hit(text: str, path: str = "docs/a.md", kind: str = "document") -> RecallHit:
    return RecallHit(kind=kind, title="A", text=text, date="", path=path)


def lines(text: str, most: int = 5, width: int = 60, path: str = "docs/a.md", kind: str = "document") -> list[str]:
    console = Console(file=io.StringIO(), width=width, color_system=None)
    return [line.plain for line in passage_lines(hit(text, path, kind), WORDS, console, width, most)]


def test_markdown_is_rendered_and_other_text_is_left_as_it_is() -> None:
    text = "## Weigh `twice`\n\n- **each** parcel\n- [its depot](https://example.org/x)\n"
    assert [line.strip() for line in lines(text)] == ["Weigh twice", "• each parcel", "• its depot"]
    for path, kind in (("docs/a.rst", "document"), ("src/a.py", "code"), ("docs/a.txt", "document"), ("", "memory")):
        assert lines(text, path=path, kind=kind) == [line for line in text.splitlines() if line]


@pytest.mark.parametrize("most", [2, 3, 5])
@pytest.mark.parametrize("width", [20, 98])
@pytest.mark.parametrize(
    "text",
    [
        pytest.param("word " * 400 + "the parcel and its depot " + "word " * 400, id="one long line"),
        pytest.param("- a\n" * 300 + "- parcel of a depot\n" + "- b\n" * 300, id="short lines"),
        pytest.param("".join(f"# H{n}\n\nx\n\n" for n in range(99)) + "parcel depot\n", id="headings"),
        pytest.param("| a | b |\n|---|---|\n" + "| x | y |\n" * 90 + "| parcel | depot |\n", id="a table"),
        pytest.param("```\nline\n" + "x\n" * 90 + "parcel depot\n```\n", id="a fence"),
    ],
)
def test_the_lines_that_hold_the_words_are_shown_and_no_more(text: str, width: int, most: int) -> None:
    shown = lines(text, most, width)
    assert 1 <= len(shown) <= most
    assert max(map(len, shown)) <= width
    assert "parcel" in " ".join(shown)


def test_all_lines_are_shown_where_no_number_is_asked_for() -> None:
    text = "\n\n".join(f"Paragraph {n}." for n in range(40))
    assert [line for line in lines(text, most=0) if line] == [f"Paragraph {n}." for n in range(40)]


def test_the_words_of_the_question_stand_out() -> None:
    (line,) = passage_lines(hit("Two **parcels** here"), WORDS, Console(file=io.StringIO(), width=80), 80, 5)
    marked = {line.plain[span.start : span.end] for span in line.spans if span.style == FOUND}
    assert marked == {"parcels"}


def test_a_passage_brings_neither_links_nor_markup_nor_control_characters() -> None:
    text = "[red]x[/red] [go](https://example.org/owl) <b>y</b> \x1b]8;;http://x\x07 \u202e\n"
    console = Console(file=io.StringIO(), width=200, force_terminal=True, color_system="truecolor")
    (line,) = passage_lines(hit(text), frozenset(), console, 200, 5)
    console.print(line)
    written = console.file.getvalue()  # type: ignore[attr-defined]
    assert "[red]x[/red] go" in line.plain
    assert "\x1b]8" not in written
    assert "\u202e" not in written
    assert "owl" not in written


@pytest.mark.parametrize("text", ["", "\n\n", "# \n", "```\n```", "---", "<!-- only a comment -->"])
def test_a_passage_without_words_is_no_trouble(text: str) -> None:
    assert len(lines(text)) <= 1
