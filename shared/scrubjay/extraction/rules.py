"""What did a person state on purpose? "Remember that …", "we decided …", "always …", "don't … again". Pure.

A statement counts only at the beginning of a sentence of the speaker's own: what stands behind "Bob said" or "if" is
somebody else's, or no statement. Rather too little than junk.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from scrubjay.extraction.candidate import Candidate
from scrubjay.extraction.sentences import own_sentences
from scrubjay.grounding.prose import own_prose
from scrubjay.model.stop_words import STOP_WORDS

MOST: Final = 10
"""Candidates of one turn."""

FEWEST_WORDS: Final = 2
"""Words that say something: with fewer a claim doesn't stand alone."""

_OPENER: Final = re.compile(
    r"(?:(?:ok(?:ay)?|so|and|also|but|yes|yeah|yep|right|well|great|good|thanks|btw|fyi|by the way|for the record|just"
    r"|hey|hi|claude|codex|one more thing|important|note|then|now|please|pls|kindly|ps)\b[\s,:;.!–—-]*)*",
    re.IGNORECASE,
)
_QUESTION: Final = re.compile(
    r"(?:do|did|does|can|could|should|shall|would|will|is|are|was|have|has|why|what|when(?!.*, (?:we|always|never)\b)"
    r"|where|who|which|how)\b",
    re.IGNORECASE,
)
_POINTS_AWAY: Final = re.compile(
    r"(?:it|this|that|these|those|they|them|he|she|him|her)\b|(?:\w+ )?(?:do|did|doing) (?:it|this|that|so)\b"
    r"|.*\b(?:the above|as above|like this|like that|(?:this|that|other|first|second|last|same) one)\b",
    re.IGNORECASE,
)
"""A claim that begins so needs the talk around it to be understood."""

_NO_ORDER: Final = (
    r"(?!mind\b|been\b|was\b|were\b|is\b|are\b|had\b|has\b|have\b|the\b|a\b|in\b|on\b|at\b|thought\b|seen\b|heard\b|knew\b"
    r"|wanted\b|\w+(?<![su])s\b|\w+ed\b|\w+ing\b)"
)
"""Behind "always" and "never": what isn't a verb that tells somebody to do something ("always fails", "never mind")."""

_PERSONAL: Final = re.compile(
    r"\b(?:i|my|me|mine|answers?|reply|replies|respond|explain|explanations?|tone|language|emojis?)\b", re.IGNORECASE
)

_PASSING: Final = (
    r"(?:only|just|never|always|need|have|had|got|get|can|could|should|will|would|must|may|might|did|do"
    r"|don['’]t|were|was|are|tried|want|know|see|think|hope|look|wait)\b|\w+ed\b"
)
"""What follows "we" where something passing is told: a wish, a duty, the past."""

_FOR_ALL: Final = (
    r"\b(?:always|never|every|each|nothing (?:older|newer|else|below|above|more)|nobody"
    r"|until (?!then\b|now\b|it\b|that\b)|by default|at (?:most|least))\b"
)
"""What makes a statement about us hold beyond the moment."""

_JOKES: Final = re.compile(r"\b(?:(?:ha){2,}h?|lol|rofl|jk|just kidding)\b|[:;]-?[)DP](?=\s|\Z)", re.IGNORECASE)
"""What takes the earnest out of a statement."""

_MOMENT: Final = re.compile(
    r"\b(?:yet|right now|for now|at the moment|today|tonight|tomorrow|in (?:a|\w+) (?:minute|moment|second|hour)s?"
    r"|while i|meanwhile|this (?:time|once|search|session|file|change|commit|pr|branch|bug|test|fix))\b"
    r"|\A(?!.*\b(?:don['’]t|do not|never|stop)\b).*\bagain\b|\byesterday\W*\Z|\bi['’]ll be\b"
    r"|\Ai(?:['’](?:m|ll|ve|d))? (?!prefer|favou?r|(?:dis)?like|hate|always|never|strongly|really|generally|would|just"
    r"|decided|agreed|chose|settled|now|don['’]t|do not|rather|want\b(?=.*, not ))",
    re.IGNORECASE,
)
"""What is of the hour, or of the speaker, and nothing to know later."""


