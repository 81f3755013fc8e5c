"""Citations in a claim: decision records, commits, places, symbols, issues and links, with their spans."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from scrubjay.memory.grounding.tables import word_list
from scrubjay.model.citation import Citation
from scrubjay.model.evidence import CitationKind
from scrubjay.model.pattern import pattern
from scrubjay.text.references import is_reference

MOST: Final = 20
"""Citations of one claim that are looked at."""

_URL = pattern(r"https?://[^\s<>\"'`)\]]+")
_ADR = pattern(
    r"(?<![\w./-])(?P<file>(?:(?:ADR[-_]?)?0\d{3}|ADR[-_]\d{1,5})-[\w-]+\.(?:md|rst|adoc|txt))\b"
    r"|\[?\b(?P<series>ADR|KEP|RFC|PEP|OEP|DR)[\s#_-]{0,2}0*(?P<number>\d{1,5})\b(?![\w-]*\.(?:md|rst|adoc|txt)\b)\]?",
    re.IGNORECASE,
)
_PLACE = pattern(
    r"(?<![\w@/])(?P<path>(?:\.{0,2}/)?(?:[\w.+-]+/)*[\w+-][\w.+-]*\.[A-Za-z][\w]{0,9}|(?:[\w.+-]+/)+[\w.+-]+)"
    r"(?:@(?P<revision>[0-9a-fA-F]{7,40}))?"
    r"(?::(?P<first>\d{1,7})(?:-(?P<last>\d{1,7}))?)?(?![\w/])"
)
_BARE = pattern(r"(?P<path>.+?)(?::(?P<first>\d{1,7})(?:-(?P<last>\d{1,7}))?)?")
_COMMIT = pattern(r"(?<![\w/#.:@&=?%-])(?P<sha>[0-9a-fA-F]{7,40})(?![\w-]|\.\w)")
_COMMIT_LEADS = pattern(r"(?:commit|sha|revision|rev|in|by)\W{1,3}\Z", re.IGNORECASE)
_COLOUR_LEADS = pattern(r"(?:colou?r|rgba?|hex|background|#)\W*(?:\w+\W+){0,2}\Z", re.IGNORECASE)
_NUMBERED = pattern(r"[a-f]{0,3}\d{1,9}", re.IGNORECASE)
"""A number, or a short name that ends in one: only where the text says so is it a commit."""

_NAMED = pattern(r"\b(?:commits?|revision|rev|sha|changeset)\W{1,3}\Z", re.IGNORECASE)
_LEADS = pattern(
    r"(?:\b(?:as\s+per|per|see(?:\s+also)?|cf|according\s+to|source|ref(?:erence)?|"
    r"as\s+(?:agreed|decided|defined|described|documented|explained|noted|recorded|specified|stated|written)\s+(?:in|by|at))"
    r"\W{1,3}(?:the\s+)?)\Z",
    re.IGNORECASE,
)
"""Words that only lead to a citation."""

_SAYS = pattern(r",?\s*\b(?:says|states)\s+\Z", re.IGNORECASE)
_SAID = pattern(r"\s+(?:says|states)\b(?:\s+that\b)?", re.IGNORECASE)
"""What makes a citation the speaker, before it and behind it."""

_EMPTY = pattern(r"(?<!\])\s*(?:\((?=[^()]*\s)(?:[\s,;&]|\b(?:and|see|also)\b)*\)|\[\s+\])", re.IGNORECASE)
"""Brackets that held only citations, which are blank now, and what leads to them."""

_IN_BRACKETS = pattern(r"[(\[][^()\[\]]*\Z")
_WHERE: Final = (CitationKind.PLACE, CitationKind.ADR, CitationKind.URL)
_UUID = pattern(r"\b[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}\b")
_ISSUE = pattern(r"(?<![\w&#/])(?:(?P<repo>[\w.-]+/[\w.-]+)#(?P<a>\d{1,7})|#(?P<b>\d{1,7})|\bGH-(?P<c>\d{1,7}))\b")
_IN_GROUPS = pattern(
    r"(?<![\w&#/.-])(?P<repo>[\w.-]+(?:(?:/[\w.-]+){1,8}(?=!)|(?:/[\w.-]+){2,8}(?=#)))(?P<sign>[!#])(?P<number>\d{1,7})\b"
    r"|(?<![^\s(\[,;])!(?P<alone>\d{1,7})\b(?![.=])"
)
"""A merge request of GitLab, or an issue of a project below subgroups, which would be taken for a path."""
_USES = pattern(r"\buses:\s*\S+")
_ASSIGNED = pattern(r"`(?P<name>[A-Za-z_]\w*(?:\.\w+)*)\s*(?::\s*[\w.\[\]]+\s*)?=(?!=)[^`\n]{1,200}`")
_SYMBOL = pattern(
    r"`(?P<a>[A-Za-z_]\w*(?:(?:\.|::|#)[A-Za-z_]\w*)+)(?:\(\))?`|\b(?P<b>[A-Z]\w*\.[a-z_]\w*)\b(?:\(\))?(?!\.\w|/)"
)

_EXTENSIONS = word_list("extensions")


@lru_cache(maxsize=256)
def citations_of(claim: str) -> tuple[Citation, ...]:
    """The citations of a claim in their order, at most MOST; one span counts once. Pure; linear in the text.

    Finding one says nothing about whether it holds.
    """
    citations: list[Citation] = []
    free = claim
    for find in (_links, _records, _symbols, _issues_in_groups, _places, _issues, _commits):
        for citation in find(free):
            citations.append(citation)
            free = _blanked(free, citation.start, citation.end)
        if find is _links:
            free = _USES.sub(_as_spaces, _UUID.sub(_as_spaces, free))
    return tuple(sorted(citations, key=lambda citation: citation.start)[:MOST])


def without_citations(claim: str) -> str:
    """The claim with spaces in place of its citations and of words that lead to them ("see"); offsets stay.

    A symbol is part of what is said, and stays.
    """
    for citation in citations_of(claim):
        if citation.kind is CitationKind.SYMBOL:
            continue
        named = _NAMED.search(claim[: citation.start]) if citation.kind is CitationKind.COMMIT else None
        start = named.start() if named else citation.start
        start = led.start() if (led := _LEADS.search(claim[:start]) or _SAYS.search(claim[:start])) else start
        said = _SAID.match(claim, citation.end)
        claim = _blanked(claim, start, said.end() if said else citation.end)
    return claim


def unsourced(claim: str) -> str:
    """A claim without brackets that only name where it stands: files, records and links.

    A commit or issue is what the claim is about: "fixed (3f2a91c)".
    """
    bare = claim
    for citation in citations_of(claim):
        if citation.kind in _WHERE:
            bare = _blanked(bare, citation.start, citation.end)
    for bracket in reversed(list(_EMPTY.finditer(bare))):
        if bracket.group() != claim[bracket.start() : bracket.end()]:
            claim = claim[: bracket.start()] + claim[bracket.end() :]
    return claim


_IN = pattern(r"\b(?:in|at|from)\s+\Z", re.IGNORECASE)


def meant_citations(claim: str) -> tuple[Citation, ...]:
    """A claim's citations. A path in prose counts only with lines or a commit, in brackets, or after see, per, in."""
    return tuple(
        citation
        for citation in citations_of(claim)
        if citation.kind is not CitationKind.PLACE
        or citation.lines[0]
        or citation.revision
        or _has_lead(claim, citation)
    )


