"""A JSON text as its owner wrote it, beside strict JSON of the same length: comments, last commas and a BOM blanked.

VS Code, Zed, Gemini CLI and opencode read their settings so. Positions in one text are positions in the other.
"""

import json
import re
from dataclasses import dataclass
from typing import Self

BOM = "\ufeff"

_STRING = r'"(?:[^"\\]|\\.)*"'
_COMMENT = re.compile(rf"{_STRING}|//[^\r\n]*|/\*.*?\*/", re.DOTALL)
_LAST_COMMA = re.compile(rf"{_STRING}|[{{\[,][ \t\r\n]*,|,(?=[ \t\r\n]*[}}\]])", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Jsonc:
    """`text` is what stands in the file, `bare` the same without comments, `plain` is strict JSON."""

    text: str
    bare: str
    plain: str

    @classmethod
    def of(cls, text: str) -> Self:
        """Raises ValueError for what isn't JSON without its comments either, RecursionError for too deep a one.

        So it does where a name stands in an object twice.
        """
        try:
            _loads(text)
        except ValueError:
            bare = _COMMENT.sub(_blanked, text.replace(BOM, " ", 1) if text.startswith(BOM) else text)
            plain = _LAST_COMMA.sub(lambda match: " " if match[0] == "," else match[0], bare)
            _loads(plain)
            return cls(text, bare, plain)
        return cls(text, text, text)

    def value(self) -> object:
        """What it says."""
        return json.loads(self.plain)


def _loads(text: str) -> object:
    return json.loads(text, object_pairs_hook=_unique)


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """An object. Which of two members of one name counts depends on the reader, so there may be one."""
    members = dict(pairs)
    if len(members) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"{json.dumps(twice, ensure_ascii=False)} stands in one object twice")
    return members


def _blanked(match: re.Match[str]) -> str:
    found = match[0]
    return found if found.startswith('"') else re.sub(r"[^\r\n]", " ", found)
