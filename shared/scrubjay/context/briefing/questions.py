"""Example questions for a newcomer, made from the repository's own decisions, then headings with a verb."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial

from scrubjay.knowledge.documents.documents import Documents
from scrubjay.knowledge.documents.values import newest_in_force
from scrubjay.model.pattern import pattern
from scrubjay.model.view import View
from scrubjay.search.recall.answer import RecallHit, RecallRequest
from scrubjay.search.recall.recall import Recall
from scrubjay.text.words import STOP_WORDS, Word, stem, words

MAX_QUESTIONS = 3
CANDIDATES = 30
"""Questions that are asked to find them."""

SECTIONS = 1000
"""Sections whose headings are looked at."""

MIN_TITLE = 4
MAX_TITLE = 90
"""Characters of a title that still reads as a question."""

_NUMBER = pattern(r"^(?:(?:adr|rfc|kep|oep)[-\s]?)?\d[\d.]*\s*[-.:)]?\s+", re.IGNORECASE)
_ASKS = pattern(r"^(?:why|how|what|when|where|who|which|should|do|does|is|are|can)\b", re.IGNORECASE)
_CODE = pattern(r"`[^`]+`|::\s")
_TITLE_CASE = pattern(r"^[A-Z][a-z]+$")


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


VERBS = _words(
    "accept add adopt allow always apply avoid base build bundle call change check choose combine commit "
    "configure convert create cut define delegate delete deploy deprecate disable do don't drop embed enable "
    "encode enforce ensure expose extend fail find follow give group handle have host identify implement improve "
    "include install integrate introduce invoke keep leave let limit link load log maintain make manage map mark "
    "mask measure merge migrate move name never omit pass pin place prefer prevent process provide publish put "
    "raise read rebuild record reduce refuse reject release remove rename replace report require restrict return "
    "reuse rewrite run save say select send separate serve set share show simplify skip split start stop store "
    "support switch take test track treat turn update upgrade use validate version wait wire wrap write"
)
"""First words of titles that are verbs, from the records of several public projects."""


def decision_question(title: str) -> str:
    """The question that a decision's title answers; empty for a title that gives none."""
    name = _as_sentence(_NUMBER.sub("", " ".join(title.split())).strip(" .?!:*_`#"))
    first, _, rest = name.partition(" ")
    if not rest or len(name) > MAX_TITLE or "template" in name.lower():
        return ""
    if _ASKS.match(name):
        return f"{name[0].lower()}{name[1:]}?"
    if first.lower() in VERBS:
        return f"why do we {_lower(first)} {rest}?"
    if first.lower().endswith("ing") and _TITLE_CASE.match(first):
        return f"why are we {first.lower()} {rest}?"
    if _TITLE_CASE.match(first) and _is_sentence(rest):
        return ""  # its first word may be a verb that isn't known, as in "Answer memories in a part of their own"
    return f"what did we decide about {_lower(first)} {rest}?"


def heading_question(heading: str) -> str:
    """A question that the text under a heading answers; empty for one that is too short or long, or has no verb.

    "Release notes" begins with a word that may be a verb; "Release a version" shows that it is one.
    """
    name = _as_sentence(_NUMBER.sub("", heading.rpartition(" > ")[2]).strip(" .?!:*_`#"))
    if not MIN_TITLE <= len(name) <= MAX_TITLE or "?" in name:
        return ""
    if _ASKS.match(name):
        return f"{name[0].lower()}{name[1:]}?"
    first, _, rest = name.partition(" ")
    if not _is_sentence(rest):
        return ""
    if first.lower() in VERBS:
        return f"how do I {_lower(first)} {rest}?"
    if first.lower().endswith("ing") and _TITLE_CASE.match(first):
        return f"what do the documents say about {first.lower()} {rest}?"
    return ""


def _is_sentence(text: str) -> bool:
    """Whether a text reads as a sentence: small words join the others."""
    return not STOP_WORDS.isdisjoint(words(text.lower(), Word.LETTERS))


def is_topic(heading: str, text: str) -> bool:
    """Whether a section is about what its heading says, in this repository's own terms.

    The heading has two telling words or more, most of them come again in the text below it, in any form, and the text
    shows code or a command. So a date, "Added" or "Our standards" is no topic, in whatever language.
    """
    name = heading.rpartition(" > ")[2]
    named = _stems(name)
    title = set(words(name.lower(), Word.LETTERS))
    body = "\n".join(line for line in text.splitlines() if set(words(line.lower(), Word.LETTERS)) - title)
    repeated = named & _stems(body)
    return len(named) > 1 and 2 * len(repeated) > len(named) and _CODE.search(body) is not None


def _stems(text: str) -> set[str]:
    return {stem(word) for word in words(text.lower(), Word.LETTERS) if word not in STOP_WORDS and len(word) > 1}


def suggest(documents: Documents, recall: Recall, view: View) -> tuple[str, ...]:
    """At most three questions, each asked, answered by the first hit, and well; none where nothing is fit to ask."""
    questions: list[str] = []
    tried = 0
    for question, answers in _candidates(documents, view):
        if not question or question in questions:
            continue
        tried += 1
        answer = recall.look(RecallRequest(query=question, limit=1, discussed=False))
        if answer.documents_fit == "good" and answer.hits and answers(answer.hits[0]):
            questions.append(question)
        if len(questions) == MAX_QUESTIONS or tried == CANDIDATES:
            break
    return tuple(questions)


def _candidates(documents: Documents, view: View) -> Iterator[tuple[str, Callable[[RecallHit], bool]]]:
    """Questions that titles of decisions and headings of other documents answer, each with the test of its answer."""
    decisions = documents.decisions(view)
    for entry in newest_in_force(decisions):
        yield decision_question(entry.decision.title), partial(_is_at, entry.path)
    sections = documents.sections(view, SECTIONS)
    headings = {(section.path, section.heading) for section in sections}
    counts = Counter(heading.rpartition(" > ")[2].lower() for _, heading in headings)
    used = {entry.path for entry in decisions}
    for section in sections:
        name, question = section.heading.rpartition(" > ")[2].lower(), heading_question(section.heading)
        fits = question and section.path not in used and counts[name] == 1
        if fits and is_topic(section.heading, section.text):
            used.add(section.path)
            yield question, partial(_is_at, section.path, line=section.line)


def _is_at(path: str, hit: RecallHit, *, line: int = 0) -> bool:
    return hit.path == path and (not line or hit.start_line == line)


def _as_sentence(title: str) -> str:
    """A title in one line; if it has capitals even in small words, its ordinary words are in lower case."""
    first, *rest = title.split() or [""]
    if any(_TITLE_CASE.match(word) and word.lower() in STOP_WORDS for word in rest):
        rest = ["a" if word == "A" else _lower(word) for word in rest]
    return " ".join((first, *rest))


def _lower(word: str) -> str:
    """A word in mid-sentence form: an ordinary one in lower case, a name such as SQLite unchanged."""
    return word.lower() if _TITLE_CASE.match(word) else word
