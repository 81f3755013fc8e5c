"""The outcome of a claim: one table over everything that the checks found, and its account for the caller. Pure."""

from collections.abc import Sequence
from enum import StrEnum

from scrubjay.memory.grounding.injection import InjectionFlag
from scrubjay.memory.grounding.prose import Hedge
from scrubjay.model.evidence import CitationResult, CitationStatus, Origin, Verdict
from scrubjay.model.frozen import dataclass
from scrubjay.model.grade import Grade
from scrubjay.model.memory import QUESTION


class TierRule(StrEnum):
    """The rules that decide on a claim, in the order in which they are tried."""

    SECRET = "secret"  # noqa: S105
    HEDGE = "hedge"
    DUPLICATE = "duplicate"
    REFUSED = "refused before"
    INJECTION = "injection"
    OUTRANKED = "outranked"
    KEPT = "kept"


@dataclass(frozen=True, slots=True)
class Likewise:
    """A memory that a claim resembles: its id, how alike (0 to 1), its text and grade; `held` where it waits.

    `same`: both are equal as whole sentences, so that a grade passes between them.
    """

    id: str
    score: float
    content: str = ""
    held: bool = False
    grade: Grade = Grade.SAID
    same: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Findings:
    """What the checks found. `failed` names checks that could not be made.

    `outranked` is a memory that the claim would end and may not; `refused` says who refused the claim before, and when.
    """

    kind: str
    origin: Origin
    grade: Grade = Grade.SAID
    secrets: tuple[str, ...] = ()
    hedges: tuple[Hedge, ...] = ()
    language_assessed: bool = True
    duplicate: Likewise | None = None
    refused: str = ""
    injection: tuple[InjectionFlag, ...] = ()
    outranked: Likewise | None = None
    failed: tuple[str, ...] = ()
    similar: Likewise | None = None
    contrary: Likewise | None = None
    citations: tuple[CitationResult, ...] = ()
    unseen: str = ""

    @property
    def by_person(self) -> bool:
        """Whether a person produced the words."""
        return self.origin is Origin.PERSON

    @property
    def quoted(self) -> CitationResult | None:
        """The source that the claim quotes word for word; None if it quotes none."""
        return next((citation for citation in self.citations if citation.grade is Grade.QUOTED), None)

    @property
    def repeats(self) -> Likewise | None:
        """The memory that the claim repeats; a person's other wording of what an agent said is no repetition."""
        other = self.duplicate
        reworded = other is not None and self.by_person and not other.same and other.grade is not Grade.TOLD
        return None if reworded else other

    @property
    def replaces(self) -> str:
        """The id of the memory that a person's claim says in other words, and so ends; empty for none."""
        return self.duplicate.id if self.duplicate and not self.repeats else ""

    @property
    def contradicts(self) -> tuple[str, ...]:
        """Ids of told or quoted memories that rival the claim."""
        return (self.contrary.id,) if self.contrary and self.contrary.grade >= Grade.QUOTED else ()

    @property
    def contradicted(self) -> tuple[str, ...]:
        """Ids of memories that rival the claim and that it outranks."""
        other = self.contrary
        return (other.id,) if other and self.grade >= Grade.QUOTED > other.grade else ()


@dataclass(frozen=True, slots=True)
class TierDecision:
    """What becomes of a claim, the rule that decided so, and the reason in words."""

    verdict: Verdict
    rule: TierRule
    reason: str


def determine_tier(findings: Findings) -> TierDecision:
    """Decide what becomes of a claim, by the table of rules. Pure: the same findings give the same decision."""
    if findings.secrets:
        return TierDecision(Verdict.BLOCKED, TierRule.SECRET, f"holds a secret ({', '.join(findings.secrets)})")
    assessed = findings.hedges and not findings.quoted and not findings.by_person and findings.kind != QUESTION
    if assessed:
        return TierDecision(
            Verdict.BLOCKED, TierRule.HEDGE, f"{findings.hedges[0].category}: {_quoted_hedges(findings.hedges)}"
        )
    if findings.repeats:
        return TierDecision(Verdict.KNOWN, TierRule.DUPLICATE, f"already known as {findings.repeats.id[:12]}")
    if findings.refused and not findings.by_person:
        return TierDecision(Verdict.BLOCKED, TierRule.REFUSED, findings.refused)
    if findings.injection and not findings.quoted and not findings.by_person:
        flag = findings.injection[0]
        return TierDecision(
            Verdict.HELD, TierRule.INJECTION, f'speaks to the reader ({flag.technique}): "{flag.words}"'
        )
    if findings.outranked:
        old = findings.outranked
        return TierDecision(
            Verdict.HELD, TierRule.OUTRANKED, f"would end {old.id[:12]}, which is {old.grade}: a person decides"
        )
    return TierDecision(Verdict.STORED, TierRule.KEPT, _author_text(findings))


