"""Typed questions such as "incidents of services that depend on payments", read into steps; pure."""

import re
from dataclasses import dataclass
from typing import Final

from scrubjay.errors import UsageError
from scrubjay.graph.model import EdgeKind, NodeKind
from scrubjay.graph.names import KIND_WORDS, kinds_of

MAX_STEPS: Final = 4

_F, _B = True, False
_NAMING: Final = (EdgeKind.CITES, EdgeKind.LINKS)
_PHRASES: Final[tuple[tuple[str, tuple[EdgeKind, ...], bool], ...]] = (
    (r"(?:is|are|was|were|been|got)?\s*(?:superseded|replaced) by", (EdgeKind.SUPERSEDES,), _B),
    (r"supersedes?d?|replaces?d?", (EdgeKind.SUPERSEDES,), _F),
    (r"(?:is|are|was|were)?\s*amended by", (EdgeKind.AMENDS,), _B),
    (r"amend(?:s|ed)?", (EdgeKind.AMENDS,), _F),
    (r"(?:is|are|was|were)?\s*(?:needed|required|depended on|used) by", (EdgeKind.DEPENDS, EdgeKind.IMPORTS), _B),
    (r"depend(?:s|ed)? (?:up)?on|needs?|requires?|rel(?:y|ies) on|uses?", (EdgeKind.DEPENDS, EdgeKind.IMPORTS), _F),
    (r"(?:is|are|was|were)?\s*imported (?:by|from|in)", (EdgeKind.IMPORTS,), _B),
    (r"imports?", (EdgeKind.IMPORTS,), _F),
    (r"(?:is|are|was|were)?\s*defined (?:by|in)", (EdgeKind.DEFINES,), _B),
    (r"defines?", (EdgeKind.DEFINES,), _F),
    (r"(?:is|are|was|were)?\s*called (?:by|from|in)", (EdgeKind.CALLS,), _B),
    (r"calls?", (EdgeKind.CALLS,), _F),
    (r"(?:is|are|was|were)?\s*linked (?:from|by|in)", (EdgeKind.LINKS,), _B),
    (r"links? to|points? to", (EdgeKind.LINKS,), _F),
    (r"(?:is|are|was|were)?\s*(?:cited|mentioned|referenced|named) (?:by|in|from)", _NAMING, _B),
    (r"cites?|mentions?|references?|refers? to|leans? on|names?", _NAMING, _F),
    (r"(?:is|are|was|were)?\s*(?:touched|changed|modified|edited) (?:by|in)", (EdgeKind.TOUCHES,), _B),
    (r"touch(?:es|ed)?|change[sd]?|modif(?:y|ies|ied)|edit(?:s|ed)?", (EdgeKind.TOUCHES,), _F),
    (r"(?:is|are|was|were)?\s*merged as", (EdgeKind.MERGED,), _F),
    (r"(?:is|are|was|were)?\s*(?:brought|merged) by", (EdgeKind.MERGED,), _B),
    (r"(?:is|are|was|were)?\s*reverted (?:by|in)", (EdgeKind.REVERTS,), _B),
    (r"reverts?|reverted", (EdgeKind.REVERTS,), _F),
    (r"(?:is|are|was|were)?\s*(?:written|authored|made|committed) by|by", (EdgeKind.WROTE,), _B),
    (r"wrote|writes?|authored|committed|made", (EdgeKind.WROTE,), _F),
    (r"(?:is|are|was|were)?\s*(?:owned|maintained) by", (EdgeKind.OWNS,), _B),
    (r"owns?|maintains?", (EdgeKind.OWNS,), _F),
    (r"(?:is|are|was|were)?\s*(?:affected|hit) by|concerned by", (EdgeKind.CONCERNS,), _B),
    (r"concerns?|affects?|affected|(?:is|are) about|about", (EdgeKind.CONCERNS,), _F),
)  # fmt: skip
_OF = re.compile(r"(?:of|for|in|on|from|with|around|related to|belonging to)\b\s*", re.IGNORECASE)
_THAT = re.compile(r"(?:that|which|who|whose|do|does|did|has|have|had)\b\s*", re.IGNORECASE)
_DEEP = re.compile(r"\b(?:transitively|indirectly|directly or indirectly|directly or not)\b\s*", re.IGNORECASE)
_NOUNS = "|".join(sorted((re.escape(word) for word in KIND_WORDS), key=len, reverse=True))
_NOUN = re.compile(
    rf"(?:the |all |any |every |which |what )?({_NOUNS.replace('memory|', '')}|[a-z]+ requests?|[a-z]+)\b\s*",
    re.IGNORECASE,
)
_WORD = re.compile(r"([a-z]+)\b\s*", re.IGNORECASE)
"""A noun without "the" or "which" before it, so that "what" itself is one in `what supersedes ADR-9`."""


