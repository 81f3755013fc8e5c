"""Mining of command sequences that succeeded in the same order in several sessions, and not by chance. Pure."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from scrubjay.model.frozen import dataclass
from scrubjay_growth.procedures.chance import ACCEPTED, BOUND, LIFTED, bond_bits, expected, lift
from scrubjay_growth.procedures.runs import (
    MIN_SESSIONS,
    CommandRun,
    Fitted,
    SessionRuns,
    Template,
    family,
    learned_templates,
)

ENOUGH: Final = 9
"""Sessions before anything is looked for: with fewer, nothing says what is done everywhere."""

USUAL: Final = 2
"""What more than one of so many sessions does is done everywhere, and says nothing of any procedure."""

GAP: Final = 12
"""Other commands that may stand between two steps."""

MOST_STEPS: Final = 15
MOST_SEQUENCES: Final = 5_000
"""Sequences that are looked at, the most frequent beginnings first: a bound, not a rule."""

Ends = Mapping[int, tuple[int, ...]]
"""Where a sequence may end: places in each session, by the session's number."""


@dataclass(frozen=True, slots=True)
class Sequenced:
    """A sequence that was found: its steps, and the sessions in which it succeeded, by number."""

    steps: tuple[Template, ...]
    sessions: frozenset[int]
    chance: float
    lift: float


@dataclass(frozen=True, slots=True)
class Home:
    """The sessions of a project as steps: each command's template in order, and by template where it counts."""

    ran: tuple[tuple[Fitted, ...], ...]
    frequency: Mapping[Template, int]
    telling: frozenset[Template]
    places: tuple[Mapping[Template, tuple[int, ...]], ...]


def home_of(sessions: Sequence[SessionRuns]) -> Home:
    """The sessions as steps, by template. A run counts if it succeeded and its template's last run didn't fail."""
    fitted = learned_templates(sessions)
    ran = tuple(tuple(fitted[run.words] for run in session.runs if run.words) for session in sessions)
    well = []
    for session, steps in zip(sessions, ran, strict=True):
        runs = [run for run in session.runs if run.words]
        broken = _broken(steps, runs)
        well.append([one.succeeded and step.template not in broken for one, step in zip(runs, steps, strict=True)])
    sets = [frozenset(step.template for step in steps) for steps in ran]
    frequency = Counter(template for templates in sets for template in templates)
    does = [{prefix for template in templates for prefix in _prefixes(family(template))} for templates in sets]
    common = Counter(prefix for prefixes in does for prefix in prefixes)
    telling = frozenset(
        template
        for template, times in frequency.items()
        if times >= MIN_SESSIONS and common[family(template)] * USUAL <= max(len(sessions), ENOUGH)
    )
    places = tuple(_places(steps, counts) for steps, counts in zip(ran, well, strict=True))
    return Home(ran, frequency, telling, places)


def _broken(steps: Sequence[Fitted], runs: Sequence[CommandRun]) -> frozenset[Template]:
    """The templates whose last run with a known end failed."""
    last = {step.template: run.failed for step, run in zip(steps, runs, strict=True) if run.failed or run.succeeded}
    return frozenset(template for template, failed in last.items() if failed)


def mined_procedures(sessions: Sequence[SessionRuns]) -> tuple[Sequenced, ...]:
    """The procedures, the least likely to be chance first; none while there is too little to compare with."""
    if len(sessions) < ENOUGH:
        return ()
    home = home_of(sessions)
    candidates = {}
    for steps in _frequent(home):
        for sequenced in _bound_parts(home, steps):
            if sequenced.chance <= ACCEPTED and sequenced.lift >= LIFTED:
                candidates[sequenced.steps] = sequenced
    taken: list[Sequenced] = []
    for one in sorted(candidates.values(), key=lambda s: (s.chance, -len(s.sessions), _sortable(s.steps))):
        if not any(_is_variant(one, other) for other in taken):
            taken.append(one)
    return tuple(_completed(home, one) for one in taken)


def _is_variant(one: Sequenced, other: Sequenced) -> bool:
    """Whether a sequence is another one in other words: half its steps, and too few sessions of its own."""
    shared = set(one.steps) & set(other.steps)
    return 2 * len(shared) >= min(len(one.steps), len(other.steps)) and (
        len(one.sessions - other.sessions) < MIN_SESSIONS
    )


def _frequent(home: Home) -> Iterator[tuple[Template, ...]]:
    """Sequences that succeeded often enough and that nothing can be put behind without losing a session."""
    starts = {
        template: {number: places[template] for number, places in enumerate(home.places) if template in places}
        for template in home.telling
    }
    waiting: list[tuple[tuple[Template, ...], Ends]] = [
        ((template,), ends)
        for template, ends in sorted(starts.items(), key=lambda item: (len(item[1]), _sortable((item[0],))))
        if len(ends) >= MIN_SESSIONS
    ]
    seen = 0
    while waiting and seen < MOST_SEQUENCES:
        steps, ends = waiting.pop()
        seen += 1
        longer = _extensions(home, steps, ends) if len(steps) < MOST_STEPS else {}
        if len(steps) > 1 and all(len(after) < len(ends) for after in longer.values()):
            yield steps
        through = _always_next(longer, len(ends))
        for template, after in sorted(longer.items(), key=lambda item: (len(item[1]), _sortable((item[0],)))):
            if through is None or template == through or not _goes_through(home, longer[through], template, after):
                waiting.append(((*steps, template), after))


