"""File formats by name."""

from typing import Final, Literal

from scrubjay.model.view import Format

_BY_SUFFIX: Final[dict[str, Format]] = {
    "md": "markdown",
    "markdown": "markdown",
    "mdx": "markdown",
    "rst": "rst",
    "rest": "rst",
    "adoc": "asciidoc",
    "asciidoc": "asciidoc",
    "asc": "asciidoc",
}

Written = Format | Literal["code"]
"""How a source is written; code is read alike in every language."""

PROSE: Final = tuple(f".{suffix}" for suffix in (*_BY_SUFFIX, "txt"))
"""How the names of documents end."""


def format_of(path: str) -> Format:
    """The format of a path; anything unknown is plain text."""
    name = path.rpartition("/")[2].lower()
    if name == "kep.yaml":
        return "kep"
    return _BY_SUFFIX.get(name.rpartition(".")[2], "text")


def is_prose(path: str) -> bool:
    """Whether a file is a document rather than code or configuration."""
    return path.lower().endswith(PROSE)


def written_as(path: str) -> Written:
    """How a file is read: as the document that its name says, else as code, whatever its language."""
    return format_of(path) if is_prose(path) or format_of(path) == "kep" else "code"
