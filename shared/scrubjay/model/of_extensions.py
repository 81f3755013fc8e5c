"""Values that pass between extensions and the core: texts, passages, pages, news of a hook, a guard's verdict."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from scrubjay.model.frozen import dataclass

if TYPE_CHECKING:
    from scrubjay.model.table import Table


@dataclass(frozen=True, slots=True, kw_only=True)
class SourcedText:
    """A searchable text from an extension. `key` is permanent and unique in its source, at most 200 characters.

    `address` is where a person opens it; `author` whoever wrote it; `date` ISO 8601, or empty.
    """

    key: str
    title: str
    text: str
    address: str = ""
    author: str = ""
    date: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundPassage:
    """A search result for an extension: kind, title, place (a path with lines, or a memory's id), and masked text.

    `grade` is a memory's, empty for others; `date` is ISO 8601 or empty.
    """

    kind: str
    title: str
    place: str
    text: str
    date: str = ""
    grade: str = ""


@dataclass(frozen=True, slots=True)
class PageContent:
    """A title, paragraphs, and tables below them. Text alone: markup in it is shown as it is written."""

    title: str
    paragraphs: tuple[str, ...] = ()
    tables: "tuple[Table, ...]" = ()


@dataclass(frozen=True, slots=True)
class NamedText:
    """A text in Markdown, the label by which texts name it, and what finds the lines that follow it."""

    label: str
    text: str
    beside: Callable[[], Sequence[str]]


@dataclass(frozen=True, slots=True)
class StartingSession:
    """A session that starts: its id, the client that reports it, and the branch it is on."""

    session: str
    host: str
    branch: str


@dataclass(frozen=True, slots=True)
class HookNews:
    """Lines to tell in one text, which may be empty; `told` is called once a session was told them."""

    text: str
    told: Callable[[], None]


@dataclass(frozen=True, slots=True)
class GuardVerdict:
    """Whether nothing is shown, or at most so many entries (None: all), and the signals that led to it, in words."""

    refused: bool = False
    most: int | None = None
    signals: str = ""