def sources_named(sources: Sequence[str]) -> tuple[Citation, ...]:
    """Citations from the sources given beside a claim; one in no other form counts as a path."""
    named: list[Citation] = []
    for source in sources:
        found = [one for one in citations_of(source) if one.text == source.strip()]
        named.append(found[0] if found else _path_citation(source))
    return tuple({(one.kind, one.target, one.revision, one.lines): one for one in named}.values())


def _path_citation(source: str) -> Citation:
    match = _BARE.fullmatch(source.strip())
    path = match["path"] if match else source.strip()
    return Citation(
        kind=CitationKind.PLACE, text=source, start=0, end=len(source), target=path.removeprefix("./"),
        lines=_line_range(match) if match else (0, 0),
    )  # fmt: skip


def _has_lead(claim: str, citation: Citation) -> bool:
    """Whether a citation stands in brackets, or behind a word that leads to it, such as "see"."""
    before = claim[: citation.start].rstrip("`")
    return bool(_IN_BRACKETS.search(before) or _LEADS.search(before) or _IN.search(before))


def _blanked(text: str, start: int, end: int) -> str:
    return text[:start] + " " * (end - start) + text[end:]


def _as_spaces(match: re.Match[str]) -> str:
    return " " * len(match.group())


def _line_range(match: re.Match[str]) -> tuple[int, int]:
    first = int(match["first"] or 0)
    return first, int(match["last"] or first)


