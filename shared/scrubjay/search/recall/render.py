"""Rendering of an answer for a model or a person: Markdown within a budget, whole hits, quoted, with their source."""

import re
from collections.abc import Iterable, Mapping, Sequence

from scrubjay.inference.tokens import count_tokens, fits
from scrubjay.knowledge.retrieval.query import SCORE
from scrubjay.memory.freshness.wording import NO_SOURCE, SAME, ShownGround
from scrubjay.model.grade import Grade
from scrubjay.model.pattern import pattern
from scrubjay.model.view import View
from scrubjay.model.visible import visible
from scrubjay.privacy.secrets.shown_names import shown
from scrubjay.search.recall.answer import RecallAnswer, RecallHit
from scrubjay.search.recall.excerpts import HitBlock, excerpt, fitting_forms
from scrubjay.search.recall.fitness import AT_LENGTH, NOTES
from scrubjay.text.telling import telling_words

CONCISE = 700
"""Characters of a passage in a concise answer; get_document has the rest."""

BRIEF = 100
"""Characters of one behind the first three, or that makes room for others: a line."""

MEMORY = 300
"""Characters of a memory that makes room for others."""

LEAST_BUDGET = 100
FOOTER = 40
"""Tokens kept free for the line that says what was left out."""

BETWEEN = 2
"""Tokens between two blocks, at most."""

ECHOED = 100
"""Characters of a question that an answer repeats."""

LONGEST_TOKEN = 128
"""Characters; o200k_base has none longer."""

MAX_NAME = 160
"""Characters of a title, or of a path's or a source's name, in a line of an answer."""

MEMORIES = "Memories:"
"""What stands above the memories of an answer."""

DISCUSSED = "Discussed at the forge, in other people's words:"
"""What stands above issues, pull requests and reviews that follow an answer."""

SOURCE = "Its source: "
"""What stands in front of a ground: outside of the quotation that holds the memory, so that none can bring its own."""

_HEADING = pattern(
    r"#{1,6} |={1,6} |[=\-~^]{3,}\s*$|[-*]?\s*\W*(?:status|date|state|deciders?|authors?)\W*:.{0,80}$", re.I
)
_BREAKS = pattern(r"[\n-\r\x1c-\x1e\x85\u2028\u2029]+")


def render(answer: RecallAnswer) -> str:
    """Render an answer in at most `budget` tokens, 100 at least. A smaller budget gives the first of the same hits.

    Discussions follow in what the hits leave of it, so that they change nothing of these.
    """
    budget = max(LEAST_BUDGET, answer.request.budget)
    text = _hits_part(answer, budget)
    if not answer.discussed:
        return text
    part = discussed_part(answer, budget - count_tokens(text) - BETWEEN)
    return f"{text}\n\n{part}" if part else text