@dataclass(frozen=True, slots=True)
class _Rule:
    """A form of words. `rest`: what is behind them is the claim, else the sentence from there on."""

    expression: re.Pattern[str]
    kind: str
    rest: bool = False


def _rule(words: str, kind: str, *, rest: bool = False) -> _Rule:
    return _Rule(re.compile(words, re.IGNORECASE), kind, rest)


_RULES: Final = (
    _rule(
        r"(?:(?:remember|note|keep in mind|bear in mind|take note|(?:don't|do not|never) forget)"
        r"(?:(?: this| the following)?(?: for (?:next time|later|the future))?(?:,? please)?\s*[:–—-]"
        r"|,? that\b(?! time)|,?(?= (?:always|never)\b))"
        r"|(?:remember|(?:don't|do not|never) forget) (?=to\b))\s*",
        "fact",
        rest=True,
    ),
    _rule(r"(?:reminder|rule|important):\s*", "fact", rest=True),
    _rule(r"(?:no|nope|actually|correction)\b[,:–—-]*\s*(?=[^.]*(?:, not | instead of ))", "fact", rest=True),
    _rule(r"correction:\s*", "fact", rest=True),
    _rule(r"(?:that's|that is|this is) (?:wrong|not right|not true)[,:.–—-]+\s*(?=[^.]*, not )", "fact", rest=True),
    _rule(
        r"(?:note to self|heads[- ]?up|careful|beware|good to know|for (?:next time|later|the future)|fyi|remember(?=,)"
        r"|(?:just )?so you know|keep in mind|bear in mind)\b[\s,:!–—-]+(?:that )?"
        r"(?!\W*(?:we|you|i|with|what|how|when|if)\b)",
        "fact",
        rest=True,
    ),
    _rule(
        r"(?:the|our|my) (?:\w+ )?(?:rule|convention|policy|practice|standard|guideline)s?"
        r"(?: (?:here|in [^,.:]{2,40}))? (?:is|are)(?: that\b|:|(?= \S+ \S+ \S+))",
        "fact",
    ),
    _rule(r"as a (?:general )?rule\b(?!,? i\b)", "preference"),
    _rule(r"(?:it's|it is) (?:important|essential|critical|crucial|vital) that\b\s*", "fact", rest=True),
    _rule(
        r"(?:we|i)(?:'ve| have)?(?: just| now| finally| already| both| all)? (?:decided|agreed|settled on|chose)\b"
        r"(?! nothing| later| yet| not yet)",
        "decision",
    ),
    _rule(
        r"(?:let's go|we(?:'re| are) going|we went|we(?:'ll| will) go) with (?!it\b|that\b|this\b|your?\b|my\b|an? \b"
        r"|the (?:first|second|other|last|same|latter|former)\b)",
        "decision",
    ),
    _rule(r"(?:the |our |team )?decision(?: is(?: that| to)?\b|:)\s*", "decision", rest=True),
    _rule(r"(?:from (?:now|here) on|going forward|in (?:the )?future)\b", "preference"),
    _rule(r".*\bfrom now on\W*\Z", "preference"),
    _rule(
        r"in (?:this|our) (?:repo(?:sitory)?|project|code ?base|team|company|monorepo)\b(?!,? (?:i|you|let)\b)", "fact"
    ),
    _rule(r"we (?:don't|do not) (?!have time|know|want that|need that)[^,.]+(?: here\b|, )", "preference"),
    _rule(r"(?:you|we|one|nobody) (?:must|may|can|should) (?:not|never|only) (?!have\b|try\b)", "fact"),
    _rule(r"don't ever \w+|stop (?:using|writing|adding) ", "preference"),
    _rule(
        r"(?:don't|do not) (?!worry|stop|wait|mind)(?:[^,.]{6,80}, (?:it|they|that)\b|[^.]{6,80} (?:because|since) )",
        "preference",
    ),
    _rule(r"make sure (?:to|(?:that )?(?:you|we)) (?:always|never) ", "preference"),
    _rule(rf"(?:we |you (?:should |must )|i want you to )?(?:always|never) {_NO_ORDER}\w+", "preference"),
    _rule(r"(?:don't|do not|never) (?!forget\b).+? (?:again|any ?more)\b", "preference"),
    _rule(rf"[^,.;:!?]{{8,200}}, (?:so |and |please |but )*(?:never|always) {_NO_ORDER}\w+", "preference"),
    _rule(
        r"i (?:always |strongly |really |generally )*(?:prefer|favou?r)\b|my preference is\b"
        r"|i(?:'d| would) rather (?:have|see|use) "
        r"|i (?:really |generally )?(?:dislike|hate|(?:don't |do not )?(?:want|like)) "
        r"(?!(?:you|to|any|it|this|that|these|those|the|your|where|how|what|when|an?)\b)",
        "preference",
    ),
    _rule(r"(?:whenever|every time|each time) .+?, ?(?:always |please |then )?\w+", "procedure"),
    _rule(
        rf"when (?!i\b|you\b|we\b|it\b|that\b|this\b)[^,]+, (?:we|always|never) (?!will\b|can\b){_NO_ORDER}\w+",
        "procedure",
    ),
    _rule(r"i want (?!to\b|you\b)[^.]+, not ", "preference"),
    _rule(rf"(?:all )?(?:our|we) (?!{_PASSING})(?:[\w'’.-]+ ){{0,6}}?[^.]*?{_FOR_ALL}", "fact"),
    _rule(r"[^,.;:!?]{4,80} must (?:never|always|only|not)\b", "fact"),
    _rule(r"[^,.;:!?]{4,80} (?:is|are|stays?) (?:always|never|only) \w{2,}(?:ed|pt|lt|nt|en|un)\b", "fact"),
    _rule(rf"[^,.;:!?]{{2,40}} (?:in|of|with|at) our [^,.;:!?]{{2,40}} (?:always|never) {_NO_ORDER}\w+", "fact"),
)  # fmt: skip


