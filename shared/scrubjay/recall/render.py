"""How does an answer look to a model or a person? Markdown within a budget: whole hits, quoted, with their source."""

import re
from collections.abc import Iterable, Mapping

from scrubjay.model.view import View
from scrubjay.model.visible import visible
from scrubjay.recall.answer import RecallAnswer, RecallHit
from scrubjay.recall.excerpt import excerpt, telling_words
from scrubjay.tokens import count_tokens, fits

CONCISE = 700
"""Characters of a passage in a concise answer, so that 1,500 tokens hold about seven; get_document has the rest."""

LEAST_BUDGET = 100
FOOTER = 40
"""Tokens kept free for the line that says what was left out."""

LONGEST_TOKEN = 128
"""Characters; o200k_base has none longer."""

MAX_NAME = 160
"""Characters of a title, or of a path's or a source's name, in a line of an answer."""

UNCONFIRMED = "Unconfirmed, said by agents:"
"""What stands above memories that nothing but an agent's word stands behind."""

SOURCE = "Its source: "
"""What stands in front of the words that a memory leans on: outside of the quotation that holds the claim, so that no
claim can bring a source of its own."""

_BREAKS = re.compile(r"[\n-\r\x1c-\x1e\x85\u2028\u2029]+")


def render(answer: RecallAnswer) -> str:
    """Render an answer in at most `budget` tokens, 100 at least. A smaller budget gives the first of the same hits."""
    budget = max(LEAST_BUDGET, answer.request.budget)
    chosen = (f"exact: {', '.join(name[:MAX_NAME] for name in answer.exact)}",) if answer.exact else ()
    head = shorten(first_line(answer.view, (*chosen, *answer.notes, *answer.degraded)), budget // 2)
    if answer.request.detail == "full" and fits(
        told := f"{head}\n{how(answer.recipe, answer.steps, answer.candidates, answer.milliseconds)}", budget // 2
    ):
        head = told
    if not answer.hits and not answer.unconfirmed:
        return shorten(f"{head}\n\nNothing found for {one_line(answer.request.query)[:100]!r}. {_hint(answer)}", budget)
    words = telling_words(answer.request.query)
    forms = [_forms(answer, hit, words) for hit in (*answer.hits, *answer.unconfirmed)]
    if answer.unconfirmed:
        first = len(answer.hits)
        forms[first] = tuple(f"{UNCONFIRMED}\n\n{form}" for form in forms[first])
    if fits(whole := "\n\n".join([head, *(full for full, *_ in forms)]), budget):
        return whole
    shown = _fitting(head, forms, budget - FOOTER)
    shown = shown or [shorten(forms[0][-1], max(1, budget - FOOTER - count_tokens(head) - 2))]
    return "\n\n".join([head, *shown, _left_out(answer, len(forms) - len(shown))])


def first_line(view: View, notes: Iterable[str] = ()) -> str:
    """Where the answer holds: worktree, branch, short sha, then what is degraded or behind. One line in any case."""
    at = f"{view.label} @ {view.short}" if view.commit else f"{view.label} (no commits)"
    when = f"as of {view.as_of[:MAX_NAME]} ({view.committed_at[:10]})" if view.as_of else ""
    return " · ".join(one_line(part) for part in (view.worktree.name, at, when, *notes) if part)


def one_line(text: str) -> str:
    """A text without line breaks, so that a name can't pass for a line of the answer; it is `visible`."""
    return visible(_BREAKS.sub(" ", text)).strip()


def shorten(text: str, tokens: int) -> str:
    """The longest beginning of a text, whole lines where that costs less than half, with at most so many tokens."""
    if fits(text, tokens):
        return text
    low, high = 0, min(len(text), tokens * LONGEST_TOKEN)
    while low < high:
        middle = (low + high + 1) // 2
        if count_tokens(f"{text[:middle]} …") <= tokens:
            low = middle
        else:
            high = middle - 1
    border = text.rfind("\n", 0, low)
    return f"{text[: border if border > low // 2 else low]} …"


def quoted(text: str) -> str:
    """Text as a block quote, so that nothing in it reads as a heading or a fence of the answer; it is `visible`.

    Here, before tokens are counted: what is written out is longer, and a budget counts what is sent.
    """
    return "\n".join(f"> {line}" if line else ">" for line in visible(text).split("\n"))


def how(recipe: str, steps: Iterable[str], candidates: Mapping[str, int], milliseconds: Mapping[str, float]) -> str:
    """How hits were ranked, how many candidates each arm brought, and what each stage took: one line."""
    found = ", ".join(f"{count} {arm}" for arm, count in candidates.items())
    took = ", ".join(f"{stage} {ms:.1f}" for stage, ms in milliseconds.items())
    return one_line(f"{recipe}: {'; '.join(steps)} · candidates: {found or 'none'} · ms: {took or 'none'}")


def _fitting(head: str, forms: list[tuple[str, ...]], budget: int) -> list[str]:
    """The first blocks that fit together with the head; the last one in a shorter form if only that fits."""
    shown: list[str] = []
    left = budget - count_tokens(head)
    for of in forms:
        costs = [count_tokens(form) + 2 for form in of]
        fits_in = next((n for n, cost in enumerate(costs) if cost <= left), None)
        if fits_in is None:
            break
        shown.append(of[fits_in])
        left -= costs[fits_in]
        if fits_in:
            break
    return shown


def _left_out(answer: RecallAnswer, missing: int) -> str:
    if not missing:
        return "(cut; get_document shows it whole)"
    return f"({missing} more left out; budget={answer.request.budget * 2} shows more, get_document a whole file)"


def _forms(answer: RecallAnswer, hit: RecallHit, words: frozenset[str]) -> tuple[str, ...]:
    """How a hit may be shown, the longest first. Of a memory and its source the source's own words stand alone."""
    whole = _block(answer, hit, words)
    if not hit.words:
        return (whole,)
    source = f"{SOURCE}{one_line(hit.words)}"
    return f"{whole}\n{source}", f"{_source(answer.view, hit)}\n{source}"


def _block(answer: RecallAnswer, hit: RecallHit, words: frozenset[str]) -> str:
    if answer.request.detail == "concise":
        return f"{_source(answer.view, hit)}\n{quoted(excerpt(hit.text, words, CONCISE))}"
    scores = ", ".join(f"{arm} {value:.3f} (rank {hit.ranks.get(arm, '-')})" for arm, value in hit.scores.items())
    found = f"score {hit.score:.5f} by {answer.recipe}: {scores or 'neither arm; it replaces a hit'}"
    return f"{_source(answer.view, hit)}\n{found}\n{quoted(hit.text)}"


def _source(view: View, hit: RecallHit) -> str:
    if hit.kind == "memory":
        parts = [f"**memory** {hit.title}", hit.source, *hit.marks]
    elif hit.kind == "commit":
        parts = [f"**commit {hit.blob[:10]}**", hit.title[:MAX_NAME], hit.date[:10], *hit.marks]
    else:
        place = f"{hit.path}:{hit.start_line}-{hit.end_line} @ {view.short}"
        name = f"{hit.title} › {hit.heading}" if hit.heading else hit.title
        superseded = any(mark.startswith(hit.status) for mark in hit.marks)
        status = "" if superseded else hit.status
        parts = [f"**{place}**", name[:MAX_NAME], hit.date[:10], status, *hit.marks]
    return " · ".join(one_line(part) for part in parts if part)


def _hint(answer: RecallAnswer) -> str:
    if answer.request.path or answer.request.kinds:
        return "Try without path or kinds."
    return "Try other words; `scrubjay explain PATH` says whether a file is indexed; for code use grep."