def _citation(
    kind: CitationKind, match: re.Match[str], target: str, revision: str = "", lines: tuple[int, int] = (0, 0)
) -> Citation:
    return Citation(
        kind=kind, text=match.group(), start=match.start(), end=match.end(), target=target, revision=revision,
        lines=lines,
    )  # fmt: skip


def _links(text: str) -> Iterator[Citation]:
    for match in _URL.finditer(text):
        link = match.group().rstrip(".,;:!?")
        start = match.start()
        yield Citation(kind=CitationKind.URL, text=link, start=start, end=start + len(link), target=link)


def _records(text: str) -> Iterator[Citation]:
    for match in _ADR.finditer(text):
        target = match["file"]
        if not target:
            series, number = match["series"].upper(), str(int(match["number"]))
            target = number if series in {"ADR", "DR"} else f"{series}:{number}"
        yield _citation(CitationKind.ADR, match, target)


def _symbols(text: str) -> Iterator[Citation]:
    yield from (_citation(CitationKind.SYMBOL, match, match["name"]) for match in _ASSIGNED.finditer(text))
    for match in _SYMBOL.finditer(_ASSIGNED.sub(_as_spaces, text)):
        name = re.sub(r"::|#", ".", match["a"] or match["b"])
        if name.rsplit(".", 1)[-1].lower() not in _EXTENSIONS:
            yield _citation(CitationKind.SYMBOL, match, name)


def _issues_in_groups(text: str) -> Iterator[Citation]:
    for match in _IN_GROUPS.finditer(text):
        target = f"{match['repo'] or ''}{match['sign'] or '!'}{match['number'] or match['alone']}"
        yield _citation(CitationKind.ISSUE, match, target)


def _places(text: str) -> Iterator[Citation]:
    for match in _PLACE.finditer(text):
        path = match["path"]
        name, dot, ending = path.rpartition(".")
        if not (dot and ending.lower() in _EXTENSIONS and name) and not (path.count("/") >= 2 or match["first"]):
            continue
        if path.isupper() and not dot:  # "POST/PUT/PATCH" is a list of words
            continue
        revision = (match["revision"] or "").lower()
        yield _citation(CitationKind.PLACE, match, path.removeprefix("./"), revision, _line_range(match))


def _issues(text: str) -> Iterator[Citation]:
    for match in _ISSUE.finditer(text):
        if not match["b"] or is_reference(text, match.start()):
            target = f"{match['repo'] or ''}#{match['a'] or match['b'] or match['c']}"
            yield _citation(CitationKind.ISSUE, match, target)


def _commits(text: str) -> Iterator[Citation]:
    """Hex words of 7 to 40 digits that aren't a colour, a number, a word like "defaced" or a name like "ed25519"."""
    for match in _COMMIT.finditer(text):
        sha, before = match["sha"], text[: match.start()]
        if not any(digit.isdigit() for digit in sha) or (_NUMBERED.fullmatch(sha) and not _COMMIT_LEADS.search(before)):
            continue
        if len(sha) == 8 and _COLOUR_LEADS.search(before):
            continue
        yield _citation(CitationKind.COMMIT, match, sha.lower())
