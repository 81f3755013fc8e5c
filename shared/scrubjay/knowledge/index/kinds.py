"""Searchable kinds: what a search can be narrowed to, whose contents a format is of, and what git can't give again."""

from collections.abc import Mapping
from typing import Final, Literal, get_args

Kind = Literal["document", "decision", "incident", "code", "commit", "memory", "pull_request", "issue"]
"""What a search can be narrowed to, before extensions add kinds of their own."""

SEARCH_KINDS: Final[tuple[Kind, ...]] = get_args(Kind)

MEMORY: Final = "memory"
"""The format of memories. Their words are in a full-text index of their own, so that nothing else is ranked by them."""

COMMIT: Final = "commit"

DISCUSSIONS: Final[tuple[Kind, ...]] = ("pull_request", "issue")
"""What was discussed at a forge: kinds and formats of the same names, in a project's forge.db alone."""

KIND_OF_FORMAT: Final[Mapping[str, Kind]] = {
    MEMORY: "memory", COMMIT: "commit", **{kind: kind for kind in DISCUSSIONS},
}  # fmt: skip
"""The kind of contents by format; every other format is that of a file."""

ONLY_BY_NAME: Final[tuple[Kind, ...]] = tuple(sorted({*KIND_OF_FORMAT.values()} - {"memory"}))
"""The kinds that sources and forges bring: a search finds them only where it names them."""

SOURCED: Final = "sourced:"
"""How the formats of extensions' sources begin: the extension and the kind follow. A search has to name the kind."""

BY: Final = " > by "
"""What stands between a sourced text's address and its author above each passage."""

FILES: Final[tuple[Kind, ...]] = ("document", "decision", "incident", "code")
"""The kinds of files."""

SUBMODULES: Final[Mapping[str, str]] = {"document": "submodule", "code": "submodule_code"}
"""The kinds of submodules' files in `temp.visible`, by those of own files: found and counted only where asked for."""

NOT_FROM_GIT: Final = (MEMORY, *DISCUSSIONS)
"""Formats whose contents stay where everything that git can give again is dropped."""


def kind_of(format: str) -> str:
    """The kind of a content, as a hit names it."""
    if format.startswith(SOURCED):
        return format.rpartition(":")[2]
    return KIND_OF_FORMAT.get(format) or ("code" if format.startswith("code:") else "document")


def format_of(extension: str, kind: str) -> str:
    """The format of the texts of a kind that an extension's source gives."""
    return f"{SOURCED}{extension}:{kind}"


def origin_of(format: str, heading: str) -> tuple[str, str, str]:
    """Of a passage that an extension's source gave: the address, the author, and the extension."""
    place, _, author = heading.partition(BY)
    return place, author, format.removeprefix(SOURCED).partition(":")[0]