def _author_text(findings: Findings) -> str:
    """Whose words the claim is."""
    if findings.kind == QUESTION:
        return "a question: it carries no grade, and stays open until what answers it supersedes it"
    match findings.grade:
        case Grade.TOLD:
            return "a person says so"
        case Grade.QUOTED:
            place = findings.quoted
            return f"a sentence of {place.path}" if place else "a line that this session's transcript holds"
        case Grade.GROUNDED:
            return "its author says so; the words that it leans on stand beside it"
        case _:
            return "its author says so"


def _quoted_hedges(hedges: Sequence[Hedge]) -> str:
    return ", ".join(f'"{hedge.words}" at {hedge.start}' for hedge in hedges[:3])


NAME_A_PLACE = "Name the place that says so (sources=path:lines, ADR-003, commit), or give the printed line as quote."


def checks(findings: Findings) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Every check with its outcome: those it passed, those it failed."""
    passed: list[str] = []
    failed: list[str] = []

    def note(name: str, problem: str) -> None:
        (failed if problem else passed).append(f"{name}: {problem}" if problem else name)

    note("secrets", ", ".join(findings.secrets))
    note("hedges", ", ".join(f'"{hedge.words}" ({hedge.category})' for hedge in findings.hedges[:3]))
    note("language", "" if findings.language_assessed else "not assessed: not English")
    note("duplicates", f"same as {findings.repeats.id}" if findings.repeats else "")
    note("refused before", findings.refused)
    note("injection", ", ".join(flag.technique for flag in findings.injection))
    note("outranked", findings.outranked.id if findings.outranked else "")
    note("contradictions", ", ".join(findings.contradicts))
    note("like others", findings.similar.id if findings.similar else "")
    for citation in findings.citations:
        fine = citation.grade is not Grade.SAID
        (passed if fine else failed).append(f"place {citation.text}: {state_of(citation)}")
    if findings.unseen:
        failed.append(f"transcript: {findings.unseen}")
    failed.extend(f"not checked: {name}" for name in findings.failed)
    return tuple(passed), tuple(failed)


def state_of(citation: CitationResult) -> str:
    """The state of a cited place in a few words, with the names and figures of the claim that it lacks."""
    state = "same" if citation.status is CitationStatus.RESOLVED else str(citation.status)
    mark = f"doesn't name {', '.join(citation.lacks)}" if citation.lacks else ""
    return "; ".join(filter(None, (state, mark, citation.detail)))


def add(decision: TierDecision, findings: Findings) -> str:
    """The hint that would let the claim in or improve it; empty if there is nothing to do."""
    match decision.rule:
        case TierRule.SECRET:
            return "Leave the value out and say where it is kept instead."
        case TierRule.HEDGE:
            return "Say what is known without it, or send it as kind=question."
        case TierRule.DUPLICATE:
            return "Nothing to do; to change it, update the memory by its id."
        case TierRule.REFUSED:
            return "Only a person can bring it back: `scrubjay remember` in a terminal."
        case TierRule.INJECTION | TierRule.OUTRANKED:
            return "It waits for a person: `scrubjay review`."
        case TierRule.KEPT:
            if findings.kind == QUESTION or findings.grade is Grade.TOLD:
                return ""
            if findings.failed:
                return f"Send it again later: {findings.failed[0]} could not be checked."
            return "" if findings.grade is Grade.QUOTED else _missing_support(findings)


def _missing_support(findings: Findings) -> str:
    """A sentence about what the claim's sources lack to support it; empty if nothing is missing."""
    for citation in findings.citations:
        place = citation.path or citation.text
        if citation.status is CitationStatus.AMBIGUOUS:
            return f"{citation.text} is {citation.detail}: name the file."
        if citation.status in (CitationStatus.UNMERGED, CitationStatus.OWN):
            own = citation.status is CitationStatus.OWN
            later = "another session names it" if own else "the base branch has it"
            return f"{place} was {citation.detail}: it counts once {later}."
        if citation.status is not CitationStatus.RESOLVED:
            return f"{place} is no ground that holds ({state_of(citation)}): name a place that does."
        if citation.lacks:
            return f"{place} doesn't name {', '.join(citation.lacks)}: name the place that does."
    if findings.grade is Grade.GROUNDED:
        return ""
    if findings.unseen:
        return f"The quote is no ground: {findings.unseen}."
    return NAME_A_PLACE
