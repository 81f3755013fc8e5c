"""Opening fields of a record: YAML or TOML front matter, or a code block of `Key: value` lines as proposals have it."""

import re
import tomllib

from scrubjay.knowledge.decisions.alone import means_something_else
from scrubjay.knowledge.decisions.front_matter import MAX_CHARACTERS, nested_fields
from scrubjay.knowledge.decisions.front_matter import front_matter as yaml_front

_OPENING = re.compile(r"^(`{3,}|~{3,}|<pre>)")
_KEY = re.compile(r"^\s*([A-Za-z][\w -]{0,30}?)\s*:(?:\s+(.*))?$")
_TOML = re.compile(r"\A\+\+\+[ \t]*\n(.*?)\n\+\+\+[ \t]*(?:\n|\Z)", re.DOTALL)
_UNDERLINE = re.compile(r"^[=\-~^*]{3,}\s*$")
_LOOKED_THROUGH = 20
_LONGEST = 60


def preamble(text: str) -> tuple[dict[str, list[str]], str]:
    """The fields of a record's front matter by lower-case key, and the text after it."""
    if toml := _TOML.match(text[:MAX_CHARACTERS]):
        return _toml(toml.group(1)), text[toml.end() :]
    fields, body = yaml_front(text)
    for name, values in nested_fields(text).items() if text.startswith("---") else ():
        fields.setdefault(name, values)
    return fields, body


def opening_block(body: str) -> dict[str, list[str]]:
    """The fields of a code block that opens a record, below headings at most; none where it is an example.

    It holds only `Key: value`, continued lines, and a status beside at least one other key.
    """
    lines = body.split("\n", _LOOKED_THROUGH + _LONGEST)
    start = next((i for i, line in enumerate(lines[:_LOOKED_THROUGH]) if _OPENING.match(line)), -1)
    above = [line for line in lines[: max(start, 0)] if line.strip() and not _UNDERLINE.match(line)]
    headings = [line for place, line in enumerate(lines) if line in above and _is_heading(lines, place)]
    if start < 0 or len(headings) < len(above) or any(means_something_else(line.strip("#= ")) for line in headings[1:]):
        return {}
    fields = _block(lines, start)
    return fields if "status" in fields and len(fields) > 1 else {}


def _is_heading(lines: list[str], place: int) -> bool:
    marked = lines[place].startswith(("#", "= ", "== "))
    return marked or bool(_UNDERLINE.match("".join(lines[place + 1 : place + 2])))


def _toml(text: str) -> dict[str, list[str]]:
    """The text values of TOML front matter, those of a table such as `[extra]` behind those above."""
    try:
        loaded = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError):
        return {}
    tables = [loaded, *(value for value in loaded.values() if isinstance(value, dict))]
    fields: dict[str, list[str]] = {}
    for table in tables:
        for key, value in table.items():
            plain = [
                str(one).strip()
                for one in (value if isinstance(value, list) else [value])[:50]
                if not isinstance(one, dict)
            ]
            if key.strip() and any(plain):
                fields.setdefault(key.strip().lower(), plain)
    return fields


def _block(lines: list[str], start: int) -> dict[str, list[str]]:
    closing = "</pre>" if lines[start].startswith("<pre>") else lines[start][:3]
    fields: dict[str, list[str]] = {}
    for line in lines[start + 1 : start + _LONGEST]:
        if line.startswith(closing):
            return fields
        match = _KEY.match(line)
        if match:
            fields.setdefault(match.group(1).lower(), []).append((match.group(2) or "").strip())
        elif line.strip() and not line[:1].isspace():
            return {}
    return {}
