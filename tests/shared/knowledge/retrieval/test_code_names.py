"""Names of code and lines of files in a query, however they are written, and however long they are."""

import pytest

from scrubjay.knowledge.retrieval.code_search import MOST_NAMES, MOST_PARTS, ends_of, lines_of, names_of
from scrubjay.knowledge.retrieval.query import parse_query


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("src/app.py:12", [("src/app.py", 12)]),
        ("see ./src/app.py:12:5 and ../lib/b.c#L7", [("src/app.py", 12), ("lib/b.c", 7)]),
        ('File "/home/ada/a.py", line 3', [("/home/ada/a.py", 3)]),
        ("Worker.php on line 220", [("Worker.php", 220)]),
        ("at run (effect.ts(170,5))", [("effect.ts", 170)]),
        (".github/tool.js:4", [(".github/tool.js", 4)]),
        ("localhost:8080 and 10:30", []),
        ("a.py:12345678", []),
    ],
)
def test_lines_are_read_as_tools_print_them(text: str, lines: list[tuple[str, int]]) -> None:
    assert lines_of(text) == lines


@pytest.mark.parametrize("part", ["./", "a.", "a/", "-", ".", "a.b:", "a.a", "../", "@+"])
def test_a_text_without_end_is_looked_at_once(part: str) -> None:
    """Each character was the start of another attempt: 4,000 of them took 49 s."""
    assert len(lines_of(part * 200_000)) <= MOST_NAMES


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("where is cloneIfMounted", ("cloneIfMounted",)),
        ("Client::send and retry_later", ("Client::send", "retry_later")),
        ("MONDAY", ("MONDAY",)),
        ("how does the belt run", ()),
    ],
)
def test_a_name_is_told_by_its_form_or_stands_alone(query: str, names: tuple[str, ...]) -> None:
    assert names_of(parse_query(query)) == names


def test_a_qualified_name_has_few_ends() -> None:
    assert list(ends_of("a::b->c#d")) == ["a.b.c.d", "b.c.d", "c.d", "d"]
    assert len(list(ends_of("a." * 2000 + "b"))) == MOST_PARTS
