"""Account of an outcome for the caller: every check with its result, and the one thing that would help. Pure."""

from scrubjay.memory.grounding.tiers import Findings, TierDecision, TierRule
from scrubjay.model.evidence import CitationResult, CitationStatus
from scrubjay.model.grade import Grade
from scrubjay.model.memory import QUESTION

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
    """How a place stands, in a few words, with what of the claim it doesn't name."""
    state = "same" if citation.status is CitationStatus.RESOLVED else str(citation.status)
    mark = f"doesn't name {', '.join(citation.lacks)}" if citation.lacks else ""
    return "; ".join(filter(None, (state, mark, citation.detail)))


def add(decision: TierDecision, findings: Findings) -> str:
    """The one thing that would help, or let the claim in; empty where there is nothing to do."""
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
            return "" if findings.grade is Grade.QUOTED else _missing(findings)


def _missing(findings: Findings) -> str:
    """What a reader lacks who compares the claim with what stands beside it."""
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
