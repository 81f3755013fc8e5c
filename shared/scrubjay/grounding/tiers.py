"""Stored, reviewed or blocked? One decision over everything the checks found; the first matching rule wins."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from scrubjay.grounding.hedges import BLOCKING, Hedge
from scrubjay.grounding.injection import InjectionFlag
from scrubjay.model.evidence import CitationKind, CitationResult, CitationStatus, IngestionTier, Source, Support


class Rule(StrEnum):
    """The rows of the table in their order; bounds are an error before any tier."""

    SECRET = "secret"  # noqa: S105
    HEDGE = "hedge"
    DUPLICATE = "duplicate"
    INJECTION = "injection"
    DOUBT = "doubt"
    FAILED = "check failed"
    CONFLICT = "conflict"
    CITED = "cited"
    FOUND = "found"
    TRUSTED = "trusted"
    PREFERENCE = "preference"
    UNGROUNDED = "ungrounded"


NAMED = frozenset({CitationKind.ADR, CitationKind.COMMIT, CitationKind.PLACE})
ABSENT = frozenset({CitationStatus.NOT_FOUND, CitationStatus.UNREACHABLE})

TRUSTED_SOURCES = frozenset({Source.USER, Source.MANUAL})
"""Established sources that need no citation: a person at a terminal, or one who answered for themselves."""


@dataclass(frozen=True, slots=True)
class Likewise:
    """A memory or decision that a claim resembles: its id, and how alike (0 to 1)."""

    id: str
    score: float
    why: str = ""
    waiting: bool = False
    """It is no knowledge yet: it holds back no claim that is grounded, and is named where a person decides anyway."""


@dataclass(frozen=True, slots=True)
class Findings:
    """What the checks found. `failed` names the checks that could not be made: they never approve anything."""

    kind: str
    scope: str
    source: Source
    secrets: tuple[str, ...] = ()
    hedges: tuple[Hedge, ...] = ()
    language_assessed: bool = True
    duplicate: Likewise | None = None
    injection: tuple[InjectionFlag, ...] = ()
    failed: tuple[str, ...] = ()
    similar: Likewise | None = None
    contrary: Likewise | None = None
    citations: tuple[CitationResult, ...] = field(default=())


@dataclass(frozen=True, slots=True)
class Decision:
    """The tier, the rule that gave it, and the reason in words."""

    tier: IngestionTier
    rule: Rule
    reason: str


def determine_tier(found: Findings) -> Decision:
    """Apply the table. Pure: the same findings give the same decision."""
    block, review, auto = IngestionTier.BLOCK, IngestionTier.FLAG_REVIEW, IngestionTier.AUTO_APPROVE
    carrying = [one for one in found.citations if one.carries]
    supported = [one for one in carrying if one.support is Support.SUPPORTED]
    against = next((one for one in found.citations if one.support is Support.CONTRARY), None)
    blocking = [hedge for hedge in found.hedges if hedge.category in BLOCKING and found.kind != "question"]
    if found.secrets:
        return Decision(block, Rule.SECRET, f"holds a secret ({', '.join(found.secrets)})")
    if blocking:
        return Decision(block, Rule.HEDGE, f"{blocking[0].category}: {_quoted(blocking)}")
    if found.duplicate:
        return Decision(block, Rule.DUPLICATE, f"already known as {found.duplicate.id}")
    if found.injection:
        flag = found.injection[0]
        return Decision(review, Rule.INJECTION, f'speaks to the reader ({flag.technique}): "{flag.words}"')
    if found.hedges and not supported and found.kind != "question":
        return Decision(review, Rule.DOUBT, f"{found.hedges[0].category}: {_quoted(found.hedges)}")
    if found.failed:
        return Decision(review, Rule.FAILED, f"could not be checked: {', '.join(found.failed)}")
    if against:
        return Decision(review, Rule.CONFLICT, f'{against.text} says otherwise: "{against.quote}"')
    if conflict := _conflict(found, waiting=False):
        return conflict
    if not found.language_assessed and found.source not in TRUSTED_SOURCES:
        return Decision(review, Rule.UNGROUNDED, "not in English: its certainty was not assessed")
    if invented := _invented(found.citations, supported):
        return Decision(review, Rule.UNGROUNDED, _ungrounded(invented))
    if any(not one.attached for one in carrying):
        one = next(one for one in carrying if not one.attached)
        return Decision(auto, Rule.CITED, f"{one.text} is {one.status} and {one.support}")
    if supported:
        return Decision(auto, Rule.FOUND, f"{supported[0].path or supported[0].text} says so")
    if found.source in TRUSTED_SOURCES:
        return Decision(
            auto,
            Rule.TRUSTED,
            "the user says so" if found.source is Source.USER else "told by hand at the command line",
        )
    if found.kind == "preference" and found.scope == "user":
        return Decision(auto, Rule.PREFERENCE, "a preference in the caller's own scope, unconfirmed")
    return _conflict(found, waiting=True) or Decision(review, Rule.UNGROUNDED, _ungrounded(found.citations))


def _invented(citations: tuple[CitationResult, ...], supported: Sequence[CitationResult]) -> tuple[CitationResult, ...]:
    """What a claim names beside a source that carries it, and that isn't there: it would be kept as its source too.

    Not what the carrying source names itself: a path that it speaks of.
    """
    if not any(one.carries for one in citations):
        return ()
    return tuple(
        one
        for one in citations
        if one.kind in NAMED and one.status in ABSENT and not any(one.text in other.quote for other in supported)
    )


def _conflict(found: Findings, *, waiting: bool) -> Decision | None:
    """What a claim contradicts or resembles, among what holds or what only waits."""
    for said, other in (("contradicts", found.contrary), ("much like", found.similar)):
        if other and other.waiting is waiting:
            return Decision(IngestionTier.FLAG_REVIEW, Rule.CONFLICT, f"{said} {other.id}{_because(other)}")
    return None


def _quoted(hedges: tuple[Hedge, ...] | list[Hedge]) -> str:
    return ", ".join(f'"{hedge.words}" at {hedge.start}' for hedge in hedges[:3])


def _because(other: Likewise) -> str:
    return f" ({other.why})" if other.why else ""


def _ungrounded(citations: tuple[CitationResult, ...]) -> str:
    if not citations:
        return "no source that could be checked says so"
    return "; ".join(f"{one.text}: {one.status}, {one.support}" for one in citations[:3])
