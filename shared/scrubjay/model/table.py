"""A table: headings and rows of text, which each output renders in its own manner."""

from collections.abc import Iterator

from scrubjay.model.frozen import dataclass


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under headings, all of them text: lines for a pipe, Markdown for an agent, else as whoever draws it likes.

    Markup in a cell is shown as it is written. Without headings the rows stand alone.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def lines(self) -> Iterator[str]:
        """Columns as wide as their cells, divided by two spaces."""
        rows = (self.columns, *self.rows) if self.columns else self.rows
        widths = [max(map(len, cells)) for cells in zip(*rows, strict=True)]
        for row in rows:
            yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()

    def markdown(self) -> Iterator[str]:
        """A table of GitHub's Markdown, with a line below the headings."""
        for row in (self.columns, None, *self.rows):
            yield f"|{'---|' * len(self.columns)}" if row is None else f"| {' | '.join(row)} |"
