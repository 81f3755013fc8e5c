"""Does a citation hold? Each is looked up where it lives; one that can't be checked carries nothing."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import MappingProxyType

from scrubjay.commits.commits import CommitIndex
from scrubjay.documents.documents import Documents
from scrubjay.errors import LinkRefused, NotFound, ScrubjayError, UnsafePath
from scrubjay.git.base import BaseTracker
from scrubjay.git.process import Git
from scrubjay.grounding.citations import Citation, beside, sources_beside
from scrubjay.grounding.cited import Cited, Reader
from scrubjay.grounding.counting import Counting
from scrubjay.grounding.discussed import DiscussionCheck
from scrubjay.grounding.results import result_of
from scrubjay.grounding.speaks import Support
from scrubjay.model.evidence import CitationKind, CitationResult, CitationStatus
from scrubjay.model.view import View

Check = Callable[[Citation, str], CitationResult]

NOTHING: Mapping[CitationKind, Check] = MappingProxyType({})

AFAR = frozenset({CitationKind.URL, CitationKind.ISSUE})
"""What is looked up over the network, where the user allowed it."""

ASKED_AFAR = 3


class CitationVerifier:
    """Verifies the citations of a claim for one worktree.

    `further` are checks of links and issues, if any; `support` scores how far a passage supports a claim, where there
    is a model. `discussions` reads what is kept of a forge, before any network is asked.
    """

    def __init__(
        self,
        git: Git,
        base: BaseTracker,
        documents: Documents,
        commits: CommitIndex,
        further: Mapping[CitationKind, Check] = NOTHING,
        support: Support | None = None,
        discussions: DiscussionCheck | None = None,
    ) -> None:
        self._git = git
        self._base = base
        self._documents = documents
        self._commits = commits
        self._further = further
        self._reader = Reader(support)
        self._discussions = discussions

    def verify(
        self, claim: str, citations: Sequence[Citation], view: View, start: str = "", since: str = "", *,
        decides: bool = False,
    ) -> tuple[CitationResult, ...]:  # fmt: skip
        """What became of each citation. One that could not be checked is FAILED and carries nothing; never raises.

        `start` is the commit at which the session that claims began, `since` when that was: what was written or said
        since counts for nothing. `decides`: the claim is a decision.
        """
        reading = partial(self._discussions.of, decides=decides) if self._discussions else lambda *_: None
        kept = {citation: check for citation in citations if (check := reading(citation, view, since))}
        remote = [
            citation
            for citation in citations
            if citation not in kept and citation.kind in AFAR and citation.kind in self._further
        ][ASKED_AFAR:]
        with self._documents.objects() as objects:
            counting = Counting(self._git, self._base, objects, view, start)
            cited = Cited(
                git=self._git,
                documents=self._documents,
                commits=self._commits,
                objects=objects,
                view=view,
                counting=counting,
                reader=self._reader,
            )
            checks: dict[CitationKind, Check] = {
                **self._further,
                CitationKind.ADR: cited.record,
                CitationKind.COMMIT: cited.commit,
                CitationKind.PLACE: cited.place,
                CitationKind.SYMBOL: cited.symbol,
            }
            return tuple(
                result_of(citation, CitationStatus.UNVERIFIABLE, f"only {ASKED_AFAR} of a claim are looked up")
                if citation in remote
                else _verified(
                    kept.get(citation) or checks.get(citation.kind),
                    citation,
                    beside(claim, sources_beside(claim, citations, citation)),
                )
                for citation in citations
            )


def _verified(check: Check | None, citation: Citation, claim: str) -> CitationResult:
    if check is None:
        return result_of(citation, CitationStatus.UNVERIFIABLE, _WHY_NOT[citation.kind])
    try:
        return check(citation, claim)
    except (NotFound, UnsafePath) as error:
        return result_of(citation, CitationStatus.NOT_FOUND, str(error))
    except LinkRefused as error:
        return result_of(citation, CitationStatus.UNVERIFIABLE, str(error))
    except ScrubjayError as error:
        return result_of(citation, CitationStatus.FAILED, str(error))


_WHY_NOT = {
    CitationKind.ISSUE: "its repository isn't among `scrubjay forge list`, and no citations.tracker is set",
    CitationKind.URL: "links are not opened (citations.urls is off): cite a document of the repository",
}
