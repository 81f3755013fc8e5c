"""Units of a passage: paragraphs, items, rows, comments, headings and code, without links. Pure.

Line by line and by signs alone: a passage is a piece of a document, so that no parser of whole ones fits.
"""

import re
from collections.abc import Iterator
from enum import Enum
from typing import Final

from scrubjay.model.frozen import dataclass
from scrubjay.model.pattern import pattern

WRAPPED: Final = 38
"""Columns of a line from which on the next one goes on with it; a shorter one stands for itself."""

GAP: Final = "\x01"
"""What stands for each character of a link."""

_LINK: Final = pattern(
    r"!?\[(?:[^\[\]]|\[[^\[\]]*\])*\](?:\([^()\s]*(?:\([^()]*\)[^()\s]*)*(?:\s[^()]*)?\)|\[[^\]]*\])"
    r"|(?::[\w:.+-]+:)?`(?:[^`<>]*<[^<>`]+>`_{0,2}|(?<=:`)[^`]*`|[^`\n<>]+`_{1,2}(?!\w))"
    r"|<a\s[^<>]*>.{,2000}?</a>| +<[\w./#-]+>[ ]*$",
    re.DOTALL | re.MULTILINE,
)
_ADDRESS: Final = pattern(
    r"\b[A-Za-z][\w+.-]{,20}://\S+|<?\b[\w.+-]{1,64}@[\w-]+\.[\w.-]+>?|\b(?:link|xref|image)::?\S*\[[^\]]*\]"
)
_BADGES: Final = pattern(r"(?:\s*\|[\w. -]+\|_{0,2})+\s*$")
_TAG: Final = pattern(r"<!--.*?(?:-->|\Z)|</?[A-Za-z][^<>]*>|\{[#:%{][^{}\n]*\}+|&\w+;", re.DOTALL)
_WIDE: Final = pattern(r"[^\0-\u2e7f]")
_FENCE: Final = pattern(r"\s*(?:[-*+>]\s+)?(`{3,}|~{3,})")
_DELIMITER: Final = pattern(r"(-{4,}|\.{4,})\s*$")
_MARK: Final = pattern(r"\s*(?:>\s*)?(?:[-*+•]|\d+[.)]|#\.|\*{2,5}|\.{1,5})\s+(?:\[[ xX]\]\s+)?")
_HEADING: Final = pattern(r"\s{0,3}(?:#{1,6}|={1,6})\s+\S")
_RULE: Final = pattern(r"\s*([=\-~^\"'#*+.:_])\1{2,}[\s=+:-]*$|\s*[|+][\s|+:=-]*$")
_DIRECTIVE: Final = pattern(r"\s*\.\.\s+(?:\|[^|]+\|\s+)?([\w:.+-]+)::(?:\s+|$)")
_SKIPPED: Final = pattern(
    r"\s*:[\w-]+(?:[= ][\w.-]+)?:(?:\s|$)|\s*\.\.(?:\s+_|\s*$)|\s*\[[^\]]+\]:\s|\s*(?:import|export)\s.*['\"]"
)
_PROSE_FENCE: Final = pattern(r"\{(?!code|literal|doctest|math|raw|include)[\w:-]+\}")
_IS_CODE: Final = pattern(r"code|literal|doctest|prompt|console")
_IS_DATA: Final = pattern(r"tree|graph|math|raw|image|include|meta$|contents$")
"""Directives whose body is neither told nor code."""


class UnitKind(Enum):
    """The kinds of units. A field stands in the front matter, a comment in plain text or code."""

    PROSE = "prose"
    ITEM = "item"
    ROW = "row"
    FIELD = "field"
    HEADING = "heading"
    COMMENT = "comment"
    CODE = "code"


@dataclass(frozen=True, slots=True)
class Unit:
    """A part of a text that is read as one, and how many lines it takes."""

    kind: UnitKind
    text: str
    lines: int = 1


def units(text: str, format: str) -> Iterator[Unit]:
    """The units of a passage in a document of a format, without its links, its tags and what only marks structure."""
    return _Reader(format).read(_without_links(text))


def _without_links(text: str) -> str:
    """A text with gaps as long as they were in place of links, images, addresses and tags.

    To look for a sign of one takes a hundredth of the time.
    """
    if "<" in text or "](" in text or "][" in text or "`_" in text or ":`" in text:
        text = _LINK.sub(_blank, text)
    if "://" in text or "@" in text or "link:" in text or "xref:" in text or "image:" in text:
        text = _ADDRESS.sub(_blank, text)
    return _TAG.sub(_blank, text) if "<" in text or "{" in text or "&" in text else text


