"""What is the caller told of a decision? Every check with its outcome, and the one thing that would raise the grade."""

from collections.abc import Sequence

from scrubjay.grounding.tiers import Findings, TierDecision, TierRule
from scrubjay.model.evidence import CitationResult, CitationStatus, Relation
from scrubjay.model.grade import Grade
from scrubjay.model.memory import QUESTION


def checks(found: Findings) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Every check with its outcome: those it passed, those it failed."""
    passed: list[str] = []
    failed: list[str] = []

    def note(name: str, problem: str) -> None:
        (failed if problem else passed).append(f"{name}: {problem}" if problem else name)

    note("secrets", ", ".join(found.secrets))
    note("hedges", ", ".join(f'"{hedge.words}" ({hedge.category})' for hedge in found.hedges[:3]))
    note("language", "" if found.language_assessed else "not assessed: not English")
    note("duplicates", f"same as {found.duplicate.id}" if found.duplicate else "")
    note("refused before", found.refused)
    note("injection", ", ".join(flag.technique for flag in found.injection))
    note("outranked", found.outranked.id if found.outranked else "")
    note("contradictions", ", ".join(found.contradicts))
    note("like others", found.similar.id if found.similar else "")
    for one in found.citations:
        (passed if one.supports else failed).append(f"citation {one.text}: {outcome_of(one)}")
    if found.unseen:
        failed.append(f"transcript: {found.unseen}")
    failed.extend(f"not checked: {name}" for name in found.failed)
    return tuple(passed), tuple(failed)


def outcome_of(one: CitationResult) -> str:
    """How a citation stands, in a few words."""
    said = [str(one.status)] if one.status is not CitationStatus.RESOLVED else [str(one.relation)]
    said += [f"the source doesn't name {', '.join(one.lacks)}"] if one.lacks else []
    said += [f"differs: {one.differs}"] if one.differs else []
    said += [one.detail] if one.detail else []
    return "; ".join(said)


def raise_by(decision: TierDecision, found: Findings, nearest: Sequence[str]) -> str:
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
                _better(found, nearest)
                if found.kind != QUESTION and found.grade in (Grade.UNCONFIRMED, Grade.CITED)
                else ""
            )


def _better(found: Findings, nearest: Sequence[str]) -> str:
    if found.failed:
        return f"Send it again later: {found.failed[0]} could not be checked."
    for one in found.citations:
        if one.relation is Relation.OTHERWISE:
            return f'{one.path or one.text} says "{one.words}": correct the claim, or the source if it is out of date.'
        if one.lacks:
            return f"{one.path or one.text} doesn't name {', '.join(one.lacks)}: cite the place that does."
        if one.status is CitationStatus.AMBIGUOUS:
            return f"{one.text} is {one.detail}: name the file."
        if one.status is CitationStatus.UNMERGED:
            return f"{one.path or one.text} was {one.detail}: it counts by itself once the base branch has it."
        if one.status is CitationStatus.OWN:
            return f"{one.path or one.text} was {one.detail}: it counts for what later sessions say."
    if found.grade is Grade.CITED:
        return "A source's own sentence, word for word, would be verified; a person who says so, told."
    if found.unseen:
        return f"The quote earned nothing: {found.unseen}."
    near = f" Nearest: {', '.join(nearest)}." if nearest else ""
    return f"Cite what says so (path:lines, ADR-003, commit), or give the tool output as quote.{near}"
