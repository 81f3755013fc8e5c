"""Choice among the versions of a page: the one that the query names, else the newest, with the others beside it."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

from scrubjay.knowledge.documents.versions import PageVersion
from scrubjay.knowledge.retrieval.exact import Exact
from scrubjay.knowledge.retrieval.index import IndexView, PassageRow, Passages
from scrubjay.knowledge.retrieval.pool import Scored
from scrubjay.knowledge.retrieval.pool_documents import Ranking
from scrubjay.model.frozen import dataclass, field, replace
from scrubjay.model.hit import Hit
from scrubjay.model.pattern import pattern
from scrubjay.text.words import words

Versions = Mapping[str, tuple[PageVersion, ...]]
"""The versions of pages, the newest first, by the path of each."""

SAME: Final = 0.5
"""Share of the words of two passages that they have in common from which on one is what became of the other."""

_NAMED: Final = pattern(
    r"(?<![\w.])(?:v|version[- _]?)?(\d{1,9}(?:\.\d{1,9})+)(?:\.[xX])?(?![\w]|\.\d)|\bv(?:ersion[- _]?)?(\d{1,9})\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Pages:
    """Versions of pages: for each content, the version that answers in its place, its path, and the other versions.

    `older` are the paths of the versions before it, `newest` is the page's newest path where it is another.
    """

    answering: Mapping[int, int] = field(default_factory=dict)
    paths: Mapping[int, str] = field(default_factory=dict)
    older: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    newest: Mapping[int, str] = field(default_factory=dict)

    def shown(self, hit: Hit) -> Hit:
        """A hit under its page's path, with marks that name the page's other versions."""
        if hit.content not in self.paths:
            return hit
        return replace(
            hit,
            path=self.paths[hit.content],
            older=self.older.get(hit.content, ()),
            newest=self.newest.get(hit.content, ""),
        )


def asked_versions(query: str) -> tuple[tuple[int, ...], ...]:
    """The versions that a query names, such as "8.5", "v2" or "version 3"; a bare number is none."""
    found = (match[1] or match[2] for match in _NAMED.finditer(query[:4000]))
    return tuple(dict.fromkeys(tuple(map(int, number.split("."))) for number in found))


def in_order(page: Sequence[PageVersion], asked: Collection[tuple[int, ...]]) -> list[PageVersion]:
    """The versions of a page, those asked for first; otherwise in their order."""
    return sorted(page, key=lambda one: not any(_has_version(one.number, number) for number in asked))


def _has_version(version: tuple[int, ...], asked: tuple[int, ...]) -> bool:
    """Whether two version numbers agree as far as both go: 8.5.2 and 8.5 do."""
    length = min(len(version), len(asked))
    return length > 0 and version[:length] == asked[:length]


def read_pages(
    view: IndexView, rankings: Iterable[Ranking], versions: Versions, query: str
) -> tuple[Mapping[int, int], Pages]:
    """The document of each ranked passage, where of a page's versions one answers; and what is known of the pages.

    Versions with other titles are pages of their own.
    """
    owners = view.owners({passage for ranking in rankings for passage, _ in ranking})
    if not versions:
        return owners, Pages()
    pages = {versions[path] for path in view.paths(set(owners.values())) if path in versions}
    there = view.contents_at([one.path for page in pages for one in page]) if pages else {}
    joined = _pages_of(pages, there, asked_versions(query))
    return {passage: joined.answering.get(content, content) for passage, content in owners.items()}, joined


def _pages_of(
    pages: Iterable[tuple[PageVersion, ...]], there: Mapping[str, PassageRow], asked: Collection[tuple[int, ...]]
) -> Pages:
    """The versions of some pages that the scope shows, and which of them answers."""
    answering: dict[int, int] = {}
    paths: dict[int, str] = {}
    older: dict[int, tuple[str, ...]] = {}
    newest: dict[int, str] = {}
    for page in pages:
        present = [one for one in page if one.path in there]
        for title in dict.fromkeys(there[one.path]["title"] for one in present):
            same = [one for one in present if there[one.path]["title"] == title]
            ordered = in_order(same, asked)
            for one in ordered:
                content = there[one.path]["content_id"]
                if content in paths:
                    continue
                answering[content] = there[ordered[0].path]["content_id"]
                paths[content] = one.path
                older[content] = tuple(other.path for other in same[same.index(one) + 1 :])
                if one != page[0]:
                    newest[content] = page[0].path
    return Pages(answering, paths, older, newest)


def answering(index: Passages, scored: Sequence[Scored], pages: Pages, exact: Exact) -> list[Scored]:
    """The passages, each replaced by the same passage of the page version that answers, if that has it."""
    view = index.view()
    owners = view.owners([one.passage for one in scored]) if pages.paths else {}
    moved = {p: pages.answering[c] for p, c in owners.items() if pages.answering.get(c, c) != c}
    if not moved:
        return list(scored)
    texts = index.rows(moved)
    newer: dict[int, list[PassageRow]] = {}
    for row in view.texts(set(moved.values())):
        newer.setdefault(row["content_id"], []).append(row)
    chosen: dict[int, Scored] = {}
    for one in scored:
        content = moved.get(one.passage)
        became = _successor_passage(texts[one.passage], newer.get(content, ())) if content is not None else 0
        if became and exact.rank(owners[one.passage], one.passage) < exact.rank(content or 0, became):
            became = 0  # the query names this version itself
        passage = became or one.passage
        chosen.setdefault(passage, replace(one, passage=passage))
    return list(chosen.values())


def _successor_passage(old: PassageRow, passages: Iterable[PassageRow]) -> int:
    """The passage that holds the most words of an old one, by its id; 0 where none holds enough."""
    ours = set(words(old["text"].lower()))
    best, share = 0, SAME
    for row in passages:
        theirs = set(words(row["text"].lower()))
        alike = len(ours & theirs) / (len(ours | theirs) or 1)
        if alike > share or (alike == share and not best):
            best, share = row["id"], alike
    return best
