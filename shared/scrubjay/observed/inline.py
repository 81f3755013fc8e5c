"""What may a program say that stands in a command's word? What it reads, what it computes, or its own text. Pure."""

import re
from collections.abc import Collection
from enum import IntEnum
from typing import Final

_CODE: Final = re.compile(r"[\"'(){}$`;<>\\|\x00-\x08]")
"""What a word holds that is code, or whose text the shell makes."""

_VARIABLE: Final = re.compile(r"\$(?:(?P<bare>[A-Za-z_]\w*)|\{(?P<braced>[A-Za-z_]\w*)\})")
_FIELD: Final = re.compile(r"\$\d+")
_QUERY: Final = re.compile(
    r"\s*(?:(?:explain\b[^;'\"]*?)?\bselect\b[^;]*|(?:show|describe|pragma)\s[^;]*|"
    r"(?:\\d[a-zS]*\+?|\\l\+?|\.schema|\.tables|\.indexes)(?:\s+[\w.*]+)?);?\s*",
    re.IGNORECASE,
)
"""What asks a database, or its shell, for what it holds."""

_FIELDS: Final = re.compile(
    r"(?:\{\{\s*\.[\w.]*\s*\}\}|%\{\w+\}|\\[nt]|[\s,:;|/-])+|(?:\.[\w.]*(?:\[\d*\])?[\w.]*|[\s|])+"
)
"""Names of fields and what stands between them, as `docker ps --format`, `curl -w` and `jq` take them."""

_COMPARED: Final = re.compile(
    r"(?:[=<>]|\blike|\bin|\blimit)\s*(?:'[^']*'|\$\$[^$]*\$\$|\d+|\((?:\s*(?:'[^']*'|\d+)\s*,?)*\))|\bby\s+\d+(?:\s*,\s*\d+)*",
    re.IGNORECASE,
)
"""What rows are compared with: it chooses among them, and is printed by none."""

_SHELLS: Final = re.compile(r"\A\s*\\")
"""The sign before a command of a database's shell."""

_TEXT: Final = re.compile(r"[\"'`\\$#\d\x00-\x08]|--|/\*|//")
"""Of what text in a program is made, a remark included."""


class Says(IntEnum):
    """What a word's program may print, the worst last."""

    NOTHING = 0
    """The word is no program."""
    READS = 1
    """It is a query, or names fields, and prints what a database or a program holds."""
    COMPUTES = 2
    """It holds no text: the values that it prints are a machine's, the words may be its names."""
    TEXT = 3
    """It may print what it was told to."""


def says(word: str, assigned: Collection[str] = ()) -> Says:
    """What a word of a command may make it print; `assigned` are the variables that the command sets itself."""
    if _QUERY.fullmatch(word):
        return Says.TEXT if _TEXT.search(_COMPARED.sub("", _SHELLS.sub("", word))) else Says.READS
    if _FIELDS.fullmatch(word) and _CODE.search(word):
        return Says.READS
    if not _CODE.search(word):
        return Says.NOTHING
    if any((match["bare"] or match["braced"]) in assigned for match in _VARIABLE.finditer(word)):
        return Says.TEXT
    rest = _VARIABLE.sub("", word)
    if not _CODE.search(rest):
        return Says.NOTHING
    return Says.TEXT if _TEXT.search(_FIELD.sub("", rest)) else Says.COMPUTES


def names_in(word: str) -> str:
    """A program's names without what it compares with: what is read of its answer."""
    return _COMPARED.sub(" ", word)
