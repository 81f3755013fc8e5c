"""A page of an extension: words and tables, which the page in the browser draws in its own manner."""

from scrubjay.model.frozen import dataclass


@dataclass(frozen=True, slots=True)
class PageTable:
    """Rows under headings, all of them text."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class PageContent:
    """A title, paragraphs, and tables below them. Text alone: markup in it is shown as it is written."""

    title: str
    paragraphs: tuple[str, ...] = ()
    tables: tuple[PageTable, ...] = ()
