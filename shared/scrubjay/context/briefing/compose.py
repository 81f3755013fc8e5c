"""Budget cut of a briefing: lines are dropped by rank, and a footer names the call that shows what was omitted."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from scrubjay.context.briefing.ages import fill_ages
from scrubjay.context.briefing.facts import BriefingFacts
from scrubjay.context.briefing.lines import BriefingLine, headings, render_lines
from scrubjay.session.tasks.sent_text import SentMark

MIN_BUDGET = 150
MAX_BUDGET = 10_000

FOOTER_TOKENS = 40
"""Reserved for the footer that says what was omitted; the longest form measures 34 tokens."""

CountTokens = Callable[[str], int]


@dataclass(frozen=True, slots=True)
class Briefing:
    """The text that starts a session. `omitted` counts lines that the budget omitted.

    `marked` is the same text with age placeholders and without the first line: what the session is recorded to know.
    `since` is the moment before it was gathered.
    """

    text: str
    omitted: int = 0
    unchanged: bool = False
    marked: str = ""
    since: SentMark = (0, 0)


def compose(facts: BriefingFacts, budget: int, count: CountTokens) -> Briefing:
    """Write the briefing within `budget` tokens.

    Monotonic: by rank, a smaller budget gives a prefix of a larger one's lines. The first line is always there.
    """
    budget = max(MIN_BUDGET, min(budget, MAX_BUDGET))
    everything = render_lines(facts)
    costs = [count(fill_ages(line.text, facts.now)) + 1 for line in everything]
    first = next(h for h in headings(facts) if count(h) <= budget - FOOTER_TOKENS)
    needed = count(first) + 1 + sum(costs)
    included = set(range(len(everything)))
    if needed > budget:
        included = _cut(everything, costs, budget - count(first) - 1 - FOOTER_TOKENS)
    left_out = sum(not line.is_title for i, line in enumerate(everything) if i not in included)
    marked = "\n".join(line.text for i, line in enumerate(everything) if i in included)
    footer = [_footer(left_out, needed, facts.focus)] if left_out else []
    parts = [first, *([fill_ages(marked, facts.now)] if marked else []), *footer]
    return Briefing("\n".join(parts), left_out, marked="\n".join([marked, *footer]))


def _cut(everything: Sequence[BriefingLine], costs: Sequence[int], room: int) -> set[int]:
    """Indices of the lines that fit, taken by rank until one doesn't; a section's title comes with its first entry."""
    included: set[int] = set()
    for i in sorted(range(len(everything)), key=lambda i: (everything[i].rank, i)):
        line = everything[i]
        if line.is_title:
            continue
        new = {i} if line.title is None or line.title in included else {line.title, i}
        room -= sum(costs[n] for n in new)
        if room < 0:
            break
        included |= new
    return included


def _footer(left_out: int, needed: int, focus: str) -> str:
    rounded = -(-(needed + FOOTER_TOKENS) // 500) * 500
    omitted = f"{left_out} line{'s' if left_out > 1 else ''}"
    if rounded <= MAX_BUDGET:
        again = ", focus=…" if focus else ""
        return f"(left out: {omitted}; session_init(budget={rounded}{again}) shows them)"
    return f"(left out: {omitted}; get_task_context and list_decisions show them)"
