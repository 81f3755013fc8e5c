"""Reasons why a question found nothing or less than expected, with what to do, and what is nearest. Pure."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, TypeVar

from scrubjay.model.counted import counted
from scrubjay.model.frozen import dataclass
from scrubjay.model.memory import Memory
from scrubjay.model.view import OmittedFile
from scrubjay.search.recall.fitness import NOTES, Fit
from scrubjay.text.scripts import pairs_as_words
from scrubjay.text.telling import beginnings, words_beginning
from scrubjay.text.words import Word, spaced_camel_case, words

MOST_MASKED = 10
"""Files with masked lines that are named."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AbsenceFacts:
    """What is known about a question and its answer, and about hits that aren't shown.

    `filters` name what narrowed it, `found` counts its hits and `unfiltered` those without any filter. `waiting`,
    `ended` and `elsewhere` are memories that hold its words and aren't shown: held ones, those that no longer
    count, those of other branches. `spoken`: one of the hits holds most of its words. `files` are left out and have
    its words in their path, `unread` says what else isn't read. `masked` are paths that bear on it, with their
    numbers of masked lines, `masked_lines` those of all; `secret`: the question holds one itself. Of the
    `quarantined` memories `withheld` hold its words, None for a reader who must not learn what they say.
    """

    filters: tuple[str, ...]
    found: int
    unfiltered: int
    spoken: bool
    fit: Fit
    waiting: tuple[Memory, ...]
    ended: tuple[Memory, ...]
    elsewhere: tuple[Memory, ...]
    files: tuple[OmittedFile, ...]
    left_out: int
    unread: str
    masked: tuple[tuple[str, int], ...]
    masked_lines: int
    secret: bool
    behind: int
    embedded: float
    degraded: tuple[str, ...]
    quarantined: int
    withheld: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class AbsenceReason:
    """A possible reason why a result is missing: whether it applies, its words, and the memories or files concerned."""

    name: str
    applies: bool
    words: str
    memories: tuple[Memory, ...] = ()
    files: tuple[OmittedFile, ...] = ()


def absence_reasons(facts: AbsenceFacts) -> tuple[AbsenceReason, ...]:
    """All possible reasons why a result is missing, those that apply first."""
    reasons = (
        _filter_reason(facts), _quarantine_reason(facts), _waiting_reason(facts), _other_branch_reason(facts),
        _ended_reason(facts), _files_reason(facts), _masked_reason(facts), _absent_reason(facts),
        _weak_fit_reason(facts), _index_reason(facts),
    )  # fmt: skip
    return tuple(sorted(reasons, key=lambda reason: not reason.applies))


def _absent_reason(facts: AbsenceFacts) -> AbsenceReason:
    """The reason that nothing holds the question's words."""
    unshown = facts.waiting or facts.ended or facts.elsewhere or facts.files or facts.withheld
    if facts.spoken or unshown:
        words = "Something that holds these words is there."
    elif facts.found and facts.fit == "good":
        words = "What was found fits the question in other words."
    else:
        words = "Nothing that scrubjay knows here holds most of these words."
        return AbsenceReason(name="Not there", applies=True, words=words)
    return AbsenceReason(name="Not there", applies=False, words=words)


def _filter_reason(facts: AbsenceFacts) -> AbsenceReason:
    """The reason that a filter left hits out."""
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


def _weak_fit_reason(facts: AbsenceFacts) -> AbsenceReason:
    """The reason that hits fit the question badly."""
    weak = facts.found > 0 and facts.fit != "good"
    return AbsenceReason(
        name="Below the line",
        applies=weak,
        words=f"What is nearest has little to do with it: {NOTES[facts.fit]}. An agent is shown "
        f"{'a line of the first three' if facts.fit == 'nothing' else 'two at length'}."
        if weak
        else "No hit is kept back for fitting badly.",
    )


def _waiting_reason(facts: AbsenceFacts) -> AbsenceReason:
    """The reason that memories with these words wait for review."""
    return _memories_reason(
        "Held for review", facts.waiting, "waits for a person, and is in no answer until then", "No claim of it waits."
    )


def _other_branch_reason(facts: AbsenceFacts) -> AbsenceReason:
    return _memories_reason(
        "Not visible at HEAD", facts.elsewhere, "holds on another branch only", "No memory of it is hidden at HEAD."
    )


def _ended_reason(facts: AbsenceFacts) -> AbsenceReason:
    """The reason that memories with these words have ended."""
    return _memories_reason(
        "No longer counted", facts.ended, "was replaced or taken back, or had its time", "No memory of it has ended."
    )


