"""Which fields does a decision record fill? Front matter, bullets, sections or field lists, as one mapping."""

import re
from typing import Any

import yaml

Fields = dict[str, list[str]]

MAX_FRONT_MATTER = 20_000
MAX_LINES = 4_000
_FRONT = re.compile(r"\A---[ \t]*\n(.*?)\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_BULLET = re.compile(r"^\s{0,3}[*+-]\s+\**([A-Za-z][\w ]{1,30}?)\**\s*:\**\s*(.*)$")
_PLAIN = re.compile(r"^\**([A-Z][\w ]{1,30}?)\**\s*:\**\s+(\S.*)$")
_RST_FIELD = re.compile(r"^:([A-Za-z][\w -]{1,30}):\s*(.*)$")
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
}


class _NoAlias(yaml.SafeLoader):
    """Reads no aliases, so that a few lines can't become gigabytes."""

    def compose_node(self, parent: Any, index: Any) -> Any:
        if self.check_event(yaml.events.AliasEvent):
            raise yaml.YAMLError("aliases are not read")
        return super().compose_node(parent, index)


def mapping(text: str) -> Fields:
    """The fields of a YAML mapping; what can't be parsed as a whole is read line by line."""
    try:
        loaded = yaml.load(text[:MAX_FRONT_MATTER], Loader=_NoAlias)  # noqa: S506 - a SafeLoader
    except (yaml.YAMLError, ValueError, RecursionError, OverflowError):
        pairs = (line.partition(":") for line in text.split("\n")[:200] if not line.startswith((" ", "#", "-")))
        loaded = {name.strip(): value.strip() for name, colon, value in pairs if colon}
    if not isinstance(loaded, dict):
        return {}
    fields: Fields = {}
    for key, value in loaded.items():
        name = _NAMES.get(str(key).strip().lower())
        if name:
            values = value if isinstance(value, list) else [value]
            fields.setdefault(name, []).extend(str(v).strip() for v in values[:50] if v is not None)
    return fields


def front_matter(text: str) -> tuple[Fields, str]:
    """The fields of the front matter, and the text behind it."""
    found = _FRONT.match(text[: MAX_FRONT_MATTER + 100])
    return (mapping(found.group(1)), text[found.end() :]) if found else ({}, text)


def body_fields(text: str) -> tuple[Fields, str]:
    """The fields in the body, and its first heading: `Status: x`, `* Date: x`, `:Status: x`, or a Status section."""
    fields: Fields = {}
    title = section = ""
    lines = text.split("\n")[:MAX_LINES]
    for index, raw in enumerate(lines):
        line = raw.rstrip()[:2000]
        heading = _heading(lines, index)
        if heading:
            title = title or heading
            section = _NAMES.get(_NUMBERING.sub("", heading).strip().lower(), "other" if title != heading else "")
            continue
        if not line.strip() or _UNDERLINE.fullmatch(line):
            continue
        for form in (_BULLET, _RST_FIELD, _PLAIN):
            found = form.match(line)
            name = _NAMES.get(found.group(1).strip().lower()) if found else None
            if found and name:
                if name != "title" and section != "other":
                    fields.setdefault(name, []).append(found.group(2).strip())
                break
        else:
            if section in ("status", "date", "supersedes", "superseded-by", "amends", "amended-by"):
                fields.setdefault(section, []).append(line.strip())
    return fields, title


def _heading(lines: list[str], index: int) -> str:
    line = lines[index].rstrip()[:500]
    found = _ATX.match(line) or _ADOC.match(line)
    if found:
        return found.group(1).strip()
    following = lines[index + 1].rstrip() if index + 1 < len(lines) else ""
    underlined = len(following) >= 3 and _UNDERLINE.fullmatch(following[:300]) and len(following) >= len(line) - 1
    return line.strip() if underlined and line.strip() and not _UNDERLINE.fullmatch(line) else ""
