"""One table is lines for a pipe and Markdown for an agent."""

from scrubjay.model.table import Table

BIRDS = Table(("bird", "eggs"), (("jay", "5"), ("magpie", "")))


def test_lines_have_columns_as_wide_as_their_cells_and_no_space_at_the_end() -> None:
    assert list(BIRDS.lines()) == ["bird    eggs", "jay     5", "magpie"]


def test_without_headings_the_rows_stand_alone() -> None:
    assert list(Table((), BIRDS.rows).lines()) == ["jay     5", "magpie"]
    assert list(Table((), ()).lines()) == []
    assert list(Table(("bird",), ()).lines()) == ["bird"]


def test_markdown_has_a_line_below_the_headings() -> None:
    assert list(BIRDS.markdown()) == ["| bird | eggs |", "|---|---|", "| jay | 5 |", "| magpie |  |"]
