"""Which fields does a decision record fill? Front matter, bullets, sections or field lists, as one mapping."""

import re

from scrubjay.documents.front_matter import front_matter as read_front
from scrubjay.documents.front_matter import yaml_fields

Fields = dict[str, list[str]]

MAX_LINES = 4_000
_BULLET = re.compile(r"^\s{0,3}[*+-]\s+\**([A-Za-z][\w ]{1,30}?)\**\s*:\**\s*(.*)$")
_PLAIN = re.compile(r"^\**([A-Z][\w ]{1,30}?)\**\s*:\**\s+(\S.*)$")
_RST_FIELD = re.compile(r"^:([A-Za-z][\w -]{1,30}):\s*(.*)$")
_ROW = re.compile(r"^\|\s*\**([A-Za-z][\w ]{1,30}?)\**\s*\|\s*([^|]+)\|\s*$")
_RELATED = re.compile(
    r"^\s{0,3}[*+-]\s+((?:supers?[ce]+de[sd]|replace[sd]|amend(?:s|ed)|obsolete[sd]|extend(?:s|ed))\b.*)$",
    re.IGNORECASE,
)
_ATX = re.compile(r"^#{1,6}\s+(.*?)\s*#*$")
_ADOC = re.compile(r"^={1,6}\s+(\S.*)$")
_UNDERLINE = re.compile(r"([=\-~^\"'#*+.`:_])\1{2,}\s*$")
_NUMBERING = re.compile(r"^\d+[.)]\s+")

_NAMES = {
    "status": "status",
    "date": "date",
    "decision date": "date",
    "creation-date": "date",
    "supersedes": "supersedes",
    "supercedes": "supersedes",
    "replaces": "supersedes",
    "superseded-by": "superseded-by",
    "superseded by": "superseded-by",
    "superceded by": "superseded-by",
    "replaced by": "superseded-by",
    "replaced-by": "superseded-by",
    "amends": "amends",
    "amended by": "amended-by",
    "amended-by": "amended-by",
    "title": "title",
    "kep-number": "number",
    "start date": "date",
}
_RELATIONS = ("supersedes", "superseded-by", "amends", "amended-by")
_NOTHING = ("", "null", "~", "none", "n/a")


def mapping(text: str) -> Fields:
    """The fields of a YAML mapping that a record uses."""
    return _known(yaml_fields(text))


def front_matter(text: str) -> tuple[Fields, str]:
    """The fields of the front matter, and the text behind it."""
    said, body = read_front(text)
    return _known(said), body


def _known(said: Fields) -> Fields:
    fields: Fields = {}
    for key, values in said.items():
        name = _NAMES.get(key)
        meant = [value for value in values if value.lower() not in _NOTHING]
        if name and meant:
            fields.setdefault(name, []).extend(meant)
    return fields


def body_fields(text: str) -> tuple[Fields, str]:
    """The fields in the body, and its first heading.

    A field is `Status: x`, `* Date: x`, `:Status: x`, a table's row, or a section called Status. A bullet such as
    `* Supersedes [ADR-0003](0003-x.md)` counts as status wherever it stands.
    """
    fields: Fields = {}
    title = section = ""
    lines = _without_comments(text).split("\n")[:MAX_LINES]
    for index, raw in enumerate(lines):
        line = raw.rstrip()[:2000]
        heading = _heading(lines, index)
        if heading:
            named = _NAMES.get(_NUMBERING.sub("", heading).strip(":* ").lower(), "")
            section = named or ("other" if title else "")
            title = title or heading
        elif line.strip() and not _UNDERLINE.fullmatch(line) and not line.startswith(".. "):
            for name, value in _fields_of(line, section):
                fields.setdefault(name, []).append(value)
    return fields, title


def _fields_of(line: str, section: str) -> list[tuple[str, str]]:
    """What one line says, given the section that it stands in ("" is the top, "other" is of no interest)."""
    for form in (_BULLET, _RST_FIELD, _PLAIN, _ROW):
        found = form.match(line)
        name = _NAMES.get(found.group(1).strip().lower()) if found else None
        if found and name:
            value = found.group(2).strip()
            if section == "other" and name in _RELATIONS:
                return [("related", f"{name.replace('-', ' ')} {value}")]
            return [] if name == "title" or section == "other" else [(name, value)]
    related = _RELATED.match(line)
    if related:
        return [("related", related.group(1))]
    return [] if section in ("", "other", "title", "number") else [(section, line.strip())]


def _without_comments(text: str) -> str:
    """The text without `<!-- ... -->`: templates leave their choice of statuses in them. Lines stay."""
    kept: list[str] = []
    position = 0
    while (start := text.find("<!--", position)) >= 0:
        end = text.find("-->", start)
        if end < 0:
            break
        kept += [text[position:start], "\n" * text.count("\n", start, end)]
        position = end + 3
    return "".join([*kept, text[position:]])


def _heading(lines: list[str], index: int) -> str:
    line = lines[index].rstrip()[:500]
    found = _ATX.match(line) or _ADOC.match(line)
    if found:
        return found.group(1).strip()
    following = lines[index + 1].rstrip() if index + 1 < len(lines) else ""
    underlined = len(following) >= 3 and _UNDERLINE.fullmatch(following[:300]) and len(following) >= len(line) - 1
    return line.strip() if underlined and line.strip() and not _UNDERLINE.fullmatch(line) else ""