def _extensions(home: Home, steps: tuple[Template, ...], ends: Ends) -> dict[Template, dict[int, tuple[int, ...]]]:
    """The steps that may follow a sequence in enough sessions, each with where it ends in each."""
    longer: dict[Template, dict[int, tuple[int, ...]]] = defaultdict(dict)
    for number, at in ends.items():
        for template, places in home.places[number].items():
            if template in home.telling and template not in steps and (after := _within_gap(at, places)):
                longer[template][number] = after
    return {template: after for template, after in longer.items() if len(after) >= MIN_SESSIONS}


def _within_gap(at: Sequence[int], places: Sequence[int]) -> tuple[int, ...]:
    """The places that stand shortly behind one of some others."""
    return tuple(place for place in places if any(0 < place - end <= GAP + 1 for end in at))


def _always_next(longer: Mapping[Template, Ends], support: int) -> Template | None:
    """Of the steps that always follow, the one that follows first."""
    always = [template for template, after in longer.items() if len(after) == support]
    return min(always, key=lambda t: (sum(min(at) for at in longer[t].values()), _sortable((t,))), default=None)


def _goes_through(home: Home, always: Ends, template: Template, after: Ends) -> bool:
    """Whether a step is also reached behind the step that always follows; then it is looked for there."""
    return all(_within_gap(always[number], home.places[number][template]) for number in after)


def support(home: Home, steps: Sequence[Template]) -> frozenset[int]:
    """The sessions in which a sequence succeeded."""
    numbers = set()
    for number, places in enumerate(home.places):
        at = places.get(steps[0], ())
        for template in steps[1:]:
            at = _within_gap(at, places.get(template, ()))
        if at:
            numbers.add(number)
    return frozenset(numbers)


def _bound_parts(home: Home, steps: tuple[Template, ...]) -> Iterator[Sequenced]:
    """A sequence without steps that only happen to stand beside it, in parts where two that do have met."""
    waiting = [steps]
    while waiting:
        whole = _sequenced(home, waiting.pop())
        if len(whole.steps) < 2:
            continue
        shorter = [_sequenced(home, _without_step(whole.steps, place)) for place in range(len(whole.steps))]
        bonds = [
            _bond_of_counts(home, len(rest.sessions), home.frequency[step], whole)
            for rest, step in zip(shorter, whole.steps, strict=True)
        ]
        loosest = min(range(len(bonds)), key=bonds.__getitem__)
        if len(bonds) > 2 and bonds[loosest] < BOUND:
            waiting.append(shorter[loosest].steps)
            continue
        cuts = [(_bond_at(home, whole, place), place) for place in range(2, len(whole.steps) - 1)]
        bits, place = min(cuts, default=(BOUND, 0))
        if bits < BOUND:
            waiting += [whole.steps[:place], whole.steps[place:]]
        elif min(bonds) >= BOUND:
            yield whole


def _bond_at(home: Home, whole: Sequenced, place: int) -> float:
    """How strongly the parts of a sequence before and behind a place belong together, in bits."""
    first, second = support(home, whole.steps[:place]), support(home, whole.steps[place:])
    return _bond_of_counts(home, len(first), len(second), whole)


def _bond_of_counts(home: Home, first: int, second: int, whole: Sequenced) -> float:
    """How strongly two parts of a sequence belong together, in bits, by the sessions of each."""
    return bond_bits(len(home.ran), first, second, len(whole.sessions))


def _without_step(steps: tuple[Template, ...], place: int) -> tuple[Template, ...]:
    """A sequence without the step at a place."""
    return (*steps[:place], *steps[place + 1 :])


def _completed(home: Home, sequenced: Sequenced) -> Sequenced:
    """A sequence with the usual-looking steps that all its sessions have and few others do.

    To push is usual, to push a tag belongs to a release.
    """
    shared = set.intersection(*(set(home.places[number]) for number in sequenced.sessions))
    best = sequenced
    for template in sorted(shared - set(sequenced.steps), key=lambda t: _sortable((t,))):
        if len(best.steps) < MOST_STEPS and home.frequency[template] < 2 * len(best.sessions):
            longer = [
                _sequenced(home, (*best.steps[:place], template, *best.steps[place:]))
                for place in range(len(best.steps) + 1)
            ]
            likeliest = min((best, *longer), key=lambda s: (-len(s.sessions), s.chance))
            if likeliest is not best and [*_bound_parts(home, likeliest.steps)] == [likeliest]:
                best = likeliest
    return best


def _sequenced(home: Home, steps: tuple[Template, ...]) -> Sequenced:
    """A sequence with its sessions, and how likely it is to be chance."""
    numbers = support(home, steps)
    times = [[len(home.places[number][template]) for template in steps] for number in sorted(numbers)]
    frequencies = [home.frequency[template] for template in steps]
    likely = expected(len(numbers), len(home.ran), frequencies, times, len(home.telling))
    return Sequenced(steps, numbers, likely, lift(len(numbers), len(home.ran), frequencies, times))


def _places(steps: Sequence[Fitted], counts: Sequence[bool]) -> dict[Template, tuple[int, ...]]:
    """The places at which each template stands, of the steps that count."""
    places: dict[Template, tuple[int, ...]] = {}
    for place, (step, count) in enumerate(zip(steps, counts, strict=True)):
        if count:
            places[step.template] = (*places.get(step.template, ()), place)
    return places


def _prefixes(words: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Every beginning of some words, the shortest first."""
    return (words[:end] for end in range(1, len(words) + 1))


def _sortable(steps: Sequence[Template]) -> tuple[tuple[str, ...], ...]:
    """Templates as texts that can be sorted, since a slot is no text."""
    return tuple(tuple(part or "\0" for part in step) for step in steps)