def _blank(match: re.Match[str]) -> str:
    return "\n".join(GAP * len(line) for line in match.group().split("\n"))


class _Reader:
    """Reads line by line: `held` lines make a unit, `fence` and `below` say within which code it is."""

    def __init__(self, format: str) -> None:
        self._format = format
        self._plain = format in ("text", "kep")
        self._found: list[Unit] = []
        self._held: list[str] = []
        self._kind = UnitKind.PROSE
        self._fence = ""
        self._around: list[str] = []
        """The fences of directives around prose, as MyST has them."""
        self._below, self._drops = -1, False
        """The indentation that code in reStructuredText stands below, -1 where none does; whether it is mere data."""

    def read(self, text: str) -> Iterator[Unit]:
        """The units of a text, in order."""
        lines = text.split("\n")
        front = lines.index("---", 1) if lines[0] == "---" and "---" in lines[1:] else 0
        yield from (Unit(UnitKind.FIELD, line) for line in lines[1:front])
        lines = lines[front + 1 if front else 0 :]
        fences = [] if self._plain else [line.strip() for line in lines if _FENCE.match(line)]
        if len(fences) % 2 and not fences[0].strip("`~"):  # the passage begins within code
            self._fence = fences[0]
        for line, following in zip(lines, [*lines[1:], ""], strict=False):
            if self._is_code(line):
                self._end_unit()
                if line.strip() and not _FENCE.match(line) and not (self._below >= 0 and self._drops):
                    self._found.append(Unit(UnitKind.CODE, line))
            else:
                self._take(line, following)
            if self._found:
                yield from self._found
                self._found.clear()
        self._end_unit()
        yield from self._found

    def _is_code(self, line: str) -> bool:
        """Whether a line is code or a fence; notes where code begins and ends."""
        opened = None if self._plain else _FENCE.match(line)
        if self._format == "asciidoc":
            opened = opened or _DELIMITER.match(line)
        if opened and not self._fence and line.strip() in self._around:
            self._around.remove(line.strip())
            return True
        if opened and not self._fence and _PROSE_FENCE.match(line, opened.end()):
            self._around.append(opened[1])
            return True
        if opened:
            ends = self._fence and opened[1].startswith(self._fence)
            self._fence = "" if ends else self._fence or opened[1]
            return True
        if self._fence:
            return True
        if line.strip() and len(line) - len(line.lstrip()) <= self._below:
            self._below = -1
        return self._below >= 0 and not _SKIPPED.match(line)

    def _take(self, line: str, following: str) -> None:
        """Take a line of text, with the one that follows it, into the unit that is open or a new one."""
        if self._held and len(self._held[-1]) < _width(self._held[-1]):
            self._end_unit()
        indent = len(line) - len(line.lstrip())
        directive = _DIRECTIVE.match(line)
        if directive or not line.strip() or _RULE.match(line) or _SKIPPED.match(line) or _BADGES.match(line):
            self._end_unit()
            if directive and (_IS_CODE.search(directive[1]) or _IS_DATA.search(directive[1])):
                self._below, self._drops = indent, not _IS_CODE.search(directive[1])
            elif directive:
                self._held = list(filter(None, [line[directive.end() :].strip()]))
                self._kind = UnitKind.ITEM
        elif line.lstrip().startswith("|") or (" | " in line and not self._held and not _MARK.match(line)):
            self._end_unit()
            if not _RULE.match(following):  # the head of a table names its columns
                self._found.append(Unit(UnitKind.ROW, line.strip().strip("|")))
        elif _HEADING.match(line):
            self._end_unit()
            comment = self._plain or line[0].isspace()  # of a setting, where the code began in another passage
            self._found.append(Unit(UnitKind.COMMENT if comment else UnitKind.HEADING, line.lstrip("#= ")))
        elif _RULE.match(following) and not self._held:
            self._found.append(Unit(UnitKind.HEADING, line))
        else:
            mark = _MARK.match(line)
            if mark:
                self._end_unit()
                self._kind = UnitKind.ITEM
            self._held.append(line[mark.end() :].strip() if mark else line.strip())
            if self._format == "rst" and line.rstrip().endswith("::"):
                self._below, self._drops = indent, False

    def _end_unit(self) -> None:
        if any(self._held):
            self._found.append(Unit(self._kind, " ".join(self._held), len(self._held)))
        self._held, self._kind = [], UnitKind.PROSE


def _width(line: str) -> int:
    """From which length on a line is wrapped: signs of scripts without spaces take two columns."""
    return WRAPPED if line.isascii() else max(8, WRAPPED - len(_WIDE.findall(line)))
