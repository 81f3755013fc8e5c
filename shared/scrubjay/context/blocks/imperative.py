"""Does a claim tell somebody to do something? By the verb that its sentences begin with, or whom they address."""

import re
from typing import Final

from scrubjay.memory.grounding.prose import straight
from scrubjay.memory.grounding.tables import word_list

LONGEST: Final = 2_000
"""Characters that are looked at."""

_OPENS = re.compile(r"(?:\A|[.!?;:][\s\"'”’)*_]+|\n)[\s\"'“‘(*_>#\-•\d.]*")
_ADDRESSED = re.compile(
    r"(?:please|always|never|don't|do not|make sure|be sure|remember to|let's|ensure)\b"
    r"|(?:you|agents?|assistants?|claude|codex|everyone|everybody|developers|contributors) (?:\w+ ){0,2}?"
    r"(?:must|should|shall|may not|can't|cannot|have to|need to|are to|ought to)\b",
    re.IGNORECASE,
)
_FIRST = re.compile(
    r"(?:(?:then|also|first|instead)\b,? "
    r"|(?:when(?:ever)?|if|once|while|unless|before|after|from|to)\b[^.!?;:\n]{1,200}?[,:] )?"
    r"([A-Za-z]+)(?![\w-])",
    re.IGNORECASE,
)
_MAIN = re.compile(
    r"[.!?;](?:\s|\Z)|\b(?:when|if|unless|until|after|before|because|since|so|which|that|where|while|as)\b"
)
_FINITE = re.compile(
    r"\b(?:is|are|was|were|has|have|had|does|did|can|could|may|might|must|shall|should|will|would|isn't|aren't)\b", re.I
)


def is_imperative(content: str) -> bool:
    """Whether a claim tells somebody to do something, in any of its sentences. English; in doubt it does."""
    text = straight(content[:LONGEST])
    return any(_tells(text[opening.end() :]) for opening in _OPENS.finditer(text))


def _tells(sentence: str) -> bool:
    if _ADDRESSED.match(sentence):
        return True
    first = _FIRST.match(sentence)
    if first is None or first[1].lower() not in word_list("imperatives"):
        return False
    rest = sentence[first.end() :]
    ends = _MAIN.search(rest)
    return not _FINITE.search(rest[: ends.start()] if ends else rest)
