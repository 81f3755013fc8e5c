"""Test whether a passage says something: a sentence or an explained term does; a list of links or values doesn't. Pure.

No word of any language decides: words are counted that stand in a row between signs, in whatever script.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import takewhile
from typing import Final

from scrubjay.model.pattern import pattern
from scrubjay.text.units import GAP, Unit, UnitKind, units

ROW: Final = 4
"""Words in a row that read as a sentence without a mark of its end. Names and figures within count, three aren't."""

NAMES: Final = 5
"""The same in plain text, where whole lines are names: "Johannes van der Waals"."""

ITEM: Final = 3
"""Those that do in an item of a list, behind a term or in a comment: "Fix the crash", "timeout: seconds to wait"."""

ENDED: Final = 2
"""Those that do before a mark of the end, or in a paragraph below a heading: "Use Postgres.", "Manage plugins"."""

LONGEST_ROW: Final = 60
"""Words without a sign between them from which on they are a list of words."""

DESCRIBED: Final = 6
"""Those that describe what a list links to, where capitals don't tell words from the names of its authors."""

BLOCK: Final = 12
"""Lines of code that a heading explains by itself; more are the body of an example, or a dump."""

LEAST_SHARE: Final = 12
"""One line in so many must say something: a sentence above a long list of links is its lead."""

LONGEST: Final = 20_000
"""Characters of a passage that are looked at."""

_PAIRS: Final = r"\u2e80-\u2fdf\u3005-\u30ff\u31f0-\u31ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_FOURS: Final = r"\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"
_SIGNS: Final = r"|(?P<end>(?<!\s\w)[.!?](?=[\"'”’)\]*_]*(?:\s|\Z))|[。！？؟।։።])|(?P<sign>[^\w\s'\"“”‘’`*_\x00\x01-])"
_ASCII: Final = pattern(rf"(?P<word>[A-Za-z]+(?:['-][A-Za-z]+)*)|(?P<name>\x00){_SIGNS}")
_ANY: Final = pattern(
    rf"(?P<word>[{_PAIRS}]{{1,2}}|[{_FOURS}]{{1,4}}"
    rf"|[^\W\d_{_PAIRS}{_FOURS}](?:[^\W\d_{_PAIRS}{_FOURS}]|[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0900-\u0963\u0966-\u0dff'’-])*)"
    rf"|(?P<name>\x00){_SIGNS}"
)
"""Two signs of Han or Kana are about a word, four of Thai, Lao, Khmer or Burmese."""

_NAME: Final = pattern(r"(?<!\w)(?:\S{50,}|[\w.@~-]*+[/\\][\w./\\@~*-]+|\w+(?:[._]\w+)+|\w*\d\w*)")
"""No name begins within a word, where all of it isn't one: looking at its first letter alone takes half of the time."""
_OPTION: Final = pattern(r"(?<!\S)--?\w[\w-]*")
_COMMENT: Final = pattern(r"(?:^|\s)(?:#+|//+|--|;+|/\*+|\*|\"\"\"|''')\s*(.*)$")
_TERM: Final = pattern(r"[:：]\s+|\s[-–—=]{1,2}>?\s|：")
_MOVED: Final = pattern(r"http-equiv\s*=\s*[\"']?refresh", re.IGNORECASE)
"""A page that only says where it went, in HTML or as Sphinx has it."""

_CODED: Final = pattern(
    r"^(?:-{5}[A-Z0-9 ]+-{5}|[A-Za-z0-9+/]{40,}={0,2}|=[A-Za-z0-9+/]{4}|\\?[0-9a-fA-F]{32,128}[ \t]+\*?\S+)[ \t]*$",
    re.MULTILINE,
)
"""Lines of a key, of a signature, or of a sum with the file that it is of."""

_CELLS: Final = pattern(r"(?<!\\)\|")


