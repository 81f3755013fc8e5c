"""Why did a question find nothing, or not what was expected? Each reason in words. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from scrubjay.model.counted import counted
from scrubjay.model.memory import Memory
from scrubjay.model.view import OmittedFile
from scrubjay.recall.fitness import NOTES, Fit

MOST_MASKED = 10
"""Files with masked lines that are named."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AbsenceFacts:
    """What is known about a question that was asked, and about what isn't shown of its topic.

    `filters` name what narrowed it, `found` counts its hits and `unfiltered` those without any filter. `waiting`,
    `ended` and `elsewhere` are memories that hold its words and aren't shown: held ones, those that no longer count,
    those of other branches. `files` are left out and have its words in their path. `masked` are paths with their
    numbers of masked lines; `secret`: the question holds one itself.
    """

    filters: tuple[str, ...]
    found: int
    unfiltered: int
    fit: Fit
    waiting: tuple[Memory, ...]
    ended: tuple[Memory, ...]
    elsewhere: tuple[Memory, ...]
    files: tuple[OmittedFile, ...]
    left_out: int
    masked: tuple[tuple[str, int], ...]
    secret: bool
    behind: int
    embedded: float
    degraded: tuple[str, ...]
    quarantined: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AbsenceReason:
    """One possible reason: whether it applies, in words, and what it is about."""

    name: str
    applies: bool
    words: str
    memories: tuple[Memory, ...] = ()
    files: tuple[OmittedFile, ...] = ()


def absence_reasons(facts: AbsenceFacts) -> tuple[AbsenceReason, ...]:
    """Every reason there is, those that apply first."""
    reasons = (
        _filtered(facts), _fits(facts), _waiting(facts), _elsewhere(facts), _ended(facts), _masked(facts),
        _unread(facts), _files(facts), _quarantined(facts),
    )  # fmt: skip
    there = facts.found or facts.unfiltered or facts.waiting or facts.ended or facts.elsewhere or facts.files
    absent = AbsenceReason(
        name="Not there",
        applies=not there,
        words="Something that holds these words is there." if there else "Nothing that scrubjay knows here says this.",
    )
    return tuple(sorted((absent, *reasons), key=lambda reason: not reason.applies))


def _filtered(facts: AbsenceFacts) -> AbsenceReason:
    more = facts.unfiltered > facts.found
    if not facts.filters:
        words = "No filter is set."
    elif more:
        words = (
            f"Without {_listed(facts.filters)} there is more: {counted(facts.unfiltered, 'hit')}, not {facts.found}."
        )
    else:
        words = f"Without {_listed(facts.filters)} there is nothing more."
    return AbsenceReason(name="Left out by a filter", applies=more and bool(facts.filters), words=words)


def _fits(facts: AbsenceFacts) -> AbsenceReason:
    weak = facts.found > 0 and facts.fit != "good"
    return AbsenceReason(
        name="Below the line",
        applies=weak,
        words=f"What is nearest has little to do with it: {NOTES[facts.fit]}. An agent is shown "
        f"{'none' if facts.fit == 'nothing' else 'two'} of it."
        if weak
        else "No hit is kept back for fitting badly.",
    )


def _waiting(facts: AbsenceFacts) -> AbsenceReason:
    return _about(
        "Held for review", facts.waiting, "waits for a person, and is in no answer until then", "No claim of it waits."
    )


def _elsewhere(facts: AbsenceFacts) -> AbsenceReason:
    return _about(
        "Not visible at HEAD", facts.elsewhere, "holds on another branch only", "No memory of it is hidden at HEAD."
    )


def _ended(facts: AbsenceFacts) -> AbsenceReason:
    return _about(
        "No longer counted", facts.ended, "was replaced or taken back, or had its time", "No memory of it has ended."
    )


def _masked(facts: AbsenceFacts) -> AbsenceReason:
    lines = counted(sum(count for _, count in facts.masked), "line")
    there = f"{lines} here with a secret masked, which no search finds." if facts.masked else "No line is masked."
    typed = "What you typed looks like a secret, and secrets are never stored. " if facts.secret else ""
    return AbsenceReason(
        name="Masked as a secret",
        applies=facts.secret or bool(facts.masked),
        words=typed + there,
        files=tuple(
            OmittedFile(path, f"{counted(count, 'line')} masked") for path, count in facts.masked[:MOST_MASKED]
        ),
    )


def _unread(facts: AbsenceFacts) -> AbsenceReason:
    missing = []
    if facts.behind:
        missing.append(f"{counted(facts.behind, 'document')} not indexed yet: `scrubjay ingest`")
    if facts.embedded < 1:
        missing.append(f"{facts.embedded:.0%} of the passages have a vector: `scrubjay embed`")
    missing += facts.degraded
    return AbsenceReason(
        name="Not indexed or embedded yet",
        applies=bool(missing),
        words=f"{'; '.join(missing)}." if missing else "Everything is indexed and embedded.",
    )


def _files(facts: AbsenceFacts) -> AbsenceReason:
    total = f"{counted(facts.left_out, 'selected file')} left out in all"
    words = f"{counted(len(facts.files), 'file')} with such a name left out; {total}." if facts.files else f"{total}."
    return AbsenceReason(name="File left out", applies=bool(facts.files), words=words, files=facts.files)


def _quarantined(facts: AbsenceFacts) -> AbsenceReason:
    many = counted(facts.quarantined, "memory")
    words = f"{many} of quarantined authors in no answer (`scrubjay quarantine --list`)." if facts.quarantined else (
        "Nobody is quarantined."
    )  # fmt: skip
    return AbsenceReason(name="Quarantined", applies=facts.quarantined > 0, words=words)


def _about(name: str, memories: tuple[Memory, ...], applies: str, otherwise: str) -> AbsenceReason:
    words = f"{counted(len(memories), 'memory')} with these words: each {applies}." if memories else otherwise
    return AbsenceReason(name=name, applies=bool(memories), words=words, memories=memories)


def _listed(names: Sequence[str]) -> str:
    return " and ".join(names)
