"""The places that a memory names, each looked up where it lives; one that can't be looked up says so."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Final

from scrubjay.errors import LinkRefused, NotFound, ScrubjayError, UnsafePath
from scrubjay.extensions.kinds.grounds import CitationReader
from scrubjay.git.ancestry import BaseTracker
from scrubjay.git.process import Git
from scrubjay.knowledge.commits.commits import CommitIndex
from scrubjay.knowledge.documents.documents import Documents
from scrubjay.memory.grounding.citations import unsourced
from scrubjay.memory.grounding.cited import Cited
from scrubjay.memory.grounding.counting import Counting
from scrubjay.memory.grounding.foreign import NO_FOREIGN, ForeignCitations
from scrubjay.memory.grounding.reading import result_of
from scrubjay.model.citation import Citation
from scrubjay.model.evidence import CitationKind, CitationResult, CitationStatus, PlaceKind
from scrubjay.model.frozen import dataclass, field
from scrubjay.model.view import View

Check = Callable[[Citation, str], CitationResult]

MOST: Final = 3
"""Places of one memory that are its grounds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CitationVerifier:
    """Looks up the places of a claim for one worktree.

    `further` are checks of links and issues, if any; `citations` read what is kept, before any network is
    asked, and `foreign` are the forms of reference of other people's extensions. `acted` says when a person last acted
    here, `project` is its name; `named`: whether people are named.
    """

    git: Git
    base: BaseTracker
    documents: Documents
    commits: CommitIndex
    further: Mapping[CitationKind, Check] = field(default_factory=dict)
    citations: Sequence[CitationReader] = ()
    foreign: ForeignCitations = NO_FOREIGN
    acted: Callable[[], str] = str
    project: str = ""
    named: bool = True

    def verify(
        self, claim: str, citations: Sequence[Citation], view: View, start: str = "", since: str = ""
    ) -> tuple[CitationResult, ...]:
        """The check of each citation against its place. One that can't be looked up is FAILED; never raises for it.

        `start` is the commit at which the session that claims began, `since` when that was: what was written or said
        since counts for nothing.
        """
        said = unsourced(claim)
        own = [one for one in citations if self._is_ours(one, view)][:MOST]
        with self._opened(view, start) as cited:
            return tuple(self._looked_up(citation, said, cited, view, since) for citation in own)

    def _is_ours(self, citation: Citation, view: View) -> bool:
        """Whether a citation can be one of the project's: "RFC 2119" is none where no record is of that series."""
        series = citation.kind is CitationKind.ADR and citation.target.rpartition(":")[0]
        return not series or any(one.decision.series == series for one in self.documents.decisions(view))

    def sentence(
        self, claim: str, places: Sequence[tuple[str, tuple[int, int]]], view: View, start: str = ""
    ) -> tuple[CitationResult, ...]:
        """The citation of the first place (path, lines) that states the exact claim; none if no place does."""
        with self._opened(view, start) as cited:
            for path, lines in places:
                text = f"{path}:{lines[0]}-{lines[1]}"
                place = Citation(kind=CitationKind.PLACE, text=text, start=0, end=0, target=path, lines=lines)
                result = _checked(cited.place, place, claim)
                if result.whole and result.place is PlaceKind.STATES:
                    return (result,)
        return ()

    @contextmanager
    def _opened(self, view: View, start: str) -> Iterator[Cited]:
        """The lookup of a claim's citations in a view, open for the length of the block."""
        with self.documents.objects() as objects:
            counting = Counting(self.git, self.base, objects, view, start, self.acted)
            yield Cited(
                git=self.git, documents=self.documents, commits=self.commits, objects=objects, view=view,
                counting=counting, project=self.project, named=self.named,
            )  # fmt: skip

    def _looked_up(self, citation: Citation, claim: str, cited: Cited, view: View, since: str) -> CitationResult:
        """The check of one citation, by the reader that knows it or else by its kind."""
        checks: dict[CitationKind, Check] = {
            **self.further,
            CitationKind.ADR: cited.record,
            CitationKind.COMMIT: cited.commit,
            CitationKind.PLACE: cited.place,
            CitationKind.SYMBOL: cited.symbol,
            CitationKind.REFERENCE: self.foreign.check,
        }
        kept = (reader.of(citation, view, since) for reader in self.citations)
        return _checked(next(filter(None, kept), None) or checks.get(citation.kind), citation, claim)


def _checked(check: Check | None, citation: Citation, claim: str) -> CitationResult:
    """The result of a check of a citation; an error of the check becomes a result, too."""
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
