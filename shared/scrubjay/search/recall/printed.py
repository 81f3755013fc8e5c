"""Parser of a place as an answer prints it: a document's path, its lines and section. Pure."""

import re
from collections.abc import Collection, Iterator
from typing import Final
from urllib.parse import unquote, urlsplit

from scrubjay.model.frozen import dataclass
from scrubjay.model.pattern import pattern

RESOURCE: Final = "scrubjay://document/"

LONGEST: Final = 4_096
"""Characters of a text that are looked at; no path is longer."""

_LINES: Final = pattern(r"(.+?):(\d{1,7})(?:-(\d{1,7}))?")
_REMARK: Final = r' @ | › | on | of \d| \(|: "| → | · '
_AFTER: Final = pattern(f"{_REMARK}|, |; ")
"""What follows a path in answers: a commit, headings, what it is of, a remark, its words."""

_BOLD: Final = pattern(r"\s*(?:- )?\*\*(.+?)\*\*(?=$| )(.*)")
"""How an answer marks the name of a hit; what stands inside is the name's own."""

_KEY: Final = pattern(r"(?:file|symbol|commit|memory|document|decision|incident):(?=\S)")
"""What the keys of the graph begin with."""

_KIND: Final = pattern(r"(?:[a-z]+ )*(?=\S*[./]|[0-9a-f]{7,64}\b)")
"""What stands before a path or an id: "commit 0123456789", "user fact 0123456789ab"."""


@dataclass(frozen=True, slots=True)
class Place:
    """A path with the lines or the section that are meant; empty ones mean the whole."""

    path: str
    lines: str = ""
    section: str = ""


def places(typed: str, worktree: str) -> tuple[Place, ...]:
    """The places that a typed text may mean, the most literal first, since a path may hold any sign."""
    return tuple(dict.fromkeys(place for place in _places_in(typed[:LONGEST], worktree.rstrip("/")) if place.path))


def also_named(typed: str, path: str, documents: Collection[str]) -> tuple[str, ...]:
    """The other paths that a text names besides the one read, if it is a list of paths."""
    text = typed[:LONGEST]
    start = text.find(path)
    if start < 0:
        return ()
    before, rest = text[:start].split(" "), re.split(_REMARK, text[start + len(path) :])[0]
    first = [_listed_path(word) for word in " ".join(before[:-1]).split()]
    after = [_listed_path(word) for word in re.split(r"\s+", rest)[1:]]
    listed = bool(first) and (first[0] in documents or all("/" in word for word in first))
    found = [word for word in first if listed and ("/" in word or word in documents)]
    found += [word for word in after if "/" in word or word in documents]
    return tuple(dict.fromkeys(word for word in found if word != path))


def _listed_path(word: str) -> str:
    """A path from a list, without marks and line numbers."""
    bare = word.strip("*`\"'<>,;")
    match = _LINES.fullmatch(bare)
    return match[1] if match else bare


def _places_in(typed: str, worktree: str) -> Iterator[Place]:
    """The places that a typed text may mean: as it stands, as an address, or without marks."""
    yield Place(_relative_path(typed, worktree))
    address = urlsplit(typed.strip()) if typed.strip().startswith(("file:///", RESOURCE)) else None
    if address is not None:
        path = unquote(typed.strip().removeprefix(RESOURCE) if address.scheme == "scrubjay" else address.path)
        number = address.fragment if address.fragment.isdecimal() else ""
        yield Place(
            _relative_path(path, worktree), _from_line(number) if number else "", "" if number else address.fragment
        )
        return
    bold = _BOLD.match(typed)
    texts = [f"{bold[1]}{bold[2]}" if bold else "", typed.strip().removeprefix("- ")]
    texts.append(texts[1].replace("**", "").replace("`", "").strip("\"'<>() "))
    for text in dict.fromkeys(filter(None, texts)):
        yield from _places_of(_KEY.sub("", text, count=1), worktree)


def _places_of(text: str, worktree: str) -> Iterator[Place]:
    """The places that a text without marks may mean."""
    ends = [len(text), *reversed([match.start() for match in _AFTER.finditer(text)])]
    for form in (text, _KIND.sub("", text, count=1)):
        for end in (end - (len(text) - len(form)) for end in ends):
            yield from _place_of_path(form[: max(0, end)], form[max(0, end) :], worktree)
    yield from _place_of_path(text.rpartition(" ")[2], "", worktree)  # where a list names a path last


def _place_of_path(path: str, rest: str, worktree: str) -> Iterator[Place]:
    """The places of a path with what is behind it: lines, a symbol, or headings in `rest`."""
    section = _last_heading(rest) if rest.startswith(" › ") else ""
    if match := _LINES.fullmatch(path):
        start, end = int(match[2]), int(match[3] or 0)
        lines = f"{start}-{end}" if start and end >= start else _from_line(match[2])
        yield Place(_relative_path(match[1], worktree), lines)
    name, hash_, symbol = path.partition("#")
    if hash_ and "." in name:
        yield Place(_relative_path(name, worktree), section=symbol)
    yield Place(_relative_path(path, worktree), section=section)


def _last_heading(rest: str) -> str:
    """The innermost heading in a text of headings that follow a path."""
    headings = re.split(r' \(| → |: "| · | @ ', rest)[0]
    return headings.rpartition("› ")[2].strip()


def _from_line(number: str) -> str:
    """The range from a line to the end."""
    return f"{int(number)}-" if int(number) else ""


def _relative_path(path: str, worktree: str) -> str:
    """A path below the worktree as seen from its top; any other path unchanged."""
    return path.removeprefix(f"{worktree}/") if worktree else path
