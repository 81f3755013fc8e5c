"""Field extraction from a decision record: front matter, bullets, sections and field lists as one mapping."""

import re

from scrubjay.knowledge.decisions.front_matter import opening_block, preamble, yaml_fields
from scrubjay.knowledge.decisions.languages import SAID, field_of
from scrubjay.knowledge.decisions.naming import has_reference
from scrubjay.knowledge.decisions.status import newest_row
from scrubjay.knowledge.decisions.translated import said_of_itself
from scrubjay.model.decision import Relation
from scrubjay.model.pattern import pattern

Fields = dict[str, list[str]]

MAX_LINES = 4_000
_ANY = r"[^\W\d_][^\n:：|*<>\[\]()]{1,40}?"
_TITLED = r"[^\W\d_a-z][^\n:：|*<>\[\]()]{1,40}?"
"""Names of fields in any script; in most forms they don't begin with a small letter."""
_COLON = r"\s*(?::|：)\**"
_BULLET = pattern(rf"^\s{{0,3}}[*+-]\s+[*_]*({_ANY})[*_]*{_COLON}\s*(.*)$")
_PLAIN = pattern(rf"^[*_]*({_TITLED})[*_]*\s*(?::[*_]*(?=\s|$)|：\**)\s*(\S.*|)$")
_RST_FIELD = pattern(r"^:([^\W\d_][\w -]{1,30}):\s*(.*)$")
_ROW = pattern(rf"^\|\s*\**({_ANY})\**\s*[:：]?\**\s*\|\s*([^|]+)\|\s*$")
_BOLD = pattern(rf"^\*{{1,2}}({_TITLED})\s*[.:：]\*{{1,2}}\s*(\S.*|)$")
_SEVERAL = pattern(rf"\s+[·•|]\s+(?=\**{_TITLED}\**\s*[:：])")
"""Separator of several fields on one line: "**Phase:** 2 · **Supersedes:** ADR-3"."""
_LEADS = pattern(rf"^[\s>*_+-]*{_TITLED}[*_]*\s*[:：]")
"""The first of them: text before a field is a sentence that mentions it."""
_CELL = pattern(rf"^\|\s*\**({_ANY})\**\s*()$")
_HTML_ROW = pattern(
    r"^\s*<tr>\s*<t[dh]>\s*([^\W\d_][^<:：]{1,40}?)\s*[:：]?\s*</t[dh]>\s*<td>\s*(.*?)\s*</td>", re.IGNORECASE
)
_LOWER = pattern(rf"^((?=[^\W\d_A-Z]){_ANY})(?::\s+|：\s*)(\S.*)$")
_HEAD_ROW = pattern(
    r"^\|([^\n]{3,500})\|[ \t]*\n\|[ \t:|-]{3,300}\|[ \t]*((?:\n\|[^\n]{3,1000}\|[ \t]*$){1,200})", re.MULTILINE
)
_CELLS = (_BOLD, _ROW, _CELL, _HTML_ROW)
_FORMS = (_BULLET, _RST_FIELD, _PLAIN, *_CELLS)
_RELATED = pattern(
    r"^\s{0,3}[*+-]\s+((?:supers?[ce]+de[sd]|replace[sd]|amend(?:s|ed)|obsolete[sd]|extend(?:s|ed))\b.*)$",
    re.IGNORECASE,
)
_ATX = pattern(r"^#{1,6}\s+(.*?)\s*#*$")
_ADOC = pattern(r"^={1,6}\s+(\S.*)$")
_UNDERLINE = pattern(r"([=\-~^\"'#*+.`:_])\1{2,}\s*$")
_BLANK = pattern(rf"{_UNDERLINE.pattern}|")
_NUMBERING = pattern(r"^\d+[.)]\s+")
_ADOC_COMMENT = pattern(r"^//.*$", re.MULTILINE)
_DEFINITION = pattern(r"^\s{0,3}\[[^\]]{1,200}\]:\s")
_ITEM = pattern(r"^\s*(?:[*+-]\s+)?\S")
_SAYS_SO = pattern(r"(?:supers?[ce]+ded|replaced)(?:\s*$|\s*:|\s+(?:by|as|because|since|on)\b)", re.IGNORECASE)
"""Headings that are a status, such as `## Superseded by [x](y.md)`; "Superseded ideas" isn't one."""


