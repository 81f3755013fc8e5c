"""Statements of a person in a turn of their own: nothing pasted, fenced or quoted. Pure.

Lines that belong together are judged together: one sentence between lines of a log is the log's.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise, takewhile
from pathlib import Path
from typing import Final

from scrubjay.memory.transcript.voice import (
    behind_withdrawal,
    is_statement,
    rows,
    supposes,
    takes_back,
    without_quotations,
)
from scrubjay.model.pattern import pattern
from scrubjay.model.private import without_private
from scrubjay.text.sentences import End, split_at

FEWEST: Final = 2
"""Lines in another register, or broken within a sentence, that make a block a paste."""

WORDY: Final = 0.6
"""Of what stands between white space in a line that people type, the part that is plain words."""

_ITEM: Final = pattern(r"\s*(?:[-*+•]|\d+[.)])\s+")
_ALIEN: Final = pattern(
    r"\s*>|\s{4,}\S|\t|\s*\||[+-]{3}\s|[+-]\S|@@|\s*[$%❯]\s|On .{4,60} wrote:|\s*\[?\d{1,2}:\d{2}|\s*\[?\d{4}-\d\d-\d\d"
    r"|\s*\[?(?:TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|FATAL|CRITICAL)\b|\s*(?:Traceback|Caused by|diff --git)\b"
    r"|(?:From|To|Cc|Subject|Date|Author|Sent): |[A-Z][a-z]{2} +\d{1,2} \d\d:\d\d"
)
"""How quoted lines, code, tables, diffs, commands, mails and logs begin."""

_CHAT: Final = pattern(r"\S+(?: \S+)?\s+\[?\d{1,2}:\d{2}(?:\s?[AaPp][Mm])?\]?:?\s*\Z")
"""The line above what somebody said in a chat: a name and the time."""

_DOCUMENT: Final = pattern(r"(?m)^(?:#{1,6}[ \t]+\S.*|---[ \t]*|\S.*\n(?:={3,}|-{3,})[ \t]*)$")
"""What only documents have: a heading, front matter."""

_SAID: Final = pattern(r"\S+(?: \S+)?,? +[\[(]?\d{1,2}:\d{2}(?:\s?[AaPp][Mm])?[\])]?: \S")
"""A line of a chat: a name, the time and the words."""

_HEADER: Final = pattern(r"(?:From|To|Cc|Bcc|Subject|Date|Sent|Reply-To): \S")
"""A line in the head of a mail; behind a head all is the mail's."""

_PLAIN: Final = pattern(r"[(\"'“‘*_`]*[^\W\d_]+(?:['’-][^\W\d_]+)*[)\"'”’*_`]*[.,;:!?…]*")
_OPEN_END: Final = pattern(r"[^\s.!?:;,…]\s*\Z")


def is_alien(line: str) -> bool:
    """Whether a line begins as nobody begins a sentence."""
    return bool(_ALIEN.match(line)) and not _ITEM.match(line)


def without_pasted(text: str) -> str:
    """A turn without the blocks that were pasted; nothing from a document's heading or a mail's head on."""
    before = _DOCUMENT.split(text, maxsplit=1)[0]
    typed_blocks = takewhile(lambda block: not _is_mail_head(block), _blocks(before))
    return "\n\n".join("\n".join(block) for block in typed_blocks if not is_pasted(block))


def is_pasted(block: Sequence[str]) -> bool:
    """Whether some lines without an empty one between them are of another register than what people type."""
    if _CHAT.fullmatch(block[0]) or _SAID.match(block[0]):
        return True
    alien = sum(is_alien(line) or not _is_plain_prose(line) for line in block)
    broken = sum(bool(_OPEN_END.search(line)) and following[:1].islower() for line, following in pairwise(block))
    return (alien >= FEWEST and 3 * alien >= len(block)) or (broken >= FEWEST and 2 * broken >= len(block) - 1)


def _is_mail_head(block: Sequence[str]) -> bool:
    return sum(bool(_HEADER.match(line)) for line in block) >= FEWEST


def _blocks(text: str) -> Iterator[list[str]]:
    block: list[str] = []
    for line in (*text.split("\n"), ""):
        if line.strip():
            block.append(line)
        elif block:
            yield block
            block = []


def _is_plain_prose(line: str) -> bool:
    """Whether a line is mostly plain words; a short one may be anything, and so may one without spaces."""
    parts = line.split()
    plain = sum(bool(_PLAIN.fullmatch(part)) for part in parts)
    return len(parts) < 4 or plain >= WORDY * len(parts)


LONGEST: Final = 20_000
"""Characters of a turn; a longer one is a paste, whatever its client says."""

