"""What is the caller told of a decision? How sure, every check with its outcome, and what to do next."""

from collections.abc import Sequence

from scrubjay.grounding.tiers import Decision, Findings, Likewise, Rule
from scrubjay.model.evidence import Confidence, IngestionTier, Support


def score(found: Findings, decision: Decision) -> float:
    """How sure, 0 to 1, from how it is grounded; the order is the table's, the steps are ours."""
    if decision.tier is IngestionTier.BLOCK:
        return 0.0
    best = {
        Rule.CITED: 0.9, Rule.FOUND: 0.85, Rule.TRUSTED: 0.8, Rule.PREFERENCE: 0.6, Rule.UNGROUNDED: 0.4,
        Rule.DOUBT: 0.3, Rule.CONFLICT: 0.3, Rule.FAILED: 0.3, Rule.INJECTION: 0.1,
    }[decision.rule]  # fmt: skip
    supported = sum(one.carries and one.support is Support.SUPPORTED for one in found.citations)
    return min(0.99, best + 0.03 * max(0, supported - 1))


def confidence(score: float) -> Confidence:
    return Confidence.HIGH if score >= 0.8 else Confidence.MEDIUM if score >= 0.5 else Confidence.LOW


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
    note("injection", ", ".join(flag.technique for flag in found.injection))
    note("conflicts", (found.contrary or found.similar or Likewise("", 0)).id)
    for one in found.citations:
        outcome = f"{one.status}, {one.support}" + (f" ({one.detail})" if one.detail else "")
        (passed if one.carries else failed).append(f"citation {one.text}: {outcome}")
    failed.extend(f"not checked: {name}" for name in found.failed)
    return tuple(passed), tuple(failed)


def advice(decision: Decision, found: Findings, nearest: Sequence[str]) -> str:
    """What the caller can do to get a claim in; empty where there is nothing to do."""
    match decision.rule:
        case Rule.SECRET:
            return "Leave the value out and say where it is kept instead."
        case Rule.HEDGE:
            return "State what is known and cite it, or store it as kind=question."
        case Rule.DUPLICATE:
            return "Nothing to do; to change it use update_memory with its id."
        case Rule.INJECTION | Rule.FAILED:
            return "It waits for a person: `scrubjay review`."
        case Rule.CONFLICT:
            other = found.contrary or found.similar
            return (
                f"If it replaces {other.id}, send it again with supersedes={other.id}." if other
                else "If the source is out of date, change the source; else correct the claim."
            )  # fmt: skip
        case Rule.UNGROUNDED if found.kind == "question":
            return "It waits for a person: `scrubjay review`. Whoever knows the answer stores it as a fact or decision."
        case Rule.UNGROUNDED if found.kind == "preference":
            return "Send it with scope=user if it is the user's own everywhere. As the project's it waits for review."
        case Rule.DOUBT | Rule.UNGROUNDED:
            near = f" Nearest: {', '.join(nearest)}." if nearest else ""
            return f"Cite what says so (path:lines, ADR-003, commit) in its own words, or it waits for review.{near}"
        case Rule.PREFERENCE:
            return "Shown as unconfirmed until the user says it."
        case _:
            return ""
