"""References in a form that an extension finds and resolves, such as a ticket's number: grounds, never quoted."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from scrubjay.errors import ScrubjayError
from scrubjay.extensions.in_time import in_time
from scrubjay.extensions.kinds.grounds import CitationForm
from scrubjay.extensions.registry import ExtensionRegistry
from scrubjay.memory.grounding.citations import MOST, citations_of, sources_named
from scrubjay.memory.grounding.injection import find_marks
from scrubjay.memory.grounding.passages import passages
from scrubjay.memory.grounding.reading import SHOWN, read, result_of, with_reading
from scrubjay.memory.grounding.sections import SourceDocument
from scrubjay.model.citation import Citation
from scrubjay.model.evidence import CitationKind, CitationResult, CitationStatus
from scrubjay.model.frozen import replace

LONGEST_TARGET: Final = 200

ANSWERS: Final = (CitationStatus.NOT_FOUND, CitationStatus.GONE, CitationStatus.AMBIGUOUS, CitationStatus.UNVERIFIABLE)
"""What an extension may answer beside that it is there; anything else is unverifiable."""


class ForeignCitations:
    """The forms of other people's extensions, by the extension's name, perhaps with a dot and a number.

    Each is asked in time, or left out.
    """

    def __init__(
        self, registry: ExtensionRegistry | None = None, forms: Mapping[str, CitationForm] | None = None
    ) -> None:
        self._registry = registry
        self._forms = MappingProxyType(dict(forms or {}))

    def find(self, claim: str) -> tuple[Citation, ...]:
        """The citations that extensions find in a claim, where no form of ours found one; at most MOST."""
        if not self._forms:
            return ()
        taken = [(one.start, one.end) for one in citations_of(claim)]
        found: list[Citation] = []
        for one in self._all(claim):
            if all(one.end <= start or end <= one.start for start, end in taken):
                taken.append((one.start, one.end))
                found.append(one)
        return tuple(found[:MOST])

    def sources(self, named: Sequence[str]) -> tuple[Citation, ...]:
        """Citations from the sources given beside a claim; a source wholly in an extension's form is no path."""
        if not self._forms:
            return sources_named(named)
        whole = {name: one for name in named for one in self.find(name) if one.text == name.strip()}
        return (*whole.values(), *sources_named([name for name in named if name not in whole]))

    def check(self, citation: Citation, claim: str) -> CitationResult:
        """What an extension says of a citation, masked; UNVERIFIABLE if it fails, is late or speaks to the reader."""
        name, _, target = citation.target.partition(":")
        form = self._forms.get(name)
        if form is None or self._registry is None:
            return result_of(citation, CitationStatus.UNVERIFIABLE, f"the extension {_extension_name(name)} isn't on")
        try:
            found = in_time(self._registry, _extension_name(name), lambda: form.resolve(target), CitationResult)
        except ScrubjayError as error:
            return result_of(citation, CitationStatus.UNVERIFIABLE, str(error))
        if found is None:
            return result_of(citation, CitationStatus.UNVERIFIABLE, f"{_extension_name(name)} didn't answer")
        if found.status is not CitationStatus.RESOLVED:
            status = found.status if found.status in ANSWERS else CitationStatus.UNVERIFIABLE
            return result_of(citation, status, str(found.detail))
        words = str(found.words)[:SHOWN]
        if find_marks(words):
            return result_of(
                citation, CitationStatus.UNVERIFIABLE, "its words speak to the reader, so they are no ground"
            )
        reading = read(claim, passages(words, "text"), SourceDocument())
        return replace(
            with_reading(citation, claim, reading),
            whole=False,
            lines=(0, 0),
            detail=f"given by {_extension_name(name)}",
        )

    def _all(self, claim: str) -> Iterator[Citation]:
        """Every citation that extensions find in a claim, in their order; an extension that fails finds nothing."""
        for name, form in self._forms.items():
            try:
                found = self._spans(name, form, claim)
            except ScrubjayError:
                continue
            for start, end, target in found:
                yield Citation(
                    kind=CitationKind.REFERENCE, text=claim[start:end], start=start, end=end, target=f"{name}:{target}"
                )

    def _spans(self, name: str, form: CitationForm, claim: str) -> list[tuple[int, int, str]]:
        """What one extension finds in a claim, each as (start, end, target)."""

        def find() -> list[tuple[int, int, str]]:
            found = [(int(start), int(end), str(target)) for start, end, target in form.find(claim)]
            if not all(0 <= start < end <= len(claim) and 0 < len(it) <= LONGEST_TARGET for start, end, it in found):
                raise ValueError("a span isn't within the claim, or its target is empty or too long")
            return found

        return (in_time(self._registry, _extension_name(name), find, list) if self._registry else None) or []


def _extension_name(name: str) -> str:
    return name.partition(".")[0]


NO_FOREIGN: Final = ForeignCitations()
