"""What does a cited record, commit, place or symbol say of a claim? Read at HEAD, in the index and in git's objects."""

from dataclasses import dataclass, replace

from scrubjay.commits.commits import CommitIndex
from scrubjay.documents.adr import looks_like_decision, parse_decision
from scrubjay.documents.documents import Documents
from scrubjay.documents.in_force import ENDED_STATUSES
from scrubjay.documents.text import decode
from scrubjay.errors import ModelUnavailable
from scrubjay.git.commits import CommitPresence, CommitRelation, resolve_commit
from scrubjay.git.lookup import Lookup, LookupResult
from scrubjay.git.paths import safe_path
from scrubjay.git.process import Git
from scrubjay.grounding.citations import Citation
from scrubjay.grounding.counting import READ_MOST, Counting
from scrubjay.grounding.definitions import definitions
from scrubjay.grounding.passages import Passage, message_passages, passages
from scrubjay.grounding.reading import SourceReading, read
from scrubjay.grounding.results import UNDECIDED, is_prose, kind_of_text, result_of, with_reading
from scrubjay.grounding.sections import SourceDocument, source_of
from scrubjay.grounding.speaks import Support
from scrubjay.model.decision_entry import DecisionEntry
from scrubjay.model.evidence import CitationKind, CitationResult, CitationStatus
from scrubjay.model.view import View
from scrubjay.privacy import without_addresses

LONGEST_SHORT, WHOLE = 16, 40
"""Digits of the longest short name by which people and git call a commit, and of a whole one."""


@dataclass(frozen=True, slots=True)
class Reader:
    """What reads a claim in passages: the model where there is one."""

    support: Support | None = None

    def read(self, claim: str, passages: tuple[Passage, ...], source: SourceDocument) -> SourceReading:
        """The best reading; by words alone where the model can't be had."""
        try:
            return read(claim, passages, source, self.support)
        except ModelUnavailable:
            return read(claim, passages, source)


