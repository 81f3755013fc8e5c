"""Which sources does a claim name? Decision records, commits, places, symbols, issues and links, with their spans."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from scrubjay.discussions.naming import is_reference
from scrubjay.grounding.tables import word_list
from scrubjay.model.evidence import CitationKind


@dataclass(frozen=True, slots=True, kw_only=True)
class Citation:
    """One citation as it stands in the claim.

    `target` is what is looked up: a record's number without leading zeros (with its series before a colon), a hex id in
    lower case, a path, a dotted name, an issue, a link. `revision` and `lines` belong to places.
    """

    kind: CitationKind
    text: str
    start: int
    end: int
    target: str
    revision: str = ""
    lines: tuple[int, int] = (0, 0)


MOST: Final = 20
"""Citations of one claim that are looked at."""

_URL = re.compile(r"https?://[^\s<>\"'`)\]]+")
_ADR = re.compile(
    r"(?<![\w./-])(?P<file>(?:(?:ADR[-_]?)?0\d{3}|ADR[-_]\d{1,5})-[\w-]+\.(?:md|rst|adoc|txt))\b"
    r"|\[?\b(?P<series>ADR|KEP|RFC|PEP|OEP|DR)[\s#_-]{0,2}0*(?P<number>\d{1,5})\b(?![\w-]*\.(?:md|rst|adoc|txt)\b)\]?",
    re.IGNORECASE,
)
_PLACE = re.compile(
    r"(?<![\w@/])(?P<path>(?:\.{0,2}/)?(?:[\w.+-]+/)*[\w+-][\w.+-]*\.[A-Za-z][\w]{0,9}|(?:[\w.+-]+/)+[\w.+-]+)"
    r"(?:@(?P<revision>[0-9a-fA-F]{7,40}))?"
    r"(?::(?P<first>\d{1,7})(?:-(?P<last>\d{1,7}))?)?(?![\w/])"
)
_BARE = re.compile(r"(?P<path>.+?)(?::(?P<first>\d{1,7})(?:-(?P<last>\d{1,7}))?)?")
_COMMIT = re.compile(r"(?<![\w/#.:@&=?%-])(?P<sha>[0-9a-fA-F]{7,40})(?![\w-]|\.\w)")
_NUMBERED = re.compile(r"[a-f]{0,3}\d{1,9}", re.IGNORECASE)
"""A number, or a short name that ends in one: only where the text says so is it a commit."""

_NAMED = re.compile(r"\b(?:commits?|revision|rev|sha|changeset)\W{1,3}\Z", re.IGNORECASE)
_LEADS = re.compile(
    r"(?:\b(?:as\s+per|per|see(?:\s+also)?|cf|according\s+to|source|ref(?:erence)?|"
    r"as\s+(?:agreed|decided|defined|described|documented|explained|noted|recorded|specified|stated|written)\s+(?:in|by|at))"
    r"\W{1,3}(?:the\s+)?)\Z",
    re.IGNORECASE,
)
"""Words that only lead to a citation."""

_SAYS = re.compile(r",?\s*\b(?:says|states)\s+\Z", re.IGNORECASE)
_SAID = re.compile(r"\s+(?:says|states)\b(?:\s+that\b)?", re.IGNORECASE)
"""What makes a citation the speaker, before it and behind it."""

_EMPTY = re.compile(r"(?<!\])\s*(?:\((?=[^()]*\s)(?:[\s,;&]|\b(?:and|see|also)\b)*\)|\[\s+\])", re.IGNORECASE)
"""Brackets that held only citations, which are blank now, and what leads to them."""

_IN_BRACKETS = re.compile(r"[(\[][^()\[\]]*\Z")
_WHERE: Final = (CitationKind.PLACE, CitationKind.ADR, CitationKind.URL)
_UUID = re.compile(r"\b[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}\b")
_ISSUE = re.compile(r"(?<![\w&#/])(?:(?P<repo>[\w.-]+/[\w.-]+)#(?P<a>\d{1,7})|#(?P<b>\d{1,7})|\bGH-(?P<c>\d{1,7}))\b")
_IN_GROUPS = re.compile(
    r"(?<![\w&#/.-])(?P<repo>[\w.-]+(?:(?:/[\w.-]+){1,8}(?=!)|(?:/[\w.-]+){2,8}(?=#)))(?P<sign>[!#])(?P<number>\d{1,7})\b"
    r"|(?<![^\s(\[,;])!(?P<alone>\d{1,7})\b(?![.=])"
)
"""A merge request of GitLab, or an issue of a project below subgroups, which would be taken for a path."""
_USES = re.compile(r"\buses:\s*\S+")
_ASSIGNED = re.compile(r"`(?P<name>[A-Za-z_]\w*(?:\.\w+)*)\s*(?::\s*[\w.\[\]]+\s*)?=(?!=)[^`\n]{1,200}`")
_SYMBOL = re.compile(
    r"`(?P<a>[A-Za-z_]\w*(?:(?:\.|::|#)[A-Za-z_]\w*)+)(?:\(\))?`|\b(?P<b>[A-Z]\w*\.[a-z_]\w*)\b(?:\(\))?(?!\.\w|/)"
)

_EXTENSIONS = word_list("extensions")


class CitationDetector:
    """Finds citations in a claim. Pure; linear in the text. Finding one says nothing about whether it holds."""

    def detect(self, claim: str) -> tuple[Citation, ...]:
        """The citations in their order, at most MOST; one span counts once."""
        citations: list[Citation] = []
        free = claim

        def take(citation: Citation) -> None:
            nonlocal free
            citations.append(citation)
            free = free[: citation.start] + " " * (citation.end - citation.start) + free[citation.end :]

        for m in _URL.finditer(claim):
            text = m.group().rstrip(".,;:!?")
            take(Citation(kind=CitationKind.URL, text=text, start=m.start(), end=m.start() + len(text), target=text))
        for m in [*_UUID.finditer(free), *_USES.finditer(free)]:
            free = free[: m.start()] + " " * len(m.group()) + free[m.end() :]
        for find in (_records, _symbols, _grouped, _places, _issues, _commits):
            for citation in find(free):
                take(citation)
        return tuple(sorted(citations, key=lambda c: c.start)[:MOST])


def without(claim: str, citations: tuple[Citation, ...]) -> str:
    """The claim with its citations blanked, and what merely leads to one ("see", "commit"); offsets stay.

    A symbol is part of what is said, and stays.
    """
    for citation in citations:
        if citation.kind is CitationKind.SYMBOL:
            continue
        named = _NAMED.search(claim[: citation.start]) if citation.kind is CitationKind.COMMIT else None
        start = named.start() if named else citation.start
        start = led.start() if (led := _LEADS.search(claim[:start]) or _SAYS.search(claim[:start])) else start
        end = match.end() if (match := _SAID.match(claim, citation.end)) else citation.end
        claim = claim[:start] + " " * (end - start) + claim[end:]
    return claim


def unsourced(claim: str, citations: tuple[Citation, ...]) -> str:
    """A claim without brackets that only name where it stands: files, records and links.

    A commit or issue is what the claim is about: "fixed (3f2a91c)".
    """
    bare = claim
    for citation in citations:
        if citation.kind in _WHERE:
            bare = bare[: citation.start] + " " * (citation.end - citation.start) + bare[citation.end :]
    for bracket in reversed(list(_EMPTY.finditer(bare))):
        if bracket.group() != claim[bracket.start() : bracket.end()]:
            claim = claim[: bracket.start()] + claim[bracket.end() :]
    return claim


_IN = re.compile(r"\b(?:in|at|from)\s+\Z", re.IGNORECASE)


def named_places(claim: str, citations: Sequence[Citation]) -> tuple[Citation, ...]:
    """The citations that are meant as places: a path in prose only with lines, in brackets, or after see, per, in."""
    return tuple(
        citation
        for citation in citations
        if citation.kind is not CitationKind.PLACE or citation.lines[0] or citation.revision or _led(claim, citation)
    )


def sources_named(sources: Sequence[str]) -> tuple[Citation, ...]:
    """What is looked up of sources that are named beside a claim; what is no other form of one is a path."""
    detector = CitationDetector()
    named: list[Citation] = []
    for source in sources:
        found = [one for one in detector.detect(source) if one.text == source.strip()]
        named.append(found[0] if found else _path(source))
    return tuple({(one.kind, one.target, one.revision, one.lines): one for one in named}.values())


def _path(source: str) -> Citation:
    match = _BARE.fullmatch(source.strip())
    first = int(match["first"] or 0) if match else 0
    last = int(match["last"] or first) if match else 0
    target = match["path"] if match else source.strip()
    return Citation(
        kind=CitationKind.PLACE, text=source, start=0, end=len(source), target=target.removeprefix("./"),
        lines=(first, last),
    )  # fmt: skip


def _led(claim: str, citation: Citation) -> bool:
    before = claim[: citation.start].rstrip("`")
    return bool(_IN_BRACKETS.search(before) or _LEADS.search(before) or _IN.search(before))


def _records(text: str) -> list[Citation]:
    citations = []
    for m in _ADR.finditer(text):
        if m["file"]:
            target = m["file"]
        else:
            series = m["series"].upper()
            number = str(int(m["number"]))
            target = number if series in {"ADR", "DR"} else f"{series}:{number}"
        citations.append(Citation(kind=CitationKind.ADR, text=m.group(), start=m.start(), end=m.end(), target=target))
    return citations


def _symbols(text: str) -> list[Citation]:
    citations = [
        Citation(kind=CitationKind.SYMBOL, text=m.group(), start=m.start(), end=m.end(), target=m["name"])
        for m in _ASSIGNED.finditer(text)
    ]
    text = _ASSIGNED.sub(lambda m: " " * len(m.group()), text)
    for m in _SYMBOL.finditer(text):
        name = re.sub(r"::|#", ".", m["a"] or m["b"])
        if name.rsplit(".", 1)[-1].lower() not in _EXTENSIONS:
            citations.append(
                Citation(kind=CitationKind.SYMBOL, text=m.group(), start=m.start(), end=m.end(), target=name)
            )
    return citations


def _grouped(text: str) -> list[Citation]:
    return [
        Citation(
            kind=CitationKind.ISSUE,
            text=m.group(),
            start=m.start(),
            end=m.end(),
            target=f"{m['repo'] or ''}{m['sign'] or '!'}{m['number'] or m['alone']}",
        )
        for m in _IN_GROUPS.finditer(text)
    ]


def _places(text: str) -> list[Citation]:
    citations = []
    for m in _PLACE.finditer(text):
        path = m["path"]
        name, dot, ending = path.rpartition(".")
        if not (dot and ending.lower() in _EXTENSIONS and name) and not (path.count("/") >= 2 or m["first"]):
            continue
        if path.isupper() and not dot:  # "POST/PUT/PATCH" is a list of words
            continue
        first = int(m["first"] or 0)
        lines = (first, int(m["last"] or first))
        citations.append(
            Citation(
                kind=CitationKind.PLACE,
                text=m.group(),
                start=m.start(),
                end=m.end(),
                target=path.removeprefix("./"),
                revision=(m["revision"] or "").lower(),
                lines=lines,
            )
        )
    return citations


def _issues(text: str) -> list[Citation]:
    return [
        Citation(
            kind=CitationKind.ISSUE,
            text=m.group(),
            start=m.start(),
            end=m.end(),
            target=f"{m['repo'] or ''}#{m['a'] or m['b'] or m['c']}",
        )
        for m in _ISSUE.finditer(text)
        if not m["b"] or is_reference(text, m.start())
    ]


def _commits(text: str) -> list[Citation]:
    """Hex words of 7 to 40 digits that aren't a colour, a number, a word like "defaced" or a name like "ed25519"."""
    citations = []
    for m in _COMMIT.finditer(text):
        sha = m["sha"]
        if not any(c.isdigit() for c in sha) or (_NUMBERED.fullmatch(sha) and not _says_commit(text, m.start())):
            continue
        if len(sha) == 8 and re.search(
            r"(?:colou?r|rgba?|hex|background|#)\W*(?:\w+\W+){0,2}\Z", text[: m.start()], re.IGNORECASE
        ):
            continue
        citations.append(Citation(kind=CitationKind.COMMIT, text=sha, start=m.start(), end=m.end(), target=sha.lower()))
    return citations


def _says_commit(text: str, start: int) -> bool:
    return bool(re.search(r"(?:commit|sha|revision|rev|in|by)\W{1,3}\Z", text[:start], re.IGNORECASE))
