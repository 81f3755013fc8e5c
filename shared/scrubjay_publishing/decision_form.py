"""The form in which a repository keeps its decision records, read off the newest ones. Pure."""

import posixpath
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from enum import StrEnum

from scrubjay.knowledge.decisions.parse import parse_decision
from scrubjay.model.decision import Decision
from scrubjay.model.frozen import dataclass
from scrubjay.model.pattern import pattern
from scrubjay_publishing.naming import is_dated, parts_of

FOLDER_FILE = ".adr-dir"
"""Where adr-tools keeps the folder of its records."""
LOG4BRAINS_FILE = ".log4brains.yml"
NEWEST = 12
"""Records that are read to see what is usual now; older ones may keep a form that was left."""

_ADR_FOLDER = pattern(r"^\s*adrFolder:\s*[\"']?([^\"'#\n]+?)[\"']?\s*$", re.MULTILINE)
_HEADING = pattern(r"^#[ \t]+(?P<line>\S.*?)[ \t]*#*$", re.MULTILINE)
_LEAD = pattern(r"(?P<before>(?:[A-Za-z]{2,8}[-_ #]?)?)(?P<number>0*\d{1,6})(?P<after>[.:)]?\s+(?:[-–—]\s+)?)(?=\S)")
_BULLET = pattern(r"^(?P<mark>[*+-])[ \t]+\**Status\**:\**[ \t]*\S", re.MULTILINE)
_FIELD = pattern(r"^([A-Za-z_][\w-]*):[ \t]*(\S.*?)[ \t]*$", re.MULTILINE)
_OWN_FIELDS = frozenset({
    "id", "kind", "status", "date", "evidence", "supersedes", "authors", "applies", "tags", "title", "deciders",
    "decision-makers", "consulted", "informed",
})  # fmt: skip
"""Fields of a record that speak of this record alone."""
_STATUS = pattern(r"^##[ \t]+Status\b", re.MULTILINE | re.IGNORECASE)
_STATUS_WORD = pattern(r"(?i)\b(?:accepted|approved|proposed)\b")
_DATE_LINE = pattern(r"^Date:[ \t]*\d", re.MULTILINE)
_MADR = pattern(r"^##[ \t]+Context and problem statement", re.MULTILINE | re.IGNORECASE)


class DecisionStyle(StrEnum):
    """Where a record keeps status and date: front matter (MADR 3), bullets (MADR 2, log4brains), sections (Nygard)."""

    FRONT_MATTER = "front matter"
    BULLETS = "bullets"
    SECTIONS = "sections"


@dataclass(frozen=True, slots=True)
class RecordText:
    """A decision record of the base: its path and its text."""

    path: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionForm:
    """How a new record of a folder looks. `number` is the newest record's as written, empty where names are dated.

    `prefix`, `separator` and `joiner` are those of file names. `before` and `after` surround the number in a heading,
    `heading_number` is a sample of it; empty: headings have none. `capital`: the status begins with a capital.
    `dated` is a sample of a name that begins with a day. `shared_fields` of the front matter say the same in all
    records, such as a site's layout; `numbered_fields` hold the record's number.
    """

    folder: str
    style: DecisionStyle
    madr: bool
    number: str
    prefix: str = ""
    separator: str = "-"
    joiner: str = "-"
    extension: str = ".md"
    before: str = ""
    heading_number: str = ""
    after: str = ""
    bullet: str = "*"
    date_line: bool = False
    capital: bool = True
    dated: str = ""
    status_section: bool = True
    shared_fields: tuple[tuple[str, str], ...] = ()
    numbered_fields: tuple[str, ...] = ()


def chosen_folder(paths: Sequence[str], markers: Mapping[str, str]) -> str | None:
    """The folder of decision records: the one that a tool's file names, else the one with most records; else None.

    `paths` are those of records, `markers` the texts of FOLDER_FILE and LOG4BRAINS_FILE where they are there.
    """
    folders = Counter(posixpath.dirname(path) for path in paths)
    named = markers.get(FOLDER_FILE, "").strip()
    if not named and (match := _ADR_FOLDER.search(markers.get(LOG4BRAINS_FILE, ""))):
        named = match[1]
    named = posixpath.normpath(named).strip("/") if named else ""
    if named == ".":
        return ""
    if named and not named.startswith("..") and (named in folders or FOLDER_FILE in markers):
        return named
    if not folders:
        return None
    return min(folders, key=lambda folder: (-folders[folder], folder.count("/"), folder))


