"""File formats by name."""

from typing import Final

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


def format_of(path: str) -> Format:
    """The format of a path; anything unknown is plain text."""
    name = path.rpartition("/")[2].lower()
    if name == "kep.yaml":
        return "kep"
    return _BY_SUFFIX.get(name.rpartition(".")[2], "text")
