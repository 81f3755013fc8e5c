"""Example questions for a newcomer, made from the repository's own decisions, else its headings."""

import re
from collections.abc import Iterator

from scrubjay.documents.documents import Documents
from scrubjay.documents.in_force import newest_in_force
from scrubjay.model.view import View
from scrubjay.recall import Recall, RecallRequest

MAX_QUESTIONS = 3
CANDIDATES = 30
MAX_TITLE = 90
"""Characters of a title that still reads as a question."""

_NUMBER = re.compile(r"^(?:(?:adr|rfc|kep|oep)[-\s]?)?\d[\d.]*\s*[-.:)]?\s+", re.IGNORECASE)
_ASKS = re.compile(r"^(?:why|how|what|when|where|who|which|should|do|does|is|are|can)\b", re.IGNORECASE)
_TITLE_CASE = re.compile(r"^[A-Z][a-z]+$")


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
"""First words of decision titles that are verbs, from the records of several public projects."""

GENERIC = _words(
    "introduction overview contents summary license licence contributing changelog usage context decision status "
    "consequences references notes todo template example examples readme index home faq links"
)


def decision_question(title: str) -> str:
    """The question that a decision's title answers; empty for a title that gives none."""
    name = " ".join(_NUMBER.sub("", " ".join(title.split())).strip(" .?!:*_`#").split())
    first, _, rest = name.partition(" ")
    if not rest or len(name) > MAX_TITLE or "template" in name.lower():
        return ""
    if _ASKS.match(name):
        return f"{name[0].lower()}{name[1:]}?"
    if first.lower() in VERBS:
        return f"why do we {_lower(first)} {rest}?"
    if first.lower().endswith("ing") and _TITLE_CASE.match(first):
        return f"why are we {first.lower()} {rest}?"
    return f"what did we decide about {_lower(first)} {rest}?"


def heading_question(heading: str) -> str:
    """A question that the text under a heading answers; empty for a heading that every document has."""
    name = " ".join(_NUMBER.sub("", heading.rpartition(" > ")[2]).strip(" .?!:*_`#").split())
    words = name.lower().split()
    if not words or len(name) > MAX_TITLE or len(name) < 4 or all(word in GENERIC for word in words):
        return ""
    if _ASKS.match(name):
        return f"{name[0].lower()}{name[1:]}?"
    first, _, rest = name.partition(" ")
    return f"what do the documents say about {_lower(first)}{' ' if rest else ''}{rest}?"


def suggest(documents: Documents, recall: Recall, view: View) -> tuple[str, ...]:
    """At most three questions whose answer a keyword search finds among its first hits; none in an empty repository."""
    questions: list[str] = []
    for text, path in _candidates(documents, view):
        if text and text not in questions:
            hits = recall.search(RecallRequest(query=text, recipe="keyword", limit=3)).hits
            if any(hit.path == path for hit in hits):
                questions.append(text)
        if len(questions) == MAX_QUESTIONS:
            break
    return tuple(questions)


def _candidates(documents: Documents, view: View) -> Iterator[tuple[str, str]]:
    """Titles of decisions in force, newest first; then headings of other documents."""
    decisions = documents.decisions(view)
    yield from (
        (decision_question(entry.decision.title), entry.path) for entry in newest_in_force(decisions)[:CANDIDATES]
    )
    paths = {entry.path for entry in decisions}
    yield from (
        (heading_question(heading), path) for heading, path in documents.headings(view, CANDIDATES) if path not in paths
    )


def _lower(word: str) -> str:
    """A word in mid-sentence form: an ordinary one in lower case, a name such as SQLite unchanged."""
    return word.lower() if _TITLE_CASE.match(word) else word