_PASTED: Final = pattern(r"(?s)<pasted_content\b[^>]{0,200}>.*?(?:</pasted_content\b[^>]{0,200}>|\Z)")
_FENCED: Final = pattern(r"(?ms)^[ \t]*(```+|~~~+).*?(?:^[ \t]*\1[ \t]*$|\Z)")
_TAGGED: Final = pattern(r"(?s)<([a-zA-Z][\w-]{0,40})\b[^>]{0,200}>.{0,20000}?</\1\b[^>]{0,200}>")
_LIST_ITEM: Final = pattern(r"^\s*(?:[-*+•]|\d+[.)])\s+")
_SAYS: Final = pattern(r"[^\W\d_][\w.'’-]*(?: [A-Z][\w.'’-]*)?: \S")
_ATTRIBUTED: Final = pattern(
    r"(?:from|per|via|quoting|copied from|source) [^:.!?]{1,60}: \S"
    r"|[^:.!?]{1,60}\b(?:says?|said|wrote|writes|reads|states)\b[^:.!?]{0,20}: \S",
    re.IGNORECASE,
)
"""Who said what follows, in front of it: "From the wiki: …"."""

_QUOTED: Final = pattern(r"[\"“«„][^\"”»“]*[\"”»“]\W*")
_BESIDE: Final = pattern(r"(?<=\w);\s+(?=\w)")
"""Between two statements of one sentence."""


@cache
def _request_patterns() -> dict[str, re.Pattern[str]]:
    """The patterns of words that only ask to keep a statement: before it, behind it, over a list."""
    return rows(Path(__file__).with_name("asks.tsv"))[1]


def own_text(text: str) -> str:
    """A turn without what is private, pasted, fenced or tagged; empty for one that is too long to be typed."""
    if len(text) > LONGEST:
        return ""
    text = without_private(text)
    for expression in (_PASTED, _FENCED, _TAGGED):
        text = expression.sub("\n\n", text)
    return without_pasted(text)


def sentences(text: str) -> Iterator[str]:
    """The sentences of a person's own text, each on one line, without quotations.

    Not those of the block that a lead points to, unless that is "remember:".
    """
    yield from (sentence for sentence, _ in _sentences(text))


def _sentences(text: str) -> Iterator[tuple[str, bool]]:
    """Sentences of a turn, each with whether its block attributes it to somebody else or only supposes it."""
    lead = under = others = False
    lines = without_quotations(own_text(text)).strip("\n").split("\n")
    for number, line in enumerate(lines):
        item = bool(_LIST_ITEM.match(line))
        body = _LIST_ITEM.sub("", line).strip()
        if not body:
            lead, under = lead and not under, False
        elif not item and (body.endswith(":") or _is_title(body, lines[number + 1 : number + 2], first=not number)):
            lead, under = not only_asks(body), body[-1] != ":" and not lines[number + 1].strip()
        elif lead:
            under = True
        others = others and bool(body)
        if not body or lead or is_alien(line):
            continue
        for part in (clause for piece in split_at(body, End.TYPED) for clause in _BESIDE.split(piece)):
            if sentence := " ".join(part.split()):
                others = others or is_attributed(sentence) or supposes(sentence)
                yield sentence, others


def _is_title(body: str, below: Sequence[str], *, first: bool) -> bool:
    """Whether a line names what stands below: it has no final mark, over a list, or alone where the turn begins."""
    asks = _request_patterns()["before"].match(body)
    if not below or body[-1] in ".!?…。！？" or (asks and asks[0].strip()):
        return False
    return bool(_LIST_ITEM.match(below[0])) or (first and not below[0].strip())


def statements(text: str) -> tuple[tuple[str, ...], ...]:
    """The statements of a turn in order, each as written and without words that only ask to remember it.

    A question, a plan, a title, a supposition, a quotation and what somebody else said are no statements.
    """
    commands: list[tuple[str, ...]] = []
    for sentence, others in _sentences(text):
        stripped = _request_patterns()["before"].sub("", behind_withdrawal(sentence), count=1).strip()
        bare = _request_patterns()["behind"].sub("", stripped).strip()
        asks = (bare or stripped).rstrip("\"')*_` ").endswith(("?", "？"))
        if others or asks or _QUOTED.fullmatch(stripped) or not is_statement(stripped):
            continue
        commands.append(tuple(dict.fromkeys(form for form in (sentence, stripped, bare) if form)))
    return tuple(commands)


def is_attributed(body: str) -> bool:
    """Whether a line begins with who said what follows on it."""
    asks = _request_patterns()["before"].match(body)
    lead = _SAYS.match(body) and not (asks and asks[0]) and not takes_back(body)
    return bool(lead or _ATTRIBUTED.match(body))


def only_asks(lead: str) -> bool:
    """Whether words only ask to keep what follows them."""
    return bool(_request_patterns()["over"].fullmatch(lead)) or not _request_patterns()["before"].sub(
        "", lead, count=1
    ).strip(" :")