def _masked_reason(facts: AbsenceFacts) -> AbsenceReason:
    """The reason that words are masked as secrets."""
    near = sum(count for _, count in facts.masked)
    there = (
        f"{counted(near, 'line')} in files of it with a secret masked, which no search finds." if near
        else f"{counted(facts.masked_lines, 'masked line')} here, in no file of it." if facts.masked_lines
        else "No line is masked."
    )  # fmt: skip
    typed = "What you typed looks like a secret, and secrets are never stored. " if facts.secret else ""
    return AbsenceReason(
        name="Masked as a secret",
        applies=facts.secret or bool(facts.masked),
        words=typed + there,
        files=tuple(
            OmittedFile(path, f"{counted(count, 'line')} masked") for path, count in facts.masked[:MOST_MASKED]
        ),
    )


def _index_reason(facts: AbsenceFacts) -> AbsenceReason:
    """The reason that documents aren't indexed or passages aren't embedded yet."""
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


def _files_reason(facts: AbsenceFacts) -> AbsenceReason:
    """The reason that files with such a name are left out."""
    unread = f"; {facts.unread}" if facts.unread else ""
    total = f"{counted(facts.left_out, 'selected file')} left out in all{unread}"
    words = f"{counted(len(facts.files), 'file')} with such a name left out; {total}." if facts.files else f"{total}."
    return AbsenceReason(name="File left out", applies=bool(facts.files), words=words, files=facts.files)


def _quarantine_reason(facts: AbsenceFacts) -> AbsenceReason:
    """The reason that memories are quarantined."""
    one = (facts.withheld or facts.quarantined) == 1
    many = f"{counted(facts.quarantined, 'memory')} {'is' if one else 'are'} quarantined"
    if facts.withheld:
        words = (
            f"{counted(facts.withheld, 'memory')} with these words {'is' if one else 'are'} withheld: a person "
            f"quarantined who wrote {'it' if one else 'them'}."
        )
    elif not facts.quarantined:
        words = "No memory is quarantined."
    elif facts.withheld is None:
        words = f"{many}; only a person's page says whether {'it holds' if one else 'they hold'} these words."
    else:
        words = f"{many}; {'it does not hold' if one else 'none holds'} these words."
    return AbsenceReason(name="Quarantined", applies=bool(facts.withheld), words=words)


def _memories_reason(name: str, memories: tuple[Memory, ...], applies: str, otherwise: str) -> AbsenceReason:
    """A reason that applies if there are such memories; `otherwise` are its words if there are none."""
    words = f"{counted(len(memories), 'memory')} with these words: each {applies}." if memories else otherwise
    return AbsenceReason(name=name, applies=bool(memories), words=words, memories=memories)


def _listed(names: Sequence[str]) -> str:
    """Some names in one text, joined by "and"."""
    return " and ".join(names)


T = TypeVar("T")

MOST: Final = 5
"""What is shown in place of what was asked for."""


def begun_in(asked: str, labels: Mapping[T, str]) -> tuple[T, ...]:
    """The keys whose labels have words that begin with asked ones: "auth" begins "Authentication". Most words first.

    Half of several words is enough. In the order of the labels, which say what a thing is called.
    """
    wanted = beginnings(asked)
    held = {key: sum(bool(words_beginning([label], word)) for word in wanted) for key, label in labels.items()}
    near = [key for key, count in held.items() if count and 2 * count >= len(wanted)]
    return tuple(sorted(near, key=lambda key: -held[key]))


def spelled_out(asked: str, texts: Iterable[str]) -> str:
    """The asked words, each replaced by the commonest word in some texts that begins with it.

    Empty where less than half of them begin one, or none begins a longer one.
    """
    counts = Counter(
        word for text in texts for word in frozenset(words(spaced_camel_case(pairs_as_words(text)).lower(), Word.PLAIN))
    )
    wanted = beginnings(asked)
    ranked = [[(word == short, -counts[word], word) for word in words_beginning(counts, short)] for short in wanted]
    found = [min(each)[-1] for each in ranked if each]
    return " ".join(dict.fromkeys(found)) if 2 * len(found) >= len(wanted) and {*found} - {*wanted} else ""


def nearest(asked: str, labels: Mapping[T, str], search: Callable[[str], Sequence[T]]) -> tuple[T, ...]:
    """At most five keys whose labels begin with the asked words, else those that a search returns."""
    near = begun_in(asked, labels) or [key for key in search(asked) if key in labels]
    return tuple(dict.fromkeys(near))[:MOST]
