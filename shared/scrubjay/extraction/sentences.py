"""Which sentences of a turn are the speaker's own? Not code, quotes, pasted talk or what a client put in. Pure."""

import re
from collections.abc import Iterator
from typing import Final

LONGEST: Final = 500
SHORTEST: Final = 12
"""Characters of a sentence that can be a statement."""

MOST_TEXT: Final = 20_000
"""Characters of a turn that are read: a longer one is a paste."""

MASKED: Final = "[redacted:"
"""What stands in the place of a secret: without it the sentence says nothing."""

_BLOCK: Final = re.compile(
    r"(?ms)^[ \t]*(```|~~~).*?(?:^[ \t]*\1[ \t]*$|\Z)"
    r"|<(?P<tag>[a-z][\w-]{0,40})\b[^>]{0,200}>.{0,20000}?</(?P=tag)>"
)
_FOREIGN: Final = re.compile(r"\s*>|\s{4,}\S|\t|\s*\||[+-]{3}\s|@@|\s*\$\s|On .{4,60} wrote:|\s*\[?\d{1,2}:\d{2}")
"""How quoted lines, code, tables, diffs, commands, mails and chat logs begin."""

_SPEAKER: Final = re.compile(
    r"\s*(?!(?i:remember|note|decision|rule|reminder|important|please|also|always|never|ps|fyi|btw|correction|todo|ok)\b)"
    r"[A-Z][\w.'’-]*(?: [A-Z][\w.'’-]*)?: \S"
)
"""Somebody's name in front of what they said: "Bob: we decided …"."""

_END: Final = re.compile(
    r"(?:(?<=\w\w\w[.!?])(?<!etc\.)|(?<=\d[.!?]))\s+(?=[a-z])|(?<=[.!?])[\"')\]]*\s+(?=[\"'(\[`*]*[A-Z0-9`])"
)
_MARKUP: Final = re.compile(r"^\s*(?:[-*+•]|\d+[.)]|#+)\s+|\*\*|__")


def own_sentences(text: str) -> Iterator[str]:
    """The sentences that a person wrote themselves, each on one line, in their order."""
    if len(text) > MOST_TEXT:
        return
    plain = _BLOCK.sub("\n", text)
    for line in plain.split("\n"):
        if _FOREIGN.match(line) or _SPEAKER.match(line):
            continue
        for piece in _END.split(_MARKUP.sub("", line)):
            sentence = " ".join(piece.split())
            if SHORTEST <= len(sentence) <= LONGEST and MASKED not in sentence:
                yield sentence