def _hits_part(answer: RecallAnswer, budget: int) -> str:
    """The first line and the hits of an answer, within a budget of tokens."""
    head = shorten(first_line(answer.view, fit_notes(answer)), budget // 2)
    if answer.request.detail == "full" and fits(
        told := f"{head}\n{how(answer.recipe, answer.steps, answer.candidates, answer.milliseconds)}", budget // 2
    ):
        head = told
    head = f"{head}\n{people_line(answer)}" if answer.people else head
    if not answer.hits and not answer.memories:
        fails = "fits" if any(answer.candidates.values()) else "found for"
        lines = nearest_lines(answer)
        said = f"Nothing {fails} {echoed_query(answer.request.query)!r}. {answer.hint(nearest=bool(lines))}"
        return shorten("\n\n".join([head, said, *lines]), budget)
    words = telling_words(answer.request.wording)
    at_length = AT_LENGTH[answer.documents_fit if answer.request.trimmed else "good"]
    long = len(answer.hits) if answer.request.detail != "concise" else at_length
    forms = [(_whole if place < long else _brief)(answer, hit, words) for place, hit in enumerate(answer.hits)]
    if fits(whole := _blocks(head, forms, MEMORIES, [_whole(answer, hit, words) for hit in answer.memories]), budget):
        return whole
    first, apart = ([block_of(answer, hit, words) for hit in part] for part in (answer.hits, answer.memories))
    room = budget - FOOTER - count_tokens(head) - (_tokens_of(MEMORIES) if apart else 0)
    shown, follow = fitting_forms(first, apart, room, _tokens_of, at_length)
    if first and not shown:
        shown, follow = [shorten(first[0].least, max(1, room - BETWEEN))], []
    elif not shown and not follow:
        follow = [shorten(apart[0].least, max(1, room - BETWEEN))] if apart else []
    left_out = _left_out_line(answer, len(first) + len(apart) - len(shown) - len(follow))
    return f"{_blocks(head, shown, MEMORIES, follow)}\n\n{left_out}"


def nearest_lines(answer: RecallAnswer) -> list[str]:
    """The nearest hits where nothing fits: a line for a passage, a memory with its grounds."""
    words = telling_words(answer.request.wording)
    return [_whole(answer, hit, words) if hit.id else _origin(hit) for hit in answer.below]


def discussed_part(answer: RecallAnswer, room: int) -> str:
    """The discussions of an answer within some tokens: as many as can be named, then the first ones quoted.

    Empty where not one can be named.
    """
    words = telling_words(answer.request.wording)
    left = room - count_tokens(DISCUSSED) - BETWEEN
    forms: list[str] = []
    for hit in answer.discussed:
        form = _origin(hit)
        if _tokens_of(form) > left:
            break
        forms.append(form)
        left -= _tokens_of(form)
    for place, hit in enumerate(answer.discussed[: len(forms)]):
        quote = f"\n{quoted(excerpt(hit.text, words, BRIEF))}"
        if (cost := count_tokens(quote)) <= left:
            forms[place] += quote
            left -= cost
    return "\n\n".join([DISCUSSED, *forms]) if forms else ""


def fit_notes(answer: RecallAnswer) -> tuple[str, ...]:
    """The notes of the first line: how well the answer fits, which names were found, what is missing."""
    chosen = (f"exact: {', '.join(name[:MAX_NAME] for name in answer.exact)}",) if answer.exact else ()
    by = (f"answered by {answer.carried_by}",) if answer.carried_by else ()
    return (NOTES[answer.fit], *by, *chosen, *answer.notes, *answer.degraded, answer.unread)


def people_line(answer: RecallAnswer) -> str:
    """The line that names the people who know the topic, each with the last day."""
    names = (f"{person.name} (last {person.last})" for person in answer.people)
    return one_line(f"Who wrote of it, and when last: {', '.join(names)}")


def first_line(view: View, notes: Iterable[str] = ()) -> str:
    """The first line of an answer: worktree, branch and short id, then the notes. Always one line."""
    where = (view.called,) if view.called else (shown(view.worktree.name), *view_moment(view))
    return joined_parts(*where, view.replaced, *notes)


def view_moment(view: View) -> tuple[str, str]:
    """Two texts on a view: its branch with the short id, and the revision that was asked for."""
    at = f"{view.label} @ {view.short}" if view.commit else f"{view.label} (no commits)"
    return at, f"as of {view.as_of[:MAX_NAME]} ({view.committed_at[:10]})" if view.as_of else ""


def joined_parts(*parts: str) -> str:
    """Some parts as one line, without empty ones."""
    return " · ".join(one_line(part) for part in parts if part)


def one_line(text: str) -> str:
    """A text on one line without invisible characters, so that a name can't pass for a line of the answer."""
    return visible(_BREAKS.sub(" ", text)).strip()


def echoed_query(query: str) -> str:
    """The beginning of a question, as an answer repeats it: in one line, each secret masked."""
    return shown(one_line(query))[:ECHOED]


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
    """A text as a block quote without invisible characters, so that nothing in it reads as the answer's own.

    Here, before tokens are counted: what is written out is longer, and a budget counts what is sent.
    """
    return "\n".join([f"> {line}" if line else ">" for line in visible(text).split("\n")])


def how(recipe: str, steps: Iterable[str], candidates: Mapping[str, int], milliseconds: Mapping[str, float]) -> str:
    """One line on how hits were ranked: recipe, steps, candidates of each arm, and times."""
    found = ", ".join(f"{count} {arm}" for arm, count in candidates.items())
    took = ", ".join(f"{stage} {ms:.1f}" for stage, ms in milliseconds.items())
    return one_line(f"{recipe}: {'; '.join(steps)} · candidates: {found or 'none'} · ms: {took or 'none'}")


def _blocks(head: str, shown: Iterable[str], title: str, apart: Iterable[str]) -> str:
    follow = tuple(apart)
    return "\n\n".join([head, *shown, *((title, *follow) if follow else ())])


def _tokens_of(form: str) -> int:
    return count_tokens(form) + BETWEEN


def _left_out_line(answer: RecallAnswer, missing: int) -> str:
    whole = "; get_document shows a whole file" if any(hit.path and not hit.far for hit in answer.hits) else ""
    what = f"{missing} more left out" if missing else "passages cut"
    return f"({what}; budget={answer.request.budget * 2} shows more{whole})"


def block_of(answer: RecallAnswer, hit: RecallHit, words: frozenset[str]) -> HitBlock:
    """A hit in its three forms: whole, brief and least. Only a told memory's least form leaves out its grounds."""
    whole, brief = _whole(answer, hit, words), _brief(answer, hit, words)
    told = hit.id and hit.worth is Grade.TOLD
    least = f"{_origin(hit)}\n{quoted(excerpt(hit.text, words, MEMORY))}" if told else brief
    return HitBlock(hit.key, whole, brief, least, frozenset(hit.against) if hit.id else frozenset())


def _whole(answer: RecallAnswer, hit: RecallHit, words: frozenset[str]) -> str:
    detail = answer.request.detail
    text = quoted(excerpt(_below_heading(hit), words, CONCISE) if detail == "concise" else hit.text)
    scores = f"{_scores_line(answer, hit)}\n" if detail == "full" else ""
    return "\n".join([f"{_origin(hit)}\n{scores}{text}", *(ground_lines(answer, hit) if hit.id else ())])


def _brief(answer: RecallAnswer, hit: RecallHit, words: frozenset[str]) -> str:
    """A hit in brief: a memory with fewer words, a passage in one line; in its whole form if details are asked for."""
    if hit.id:
        return "\n".join([f"{_origin(hit)}\n{quoted(excerpt(hit.text, words, MEMORY))}", *ground_lines(answer, hit)])
    if answer.request.detail != "concise":
        return _whole(answer, hit, words)
    return f"{_origin(hit)}\n{quoted(_flat(excerpt(_without_headings(_below_heading(hit)), words, BRIEF)))}"


def _below_heading(hit: RecallHit) -> str:
    """A passage without its first heading, if the line above names it."""
    first, _, rest = hit.text.partition("\n")
    title = first.strip("#= ").casefold()
    named = title and hit.caption.casefold().endswith(title)
    return rest.lstrip("\n") if first.startswith("#") and named and rest.strip() else hit.text


def _without_headings(text: str) -> str:
    """A passage without its headings and the status and date below them, if anything else is left."""
    lines = [line for line in text.split("\n") if not _HEADING.match(line)]
    return "\n".join(lines) if any(map(str.strip, lines)) else text


def ground_lines(answer: RecallAnswer, memory: RecallHit) -> list[str]:
    """A line for each ground of a memory: its place and words, or the number of the hit that holds them."""
    if not memory.grounds:
        return [] if memory.worth is Grade.TOLD or not memory.grade else [NO_SOURCE]
    return [f"{SOURCE}{one_line(_ground_line(answer.hits, ground))}" for ground in memory.grounds]


def _ground_line(hits: Sequence[RecallHit], ground: ShownGround) -> str:
    above = next((number for number, hit in enumerate(hits, 1) if _contains_ground(hit, ground)), 0)
    return f"{ground.where} → hit {above}" if above and ground.state == SAME else ground.text


def _contains_ground(hit: RecallHit, ground: ShownGround) -> bool:
    """Whether a hit holds the words of a ground."""
    return bool(ground.path) and not hit.far and hit.path == ground.path and _flat(ground.words) in _flat(hit.text)


def _flat(text: str) -> str:
    return " ".join(text.split())


def _scores_line(answer: RecallAnswer, hit: RecallHit) -> str:
    if hit.far:
        return f"score {hit.score:.5f} by {hit.far}"
    ranks = {arm: f" (rank {hit.ranks.get(arm, '-')})" for arm in hit.scores if arm != SCORE}
    scores = ", ".join(f"{name} {value:.3f}{ranks.get(name, '')}" for name, value in hit.scores.items())
    return f"score {hit.score:.5f} by {answer.recipe}: {scores or 'neither arm; it replaces a hit'}"


def _origin(hit: RecallHit) -> str:
    if hit.id:
        parts = [f"**memory** {hit.address}", hit.caption, *hit.marks]
    else:
        status = "" if hit.discussion or any(mark.startswith(hit.status) for mark in hit.marks) else hit.status
        parts = [f"**{hit.address}**", hit.caption[:MAX_NAME], hit.shown_day, status, *hit.marks]
    return joined_parts(*parts)
