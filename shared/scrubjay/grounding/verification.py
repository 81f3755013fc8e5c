"""Does a citation hold? Each is looked up at HEAD, in the index and in git's objects; a text is compared, never run."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from scrubjay.documents.current import GONE
from scrubjay.documents.decisions import DecisionEntry
from scrubjay.documents.service import Documents
from scrubjay.errors import LinkRefused, NotFound, ScrubjayError, UnsafePath
from scrubjay.git import commits
from scrubjay.git.commits import Presence
from scrubjay.git.objects import read_path
from scrubjay.git.paths import safe_path
from scrubjay.git.process import Git
from scrubjay.grounding.citations import Citation, without
from scrubjay.grounding.statements import statements
from scrubjay.grounding.support import assess
from scrubjay.model.evidence import CitationKind, CitationResult, CitationStatus, Support
from scrubjay.model.view import View
from scrubjay.secrets import mask

READ_MOST = 1_000_000
"""Bytes of a cited file that are compared."""

QUOTED = 500
"""Characters of the deciding sentence that are kept as evidence."""

UNDECIDED = frozenset({"proposed", "draft", "provisional", "on hold", "rfc", "pending", "under discussion"})
"""Statuses of records that weigh a decision and haven't made it."""

Check = Callable[[Citation, str, View], CitationResult]

NOTHING: Mapping[CitationKind, Check] = MappingProxyType({})

AFAR = frozenset({CitationKind.URL, CitationKind.ISSUE})
"""What is looked up over the network, where the user allowed it."""

ASKED_AFAR = 3


