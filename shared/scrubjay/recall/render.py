"""How does an answer look to a model or a person? Markdown within a budget: whole hits, quoted, with their source."""

from collections.abc import Iterable

from scrubjay.model.view import View
from scrubjay.recall.answer import RecallAnswer, RecallHit
from scrubjay.tokens import count_tokens, fits

CONCISE = 900
"""Characters of a passage in a concise answer; the rest is a get_document away."""

LEAST_BUDGET = 100
FOOTER = 60
"""Tokens kept free for the line that says what was left out."""


def render(answer: RecallAnswer) -> str:
    """Render an answer in at most `budget` tokens. A smaller budget gives the first of the same hits."""
    budget = max(LEAST_BUDGET, answer.request.budget)
    head = shorten(first_line(answer.view, answer.degraded), budget - FOOTER)
    if not answer.hits:
        return f"{head}\n\nNothing found for {answer.request.query[:100]!r}. {_hint(answer)}"
    blocks = [_block(answer, hit) for hit in answer.hits]
    whole = "\n\n".join([head, *blocks])
    if fits(whole, budget):
        return whole
    shown: list[str] = [head]
    left = budget - FOOTER - count_tokens(head)
    for block in blocks:
        left -= count_tokens(block) + 2
        if left < 0:
            break
        shown.append(block)
    if len(shown) == 1:
        shown.append(shorten(blocks[0], max(20, budget - FOOTER - count_tokens(head) - 2)))
    missing = len(blocks) - (len(shown) - 1)
    if missing:
        shown.append(f"({missing} more hits left out; budget={budget * 2} shows more, get_document shows a whole file)")
    return "\n\n".join(shown)


def first_line(view: View, degraded: Iterable[str]) -> str:
    """Where the answer holds: worktree, branch, short sha, and what is degraded or behind."""
    at = f"{view.worktree.name} · {view.label} @ {view.short}"
    when = f" · as of {view.as_of} ({view.committed_at[:10]})" if view.as_of else ""
    return " · ".join([f"{at}{when}", *degraded])


def shorten(text: str, tokens: int) -> str:
    """The longest beginning of a text, whole lines first, that has at most this many tokens."""
    if fits(text, tokens):
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if count_tokens(text[:middle] + " …") <= tokens:
            low = middle
        else:
            high = middle - 1
    cut = text[:low]
    border = cut.rfind("\n")
    return (cut[:border] if border > low // 2 else cut) + " …"


def quoted(text: str) -> str:
    """Text as a block quote, so that nothing in it reads as a heading or a fence of the answer."""
    return "\n".join(f"> {line}" if line else ">" for line in text.split("\n"))


def _block(answer: RecallAnswer, hit: RecallHit) -> str:
    full = answer.request.detail == "full"
    text = hit.text if full or len(hit.text) <= CONCISE else _trimmed(hit.text)
    lines = [_source(answer.view, hit), quoted(text)]
    if full:
        scores = ", ".join(f"{arm} {value:.3f} (rank {hit.ranks.get(arm, '-')})" for arm, value in hit.scores.items())
        lines.insert(1, f"score {hit.score:.5f} by {answer.recipe}: {scores or 'words'}")
    return "\n".join(lines)


def _source(view: View, hit: RecallHit) -> str:
    if hit.kind == "memory":
        parts = [f"**memory** {hit.title}", f"from {hit.source}", hit.date[:10], *hit.marks]
    else:
        place = f"{hit.path}:{hit.start_line}-{hit.end_line} @ {view.short}"
        name = f"{hit.title} › {hit.heading}" if hit.heading else hit.title
        parts = [f"**{place}**", name[:160], hit.date[:10], hit.status, *hit.marks]
    return " · ".join(part for part in parts if part)


def _trimmed(text: str) -> str:
    cut = text[:CONCISE]
    border = max(cut.rfind("\n"), cut.rfind(". "))
    return f"{cut[: border + 1] if border > CONCISE // 2 else cut}…".rstrip()


def _hint(answer: RecallAnswer) -> str:
    if answer.request.path or answer.request.kinds:
        return "Try without path or kinds."
    return "Try other words; `scrubjay explain PATH` says whether a file is indexed; for code use grep."