def decision_form(folder: str, records: Sequence[RecordText]) -> DecisionForm:
    """The form of a folder's records, by the newest ones. `records`: oldest first."""
    newest = records[-NEWEST:]
    if not newest:  # adr-tools was set up, and no record is there yet
        return DecisionForm(
            folder=folder, style=DecisionStyle.SECTIONS, madr=False, number="0000", heading_number="0", after=". ",
            date_line=True,
        )  # fmt: skip
    style = _most_frequent([_style(record.text) for record in newest])
    like = next(record for record in reversed(newest) if _style(record.text) is style)
    name = posixpath.basename(like.path)
    parts = parts_of(name)
    stem, extension = posixpath.splitext(name)
    words = parts[3] if parts else stem
    heading = _HEADING.search(_body_text(like.text))
    lead = _LEAD.match(heading["line"]) if heading else None
    if lead and parts and int(lead["number"]) != int(parts[1]):
        lead = None  # a title that begins with a number of its own
    bullet = _BULLET.search(like.text)
    status = _STATUS_WORD.search(like.text)
    return DecisionForm(
        folder=folder,
        style=style,
        madr=bool(_MADR.search(like.text)),
        number=parts[1] if parts else "",
        prefix=parts[0] if parts else "",
        separator=parts[2] if parts else "-",
        joiner="_" if words.count("_") > words.count("-") else "-",
        extension=extension or ".md",
        before=lead["before"] if lead else "",
        heading_number=lead["number"] if lead else "",
        after=lead["after"] if lead else "",
        bullet=bullet["mark"] if bullet else "*",
        date_line=any(_DATE_LINE.search(record.text) for record in newest),
        capital=status.group()[0].isupper() if status else style is DecisionStyle.SECTIONS,
        dated=name if is_dated(name) else "",
        status_section=any(_STATUS.search(record.text) for record in newest),
        shared_fields=_shared(newest),
        numbered_fields=_holding_number(newest),
    )


def in_order(records: Sequence[RecordText]) -> tuple[RecordText, ...]:
    """Records by number, then by name."""

    def key(record: RecordText) -> tuple[int, str]:
        parts = parts_of(posixpath.basename(record.path))
        return (int(parts[1]) if parts else 0, record.path)

    return tuple(sorted(records, key=key))


def parsed(record: RecordText) -> Decision | None:
    """The number, title and status of a record; None for a file that is none."""
    return parse_decision(record.path, record.text, "markdown")


def _front_fields(text: str) -> dict[str, str]:
    """The plain fields of a record's front matter."""
    return dict(_FIELD.findall(text.partition("\n---")[0])) if text.startswith("---\n") else {}


def _shared(records: Sequence[RecordText]) -> tuple[tuple[str, str], ...]:
    """The fields of the front matter that all records have with one value."""
    fronts = [_front_fields(record.text) for record in records]
    if len(fronts) < 2:
        return ()
    same = (pair for pair in fronts[-1].items() if all(pair in front.items() for front in fronts))
    return tuple(pair for pair in same if pair[0].lower() not in _OWN_FIELDS)


def _holding_number(records: Sequence[RecordText]) -> tuple[str, ...]:
    """The names of the front matter's fields that hold the record's number."""
    pairs = [(_front_fields(record.text), parts_of(posixpath.basename(record.path))) for record in records]
    holding = [
        {name for name, value in front.items() if value.isdecimal() and int(value) == int(parts[1])}
        for front, parts in pairs
        if parts is not None
    ]
    return tuple(sorted(set.intersection(*holding) - _OWN_FIELDS)) if len(holding) > 1 else ()


def _style(text: str) -> DecisionStyle:
    """Where a record keeps its status and date."""
    if _front_fields(text):
        return DecisionStyle.FRONT_MATTER
    return DecisionStyle.BULLETS if _BULLET.search(text) else DecisionStyle.SECTIONS


def _body_text(text: str) -> str:
    """The text behind its front matter, where a line that begins with # is a heading."""
    return text.partition("\n---\n")[2] if text.startswith("---\n") else text


def _most_frequent(styles: Sequence[DecisionStyle]) -> DecisionStyle:
    """The most frequent style; of equally frequent ones the newest."""
    counts = Counter(styles)
    return max(reversed(styles), key=lambda style: counts[style])
