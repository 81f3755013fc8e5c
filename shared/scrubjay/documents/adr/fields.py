"""Which fields does a decision record fill? Front matter, bullets, sections or field lists, as one mapping."""

import re

import yaml

Fields = dict[str, list[str]]

MAX_FRONT_MATTER = 20_000
MAX_LINES = 4_000
_FRONT = re.compile(r"\A---[ \t]*\n(.*?)\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
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


class _Strings(yaml.BaseLoader):
    """Reads every value as it is written, and no aliases, so that a few lines can't become gigabytes."""

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        if self.check_event(yaml.events.AliasEvent):
            raise yaml.YAMLError("aliases are not read")
        return super().compose_node(parent, index)


def mapping(text: str) -> Fields:
    """The fields of a YAML mapping; what can't be parsed as a whole is read line by line."""
    try:
        loaded = yaml.load(text[:MAX_FRONT_MATTER], Loader=_Strings)  # noqa: S506 - it builds strings only
    except (yaml.YAMLError, ValueError, RecursionError):
        pairs = (line.partition(":") for line in text.split("\n")[:200] if not line.startswith((" ", "#", "-")))
        loaded = {name.strip(): value.strip().strip("\"'") for name, colon, value in pairs if colon}
    if not isinstance(loaded, dict):
        return {}
    fields: Fields = {}
    for key, value in loaded.items():
        name = _NAMES.get(str(key).strip().lower())
        values = [v.strip() for v in (value if isinstance(value, list) else [value])[:50] if isinstance(v, str)]
        said = [v for v in values if v.lower() not in _NOTHING]
        if name and said:
            fields.setdefault(name, []).extend(said)
    return fields


def front_matter(text: str) -> tuple[Fields, str]:
    """The fields of the front matter, and the text behind it."""
    found = _FRONT.match(text[: MAX_FRONT_MATTER + 100])
    return (mapping(found.group(1)), text[found.end() :]) if found else ({}, text)


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