@lru_cache(maxsize=4096)
def says_something(text: str, format: str = "markdown") -> bool:
    """Whether a passage of a document holds a sentence, or a definition: a term, a setting, a command with its words.

    `format` is that of the document: in plain text a line that begins with # is a comment.
    """
    if _MOVED.search(text):
        return False
    text = _CODED.sub("", text[:LONGEST])
    found: list[Unit] = []
    most, said = text.count("\n") + 1, 0
    for unit in units(text, format):  # where what stands first outweighs all that may follow, the rest isn't read
        found.append(unit)
        if (
            unit.kind is UnitKind.PROSE
            and not _ends_in_colon(unit)
            and _says(unit, (), NAMES if format == "text" else ROW)
        ):
            said += 0 if _is_link(unit) else unit.lines
            if LEAST_SHARE * said >= most:
                return True
    kinds = [unit.kind for unit in found]
    row = NAMES if format == "text" else ENDED if UnitKind.HEADING in kinds else ROW
    told = sum([unit.lines for unit in found if unit.kind not in (UnitKind.CODE, UnitKind.HEADING)])
    said, links = 0, []
    for number, unit in enumerate(found):
        if _is_link(unit):
            links.append(unit)
        elif _says(unit, found[number + 1 :], row):
            said += unit.lines + (_list_lines(found[number + 1 :]) if _ends_in_colon(unit) else 0)
            if LEAST_SHARE * said >= told:
                return True
    described = [unit for unit in links if _says(unit, (), row)]
    if 2 * len(described) >= len(links):  # what one of many entries adds is a note
        said += sum([unit.lines for unit in described])
    if said:
        return LEAST_SHARE * said >= told
    is_brief = 0 < kinds.count(UnitKind.CODE) <= BLOCK
    return is_brief and any(unit.kind is UnitKind.HEADING and _rows(unit.text)[0] for unit in found)


def has_comment(text: str) -> bool:
    """Whether code holds a comment of more than a few words."""
    return any(_rows(comment)[0] >= ITEM for line in text[:LONGEST].split("\n") for comment in _COMMENT.findall(line))


def _says(unit: Unit, following: Sequence[Unit], row: int) -> bool:
    """Whether a unit is a sentence or a definition; one that ends with a colon leads to code or to a list."""
    match unit.kind:
        case UnitKind.HEADING:
            return False
        case UnitKind.CODE:
            return has_comment(unit.text)
        case UnitKind.ROW:
            first, *cells = [_rows(cell)[0] for cell in _CELLS.split(unit.text)]
            return any(cells) or (first >= ITEM and bool(cells))
    longest, ended = _rows(unit.text)
    if longest > LONGEST_ROW or (_is_link(unit) and not _tells_of_link(unit.text, longest)):
        return False
    if ended:
        return True
    if _ends_in_colon(unit):
        code = any(other.kind is UnitKind.CODE for other in following)
        return longest >= (ENDED if code else ITEM) and (code or _list_lines(following) > 0)
    if longest >= (ITEM if unit.kind in (UnitKind.ITEM, UnitKind.COMMENT) else row):
        return unit.kind is not UnitKind.FIELD
    explained = _TERM.split(unit.text, maxsplit=1)[1:] if unit.kind is not UnitKind.FIELD else ()
    return any(_rows(part)[0] >= ITEM for part in explained)


def _is_link(unit: Unit) -> bool:
    """Whether a unit is an entry of a list of links, which may name its author."""
    return unit.text.startswith(GAP)


def _tells_of_link(text: str, longest: int) -> bool:
    """Whether an entry of a list of links says more than whose the page is: names are written with capitals."""
    small = sum(word[0].islower() for word in text.replace(GAP, " ").split())
    return longest >= (ROW if small >= ENDED else DESCRIBED)


def _ends_in_colon(unit: Unit) -> bool:
    return unit.text.rstrip().endswith((":", "："))


def _list_lines(following: Sequence[Unit]) -> int:
    """The lines of the list right behind a lead whose items aren't mere links."""
    items = takewhile(lambda unit: unit.kind in (UnitKind.ITEM, UnitKind.ROW), following)
    return sum(unit.lines for unit in items if _rows(unit.text)[0])


def _rows(text: str) -> tuple[int, bool]:
    """The length of the longest row of words, and whether enough words stand before a mark of the end.

    Names and figures count with three words or more of their row; options of a command end it.
    """
    longest, words, names, ended = 0, 0, 0, False
    for match in (_ASCII if text.isascii() else _ANY).finditer(
        _NAME.sub("\0", _OPTION.sub("=", text.replace(GAP, " ")))
    ):
        match match.lastgroup:
            case "word":
                words += 1
                longest = max(longest, words + names if words >= ITEM else words)
            case "name":
                names += 1
                longest = max(longest, words + names if words >= ITEM else words)
            case kind:
                ended = ended or (kind == "end" and words >= ENDED)
                words = names = 0
    return longest, ended
