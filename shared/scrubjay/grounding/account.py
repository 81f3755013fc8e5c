"""What is the caller told of a decision? Every check with its outcome, and the one thing that would raise the grade."""

from collections.abc import Sequence

from scrubjay.grounding.tiers import Findings, TierDecision, TierRule
from scrubjay.model.evidence import CitationResult, CitationStatus, Relation
from scrubjay.model.grade import Grade
from scrubjay.model.memory import QUESTION


def checks(findings: Findings) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Every check with its outcome: those it passed, those it failed."""
    passed: list[str] = []
    failed: list[str] = []

    def note(name: str, problem: str) -> None:
        (failed if problem else passed).append(f"{name}: {problem}" if problem else name)

    note("secrets", ", ".join(findings.secrets))
    note("hedges", ", ".join(f'"{hedge.words}" ({hedge.category})' for hedge in findings.hedges[:3]))
    note("language", "" if findings.language_assessed else "not assessed: not English")
    note("duplicates", f"same as {findings.duplicate.id}" if findings.duplicate else "")
    note("refused before", findings.refused)
    note("injection", ", ".join(flag.technique for flag in findings.injection))
    note("outranked", findings.outranked.id if findings.outranked else "")
    note("contradictions", ", ".join(findings.contradicts))
    note("like others", findings.similar.id if findings.similar else "")
    for citation in findings.citations:
        (passed if citation.supports else failed).append(f"citation {citation.text}: {outcome_of(citation)}")
    if findings.unseen:
        failed.append(f"transcript: {findings.unseen}")
    failed.extend(f"not checked: {name}" for name in findings.failed)
    return tuple(passed), tuple(failed)


def outcome_of(citation: CitationResult) -> str:
    """How a citation stands, in a few words."""
    words = [str(citation.status)] if citation.status is not CitationStatus.RESOLVED else [str(citation.relation)]
    words += [f"the source doesn't name {', '.join(citation.lacks)}"] if citation.lacks else []
    words += [f"differs: {citation.differs}"] if citation.differs else []
    words += [citation.detail] if citation.detail else []
    return "; ".join(words)


def raise_by(decision: TierDecision, findings: Findings, nearest: Sequence[str]) -> str:
    """The one thing that would raise the grade, or let the claim in; empty where there is nothing to do."""
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
            return (
                _better(findings, nearest)
                if findings.kind != QUESTION and findings.grade in (Grade.UNCONFIRMED, Grade.CITED)
                else ""
            )


def _better(findings: Findings, nearest: Sequence[str]) -> str:
    if findings.failed:
        return f"Send it again later: {findings.failed[0]} could not be checked."
    for citation in findings.citations:
        if citation.relation is Relation.OTHERWISE:
            return (
                f'{citation.path or citation.text} says "{citation.words}": '
                "correct the claim, or the source if it is out of date."
            )
        if citation.lacks:
            return (
                f"{citation.path or citation.text} doesn't name {', '.join(citation.lacks)}: cite the place that does."
            )
        if citation.status is CitationStatus.AMBIGUOUS:
            return f"{citation.text} is {citation.detail}: name the file."
        if citation.status is CitationStatus.UNMERGED:
            return (
                f"{citation.path or citation.text} was {citation.detail}: "
                "it counts by itself once the base branch has it."
            )
        if citation.status is CitationStatus.OWN:
            return f"{citation.path or citation.text} was {citation.detail}: it counts for what later sessions say."
    if findings.grade is Grade.CITED:
        return "A source's own sentence, word for word, would be verified; a person who says so, told."
    if findings.unseen:
        return f"The quote earned nothing: {findings.unseen}."
    hint = f" Nearest: {', '.join(nearest)}." if nearest else ""
    return f"Cite what says so (path:lines, ADR-003, commit), or give the tool output as quote.{hint}"
