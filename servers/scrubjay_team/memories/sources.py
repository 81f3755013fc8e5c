"""The places that a memory names, as the mirror of a granted project has them at its head."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any
from uuid import UUID

from scrubjay.errors import UnsafePath
from scrubjay.knowledge.decisions.naming import looks_like_decision
from scrubjay.knowledge.decisions.parse import parse_decision
from scrubjay.knowledge.documents.selection import is_prose, written_as
from scrubjay.knowledge.documents.values import ENDED_STATUSES, UNDECIDED_STATUSES
from scrubjay.memory.grounding.passages import passages, title
from scrubjay.memory.grounding.reading import find_restated, read, result_of, with_reading
from scrubjay.memory.grounding.sections import SourceDocument, source_of
from scrubjay.memory.grounding.tables import unlinked, unmarked
from scrubjay.memory.grounding.verification import MOST
from scrubjay.model.citation import Citation
from scrubjay.model.evidence import CitationKind, CitationResult, CitationStatus, PlaceKind
from scrubjay.model.frozen import dataclass, replace
from scrubjay.model.grade import Grade
from scrubjay.model.paths import safe_path
from scrubjay.privacy.secrets.masking import mask
from scrubjay.text.scripts import stored
from scrubjay.text.sentences import holds_words
from scrubjay_team.database.queries import load
from scrubjay_team.index.keys import Area, word_key
from scrubjay_team.index.tokens import TextTokens

if TYPE_CHECKING:
    from scrubjay_team.database.connecting import Connection

Q = load(__package__)

MOST_HOLDING = 40
"""Passages with all words of a claim in which its sentence is looked for."""

UNREAD = {
    CitationKind.COMMIT: "a server's index holds no commits: cite the document",
    CitationKind.SYMBOL: "a server reads symbols in a search alone: cite the file and its lines",
}


@dataclass(frozen=True, slots=True)
class MirrorText:
    """A file as a mirror's index has it at its head, masked; `commit` is the head's."""

    path: str
    blob: str
    text: str
    commit: str


Wanted = tuple[UUID, str]
"""A project and a path in it."""


def texts_at(connection: "Connection", wanted: Iterable[Wanted]) -> Mapping[Wanted, MirrorText]:
    """The texts at some paths of granted projects; what isn't indexed or granted is left out."""
    pairs = list(dict.fromkeys(wanted))
    if not pairs:
        return {}
    params = {"projects": [project for project, _ in pairs], "paths": [path for _, path in pairs]}
    rows = connection.execute(Q.sources, params).fetchall()
    return {
        (row["project"], row["path"]): MirrorText(row["path"], row["blob"], row["text"], row["commit"]) for row in rows
    }


class MirrorSources:
    """Reads what a claim names in one project, inside a member's transaction."""

    def __init__(self, connection: "Connection", project: UUID, name: str) -> None:
        self._connection = connection
        self._project = project
        self._name = name

    def verify(self, claim: str, named: Sequence[Citation]) -> tuple[CitationResult, ...]:
        """What stands at each of the first places that a claim names; one that can't be read says why."""
        return tuple(self._looked_up(citation, claim) for citation in named[:MOST])

    def sentence(self, text: str, tokens: TextTokens) -> tuple[CitationResult, ...]:
        """The citation of a place that has a text as its very sentence; none if no place has it."""
        plain = unlinked(unmarked(text))
        row = self._connection.execute(Q.project_number, {"project": self._project}).fetchone()
        words = dict.fromkeys(tokens.of(stored(plain)))
        if row is None or not words:
            return ()
        keys = [[word_key(row["number"], Area.PASSAGES, word) for word in words]]
        params = {"project": self._project, "keys": keys, "most": MOST_HOLDING}
        for found in self._connection.execute(Q.holding, params).fetchall():
            if holds_words(plain.lower(), unlinked(unmarked(found["text"])).lower()):
                lines = (found["start_line"], found["end_line"])
                place = Citation(
                    kind=CitationKind.PLACE, text=f"{found['path']}:{lines[0]}-{lines[1]}", start=0, end=0,
                    target=found["path"], lines=lines,
                )  # fmt: skip
                result = self._looked_up(place, text)
                if result.grade is Grade.QUOTED:
                    return (result,)
        return ()

    def _looked_up(self, citation: Citation, claim: str) -> CitationResult:
        if citation.kind is CitationKind.ADR:
            return self._record(citation, claim)
        if citation.kind is not CitationKind.PLACE or citation.revision:
            why = UNREAD.get(citation.kind, "a server reads its mirrors at their heads alone: cite a path")
            return result_of(citation, CitationStatus.UNVERIFIABLE, why)
        try:
            path = safe_path(citation.target)
        except UnsafePath as error:
            return result_of(citation, CitationStatus.NOT_FOUND, str(error))
        found = texts_at(self._connection, [(self._project, path)]).get((self._project, path))
        if found is None:
            return result_of(citation, CitationStatus.NOT_FOUND, f"not in the index of {self._name}", path=path)
        return reading_of(citation, claim, found, self._name)

    def _record(self, citation: Citation, claim: str) -> CitationResult:
        rows = self._connection.execute(Q.records, {"project": self._project}).fetchall()
        wanted = [(self._project, row["path"]) for row in rows if _may_be(citation.target, row["path"])]
        texts = texts_at(self._connection, wanted).values()
        found = [text for text in texts if _is_record(citation.target, text)]
        if not found:
            return result_of(citation, CitationStatus.NOT_FOUND, f"no {citation.text.strip('[]')} in {self._name}")
        if len(found) > 1:
            paths = ", ".join(text.path for text in found[:4])
            return result_of(citation, CitationStatus.AMBIGUOUS, f"more than one: {paths}")
        return reading_of(citation, claim, found[0], self._name)


