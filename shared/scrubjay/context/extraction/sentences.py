"""Which sentences of a turn are the speaker's own? Not code, quotes, pasted talk or what a client put in. Pure."""

import re
from collections.abc import Iterator
from typing import Final

from scrubjay.memory.transcript.pasted import is_alien
from scrubjay.memory.transcript.statements import is_attributed, own_text
from scrubjay.text.sentences import End, cut

LONGEST: Final = 500
SHORTEST: Final = 12
"""Characters of a sentence that can be a statement."""

MASKED: Final = "[redacted:"
"""What stands in the place of a secret: without it the sentence says nothing."""

_MARKUP: Final = re.compile(r"^\s*(?:[-*+•]|\d+[.)]|#+)\s+|\*\*|__")


def own_sentences(text: str) -> Iterator[str]:
    """The sentences that a person wrote themselves, each on one line, in their order."""
    for line in own_text(text).split("\n"):
        if is_alien(line) or is_attributed(line.strip()):
            continue
        for piece in cut(_MARKUP.sub("", line), End.TYPED):
            sentence = " ".join(piece.split())
            if SHORTEST <= len(sentence) <= LONGEST and MASKED not in sentence:
                yield sentence
