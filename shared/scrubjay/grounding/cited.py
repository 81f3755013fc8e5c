"""What does a cited record, commit, place or symbol say of a claim? Read at HEAD, in the index and in git's objects."""

from dataclasses import replace

from scrubjay.documents.commits import Commits
from scrubjay.documents.current import GONE
from scrubjay.documents.decisions import DecisionEntry
from scrubjay.documents.service import Documents
from scrubjay.documents.text import decode
from scrubjay.git.commits import Known, Presence, look_up
from scrubjay.git.lookup import Lookup
from scrubjay.git.paths import safe_path
from scrubjay.git.process import Git
from scrubjay.grounding.citations import Citation
from scrubjay.grounding.sentences import sentences
from scrubjay.grounding.statements import stated
from scrubjay.grounding.support import assess
from scrubjay.model.counted import counted
from scrubjay.model.evidence import CitationResult, CitationStatus, Relation
from scrubjay.model.view import View
from scrubjay.privacy import without_addresses
from scrubjay.secrets import mask

READ_MOST = 1_000_000
"""Bytes of a cited file that are compared."""

QUOTED = 500
"""Characters of the deciding sentence that are kept as evidence."""

UNDECIDED = frozenset({"proposed", "draft", "provisional", "on hold", "rfc", "pending", "under discussion"})
"""Statuses of records that weigh a decision and haven't made it."""


class Cited:
    """The sources of one claim, for one thread: `objects` answers for all of them."""

    def __init__(self, git: Git, documents: Documents, commits: Commits, objects: Lookup) -> None:
        self._git = git
        self._documents = documents
        self._commits = commits
        self._objects = objects

    def record(self, one: Citation, claim: str, view: View) -> CitationResult:
        entries = self._documents.decisions(view)
        found = [entry for entry in entries if _names(one.target, entry)]
        if not found:
            return result_of(one, CitationStatus.NOT_FOUND, detail=f"no {one.text.strip('[]')} at {view.short}")
        if len(found) > 1:
            paths = ", ".join(entry.path for entry in found[:4])
            return result_of(one, CitationStatus.AMBIGUOUS, detail=f"more than one: {paths}")
        (entry,) = found
        text = self._read(view.tree, entry.path)
        if text is None:
            return result_of(one, CitationStatus.NOT_FOUND, detail=f"{entry.path} is missing in this clone")
        seen = _compared(one, claim, text)
        seen = replace(seen, path=entry.path, blob=entry.blob, commit=view.commit, detail=entry.decision.status)
        return _as_decided(seen, entry)

    def commit(self, one: Citation, claim: str, view: View) -> CitationResult:
        known = self._known(one.target, view)
        if known.presence in {Presence.ABSENT, Presence.NO_COMMIT}:
            return result_of(one, CitationStatus.NOT_FOUND, detail="no such commit in this clone")
        if known.presence is Presence.AMBIGUOUS:
            return result_of(one, CitationStatus.AMBIGUOUS, detail="more than one object starts so: give more digits")
        seen = replace(_compared(one, claim, without_addresses(known.message)), commit=known.sha)
        if known.presence is Presence.UNREACHABLE:
            return replace(seen, status=CitationStatus.UNREACHABLE, detail="exists, but HEAD doesn't have it")
        return seen

    def place(self, one: Citation, claim: str, view: View) -> CitationResult:
        path = safe_path(one.target)
        tree, commit = view.tree, view.commit
        if one.revision:
            known = self._known(one.revision, view)
            if known.presence is not Presence.REACHABLE:
                return result_of(one, CitationStatus.UNREACHABLE, detail=f"{one.revision} isn't part of HEAD")
            tree = commit = known.sha
        found = self._objects.at(tree, path, READ_MOST) if tree else None
        if found is None or found.kind != "blob":
            folder = found is not None and found.kind == "tree"
            why = "a folder proves nothing: cite a file" if folder else f"not at {commit[:10]}"
            return result_of(one, CitationStatus.UNVERIFIABLE if folder else CitationStatus.NOT_FOUND, detail=why)
        text = decode(found.content).text
        lines = text.split("\n")
        first, last = one.lines
        if first > len(lines) or last > len(lines) + 1 or last < first:
            detail = f"{path} has {counted(len(lines), 'line')}"
            return result_of(one, CitationStatus.NOT_FOUND, detail=detail, path=path)
        seen = replace(_compared(one, claim, text), path=path, lines=one.lines, blob=found.oid, commit=commit)
        seen = self._now(seen, _lines(text, one.lines), view) if one.revision else seen
        entry = next((entry for entry in self._documents.decisions(view) if entry.path == path), None)
        return _as_decided(seen, entry) if entry else seen

    def _now(self, seen: CitationResult, cited: str, view: View) -> CitationResult:
        """The citation of an older commit as HEAD has it: what was cited then may be changed or gone by now."""
        now = self._objects.at(view.tree, seen.path, READ_MOST) if view.tree else None
        if now is None or now.kind != "blob":
            return replace(seen, status=CitationStatus.GONE, detail=f"not at {view.short} any more")
        if now.oid != seen.blob and cited.strip() not in decode(now.content).text:
            return replace(seen, status=CitationStatus.CHANGED, detail=f"{view.short} says something else there")
        return seen

    def symbol(self, one: Citation, claim: str, view: View) -> CitationResult:
        """A definition in the indexed code. Its text is compared as a cited place's is; code seldom says a sentence."""
        if not any(file.format.startswith("code:") for file in view.files):
            return result_of(one, CitationStatus.UNVERIFIABLE, detail="no code is indexed: cite path:lines")
        found = self._documents.symbols(view, one.target)
        if not found:
            return result_of(
                one, CitationStatus.NOT_FOUND, detail=f"no such symbol in the indexed code at {view.short}"
            )
        places = [f"{place.path}:{place.start_line}-{place.end_line}" for place in found]
        if len({place.path for place in found}) > 1:
            return result_of(one, CitationStatus.AMBIGUOUS, detail=f"more than one: {', '.join(places[:4])}")
        return self.place(
            replace(one, target=found[0].path, lines=(found[0].start_line, found[0].end_line)), claim, view
        )

    def _read(self, tree: str, path: str) -> str | None:
        found = self._objects.at(tree, path, READ_MOST)
        return decode(found.content).text if found is not None and found.kind == "blob" else None

    def _known(self, id: str, view: View) -> Known:
        return look_up(self._git, self._objects, id, view.commit, lambda sha: self._commits.holds(view.commit, sha))