_NAMES = {
    "status": "status",
    "date": "date",
    "decisiondate": "date",
    "creationdate": "date",
    "supersedes": "supersedes",
    "supercedes": "supersedes",
    "replaces": "supersedes",
    "supersededby": "superseded-by",
    "supercededby": "superseded-by",
    "replacedby": "superseded-by",
    "obsoletedby": "superseded-by",
    "obsoletes": "supersedes",
    "superseded": "ended",
    "superceded": "ended",
    "amends": "amends",
    "amendedby": "amended-by",
    "title": "title",
    "kepnumber": "number",
    "startdate": "date",
    "created": "date",
    "stage": "stage",
    "state": "stage",
    "decisionstatus": "status",
    "adrstatus": "status",
    "successor": "superseded-by",
    "successors": "superseded-by",
    "deprecatedby": "superseded-by",
    "obsoleteby": "superseded-by",
    "decided": "date",
    "decidedon": "date",
}
RELATIONS: tuple[Relation, ...] = ("supersedes", "superseded-by", "amends", "amended-by")
_NOTHING = pattern(r"\W*(?:(?:null|none|nothing|n/a|na|no|tbd)\b(?![-/])\W*(?:\(.*)?)?$", re.IGNORECASE)
"""Values that mean "no value", also with a remark in brackets, as in "None (but see ADR-3)"."""


def mapping(text: str) -> Fields:
    """The fields that records use, from a YAML mapping."""
    return _known_fields(yaml_fields(text))


def front_matter(text: str) -> tuple[Fields, str]:
    """The fields of the front matter, and the text after it."""
    raw, body = preamble(text)
    return _known_fields(raw), body


def opening(body: str) -> Fields:
    """The fields of a code block at the beginning of a record, as proposals have it."""
    return _known_fields(opening_block(body))


def _known_fields(raw: Fields) -> Fields:
    """The fields that a record uses, by their normalised names; others are dropped."""
    fields: Fields = {}
    for key, values in raw.items():
        name = _field_name(key)
        meant = [value for value in values if not _NOTHING.match(value)]
        if not name and meant and _names_itself(key, meant[0]):
            name, meant = "series", [f"{key.upper()} {meant[0]}"]
        if not name and (says := [value for value in meant if _SAYS_SO.match(value)]):
            name, meant = "status", says
        if name == "ended":
            name, meant = "status", [f"superseded: {value}" for value in meant if value.lower() != "false"]
        if name and meant:
            fields.setdefault(name, []).extend(meant)
    return fields


def _field_name(name: str) -> str:
    """The normalised name of a field: "Superseded by", `superseded_by` and `SupersededBy` give the same."""
    return _NAMES.get("".join(letter for letter in name.lower() if letter.isalpha()), "") or field_of(name)


def _names_itself(key: str, value: str) -> bool:
    """Whether a field is named after the record's series and holds its own number, as `PEP: 8` does."""
    return key.isalpha() and key.isascii() and 2 <= len(key) <= 6 and value.isdigit()


def body_fields(text: str) -> tuple[Fields, str]:
    """The fields that the body of a record states in lines, sections or tables, and its first heading.

    A field is `Status: x`, `* Date: x`, `:Status: x`, a table's row, or a section called Status; where nothing follows
    the colon, the lines below it are its value. A bullet such as `* Supersedes [ADR-0003](0003-x.md)` counts as status
    wherever it is, and so does a heading that says `Superseded by`.
    """
    fields: Fields = {}
    title = section = open_field = ""
    inside = 0
    adornments: list[str] = []
    lines = _HEAD_ROW.sub(_table_fields, _without_comments(text)).split("\n")[:MAX_LINES]
    for index, raw in enumerate(lines):
        line = raw.rstrip()[:2000]
        heading = _heading(lines, index)
        if heading:
            named = _field_name(_NUMBERING.sub("", heading).strip(":* "))
            level = _level(line, lines[index + 1] if index + 1 < len(lines) else "", adornments)
            if named or not (section == "status" and level > inside):
                section, inside = ("status" if named == "ended" else named) or ("other" if title else ""), level
            if _SAYS_SO.match(heading) or (title and has_reference(heading) and said_of_itself(heading, "")):
                fields.setdefault("status", []).append(heading)
            elif title and (stated := _status_in_heading(heading)):
                fields.setdefault("status", []).append(stated)
            else:
                title = title or heading
            open_field = ""
        elif not line.strip():
            open_field = open_field if open_field and not fields.get(open_field) else ""
        elif not _UNDERLINE.fullmatch(line) and not line.startswith(".. ") and not _DEFINITION.match(line):
            line = line if section else _at_the_top(line, title)
            several = "·" in line or "•" in line or (" | " in line and not line.startswith("|"))
            parts = _SEVERAL.split(line) if several and _LEADS.match(line) else [line]
            line_fields = [field for part in parts for field in _fields_of(part, section, open_field)]
            for name, value in line_fields:
                fields.setdefault(name, []).extend([value] if value else [])
            if not (open_field and line_fields and line_fields[0][0] == open_field):
                open_field = line_fields[0][0] if len(line_fields) == 1 and not line_fields[0][1] else ""
    return fields, title