def reading_of(citation: Citation, claim: str, source: MirrorText, project: str) -> CitationResult:
    """What a text, or the cited lines of it, says next to a claim, by the core's own reading. Pure."""
    first, last = citation.lines
    count = source.text.count("\n") + 1
    if first > count or last > count + 1 or last < first:
        return result_of(citation, CitationStatus.NOT_FOUND, f"{source.path} has {count} lines", path=source.path)
    written = written_as(source.path)
    pieces = passages(source.text, written, citation.lines)
    reading = read(claim, pieces, _document(source), named=bool(first))
    result = with_reading(citation, claim, reading, source.path, title(source.text, written), project)
    result = replace(result, path=source.path, blob=source.blob, commit=source.commit)
    if result.whole and not is_prose(source.path):
        result = replace(result, place=PlaceKind.UNKNOWN, detail="not a document")
    return _as_decided(result, source)


def standing(ground: CitationResult, source: MirrorText | None) -> CitationResult:
    """A ground that was kept, as its mirror has it now: same, changed since, or gone. Pure."""
    if not ground.blob or ground.status is not CitationStatus.RESOLVED:
        return ground
    if source is None:
        return replace(ground, status=CitationStatus.GONE, detail="not in the index any more")
    if source.blob == ground.blob:
        return ground
    if ground.grade is Grade.QUOTED:
        found = find_restated(ground.words, passages(source.text, written_as(source.path)), _document(source))
        stands = found.place is PlaceKind.STATES
        lines = found.lines if stands else ground.lines
    else:
        stands, lines = bool(ground.words) and holds_words(ground.words, mask(source.text).text), ground.lines
    if not stands:
        return replace(ground, status=CitationStatus.CHANGED, detail=f"{source.commit[:10]} says something else there")
    return _as_decided(replace(ground, lines=lines, blob=source.blob, commit=source.commit), source)


def _document(source: MirrorText) -> SourceDocument:
    return source_of(source.path, source.text, record=looks_like_decision(source.path))


def _as_decided(result: CitationResult, source: MirrorText) -> CitationResult:
    """The result for a decision record: it is quoted only while it is decided and in force."""
    decision: Any = parse_decision(source.path, source.text, written_as(source.path))
    if decision is None or result.status is not CitationStatus.RESOLVED:
        return result
    result = replace(result, standing=decision.status)
    if decision.status in ENDED_STATUSES:
        return replace(result, status=CitationStatus.SUPERSEDED, detail=decision.status)
    if decision.status in UNDECIDED_STATUSES:
        return replace(result, place=PlaceKind.DRAFT, detail=f"only {decision.status}")
    return result


def _may_be(target: str, path: str) -> bool:
    """Whether a record at a path may be what a citation means: its file's name, or the number in it."""
    base = path.rpartition("/")[2].lower()
    return target.lower() == base or target.rpartition(":")[2].lower() in base


def _is_record(target: str, source: MirrorText) -> bool:
    if target.endswith((".md", ".rst", ".adoc", ".txt")):
        return source.path.rpartition("/")[2].lower() == target.lower()
    decision = parse_decision(source.path, source.text, written_as(source.path))
    series, _, number = target.rpartition(":")
    return decision is not None and decision.number == number and (not series or decision.series == series)
