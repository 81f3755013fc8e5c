"""The places that a memory names, as they stand at HEAD: records, commits, files and lines, symbols."""

import re

from scrubjay.git.blame import line_writers
from scrubjay.git.commits import CommitPresence, CommitRelation, resolve_commit
from scrubjay.git.lookup import Lookup, LookupResult
from scrubjay.git.process import Git
from scrubjay.git.tree import WordLine, lines_with
from scrubjay.knowledge.commits.commits import CommitIndex
from scrubjay.knowledge.decisions.naming import looks_like_decision
from scrubjay.knowledge.decisions.parse import parse_decision
from scrubjay.knowledge.documents.documents import Documents
from scrubjay.knowledge.documents.selection import PROSE, is_prose, written_as
from scrubjay.knowledge.documents.text import decode
from scrubjay.knowledge.documents.values import ENDED_STATUSES, UNDECIDED_STATUSES
from scrubjay.memory.grounding.counting import READ_MOST, Counting
from scrubjay.memory.grounding.passages import message_passages, passages, title
from scrubjay.memory.grounding.reading import read, result_of, with_reading
from scrubjay.memory.grounding.sections import SourceDocument, source_of
from scrubjay.model.citation import Citation
from scrubjay.model.decision import DecisionEntry
from scrubjay.model.evidence import CitationKind, CitationResult, CitationStatus, PlaceKind
from scrubjay.model.frozen import dataclass, replace
from scrubjay.model.grade import Grade
from scrubjay.model.paths import safe_path
from scrubjay.model.view import View
from scrubjay.privacy.personal.policy import without_addresses
from scrubjay.privacy.secrets.masking import mask
from scrubjay.text.sentences import holds_words

LONGEST_SHORT, WHOLE = 16, 40
"""Digits of the longest short name by which people and git call a commit, and of a whole one."""

