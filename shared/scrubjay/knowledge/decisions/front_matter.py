"""Opening fields of a record: YAML or TOML front matter, a code block, or one statement of a status alone."""

import re
import tomllib
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from scrubjay.knowledge.decisions.languages import DATE, REFERENCE, UNSPACED, names_of
from scrubjay.knowledge.decisions.naming import REFERENCES
from scrubjay.knowledge.decisions.status import is_status_word
from scrubjay.knowledge.decisions.translated import says_one_thing, with_days
from scrubjay.model.later import Later
from scrubjay.model.pattern import pattern
from scrubjay.text.words import Word, words

if TYPE_CHECKING:
    import yaml
else:
    yaml = Later("yaml")

MAX_CHARACTERS = 20_000
"""Characters of front matter, or of a metadata file, that are read."""

_FRONT = pattern(r"\A---[ \t]*\n(.*?)\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)


@cache
def _strings() -> "type[yaml.BaseLoader]":
    """A YAML loader that reads every value as text, and no aliases, so that a few lines can't become gigabytes."""

    class Strings(yaml.BaseLoader):
        def compose_node(self, parent: "yaml.Node | None", index: int) -> "yaml.Node | None":
            if self.check_event(yaml.events.AliasEvent):
                raise yaml.YAMLError("aliases are not read")
            return super().compose_node(parent, index)

    return Strings


def front_matter(text: str) -> tuple[dict[str, list[str]], str]:
    """The fields of the front matter, and the text after it; no fields and the whole text where there is none."""
    match = _front_match(text)
    return (yaml_fields(match.group(1)), text[match.end() :]) if match else ({}, text)


def front_text(text: str) -> str:
    """The YAML of the front matter, for `yaml_fields`; empty where there is none."""
    match = _front_match(text)
    return match.group(1) if match else ""


def _front_match(text: str) -> re.Match[str] | None:
    """The match of the front matter at the beginning of a text; None where there is none."""
    return _FRONT.match(text[: MAX_CHARACTERS + 100])


def yaml_fields(text: str) -> dict[str, list[str]]:
    """The text values of a YAML mapping by lower-case key, at most 50 a key.

    Of nested mappings only those in a list are read, where the first value names what the second one is, as in
    `relations: [{type: supersedes, target: ADR-3}]`.
    """
    loaded = _loaded(text)
    if not isinstance(loaded, dict):
        return {}
    fields: dict[str, list[str]] = {}
    for key, value in loaded.items():
        name = str(key).strip().lower()
        strings = [v.strip() for v in (value if isinstance(value, list) else [value])[:50] if isinstance(v, str)]
        if name and any(strings):
            fields.setdefault(name, []).extend(v for v in strings if v)
        for item in value[:50] if isinstance(value, list) else []:
            texts = [v.strip() for v in item.values() if isinstance(v, str)] if isinstance(item, dict) else []
            if len(texts) > 1:
                fields.setdefault(texts[0].lower(), []).append(texts[1])
    return fields


def nested_fields(text: str) -> dict[str, list[str]]:
    """The text values of mappings within the front matter, as in `adr: {status: accepted}`, by lower-case key."""
    loaded = _loaded(front_text(text)) if re.search(r"(?m)^[\w-]+:[ \t]*\n[ \t]+[\w-]+:", text[:MAX_CHARACTERS]) else {}
    fields: dict[str, list[str]] = {}
    for within in loaded.values() if isinstance(loaded, dict) else ():
        for key, value in within.items() if isinstance(within, dict) else ():
            strings = [v.strip() for v in (value if isinstance(value, list) else [value])[:50] if isinstance(v, str)]
            if any(strings):
                fields.setdefault(str(key).strip().lower(), [v for v in strings if v])
    return fields


def _loaded(text: str) -> object:
    """The value of a YAML text; where it is invalid, its lines of `key: value` as a mapping."""
    try:
        loaded = yaml.load(text[:MAX_CHARACTERS], Loader=_strings())
    except (yaml.YAMLError, ValueError, RecursionError):
        pairs = (line.partition(":") for line in text.split("\n")[:200] if not line.startswith((" ", "#", "-")))
        loaded = {name.strip(): value.strip().strip("\"'") for name, colon, value in pairs if colon}
    return loaded


MOST_LETTERS = 300

_MARKS = pattern(rf"[*_`~]|(?<=\w)[.!]+\s*$|[^\w\s:,()#{REFERENCE}{DATE}-]")
_NAME = pattern(r"[^\W\d_A-Z][A-Z]")
"""A capital within a word, which names a product rather than a status: "ActiveMQ"."""

_DATED = rf"(?:[\s,:(–—-]*(?:(?:on|in|since|as\s+of)\s+)?(?:\d{{4}}-\d\d-\d\d|{DATE}))?[\s)]*"
_ITSELF = r"(?:(?:this|the)\s+(?:adr|decision|record|document|proposal)\s+(?:is|was|has\s+been)\s+(?:now\s+)?)?"
_WORD = pattern(rf"{_ITSELF}(?P<word>[a-z]+){_DATED}", re.IGNORECASE)
_RELATION = pattern(
    rf"{_ITSELF}(?:(?:supers?[ce]+ded|replaced|obsoleted|deprecated){_DATED}\s*(?:by\b|:)?|supers?[ce]+des|replaces|obsoletes)"
    rf"[\s:(-]*(?:{REFERENCE}(?:[\s,&]|and\b)*)+{_DATED}",
    re.IGNORECASE,
)
_OTHER_SECTIONS = pattern(
    r"\b(?:context|background|problem|decisions?|consequences|options|alternatives|drivers|outcome|rationale"
    r"|validation|pros|cons|summary|questions|notes|links|references)\b"
)
"""Words of English headings that are known to head something other than a status."""

_CURRENT = ("current", "adr")


def is_status_alone(text: str, number: str) -> bool:
    """Whether a text is one statement of a status: a word, or a relation with what it names, perhaps with a date.

    `number` is the record's own. A sentence about something else is none, and neither is a list.
    """
    if len(text) > MOST_LETTERS:
        return False
    masked = REFERENCES.sub(REFERENCE, text)
    plain = " ".join(_MARKS.sub(" ", with_days(masked)).split())
    if _RELATION.fullmatch(plain):
        return True
    if _NAME.search(plain):
        return False
    word = _WORD.fullmatch(plain)
    return bool(word and is_status_word(word["word"])) or says_one_thing(text, number)


def means_something_else(heading: str) -> bool:
    """Whether a heading is known to begin another section, or has "status" beside other words: "Status codes"."""
    folded = heading.casefold()
    if _OTHER_SECTIONS.search(folded) or _holds_any(folded, _folded("section")):
        return True
    names = _folded("status")
    alone = all(word in _CURRENT or word in names for word in words(folded, Word.LETTERS))
    return _holds_any(folded, names) and not alone


def _holds_any(text: str, names: frozenset[str]) -> bool:
    """Whether a text holds any of some names as words."""
    named = words(text, Word.LETTERS)
    return any(name in text if UNSPACED.search(name) or " " in name else name in named for name in names)


@lru_cache(maxsize=2)
def _folded(meaning: str) -> frozenset[str]:
    """The words of all languages for a meaning such as "status", in lower case."""
    return frozenset(map(str.casefold, names_of(meaning)))


_OPENING = pattern(r"^(`{3,}|~{3,}|<pre>)")
_KEY = pattern(r"^\s*([A-Za-z][\w -]{0,30}?)\s*:(?:\s+(.*))?$")
_TOML = pattern(r"\A\+\+\+[ \t]*\n(.*?)\n\+\+\+[ \t]*(?:\n|\Z)", re.DOTALL)
_UNDERLINE = pattern(r"^[=\-~^*]{3,}\s*$")
_LOOKED_THROUGH = 20
_LONGEST = 60


def preamble(text: str) -> tuple[dict[str, list[str]], str]:
    """The fields of a record's front matter by lower-case key, and the text after it."""
    if toml := _TOML.match(text[:MAX_CHARACTERS]):
        return _toml(toml.group(1)), text[toml.end() :]
    fields, body = front_matter(text)
    for name, values in nested_fields(text).items() if text.startswith("---") else ():
        fields.setdefault(name, values)
    return fields, body


def opening_block(body: str) -> dict[str, list[str]]:
    """The fields of a code block at a record's beginning, below headings only; none where the block is an example.

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
    """Whether a line is a heading: by its mark, or by the underline below it."""
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
    """The fields of a code block that begins at a line; none where it holds anything else."""
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