def _status_in_heading(heading: str) -> str:
    """The status within a heading, as in `## Status: Accepted`; "" where it states none."""
    name, _, value = heading.replace("：", ":").partition(":")
    return value.strip() if value.strip() and _field_name(name.strip()) == "status" else ""


def _table_fields(table: re.Match[str]) -> str:
    """A table whose head names fields, as lines of `field: value`; of several rows, the last valid one.

    What a status names in a cell of its own, below no field's name, belongs to it.
    """
    names = [cell.strip(" *") for cell in table.group(1).split("|")]
    rows = [[cell.strip() for cell in row.strip()[1:-1].split("|")] for row in table.group(2).strip().split("\n")]
    known = [_field_name(name) for name in names]
    if sum(map(bool, known)) < 2 or any(len(row) != len(names) for row in rows):
        return table.group()
    column = known.index("status") if "status" in known else 0
    row = rows[newest_row([" ".join(row) for row in rows], [row[column] for row in rows])]
    if "status" in known and len(rows) > 1:
        beside = [cell for name, cell in zip(known, row, strict=True) if not name and has_reference(cell)]
        row[known.index("status")] += f" {beside[0]}" if len(beside) == 1 else ""
    return "\n".join(f"{name}: {value}" for name, value in zip(names, row, strict=True))


def _at_the_top(line: str, title: str) -> str:
    """A line above the first section, without block quote marks; above the title also without indentation."""
    return line.lstrip("> ") if line.startswith(">") or not title else line


def _level(line: str, below: str, adornments: list[str]) -> int:
    """The level of a heading: by its marks (# or =), else by the order in which its kind of underline first appears."""
    if line[:1] in "#=":
        return len(line) - len(line.lstrip("#="))
    if below[:1] not in adornments:
        adornments.append(below[:1])
    return adornments.index(below[:1]) + 1


def _fields_of(line: str, section: str, open_field: str) -> list[tuple[str, str]]:
    """The fields on one line of a section ("" is the top, "other" any section that isn't a field).

    A field whose value follows below has an empty value; `open_field` is the one that waits for its value.
    """
    forms = _FORMS if ":" in line[:60] or "：" in line[:60] else _CELLS if line.lstrip()[:1] in ("|", "<", "*") else ()
    for form in forms if section else (*forms, _LOWER):
        match = form.match(line)
        name = _field_name(match.group(1)) if match else ""
        if match and name:
            value = match.group(2).strip()
            if value and _NOTHING.match(value):
                return []
            if name == "ended":
                name, value = "status", f"superseded: {value}"
            if name.startswith(SAID):
                return [(name, value)]
            if section == "other" and name in RELATIONS:
                return [("related", f"{name.replace('-', ' ')} {value}")] if value else []
            return [] if name == "title" or section == "other" else [(name, value)]
        if match and not section and _names_itself(match.group(1), match.group(2).strip()):
            return [("series", f"{match.group(1).upper()} {match.group(2).strip()}")]
    if open_field and _ITEM.match(line):
        return [(open_field, line.strip("| \t"))]
    related = _RELATED.match(line)
    if related:
        return [("status" if section == "status" else "related", related.group(1))]
    return [] if section in ("", "other", "title", "number") else [(section, line.strip())]


def _without_comments(text: str) -> str:
    """The text without `<!-- ... -->` and AsciiDoc's `//`: templates leave their choices in them. Lines stay."""
    pieces: list[str] = []
    position = 0
    while (start := text.find("<!--", position)) >= 0:
        end = text.find("-->", start)
        if end < 0:
            break
        pieces += [text[position:start], "\n" * text.count("\n", start, end)]
        position = end + 3
    return _ADOC_COMMENT.sub("", "".join([*pieces, text[position:]]))


def _heading(lines: list[str], index: int) -> str:
    """The text of a heading on a line, marked or underlined; "" where the line is none."""
    line = lines[index].rstrip()[:500]
    match = line[:1] in ("#", "=") and (_ATX.match(line) or _ADOC.match(line))
    if match:
        return match.group(1).strip()
    following = _line_at(lines, index + 1)
    if not following or following[0].isalnum() or not line.strip():
        return ""
    if not _UNDERLINE.fullmatch(following[:300]) or _UNDERLINE.fullmatch(line):
        return ""
    alone = (
        not _line_at(lines, index + 2) and following[0] in "=-" and bool(_BLANK.fullmatch(_line_at(lines, index - 1)))
    )
    return line.strip() if alone or len(following) >= len(line) - 1 else ""


def _line_at(lines: list[str], index: int) -> str:
    """The line at an index, without blanks at its end; empty outside of the text."""
    return lines[index].rstrip() if 0 <= index < len(lines) else ""
