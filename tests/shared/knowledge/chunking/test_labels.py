"""A label belongs to the section that it names; a long document's titles are read as a short one's."""

import pytest

from scrubjay.knowledge.chunking import TokenCounter, chunk
from scrubjay.knowledge.chunking.rst import MAX_CHARACTERS
from scrubjay.model.view import Format

LONG = "The jay hides its acorns one by one in the ground below the oaks. " * 8


@pytest.mark.parametrize(
    ("format", "label", "title"),
    [
        ("rst", ".. _tests:", "Tests\n-----"),
        ("rst", ".. _tests:\n\n.. _running tests:", "Tests\n-----"),
        ("rst", ".. _tests:", "-----\nTests\n-----"),
        ("markdown", "(tests)=", "## Tests"),
        ("markdown", '<a name="tests"></a>', "## Tests"),
        ("markdown", '<a id="tests">', "## Tests"),
        ("asciidoc", "[[tests]]", "== Tests"),
        ("asciidoc", "[#tests]", "== Tests"),
    ],
)
def test_a_label_stands_with_the_heading_after_it(
    format: Format, label: str, title: str, counter: TokenCounter
) -> None:
    top = {"rst": "Top\n===", "markdown": "# Top", "asciidoc": "= Top"}[format]
    found = chunk(f"{top}\n\n{LONG}\n\n{label}\n\n{title}\n\n{LONG}\n", format, counter=counter)
    first, second = found.passages
    assert first.heading == ("Top",)
    assert label not in first.text
    assert second.heading == ("Top", "Tests")
    assert second.text.startswith(label)


@pytest.mark.parametrize("line", [".. _home: https://example.org/", ".. note::", "see (tests)= above", "<a href='x'>"])
def test_what_names_nothing_stays_where_it_is(line: str, counter: TokenCounter) -> None:
    found = chunk(f"# Top\n\n{LONG}\n\n{line}\n\n## Tests\n\n{LONG}\n", "markdown", counter=counter)
    assert line in found.passages[0].text


def test_a_document_that_is_too_long_for_its_parser_has_its_titles(counter: TokenCounter) -> None:
    text = ".. _log:\n\n=======\nChanges\n=======\n\n.. _v2:\n\n2.0\n---\n\nFixes\n~~~~~\n\n" + f"{LONG}\n\n" * 20
    short, long = (
        chunk(part, "rst", counter=counter) for part in (text, text + f"{LONG}\n\n" * (MAX_CHARACTERS // 500))
    )
    assert long.limits
    assert not short.limits
    assert long.title == short.title == "Changes"
    assert [one.heading for one in long.passages[:9]] == [one.heading for one in short.passages[:9]]
    assert long.passages[4].heading == ("Changes", "2.0", "Fixes")


def test_a_file_without_a_comment_is_not_called_by_its_first_symbol(counter: TokenCounter) -> None:
    pytest.importorskip("tree_sitter_python")
    found = chunk("def first():\n    return 1\n\n\ndef second():\n    return 2\n", "code:python", counter=counter)
    assert found.title == ""
    assert [one.heading for one in found.passages] == [("first",), ("second",)]