class CitationVerifier:
    """Verifies the citations of a claim for one worktree. `further` are checks of links and issues, if any."""

    def __init__(self, git: Git, documents: Documents, further: Mapping[CitationKind, Check] = NOTHING) -> None:
        self._git = git
        self._documents = documents
        self._checks: dict[CitationKind, Check] = {
            **further,
            CitationKind.ADR: self._record,
            CitationKind.COMMIT: self._commit,
            CitationKind.PLACE: self._place,
            CitationKind.SYMBOL: self._symbol,
        }

    def verify(self, claim: str, citations: Sequence[Citation], view: View) -> tuple[CitationResult, ...]:
        """What became of each citation. One that could not be checked is FAILED and carries nothing; never raises."""
        bare = without(claim, tuple(citations))
        afar = [one for one in citations if one.kind in AFAR][ASKED_AFAR:]
        return tuple(
            _result(one, CitationStatus.UNVERIFIABLE, detail=f"only {ASKED_AFAR} of a claim are looked up")
            if one in afar and one.kind in self._checks
            else self._verify(one, bare, view)
            for one in citations
        )

    def _verify(self, one: Citation, claim: str, view: View) -> CitationResult:
        check = self._checks.get(one.kind)
        if check is None:
            return _result(one, CitationStatus.UNVERIFIABLE, detail=_WHY_NOT[one.kind])
        try:
            return check(one, claim, view)
        except (NotFound, UnsafePath) as error:
            return _result(one, CitationStatus.NOT_FOUND, detail=str(error))
        except LinkRefused as error:
            return _result(one, CitationStatus.UNVERIFIABLE, detail=str(error))
        except ScrubjayError as error:
            return _result(one, CitationStatus.FAILED, detail=str(error))

    def _record(self, one: Citation, claim: str, view: View) -> CitationResult:
        entries = self._documents.decisions(view)
        found = [entry for entry in entries if _names(one.target, entry)]
        if not found:
            return _result(one, CitationStatus.NOT_FOUND, detail=f"no {one.text.strip('[]')} at {view.short}")
        if len(found) > 1:
            paths = ", ".join(entry.path for entry in found[:4])
            return _result(one, CitationStatus.AMBIGUOUS, detail=f"more than one: {paths}")
        (entry,) = found
        seen = _compared(one, claim, self._documents.text(view, entry.path).text)
        seen = replace(seen, path=entry.path, blob=entry.blob, commit=view.commit, detail=entry.decision.status)
        if entry.standing.superseded_by:
            newer = ", ".join(entry.standing.superseded_by)
            return replace(seen, status=CitationStatus.SUPERSEDED, detail=f"superseded by {newer}")
        if entry.decision.status in GONE:
            return replace(seen, status=CitationStatus.SUPERSEDED)
        if entry.decision.status in UNDECIDED:
            return replace(seen, status=CitationStatus.UNVERIFIABLE, detail=f"only {entry.decision.status}")
        return seen

    def _commit(self, one: Citation, claim: str, view: View) -> CitationResult:
        known = commits.look_up(self._git, [one.target], view.commit).get(one.target)
        if known is None or known.presence in {Presence.ABSENT, Presence.NO_COMMIT}:
            return _result(one, CitationStatus.NOT_FOUND, detail="no such commit in this clone")
        if known.presence is Presence.AMBIGUOUS:
            return _result(one, CitationStatus.AMBIGUOUS, detail="more than one object starts so: give more digits")
        seen = _compared(one, claim, "")
        if seen.support is not Support.NOT_ASSESSABLE:  # else its being there is all that counts
            seen = _compared(one, claim, mask(commits.message(self._git, known.sha)).text)
        seen = replace(seen, commit=known.sha)
        if known.presence is Presence.UNREACHABLE:
            return replace(seen, status=CitationStatus.UNREACHABLE, detail="exists, but HEAD doesn't have it")
        return seen

    def _place(self, one: Citation, claim: str, view: View) -> CitationResult:
        path = safe_path(one.target)
        tree, commit = view.tree, view.commit
        if one.revision:
            known = commits.look_up(self._git, [one.revision], view.commit).get(one.revision)
            if known is None or known.presence is not Presence.REACHABLE:
                return _result(one, CitationStatus.UNREACHABLE, detail=f"{one.revision} isn't part of HEAD")
            tree = commit = known.sha
        found = read_path(self._git, tree, path, READ_MOST) if tree else None
        if found is None or found.kind != "blob":
            folder = found is not None and found.kind == "tree"
            why = "a folder proves nothing: cite a file" if folder else f"not at {commit[:10]}"
            return _result(one, CitationStatus.UNVERIFIABLE if folder else CitationStatus.NOT_FOUND, detail=why)
        text = found.content.decode("utf-8", "replace")
        lines = text.split("\n")
        first, last = one.lines
        if first > len(lines) or last > len(lines) + 1 or last < first:
            return _result(one, CitationStatus.NOT_FOUND, detail=f"{path} has {len(lines)} lines", path=path)
        cited = "\n".join(lines[first - 1 : last]) if first else text
        seen = replace(
            _compared(one, claim, mask(cited).text), path=path, lines=one.lines, blob=found.oid, commit=commit
        )
        return self._now(seen, cited, view) if one.revision else seen

    def _now(self, seen: CitationResult, cited: str, view: View) -> CitationResult:
        """The citation of an older commit as HEAD has it: what was cited then may be changed or gone by now."""
        now = read_path(self._git, view.tree, seen.path, READ_MOST) if view.tree else None
        if now is None or now.kind != "blob":
            return replace(seen, status=CitationStatus.GONE, detail=f"not at {view.short} any more")
        if now.oid != seen.blob and cited.strip() not in now.content.decode("utf-8", "replace"):
            return replace(seen, status=CitationStatus.CHANGED, detail=f"{view.short} says something else there")
        return seen

    def _symbol(self, one: Citation, claim: str, view: View) -> CitationResult:
        """A definition in the indexed code. Its text is compared as a cited place's is; code seldom says a sentence."""
        if not any(file.format.startswith("code:") for file in view.files):
            return _result(one, CitationStatus.UNVERIFIABLE, detail="no code is indexed: cite path:lines")
        found = self._documents.symbols(view, one.target)
        if not found:
            return _result(one, CitationStatus.NOT_FOUND, detail=f"no such symbol in the indexed code at {view.short}")
        places = [f"{place.path}:{place.start_line}-{place.end_line}" for place in found]
        if len({place.path for place in found}) > 1:
            return _result(one, CitationStatus.AMBIGUOUS, detail=f"more than one: {', '.join(places[:4])}")
        return self._place(
            replace(one, target=found[0].path, lines=(found[0].start_line, found[0].end_line)), claim, view
        )


def _compared(one: Citation, claim: str, text: str) -> CitationResult:
    """The citation as verified, with how its text stands to the claim. A short claim is held by existence alone."""
    found = assess(claim, statements(text))
    return replace(_result(one, CitationStatus.VERIFIED), support=found.support, quote=found.sentence[:QUOTED])


def _names(target: str, entry: DecisionEntry) -> bool:
    """Whether a citation's target means a record: its file name, or its number in its series."""
    if target.endswith((".md", ".rst", ".adoc", ".txt")):
        return entry.path.rsplit("/", 1)[-1].lower() == target.lower()
    series, _, number = target.rpartition(":")
    return entry.decision.number == number and (entry.decision.series == series if series else True)


def _result(one: Citation, status: CitationStatus, *, detail: str = "", path: str = "") -> CitationResult:
    support = Support.NOT_ASSESSABLE
    return CitationResult(one.kind, one.text, one.target, status, support, path=path, detail=detail[:QUOTED])


_WHY_NOT = {
    CitationKind.ISSUE: "no citations.tracker is set, so issues aren't looked up",
    CitationKind.URL: "links are not opened (citations.urls is off): cite a document of the repository",
}