@dataclass(frozen=True, slots=True)
class PatternStep:
    """One relation of a question, read from what is looked for (`kinds`) to what follows in the question.

    `ahead`: what is looked for is the source. None of `links`: any relation either way. `deep`: up to four times over.
    """

    kinds: tuple[NodeKind, ...]
    links: tuple[EdgeKind, ...]
    ahead: bool
    deep: bool = False


@dataclass(frozen=True, slots=True)
class Pattern:
    """The steps of a question, the first one's `kinds` being the answer's, and the name that it ends with.

    Without a name the last `kinds` stand for all of their kind.
    """

    steps: tuple[PatternStep, ...]
    name: str
    last: tuple[NodeKind, ...] = ()


def read_pattern(text: str) -> Pattern:
    """Read a question. Raises UsageError where it has no form that is known."""
    rest = " ".join(text.split()).rstrip("?. ")
    steps: list[PatternStep] = []
    kinds, rest = _noun(rest)
    if not kinds:
        raise UsageError(_HOW.format(text[:80]))
    while rest:
        links, ahead, deep, rest = _relation(rest, text)
        steps.append(PatternStep(kinds, links, ahead, deep))
        if len(steps) > MAX_STEPS:
            raise UsageError(f"A question has at most {MAX_STEPS} relations. Ask its first part, then the next.")
        if not rest:
            raise UsageError(_HOW.format(text[:80]))
        following, after = _noun(rest)
        if following and not after:
            return Pattern(tuple(steps), "", following)
        if not following or not _begins_relation(after):
            return Pattern(tuple(steps), rest)
        kinds, rest = following, after
    return Pattern(tuple(steps), "", kinds)


_HOW = (
    "{!r} is no question that the graph can read. Write KINDS RELATION NAME, such as `incidents of services that "
    "depend on payments`, `decisions that supersede ADR-3`, `who owns docs/`, `files that import shared/app.py`."
)


def _noun(text: str) -> tuple[tuple[NodeKind, ...], str]:
    for form in (_NOUN, _WORD):
        match = form.match(text)
        if match and (kinds := kinds_of(match[1])):
            return kinds, text[match.end() :]
    return (), text


def _relation(text: str, whole: str) -> tuple[tuple[EdgeKind, ...], bool, bool, str]:
    """The relations that a text begins with, whether they are read forwards, over and over, and the rest."""
    bare, deep = text, False
    while begins := _THAT.match(bare) or _DEEP.match(bare):
        deep = deep or bool(_DEEP.match(bare))
        bare = bare[begins.end() :]
    for phrase, links, ahead in _PHRASES:
        match = re.match(rf"(?:{phrase})\b\s*", bare, re.IGNORECASE)
        if match:
            return links, ahead, deep, bare[match.end() :]
    if of := _OF.match(bare):
        return (), True, deep, bare[of.end() :]
    raise UsageError(_HOW.format(whole[:80]))


def _begins_relation(text: str) -> bool:
    bare = text
    while begins := _THAT.match(bare) or _DEEP.match(bare):
        bare = bare[begins.end() :]
    return bool(_OF.match(bare)) or any(re.match(rf"(?:{phrase})\b", bare, re.IGNORECASE) for phrase, _, _ in _PHRASES)
