"""Which lines of a turn did a person paste without a mark of it? Those in another register than what people type. Pure.

Lines that belong together are judged together: one sentence between lines of a log is the log's.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise, takewhile
from typing import Final

FEWEST: Final = 2
"""Lines in another register, or broken within a sentence, that make a block a paste."""

WORDY: Final = 0.6
"""Of what stands between white space in a line that people type, the part that is plain words."""

_ITEM: Final = re.compile(r"\s*(?:[-*+•]|\d+[.)])\s+")
_ALIEN: Final = re.compile(
    r"\s*>|\s{4,}\S|\t|\s*\||[+-]{3}\s|[+-]\S|@@|\s*[$%❯]\s|On .{4,60} wrote:|\s*\[?\d{1,2}:\d{2}|\s*\[?\d{4}-\d\d-\d\d"
    r"|\s*\[?(?:TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|FATAL|CRITICAL)\b|\s*(?:Traceback|Caused by|diff --git)\b"
    r"|(?:From|To|Cc|Subject|Date|Author|Sent): |[A-Z][a-z]{2} +\d{1,2} \d\d:\d\d"
)
"""How quoted lines, code, tables, diffs, commands, mails and logs begin."""

_CHAT: Final = re.compile(r"\S+(?: \S+)?\s+\[?\d{1,2}:\d{2}(?:\s?[AaPp][Mm])?\]?:?\s*\Z")
"""The line above what somebody said in a chat: a name and the time."""

_DOCUMENT: Final = re.compile(r"(?m)^(?:#{1,6}[ \t]+\S.*|---[ \t]*|\S.*\n(?:={3,}|-{3,})[ \t]*)$")
"""What only documents have: a heading, front matter."""

_SAID: Final = re.compile(r"\S+(?: \S+)?,? +[\[(]?\d{1,2}:\d{2}(?:\s?[AaPp][Mm])?[\])]?: \S")
"""A line of a chat: a name, the time and the words."""

_HEADER: Final = re.compile(r"(?:From|To|Cc|Bcc|Subject|Date|Sent|Reply-To): \S")
"""A line in the head of a mail; behind a head all is the mail's."""

_PLAIN: Final = re.compile(r"[(\"'“‘*_`]*[^\W\d_]+(?:['’-][^\W\d_]+)*[)\"'”’*_`]*[.,;:!?…]*")
_OPEN_END: Final = re.compile(r"[^\s.!?:;,…]\s*\Z")


def is_alien(line: str) -> bool:
    """Whether a line begins as nobody begins a sentence."""
    return bool(_ALIEN.match(line)) and not _ITEM.match(line)


def typed(text: str) -> str:
    """A turn without the blocks that were pasted; nothing from a document's heading or a mail's head on."""
    before = _DOCUMENT.split(text, maxsplit=1)[0]
    typed_blocks = takewhile(lambda block: not _is_head(block), _blocks(before))
    return "\n\n".join("\n".join(block) for block in typed_blocks if not is_pasted(block))


def is_pasted(block: Sequence[str]) -> bool:
    """Whether some lines without an empty one between them are of another register than what people type."""
    if _CHAT.fullmatch(block[0]) or _SAID.match(block[0]):
        return True
    alien = sum(is_alien(line) or not _reads(line) for line in block)
    broken = sum(bool(_OPEN_END.search(line)) and following[:1].islower() for line, following in pairwise(block))
    return (alien >= FEWEST and 3 * alien >= len(block)) or (broken >= FEWEST and 2 * broken >= len(block) - 1)


def _is_head(block: Sequence[str]) -> bool:
    return sum(bool(_HEADER.match(line)) for line in block) >= FEWEST


def _blocks(text: str) -> Iterator[list[str]]:
    block: list[str] = []
    for line in (*text.split("\n"), ""):
        if line.strip():
            block.append(line)
        elif block:
            yield block
            block = []


def _reads(line: str) -> bool:
    """Whether a line is mostly plain words; a short one may be anything, and so may one without spaces."""
    parts = line.split()
    plain = sum(bool(_PLAIN.fullmatch(part)) for part in parts)
    return len(parts) < 4 or plain >= WORDY * len(parts)
