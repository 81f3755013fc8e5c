"""What did a person state in a turn of their own? Not what they pasted, fenced, quoted, asked or kept private. Pure."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from scrubjay.model.private import without_private
from scrubjay.observed.pasted import is_alien, typed
from scrubjay.observed.voice import states, supposes, without_quotations
from scrubjay.observed.withdrawn import behind_withdrawal, takes_back
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
_ASKED_TO_KEEP: Final = re.compile(
    r"\A(?:(?:ok(?:ay)?|so|and|but|also|please|pls|plz|fyi|btw|by the way|for the record"
    r"|for (?:context|(?:future )?reference|info)|just so (?:you|we) know|so (?:you|we) know|just"
    r"|yes|yeah|yep|yup|right|well|good|great|nice|fine|perfect|cool|thanks|thank you|thx|ty|hi|hey|hello"
    r"|claude|codex|gemini"
    r"|ah|oh|hm+|uh|um|look|listen|in general|generally|one (?:more )?thing|(?:small|quick|side|last"
    r"|minor) (?:thing|note)"
    r"|heads[- ]?up|psa|as you know|again|then|now)\b[\s,.:;!–—-]*)*"
    r"(?:(?:remember|note|keep in mind|bear in mind|write (?:this|that|it) down|be aware|mind|take note"
    r"|make (?:a )?note"
    r"|you should know|you need to know|(?:don['’]t|do not|never) forget|save (?:this|that)|store (?:this|that))"
    r"(?:(?: this| the following)?(?: for (?:next time|later|the future"
    r"|future sessions))?(?:,? please)?\s*[:–—-]|,? that\b)"
    r"|(?:we(?:['’]ve| have)?|i(?:['’]ve| have)?)(?: just| now| finally)? (?:decided|agreed)(?: that\b)"
    r"|(?:(?:our|the|my|a|one|another|new) )?(?:note(?: to self)?|reminder|rule|important|decision|fyi|ps"
    r"|p\.s\.?|convention|remember|policy|house rule|team rule)\s*:)?\s*"
    r"(?:please\b[\s,]*)?",
    re.IGNORECASE,
)
"""What asks to keep a statement and is no part of it."""

_KEPT_BEHIND: Final = re.compile(
    r"[\s,;(–—-]+(?:(?:please|pls|and|so)\b[\s,]*)*(?:(?:remember|note|keep|bear|write|save|store) (?:that"
    r"|this|it)(?: in mind| down)?"
    r"(?: for (?:next time|later|the future|future sessions))?|for (?:next time|future reference|later"
    r"|the record)|please|pls|plz"
    r"|thanks|thank you|thx|ok(?:ay)?|btw|fyi|by the way|just so you know|ftr|:\)|👍)[\s.!?)]*\Z",
    re.IGNORECASE,
)
"""The same at its end."""


_FINAL: Final = ".!?…。！？"
"""Marks that end a sentence."""

_BESIDE: Final = re.compile(r"(?<=\w);\s+(?=\w)")
"""Between two statements of one sentence."""

_ANNOUNCED: Final = re.compile(
    r"(?:(?:ok(?:ay)?|so|and|also|here|are|an?|the|our|my|these|some|few|more|new|house|team|two|three|four"
    r"|\d+)[\s,]+)*"
    r"(?:rules?|notes?|decisions?|conventions?|reminders?)(?: (?:for|on|about|in) [^:]{1,40})?\s*:",
    re.IGNORECASE,
)
"""A lead that announces the speaker's own rules: "two rules for the cache:"."""


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
    asks = _ASKED_TO_KEEP.match(body)
    if not below or body[-1] in _FINAL or (asks and asks[0].strip()):
        return False
    return bool(_ITEM.match(below[0])) or (first and not below[0].strip())


def statements(text: str) -> tuple[tuple[str, ...], ...]:
    """What a turn states, in its order: each sentence as it stands, and without what only asks to keep it.

    A question, a plan, a title, a supposition, a quotation and what somebody else said are no statements.
    """
    commands: list[tuple[str, ...]] = []
    for sentence, others in _sentences(text):
        stripped = _ASKED_TO_KEEP.sub("", behind_withdrawal(sentence), count=1).strip()
        bare = _KEPT_BEHIND.sub("", stripped).strip()
        asks = (bare or stripped).rstrip("\"')*_` ").endswith(("?", "？"))
        if others or asks or _QUOTED.fullmatch(stripped) or not states(stripped):
            continue
        commands.append(tuple(dict.fromkeys(form for form in (sentence, stripped, bare) if form)))
    return tuple(commands)


def is_attributed(body: str) -> bool:
    """Whether a line begins with who said what follows on it."""
    asks = _ASKED_TO_KEEP.match(body)
    lead = _SAYS.match(body) and not (asks and asks[0]) and not takes_back(body)
    return bool(lead or _ATTRIBUTED.match(body))


def only_asks(lead: str) -> bool:
    """Whether words only ask to keep what follows them."""
    return bool(_ANNOUNCED.fullmatch(lead)) or not _ASKED_TO_KEEP.sub("", lead, count=1).strip(" :")