MOST_ASSIGNED = 200
"""Lines with a name that are looked at for its assignment."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cited:
    """Looks up the places that one claim names, in a view of one worktree; `objects` answers for one thread.

    `project` is its name, which needs no naming; `named`: whether people are named.
    """

    git: Git
    documents: Documents
    commits: CommitIndex
    objects: Lookup
    view: View
    counting: Counting
    project: str = ""
    named: bool = True

    def record(self, citation: Citation, claim: str) -> CitationResult:
        """Look up the document of a record at HEAD; of two records with one number neither counts."""
        entries = [entry for entry in self.documents.decisions(self.view) if _names(citation.target, entry)]
        if not entries:
            return result_of(citation, CitationStatus.NOT_FOUND, f"no {citation.text.strip('[]')} at {self.view.short}")
        if len(entries) > 1:
            paths = ", ".join(entry.path for entry in entries[:4])
            return result_of(citation, CitationStatus.AMBIGUOUS, f"more than one: {paths}")
        return self._document(citation, claim, entries[0].path)

    def commit(self, citation: Citation, claim: str) -> CitationResult:
        """Look up a commit's message; it counts if HEAD has it, nobody took it back, and it isn't of this session."""
        relation = self._relation_of_commit(citation.target)
        if relation.presence in {CommitPresence.ABSENT, CommitPresence.NO_COMMIT}:
            if LONGEST_SHORT < len(citation.target) < WHOLE:
                return result_of(citation, CitationStatus.UNVERIFIABLE, "no commit starts so: an id of something else")
            return result_of(citation, CitationStatus.NOT_FOUND, "no such commit in this clone")
        if relation.presence is CommitPresence.AMBIGUOUS:
            return result_of(citation, CitationStatus.AMBIGUOUS, "more than one object starts so: give more digits")
        message = message_passages(without_addresses(relation.message))
        reading = read(claim, message, SourceDocument(), named=True)
        result = replace(with_reading(citation, claim, reading, self.project), commit=relation.sha)
        if relation.presence is CommitPresence.UNREACHABLE:
            return replace(result, status=CitationStatus.UNREACHABLE, detail="exists, but HEAD doesn't have it")
        reverts = self.commits.reverts(self.view)
        reverted_by = next((revert.reverted_by for revert in reverts if revert.sha == relation.sha), "")
        if reverted_by:
            return replace(result, status=CitationStatus.REVERTED, detail=f"taken back by {reverted_by[:10]}")
        return self._with_status(result, self.counting.commit(relation.sha))

    def place(self, citation: Citation, claim: str) -> CitationResult:
        """Look up a file at HEAD or at an older commit, or some of its lines."""
        path = safe_path(citation.target)
        looked_up = self.objects.entry(self.view.tree, path, READ_MOST) if self.view.tree else None
        if citation.revision:
            return self._older(citation, claim, path, looked_up)
        if looked_up is None or looked_up.kind != "blob":
            folder = looked_up is not None and looked_up.kind == "tree"
            why = "a folder proves nothing: cite a file" if folder else f"not at {self.view.short}"
            return result_of(citation, CitationStatus.UNVERIFIABLE if folder else CitationStatus.NOT_FOUND, why)
        return self._document(citation, claim, path, looked_up)

    def symbol(self, citation: Citation, claim: str) -> CitationResult:
        """Look up a definition in the code at HEAD, or an assignment `NAME = value`."""
        symbols = self.documents.symbols(self.view, citation.target)
        places = [(place.path, (place.start_line, place.end_line)) for place in symbols]
        lines = [] if places else _lines_naming(self.git, self.view.commit, citation.target)
        if not places and "=" in citation.text:
            places = [(line.path, (line.number, line.number)) for line, assigns in lines if assigns]
        if not places and self.objects.entry(self.view.tree, citation.target, READ_MOST) is not None:
            return self.place(citation, claim)  # `go.mod` names a file
        if not places and lines:
            found = f"no definition of it was read; it is named at {lines[0][0].path}:{lines[0][0].number}"
            return result_of(citation, CitationStatus.UNVERIFIABLE, found)
        if not places:
            return result_of(citation, CitationStatus.NOT_FOUND, f"no such symbol in the code at {self.view.short}")
        if len({path for path, _ in places}) > 1:
            named = ", ".join(f"{path}:{lines[0]}" for path, lines in places[:4])
            return result_of(citation, CitationStatus.AMBIGUOUS, f"more than one: {named}")
        path, span = places[0]
        return self.place(replace(citation, target=path, lines=span), claim)

    def _with_status(self, result: CitationResult, status: CitationStatus) -> CitationResult:
        if status is result.status:
            return result
        return replace(result, status=status, detail=self.counting.describe(status))

    def _document(
        self, citation: Citation, claim: str, path: str, looked_up: LookupResult | None = None
    ) -> CitationResult:
        """What a file at HEAD, or the cited lines of it, say next to a claim."""
        looked_up = looked_up or self.objects.entry(self.view.tree, path, READ_MOST)
        if looked_up is None:
            return result_of(citation, CitationStatus.NOT_FOUND, f"{path} is missing in this clone")
        text = decode(looked_up.content).text
        first, last = citation.lines
        count = text.count("\n") + 1
        if first > count or last > count + 1 or last < first:
            return result_of(citation, CitationStatus.NOT_FOUND, f"{path} has {count} lines", path=path)
        result = self._read(citation, claim, path, text, citation.lines)
        result = replace(result, path=path, blob=looked_up.oid, commit=self.view.commit)
        entry = next((entry for entry in self.documents.decisions(self.view) if entry.path == path), None)
        result = _as_decided(result, entry) if entry else result
        if result.whole and is_prose(path) and not any(file.path == path for file in self.view.files):
            result = replace(result, place=PlaceKind.UNKNOWN, detail="not among ingestion.include")
        if result.status is not CitationStatus.RESOLVED or not result.words:
            return result

        def same(then: str) -> bool:
            decided = entry is None or _decided_then(path, then)
            if result.whole:
                found = read(claim, passages(then, written_as(path)), _source_document(path, then))
                return decided and found.whole and found.place is PlaceKind.STATES
            return decided and holds_words(result.words, mask(then).text)

        status = self.counting.lines(path, looked_up.oid, result.lines, same)
        result = self._with_status(result, status)
        if result.grade is Grade.QUOTED:
            result = replace(result, detail=self._written(path, result.lines))
        named = citation.lines if first and citation.kind is CitationKind.PLACE else result.lines
        return replace(result, lines=min(named, result.lines, key=lambda span: span[1] - span[0]))

    def _written(self, path: str, lines: tuple[int, int]) -> str:
        """Who committed some lines, and when."""
        writers = line_writers(self.git, self.view.commit, path, lines)
        by = f" by {writers[0].name}" if writers and writers[0].name and self.named else ""
        return f"committed{by} {writers[0].at[:10]}" if writers else ""

    def _older(self, citation: Citation, claim: str, path: str, now: LookupResult | None) -> CitationResult:
        """A place at an older commit as HEAD has it: what stood there may be changed or gone by now."""
        relation = self._relation_of_commit(citation.revision)
        if relation.presence is not CommitPresence.REACHABLE:
            return result_of(citation, CitationStatus.UNREACHABLE, f"{citation.revision} isn't part of HEAD")
        then = self.objects.entry(relation.sha, path, READ_MOST)
        if then is None or then.kind != "blob":
            return result_of(citation, CitationStatus.NOT_FOUND, f"not at {relation.sha[:10]}")
        text = decode(then.content).text
        old = self._read(citation, claim, path, text, citation.lines)
        old = replace(old, path=path, blob=then.oid, commit=relation.sha)
        if now is None or now.kind != "blob":
            return replace(old, status=CitationStatus.GONE, detail=f"not at {self.view.short} any more")
        cited = _cited_lines(text, citation.lines)
        place = decode(now.content).text.find(cited)
        if place < 0:
            return replace(old, status=CitationStatus.CHANGED, detail=f"{self.view.short} says something else there")
        first = decode(now.content).text.count("\n", 0, place) + 1
        lines = (first, first + cited.count("\n")) if citation.lines[0] else (0, 0)
        return self._document(replace(citation, lines=lines), claim, path, now)

    def _read(self, citation: Citation, claim: str, path: str, text: str, lines: tuple[int, int]) -> CitationResult:
        """What a text says next to a claim, as the result of its citation."""
        pieces = passages(text, written_as(path), lines)
        reading = read(claim, pieces, _source_document(path, text), named=bool(lines[0]))
        return with_reading(citation, claim, reading, path, title(text, written_as(path)), self.project)

    def _relation_of_commit(self, id: str) -> CommitRelation:
        head = self.view.commit
        return resolve_commit(self.git, self.objects, id, head, lambda sha: self.commits.contains(head, sha))


def _source_document(path: str, text: str) -> SourceDocument:
    return source_of(path, text, record=looks_like_decision(path))


def _as_decided(result: CitationResult, entry: DecisionEntry) -> CitationResult:
    """The result for a decision record: its text is quoted only while it is decided and in force."""
    result = replace(result, standing=entry.decision.status)
    if entry.standing.superseded_by:
        newer = ", ".join(path.rpartition("/")[2] for path in entry.standing.superseded_by)
        return replace(result, status=CitationStatus.SUPERSEDED, detail=f"by {newer}")
    if entry.decision.status in ENDED_STATUSES:
        return replace(result, status=CitationStatus.SUPERSEDED, detail=entry.decision.status)
    if entry.decision.status in UNDECIDED_STATUSES:
        return replace(result, place=PlaceKind.DRAFT, detail=f"only {entry.decision.status}")
    return result


def _decided_then(path: str, text: str) -> bool:
    """Whether a record was decided when it read so: who accepts a proposal on a branch proves nothing by it."""
    decision = parse_decision(path, text, written_as(path))
    return decision is not None and decision.status not in UNDECIDED_STATUSES | ENDED_STATUSES


def _cited_lines(text: str, cited: tuple[int, int]) -> str:
    first, last = cited
    return "\n".join(text.split("\n")[first - 1 : last]) if first else text


def _names(target: str, entry: DecisionEntry) -> bool:
    """Whether a citation's target means a record: its file name, or its number in its series."""
    if target.endswith((".md", ".rst", ".adoc", ".txt")):
        return entry.path.rsplit("/", 1)[-1].lower() == target.lower()
    series, _, number = target.rpartition(":")
    return entry.decision.number == number and (entry.decision.series == series if series else True)


def _lines_naming(git: Git, commit: str, name: str) -> list[tuple[WordLine, bool]]:
    """The first lines outside of documents that hold the last part of a name, and whether each assigns it."""
    bare = name.rpartition(".")[2]
    if not commit or not re.fullmatch(r"[A-Za-z_]\w*", bare):
        return []
    assigns = re.compile(rf"(?:^|[^\w.]){bare}\s*(?::\s*[\w.\[\]| ]+)?\s*(?::?=(?!=)|:)".encode())
    lines = lines_with(git, commit, bare, but=tuple(PROSE), most=MOST_ASSIGNED)
    return [(line, bool(assigns.search(line.text))) for line in lines]