class Cited:
    """The sources of one claim in a view, for one thread: `objects` answers for all of them."""

    def __init__(
        self, git: Git, documents: Documents, commits: CommitIndex, objects: Lookup, view: View, counting: Counting,
        reader: Reader,
    ) -> None:  # fmt: skip
        self._git = git
        self._documents = documents
        self._commits = commits
        self._objects = objects
        self._view = view
        self._counting = counting
        self._reader = reader

    def record(self, citation: Citation, claim: str) -> CitationResult:
        """The document of a record at HEAD; of two with one number neither counts."""
        entries = [entry for entry in self._documents.decisions(self._view) if _names(citation.target, entry)]
        if not entries:
            return result_of(
                citation, CitationStatus.NOT_FOUND, f"no {citation.text.strip('[]')} at {self._view.short}"
            )
        if len(entries) > 1:
            paths = ", ".join(entry.path for entry in entries[:4])
            return result_of(citation, CitationStatus.AMBIGUOUS, f"more than one: {paths}")
        return self._document(citation, claim, entries[0].path)

    def commit(self, citation: Citation, claim: str) -> CitationResult:
        """A commit's message, if HEAD has it, nobody took it back, and it wasn't made in this session."""
        relation = self._known(citation.target)
        if relation.presence in {CommitPresence.ABSENT, CommitPresence.NO_COMMIT}:
            if LONGEST_SHORT < len(citation.target) < WHOLE:
                return result_of(citation, CitationStatus.UNVERIFIABLE, "no commit starts so: an id of something else")
            return result_of(citation, CitationStatus.NOT_FOUND, "no such commit in this clone")
        if relation.presence is CommitPresence.AMBIGUOUS:
            return result_of(citation, CitationStatus.AMBIGUOUS, "more than one object starts so: give more digits")
        message = message_passages(without_addresses(relation.message))
        result = with_reading(citation, self._reader.read(claim, message, SourceDocument()))
        result = replace(result, commit=relation.sha)
        if relation.presence is CommitPresence.UNREACHABLE:
            return replace(result, status=CitationStatus.UNREACHABLE, detail="exists, but HEAD doesn't have it")
        reverted_by = next(
            (revert.reverted_by for revert in self._commits.reverts(self._view) if revert.sha == relation.sha), ""
        )
        if reverted_by:
            return replace(result, status=CitationStatus.REVERTED, detail=f"taken back by {reverted_by[:10]}")
        return self._counted(result, self._counting.commit(relation.sha))

    def place(self, citation: Citation, claim: str) -> CitationResult:
        """A file at HEAD or at an older commit, or some of its lines."""
        path = safe_path(citation.target)
        looked_up = self._objects.entry(self._view.tree, path, READ_MOST) if self._view.tree else None
        if citation.revision:
            return self._older(citation, claim, path, looked_up)
        if looked_up is None or looked_up.kind != "blob":
            folder = looked_up is not None and looked_up.kind == "tree"
            why = "a folder proves nothing: cite a file" if folder else f"not at {self._view.short}"
            return result_of(citation, CitationStatus.UNVERIFIABLE if folder else CitationStatus.NOT_FOUND, why)
        return self._document(citation, claim, path, looked_up)

    def symbol(self, citation: Citation, claim: str) -> CitationResult:
        """A definition in the code at HEAD, or an assignment `NAME = value`."""
        symbols = self._documents.symbols(self._view, citation.target)
        places = [(place.path, (place.start_line, place.end_line)) for place in symbols]
        places = places or definitions(self._git, self._view.commit, citation.target)
        if not places:
            return result_of(citation, CitationStatus.NOT_FOUND, f"no such symbol in the code at {self._view.short}")
        if len({path for path, _ in places}) > 1:
            named = ", ".join(f"{path}:{lines[0]}" for path, lines in places[:4])
            return result_of(citation, CitationStatus.AMBIGUOUS, f"more than one: {named}")
        path, lines = places[0]
        return self.place(replace(citation, target=path, lines=lines), claim)

    def _counted(self, result: CitationResult, status: CitationStatus) -> CitationResult:
        return (
            result
            if status is result.status
            else replace(result, status=status, detail=self._counting.describe(status))
        )

    def _document(
        self, citation: Citation, claim: str, path: str, looked_up: LookupResult | None = None
    ) -> CitationResult:
        looked_up = looked_up or self._objects.entry(self._view.tree, path, READ_MOST)
        if looked_up is None:
            return result_of(citation, CitationStatus.NOT_FOUND, f"{path} is missing in this clone")
        text = decode(looked_up.content).text
        first, last = citation.lines
        count = text.count("\n") + 1
        if first > count or last > count + 1 or last < first:
            return result_of(citation, CitationStatus.NOT_FOUND, f"{path} has {count} lines", path=path)
        reading = self._read(claim, path, text, citation.lines)
        result = replace(with_reading(citation, reading), path=path, blob=looked_up.oid, commit=self._view.commit)
        result = replace(
            result, lines=citation.lines if first and citation.kind is CitationKind.PLACE else result.lines
        )
        entry = next((entry for entry in self._documents.decisions(self._view) if entry.path == path), None)
        result = _as_decided(result, entry) if entry else result
        if result.status is CitationStatus.RESOLVED and is_prose(path) and not self._is_included(path):
            return replace(result, status=CitationStatus.UNVERIFIABLE, detail="not among ingestion.include")
        if not result.supports:
            return result

        def same(then: str) -> bool:
            reread = with_reading(citation, self._read(claim, path, then, (0, 0)))
            decided = entry is None or _decided_then(path, then)
            return decided and reread.grade >= result.grade

        return self._counted(result, self._counting.lines(path, looked_up.oid, reading.lines, same))

    def _is_included(self, path: str) -> bool:
        return any(file.path == path for file in self._view.files)

    def _older(self, citation: Citation, claim: str, path: str, now: LookupResult | None) -> CitationResult:
        """A place at an older commit as HEAD has it: what stood there may be changed or gone by now."""
        relation = self._known(citation.revision)
        if relation.presence is not CommitPresence.REACHABLE:
            return result_of(citation, CitationStatus.UNREACHABLE, f"{citation.revision} isn't part of HEAD")
        then = self._objects.entry(relation.sha, path, READ_MOST)
        if then is None or then.kind != "blob":
            return result_of(citation, CitationStatus.NOT_FOUND, f"not at {relation.sha[:10]}")
        text = decode(then.content).text
        old = with_reading(citation, self._read(claim, path, text, citation.lines))
        old = replace(old, path=path, blob=then.oid, commit=relation.sha)
        if now is None or now.kind != "blob":
            return replace(old, status=CitationStatus.GONE, detail=f"not at {self._view.short} any more")
        cited = _lines(text, citation.lines)
        place = decode(now.content).text.find(cited)
        if place < 0:
            return replace(old, status=CitationStatus.CHANGED, detail=f"{self._view.short} says something else there")
        first = decode(now.content).text.count("\n", 0, place) + 1
        lines = (first, first + cited.count("\n")) if citation.lines[0] else (0, 0)
        return self._document(replace(citation, lines=lines), claim, path, now)

    def _read(self, claim: str, path: str, text: str, lines: tuple[int, int]) -> SourceReading:
        source = source_of(path, text, record=looks_like_decision(path))
        return self._reader.read(claim, passages(text, kind_of_text(path), lines), source)

    def _known(self, id: str) -> CommitRelation:
        head = self._view.commit
        return resolve_commit(self._git, self._objects, id, head, lambda sha: self._commits.contains(head, sha))


def _as_decided(result: CitationResult, entry: DecisionEntry) -> CitationResult:
    """A record's text carries a claim only while it is decided and holds, however it was cited."""
    result = replace(result, standing=entry.decision.status)
    if entry.standing.superseded_by:
        newer = ", ".join(entry.standing.superseded_by)
        return replace(result, status=CitationStatus.SUPERSEDED, detail=f"superseded by {newer}")
    if entry.decision.status in ENDED_STATUSES:
        return replace(result, status=CitationStatus.SUPERSEDED, detail=entry.decision.status)
    if entry.decision.status in UNDECIDED:
        return replace(result, status=CitationStatus.UNVERIFIABLE, detail=f"only {entry.decision.status}")
    return result


def _decided_then(path: str, text: str) -> bool:
    """Whether a record was decided when it read so: who accepts a proposal on a branch proves nothing by it."""
    decision = parse_decision(path, text, kind_of_text(path))
    return decision is not None and decision.status not in UNDECIDED | ENDED_STATUSES


def _lines(text: str, cited: tuple[int, int]) -> str:
    first, last = cited
    return "\n".join(text.split("\n")[first - 1 : last]) if first else text


def _names(target: str, entry: DecisionEntry) -> bool:
    """Whether a citation's target means a record: its file name, or its number in its series."""
    if target.endswith((".md", ".rst", ".adoc", ".txt")):
        return entry.path.rsplit("/", 1)[-1].lower() == target.lower()
    series, _, number = target.rpartition(":")
    return entry.decision.number == number and (entry.decision.series == series if series else True)
