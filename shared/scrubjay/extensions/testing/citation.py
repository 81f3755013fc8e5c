"""The suite of citations."""

from collections.abc import Iterable
from itertools import pairwise

from scrubjay.extensions.kinds.citation import CitationForm
from scrubjay.extensions.testing.expecting import expect
from scrubjay.model.evidence import CitationResult, CitationStatus

HOSTILE = ("", " ", "a" * 10_000, "#" * 10_000, "-1" * 5_000, "\x00é\u202e", "[[[[" * 2_000)
LONGEST_WORDS = 300


def check_citation(form: CitationForm, claims: Iterable[str], unknown: str) -> None:
    """It finds what each claim names, in order and apart, and says of an `unknown` target that nothing is there."""
    for claim in claims:
        found = list(form.find(claim))
        expect(bool(found), f"it finds nothing in {claim[:60]!r}")
        for start, end, target in found:
            expect(0 <= start < end <= len(claim), "a span lies within the claim")
            expect(bool(target), "what is looked up isn't empty")
            result = form.resolve(target)
            expect(isinstance(result, CitationResult), "resolve() gives a CitationResult")
            expect(len(result.words) <= LONGEST_WORDS, f"words have at most {LONGEST_WORDS} characters")
        spans = [(start, end) for start, end, _ in found]
        expect(all(a[1] <= b[0] for a, b in pairwise(spans)), "spans are in order, and apart")
        expect(found == list(form.find(claim)), "the same claim names the same")
    for text in HOSTILE:
        list(form.find(text))
    missing = form.resolve(unknown)
    expect(missing.status is not CitationStatus.RESOLVED, f"it resolves {unknown!r}, which isn't there")
    expect(not missing.words, "what isn't there has no words")
