"""Typed questions such as "incidents of services that depend on payments", read into steps; pure."""

import re
from typing import Final

from scrubjay.errors import UsageError
from scrubjay.model.frozen import dataclass
from scrubjay.model.pattern import pattern
from scrubjay_graph.model import EdgeKind, NodeKind
from scrubjay_graph.names import KIND_WORDS, kinds_of, only_of
from scrubjay_graph.phrases import PHRASES, reworded_question

MAX_STEPS: Final = 4

_OF = pattern(r"(?:of|for|in|on|from|with|around|related to|belonging to)\b\s*", re.IGNORECASE)
_THAT = pattern(r"(?:that|which|who|whose|do|does|did|has|have|had)\b\s*", re.IGNORECASE)
_DEEP = pattern(r"\b(?:transitively|indirectly|directly or indirectly|directly or not)\b\s*", re.IGNORECASE)
_NOUNS = "|".join(sorted((re.escape(word) for word in KIND_WORDS), key=len, reverse=True))
_NOUN = pattern(
    rf"(?:the |all |any |every |which |what )?({_NOUNS.replace('memory|', '')}|[a-z]+ requests?|[a-z]+)\b\s*",
    re.IGNORECASE,
)
_WORD = pattern(r"([a-z]+)\b\s*", re.IGNORECASE)
"""A noun without "the" or "which" before it, so that "what" itself is one in `what supersedes ADR-9`."""


@dataclass(frozen=True, slots=True)
class PatternStep:
    """One relation of a question, from the kinds that are looked for (`kinds`) to what follows in the question.

    `ahead`: what is looked for is the source. None of `links`: any relation either way. `deep`: up to four times over.
    `only` keeps a part of the files: "document" or "test".
    """

    kinds: tuple[NodeKind, ...]
    links: tuple[EdgeKind, ...]
    ahead: bool
    deep: bool = False
    only: str = ""


@dataclass(frozen=True, slots=True)
class Pattern:
    """The steps of a question, the first one's `kinds` being the answer's, and the name that it ends with.

    Without a name the last `kinds` stand for all of their kind; `word` is how they are called.
    """

    steps: tuple[PatternStep, ...]
    name: str
    last: tuple[NodeKind, ...] = ()
    word: str = ""


def read_pattern(text: str) -> Pattern:
    """Read a typed question. Raises UsageError where it has no known form."""
    rest = reworded_question(" ".join(text.split()).rstrip("?. "))
    steps: list[PatternStep] = []
    kinds, only, rest = _noun(rest)
    if not kinds:
        raise UsageError(_HOW.format(text[:80]))
    while rest:
        links, ahead, deep, rest = _relation(rest, text)
        steps.append(PatternStep(kinds, links, ahead, deep, only))
        if len(steps) > MAX_STEPS:
            raise UsageError(f"A question has at most {MAX_STEPS} relations. Ask its first part, then the next.")
        if not rest:
            raise UsageError(_HOW.format(text[:80]))
        following, part, after = _noun(rest)
        if following and not after:
            return Pattern(tuple(steps), "", following, rest)
        if not following or not _begins_relation(after):
            return Pattern(tuple(steps), rest)
        kinds, only, rest = following, part, after
    return Pattern(tuple(steps), "", kinds)


_HOW = (
    "{!r} is no question that the graph can read. Write KINDS RELATION NAME, such as `incidents of services that "
    "depend on payments`, `decisions that supersede ADR-3`, `who owns docs/`, `files that import shared/app.py`."
)


def _noun(text: str) -> tuple[tuple[NodeKind, ...], str, str]:
    """The kinds that a text begins with, the part of the files that is meant, and the rest of the text."""
    for form in (_NOUN, _WORD):
        match = form.match(text)
        if match and (kinds := kinds_of(match[1])):
            return kinds, only_of(match[1]), text[match.end() :]
    return (), "", text


def _relation(text: str, whole: str) -> tuple[tuple[EdgeKind, ...], bool, bool, str]:
    """The relations that a text begins with, whether read forwards, whether repeated, and the rest of the text."""
    bare, deep = text, False
    while begins := _THAT.match(bare) or _DEEP.match(bare):
        deep = deep or bool(_DEEP.match(bare))
        bare = bare[begins.end() :]
    for phrase, links, ahead in PHRASES:
        match = re.match(rf"(?:{phrase})\b\s*", bare, re.IGNORECASE)
        if match:
            return links, ahead, deep, bare[match.end() :]
    if of := _OF.match(bare):
        return (), True, deep, bare[of.end() :]
    raise UsageError(_HOW.format(whole[:80]))


def _begins_relation(text: str) -> bool:
    """Whether a text begins with a relation."""
    bare = text
    while begins := _THAT.match(bare) or _DEEP.match(bare):
        bare = bare[begins.end() :]
    return bool(_OF.match(bare)) or any(re.match(rf"(?:{phrase})\b", bare, re.IGNORECASE) for phrase, _, _ in PHRASES)
