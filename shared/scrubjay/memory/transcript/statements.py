"""What did a person state in a turn of their own? Not what they pasted, fenced, quoted, asked or kept private. Pure."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Final

from scrubjay.memory.transcript.kinds import rows
from scrubjay.memory.transcript.pasted import is_alien, typed
from scrubjay.memory.transcript.voice import states, supposes, without_quotations
from scrubjay.memory.transcript.withdrawn import behind_withdrawal, takes_back
from scrubjay.model.private import without_private
from scrubjay.text.sentences import End, cut

LONGEST: Final = 20_000
"""Characters of a turn; a longer one is a paste, whatever its client says."""

_PASTED: Final = re.compile(r"(?s)<pasted_content\b[^>]{0,200}>.*?(?:</pasted_content\b[^>]{0,200}>|\Z)")
_FENCED: Final = re.compile(r"(?ms)^[ \t]*(```+|~~~+).*?(?:^[ \t]*\1[ \t]*$|\Z)")
_TAGGED: Final = re.compile(r"(?s)<([a-zA-Z][\w-]{0,40})\b[^>]{0,200}>.{0,20000}?</\1\b[^>]{0,200}>")
_ITEM: Final = re.compile(r"^\s*(?:[-*+•]|\d+[.)])\s+")
_SAYS: Final = re.compile(r"[^\W\d_][\w.'’-]*(?: [A-Z][\w.'’-]*)?: \S")
_ATTRIBUTED: Final = re.compile(
    r"(?:from|per|via|quoting|copied from|source) [^:.!?]{1,60}: \S"
    r"|[^:.!?]{1,60}\b(?:says?|said|wrote|writes|reads|states)\b[^:.!?]{0,20}: \S",
    re.IGNORECASE,
)
"""Who said what follows, in front of it: "From the wiki: …"."""

_QUOTED: Final = re.compile(r"[\"“«„][^\"”»“]*[\"”»“]\W*")
_BESIDE: Final = re.compile(r"(?<=\w);\s+(?=\w)")
"""Between two statements of one sentence."""


@cache
def _asks() -> dict[str, re.Pattern[str]]:
    """What asks to keep a statement and is no part of it: before it, behind it, over a list."""
    return rows(Path(__file__).with_name("asks.tsv"))[1]


def own_text(text: str) -> str:
    """A turn without what is private, pasted, fenced or tagged; empty for one that is too long to be typed."""
    if len(text) > LONGEST:
        return ""
    text = without_private(text)
    for pattern in (_PASTED, _FENCED, _TAGGED):
        text = pattern.sub("\n\n", text)
    return typed(text)


def sentences(text: str) -> Iterator[str]:
    """The sentences of a person's own text, each on one line, without quotations.

    Not those of the block that a lead points to, unless that is "remember:".
    """
    yield from (sentence for sentence, _ in _sentences(text))


def _sentences(text: str) -> Iterator[tuple[str, bool]]:
    """The same, each with whether its block gives it to somebody else in front of it, or only supposes it."""
    lead = under = others = False
    lines = without_quotations(own_text(text)).strip("\n").split("\n")
    for number, line in enumerate(lines):
        item = bool(_ITEM.match(line))
        body = _ITEM.sub("", line).strip()
        if not body:
            lead, under = lead and not under, False
        elif not item and (body.endswith(":") or _is_title(body, lines[number + 1 : number + 2], first=not number)):
            lead, under = not only_asks(body), body[-1] != ":" and not lines[number + 1].strip()
        elif lead:
            under = True
        others = others and bool(body)
        if not body or lead or is_alien(line):
            continue
        for part in (clause for piece in cut(body, End.TYPED) for clause in _BESIDE.split(piece)):
            if sentence := " ".join(part.split()):
                others = others or is_attributed(sentence) or supposes(sentence)
                yield sentence, others


def _is_title(body: str, below: Sequence[str], *, first: bool) -> bool:
    """Whether a line names what stands below: it has no final mark, over a list, or alone where the turn begins."""
    asks = _asks()["before"].match(body)
    if not below or body[-1] in ".!?…。！？" or (asks and asks[0].strip()):
        return False
    return bool(_ITEM.match(below[0])) or (first and not below[0].strip())


def statements(text: str) -> tuple[tuple[str, ...], ...]:
    """What a turn states, in its order: each sentence as it stands, and without what only asks to keep it.

    A question, a plan, a title, a supposition, a quotation and what somebody else said are no statements.
    """
    commands: list[tuple[str, ...]] = []
    for sentence, others in _sentences(text):
        stripped = _asks()["before"].sub("", behind_withdrawal(sentence), count=1).strip()
        bare = _asks()["behind"].sub("", stripped).strip()
        asks = (bare or stripped).rstrip("\"')*_` ").endswith(("?", "？"))
        if others or asks or _QUOTED.fullmatch(stripped) or not states(stripped):
            continue
        commands.append(tuple(dict.fromkeys(form for form in (sentence, stripped, bare) if form)))
    return tuple(commands)


def is_attributed(body: str) -> bool:
    """Whether a line begins with who said what follows on it."""
    asks = _asks()["before"].match(body)
    lead = _SAYS.match(body) and not (asks and asks[0]) and not takes_back(body)
    return bool(lead or _ATTRIBUTED.match(body))


def only_asks(lead: str) -> bool:
    """Whether words only ask to keep what follows them."""
    return bool(_asks()["over"].fullmatch(lead)) or not _asks()["before"].sub("", lead, count=1).strip(" :")