def result_of(one: Citation, status: CitationStatus, *, detail: str = "", path: str = "") -> CitationResult:
    """What became of a citation whose text wasn't compared."""
    support = Relation.UNREAD
    return CitationResult(one.kind, one.text, one.target, status, support, path=path, detail=detail[:QUOTED])


def _compared(one: Citation, claim: str, text: str) -> CitationResult:
    """The citation as verified, with how its lines of a text stand to the claim.

    A short claim is held by existence alone. What is kept of the text is masked; most texts say nothing of the claim,
    and to mask one takes longer than to compare it.
    """
    found = assess(claim, sentences(stated(text, one.lines)))
    if found.sentence:
        found = assess(claim, sentences(stated(mask(text).text, one.lines)))
    return replace(result_of(one, CitationStatus.RESOLVED), relation=found.support, words=found.sentence[:QUOTED])


def _as_decided(seen: CitationResult, entry: DecisionEntry) -> CitationResult:
    """A record's text carries a claim only while it is decided and holds, however it was cited."""
    if entry.standing.superseded_by:
        newer = ", ".join(entry.standing.superseded_by)
        return replace(seen, status=CitationStatus.SUPERSEDED, detail=f"superseded by {newer}")
    if entry.decision.status in GONE:
        return replace(seen, status=CitationStatus.SUPERSEDED)
    if entry.decision.status in UNDECIDED:
        return replace(seen, status=CitationStatus.UNVERIFIABLE, detail=f"only {entry.decision.status}")
    return seen


def _lines(text: str, cited: tuple[int, int]) -> str:
    first, last = cited
    return "\n".join(text.split("\n")[first - 1 : last]) if first else text


def _names(target: str, entry: DecisionEntry) -> bool:
    """Whether a citation's target means a record: its file name, or its number in its series."""
    if target.endswith((".md", ".rst", ".adoc", ".txt")):
        return entry.path.rsplit("/", 1)[-1].lower() == target.lower()
    series, _, number = target.rpartition(":")
    return entry.decision.number == number and (entry.decision.series == series if series else True)