def explicit_statements(text: str) -> tuple[Candidate, ...]:
    """The statements of a person's turn that ask to be remembered, at most ten, in their order, each once."""
    found: dict[str, Candidate] = {}
    for sentence in own_sentences(text):
        for candidate in _of_sentence(sentence):
            found.setdefault(candidate.content.lower(), candidate)
    return tuple(found.values())[:MOST]


def kind_of(claim: str) -> str:
    """The kind that a claim's own words show, else fact."""
    opened = _begin(own_prose(claim))
    return next((rule.kind for rule in _RULES if not rule.rest and rule.expression.match(claim, opened)), "fact")


def _of_sentence(sentence: str) -> Iterator[Candidate]:
    prose = own_prose(sentence)
    start = _begin(prose)
    if sentence.rstrip("\"')*_ ").endswith("?") or _QUESTION.match(prose, start):
        return
    for rule in _RULES:
        match = rule.expression.match(prose, start) or (rule.expression.match(prose) if rule.rest else None)
        if match is None:
            continue
        claim = sentence[len(prose[: match.end()].rstrip()) if rule.rest else start :].strip(" ,:;–—-")
        if rule.rest and claim.lower().startswith("to "):
            claim = claim[3:]
        if _stands_alone(claim) and not _MOMENT.search(claim) and not _JOKES.search(sentence):
            kind = kind_of(claim) if rule.rest and rule.kind == "fact" else rule.kind
            scope = "user" if kind == "preference" and _PERSONAL.search(claim) else "project"
            yield Candidate(_sentence(claim), kind, scope, claim if rule.rest else sentence)
        return


def _begin(prose: str) -> int:
    """Where the statement begins: behind "ok, so please"."""
    opener = _OPENER.match(prose)
    return opener.end() if opener else 0


def _stands_alone(claim: str) -> bool:
    content = re.sub(r"^(?:we |you (?:should|must) )?(?:always|never|don't|do not)\s+", "", claim, flags=re.IGNORECASE)
    words = [word for word in re.findall(r"[\w./:-]+", content.lower()) if word not in STOP_WORDS]
    return len(words) >= FEWEST_WORDS and not _POINTS_AWAY.match(content)


def _sentence(claim: str) -> str:
    """The claim as a sentence: a capital where its first word is a plain one, and an end."""
    first = claim.split(maxsplit=1)[0]
    claim = claim[0].upper() + claim[1:] if re.fullmatch(r"[a-z]+(?:['’][a-z]+)?,?", first) else claim
    return claim if claim.endswith((".", "!")) else f"{claim}."
