"""Mentions in a text: links, records, places, services, requests; pure, by blob alone."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from scrubjay.knowledge.decisions.front_matter import front_text, yaml_fields
from scrubjay.model.pattern import pattern
from scrubjay_graph.build.links import MARKDOWN, PATTERNS, LinkReader, is_away

MAX_TEXT: Final = 400
"""Characters of a target that are kept; a longer one names nothing in a tree."""

MOST: Final = 5_000
"""Mentions of one text that are kept, in line order."""


@dataclass(frozen=True, slots=True, order=True)
class Mention:
    """A line that names something. `role` is the kind of mention; `name` and `alias` are an import's or a call's."""

    line: int
    role: str
    target: str
    name: str = ""
    alias: str = ""


_FENCE = pattern(r"^\s{0,3}(`{3,}|~{3,})")
_RECORD = pattern(r"(?<![\w/.-])(ADR|KEP|RFC|PEP|OEP|DR)[\s#_-]{0,2}0*(\d{1,5})(?![\w-]*\.\w)(?!\w|-\w)", re.IGNORECASE)
_NAMED_FILE = pattern(r"(?<![\w./-])((?:ADR[-_])?\d{4}-[\w-]{1,200}\.(?:md|rst|adoc|txt))\b", re.IGNORECASE)
_TICKED = pattern(r"(?<!`)`([\w.@+-]+(?:/[\w.@+-]+)+?)(?::\d+(?:-\d+)?)?`(?!`)")
_REQUEST = pattern(r"\b(?:PR|MR|pull request|merge request)s?\s+([#!]?)(\d{1,7})\b", re.IGNORECASE)
_ADDRESS = pattern(r"https?://[\w.-]+/([\w.-]+(?:/[\w.-]+)+?)/(?:-/)?(pull|merge_requests)/(\d{1,7})\b")

_SERVICES: Final = ("service", "services", "affected_services", "affected-services", "affected services")
_DEPENDS: Final = ("depends_on", "depends-on", "dependson", "depends on", "dependencies")


def mentions_of(text: str, format: str) -> tuple[Mention, ...]:
    """The mentions of a text, in line order. `format` is the text's, such as "markdown" or "code:python"."""
    code = format.startswith("code:")
    found = {*_of_front(text)} if format in ("markdown", "kep") else set()
    found.update(_line_mentions(text, format, code=code))
    return tuple(sorted(found)[:MOST])


def _line_mentions(text: str, format: str, *, code: bool) -> Iterator[Mention]:
    """The mentions in the lines of a text, without those in fences and comments."""
    fenced, commented = "", False
    links = LinkReader(format)
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > 20_000:
            continue
        fence = _FENCE.match(line) if format == "markdown" and not commented else None
        if fence and (not fenced or line.strip().startswith(fenced)):
            fenced = "" if fenced else fence[1][:3]
            yield from _link_mentions(links.fenced(line, opens=True), number) if fenced else ()
            continue
        if fenced:
            yield from _link_mentions(links.fenced(line, opens=False), number)
            continue
        if format in ("markdown", "kep"):
            line, commented = _without_comments(line, commented=commented)
        yield from _records(line, number, format)
        if not code:
            yield from _link_mentions(links.of(line), number)
            yield from (Mention(number, "place", m[1][:MAX_TEXT]) for m in _TICKED.finditer(line) if "`" in line)
            yield from (Mention(number, "request", f"{m[1] or '#'}{m[2]}") for m in _REQUEST.finditer(line))
            for match in _ADDRESS.finditer(line):
                sign = "#" if match[2] == "pull" else "!"
                yield Mention(number, "request", f"{sign}{match[3]}", match[1].lower()[:MAX_TEXT])


def _without_comments(line: str, *, commented: bool) -> tuple[str, bool]:
    """A line without its comments, and whether a comment goes on behind it; in code none begins."""
    if not commented and "<!--" not in line:
        return line, False
    bare = re.sub(r"(`+)(?!`).*?(?<!`)\1(?!`)", lambda span: "x" * len(span[0]), line)
    kept, at = "", 0
    while at < len(line):
        if commented:
            end = line.find("-->", at)
            commented, at = end < 0, len(line) if end < 0 else end + 3
        else:
            begin = bare.find("<!--", at)
            kept += line[at:] if begin < 0 else f"{line[at:begin]} "
            commented, at = begin >= 0, len(line) if begin < 0 else begin + 4
    return kept, commented


def _link_mentions(links: Iterable[tuple[str, str, str]], number: int) -> Iterator[Mention]:
    """Links as mentions."""
    for role, target, repository in links:
        yield Mention(number, role, target[:MAX_TEXT], repository[:MAX_TEXT])


def _records(line: str, number: int, format: str) -> Iterator[Mention]:
    """The records that a line names; a link into the tree names what its target is, not what its label says."""
    bare = line if format.startswith("code:") else _without_links(line, format)
    for match in _RECORD.finditer(bare):
        series = "ADR" if match[1].upper() == "DR" else match[1].upper()
        if match[1].isupper() or match[1].istitle():
            yield Mention(number, "record", f"{series}-{int(match[2])}")
    for match in _NAMED_FILE.finditer(bare):
        yield Mention(number, "named", match[1])


def _without_links(line: str, format: str) -> str:
    """A line without its links into the tree."""

    def bare(match: re.Match[str]) -> str:
        target = match.groups()[-1] or next(filter(None, match.groups()), "")
        return match[0] if is_away(target) else " "

    for expression in PATTERNS.get(format, MARKDOWN):
        line = expression.sub(bare, line)
    return line


def _of_front(text: str) -> Iterator[Mention]:
    """The services that a front matter names, and those that they depend on, each at its own line."""
    front = front_text(text)
    if not front:
        return
    fields = yaml_fields(front)
    lines = text.split("\n")[: front.count("\n") + 2]
    for keys, role in ((_SERVICES, "service"), (_DEPENDS, "depends")):
        for key in keys:
            for value in fields.get(key, []):
                for name in (part.strip() for part in value.split(",")):
                    if name:
                        yield Mention(_line_of(lines, key, name), role, name[:MAX_TEXT], key)


def _line_of(lines: list[str], key: str, value: str) -> int:
    """The number of the line behind a key that holds a value; else the key's own line."""
    first = next((n for n, line in enumerate(lines, 1) if line.lower().startswith(key)), 1)
    after = (
        n
        for n, line in enumerate(lines[first - 1 :], first)
        if value in line.partition(":")[2] or (n > first and value in line)
    )
    return next(after, first)
