"""Macros before declarations in C, which no parser reads before the preprocessor ran: `API_EXPORT run_t run(void);`.

Pure. They are blanked: names in capitals that a whole declaration follows, or that stand between `struct` and its name.
"""

import re
from typing import Final

_SPACE: Final = rb"[ \t\r\n]{1,40}"
_KEYWORDS: Final = (
    rb"(?:(?:static|extern|inline|const|volatile|unsigned|signed|struct|union|enum)" + _SPACE + rb"){0,6}"
)
_MACRO: Final = rb"([A-Z_][A-Z0-9_]{2,80})(?:[ \t]{0,4}\([^()\n]{0,80}\))?(?=[ \t\r\n])"
_NO_TYPE: Final = rb"(?!(?:return|else|goto|case|sizeof|typedef|if|while|for|switch|do)\b)"
_DECLARED: Final = (
    rb"(?=" + _SPACE + _KEYWORDS + _NO_TYPE + rb"[A-Za-z_]\w{0,200}[ \t\r\n*]{1,40}"
    rb"[A-Za-z_]\w{0,200}[ \t\r\n]{0,9}[(\[;=,])"
)
_BEFORE: Final = re.compile(
    rb"^[ \t]{0,40}(?:(?:static|extern|inline|const)[ \t]{1,9}){0,4}" + _MACRO + _DECLARED, re.MULTILINE
)
_WITHIN: Final = re.compile(
    rb"\b(?:struct|union|enum)[ \t]{1,9}" + _MACRO + rb"(?=[ \t\r\n]{1,40}\w{1,200}[ \t\r\n]{0,9}\{)"
)


def blank_macros(data: bytes) -> tuple[bytes, tuple[tuple[int, bytes], ...]]:
    """The text with spaces for such macros, every other byte in its place; and where they were with their names."""
    found: list[tuple[int, bytes]] = []
    blanked = bytearray(data)
    for pattern in (_BEFORE, _WITHIN):
        for match in pattern.finditer(data):
            start, end = match.start(1), match.end()
            found.append((start, match[1]))
            blanked[start:end] = re.sub(rb"[^\r\n]", b" ", data[start:end])
    return bytes(blanked), tuple(sorted(found))
