"""Passages that a document holds, each with its heading path and lines; kept by text."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from typing import Generic, TypeVar

from scrubjay.knowledge.documents.selection import Written
from scrubjay.memory.grounding.blocks import Form, PassageBlock, blocks
from scrubjay.memory.grounding.places import LED, Passage
from scrubjay.memory.grounding.tables import LONGEST
from scrubjay.model.pattern import pattern
from scrubjay.text.sentences import split

T = TypeVar("T")


class TextCache(Generic[T]):
    """Caches the values that `make` computes, up to `characters` of text in all. Safe to share between threads."""

    def __init__(self, make: Callable[[str, str], T], characters: int) -> None:
        self._make = make
        self._most = characters
        self._entries: OrderedDict[tuple[str, str], T] = OrderedDict()
        self._size = 0
        self._lock = threading.Lock()

    def get(self, text: str, format: str) -> T:
        """The value of a text; the same object while cached. A text longer than the whole cache isn't cached."""
        key = (text, format)
        with self._lock:
            if key in self._entries:
                self._entries.move_to_end(key)
                return self._entries[key]
        made = self._make(text, format)
        with self._lock:
            if key not in self._entries:
                self._entries[key] = made
                self._size += len(text)
            while self._size > self._most:
                (oldest, _), _ = self._entries.popitem(last=False)
                self._size -= len(oldest)
        return made


WINDOW = 5
"""Lines of code in a passage; a passage begins every second line, so that neighbours share one."""

STEP = 2

_COMMENT = pattern(r"\A\s*(?:#(?!\!|include|define|if|endif|else|\[)|//+!?|/\*+|\*(?!\w)|--\s|;;)\s?")
_DOCSTRING = pattern(r"\s*[rRbBuU]?(\"\"\"|''')")
_SYMBOL = pattern(
    r"(\s*)(?:(?:export|default|public|private|protected|static|async|pub(?:\([^)]*\))?|abstract|final)\s+)*"
    r"(?:class|def|func|fn|function|struct|interface|trait|impl|module|enum|type|object)\s+(?:\([^)]*\)\s*)?([A-Za-z_]\w*)"
)
_TABLE = pattern(r"\[{1,2}([\w.\"'-]+)\]{1,2}\s*(?:#.*)?\Z")
"""A table of TOML, or a section of an INI file."""


def code_passages(text: str) -> Iterator[Passage]:
    """The passages of a source file in any language, in order."""
    around: list[tuple[int, str]] = []
    pending: list[str] = []
    start, form, quote = 1, Form.CODE, ""
    for number, raw in enumerate(text.split("\n"), 1):
        line = raw[:LONGEST]
        name = tuple(name for _, name in around)
        kind, quote = _kind(line, quote)
        if pending and (kind is not form or not line.strip() or (kind is Form.CODE and _SYMBOL.match(line))):
            yield from _cut_passages(pending, start, form, name)
            pending = []
        if kind is Form.CODE and (table := _TABLE.match(line)):
            around = [(0, table[1])]
        if kind is Form.CODE and (symbol := _SYMBOL.match(line)):
            indent = len(symbol[1].expandtabs(4))
            around = [enclosing for enclosing in around if enclosing[0] < indent] + [(indent, symbol[2])]
        if line.strip():
            start, form = (start, form) if pending else (number, kind)
            pending.append(line)
    if pending:
        yield from _cut_passages(pending, start, form, tuple(name for _, name in around))


def _kind(line: str, quote: str) -> tuple[Form, str]:
    """Whether a line is a comment, and the quotation marks of a docstring that is still open behind it."""
    if quote:
        return Form.COMMENT, "" if quote in line else quote
    if mark := _DOCSTRING.match(line):
        return Form.COMMENT, "" if line.count(mark[1]) > 1 else mark[1]
    return (Form.COMMENT if _COMMENT.match(line) else Form.CODE), ""


def _cut_passages(pending: list[str], start: int, form: Form, names: tuple[str, ...]) -> Iterator[Passage]:
    heading = (".".join(names),) if names else ()
    if form is Form.COMMENT:
        words = " ".join(
            _COMMENT.sub("", _DOCSTRING.sub("", line, count=1), count=1).strip(" */\"'") for line in pending
        )
        yield Passage(form=form, lines=(start, start + len(pending) - 1), text=" ".join(words.split()), heading=heading)
        return
    for first in range(0, max(1, len(pending) - WINDOW + STEP), STEP):
        lines = pending[first : first + WINDOW]
        yield Passage(
            form=form, lines=(start + first, start + first + len(lines) - 1), text="\n".join(lines), heading=heading
        )


_PROSE = frozenset({Form.PARAGRAPH, Form.ITEM, Form.TASK})


KEPT = 600_000
"""Characters of documents whose passages are kept: claims of one session lean on the same pages again and again.
With all that is worked out of them they take 22 bytes each."""


def passages(text: str, format: Written, lines: tuple[int, int] = (0, 0)) -> tuple[Passage, ...]:
    """The passages of a document or of code that stand on some lines, the first and the last, in order; 0 means all."""
    first, last = lines
    document = _kept.get(text, format)
    return tuple(
        document.passage(place)
        for place, (begins, ends) in enumerate(document.lines)
        if not first or (begins <= last and ends >= first)
    )


def title(text: str, format: Written) -> str:
    """The first title that a passage of a document or of code stands under; empty without one."""
    return _kept.get(text, format).title


class _PassageIndex:
    """A document's passages by their place, each made when it is read first; `lines` are the first and last of each."""

    def __init__(self, text: str, format: str) -> None:
        self._made: dict[int, Passage] = {}
        if format == "code" or format.startswith("code:"):
            self._made = dict(enumerate(code_passages(text)))
            self.lines = [passage.lines for passage in self._made.values()]
            self.title = next((passage.heading[0] for passage in self._made.values() if passage.heading), "")
            return
        self._blocks = list(blocks(text, format))
        self.lines = [(block.first, block.last) for block in self._blocks]
        self.title = next((block.heading[0] for block in self._blocks if block.heading), "")
        self._above, self._notices = _introductions(self._blocks), _notices(self._blocks)

    def passage(self, place: int) -> Passage:
        """The passage at a place; two threads may make the same one."""
        made = self._made.get(place)
        if made is None:
            made = self._made[place] = _passage(self._blocks, place, self._above[place], self._notices[place])
        return made


_kept = TextCache(_PassageIndex, KEPT)


def message_passages(text: str) -> tuple[Passage, ...]:
    """The paragraphs and items of a commit message; its subject is the heading of all but itself."""
    subject, _, body = text.strip().partition("\n")
    rest = (passage for passage in passages(body, "text") if passage.form in _PROSE)
    below = (
        Passage(form=Form.MESSAGE, lines=passage.lines, text=passage.text, heading=(subject,), lead=passage.lead)
        for passage in rest
    )
    return (Passage(form=Form.MESSAGE, lines=(1, 1), text=subject, heading=()), *below)


def _passage(blocks: Sequence[PassageBlock], place: int, above: Sequence[PassageBlock], notice: str) -> Passage:
    block = blocks[place]
    form = Form.TASK if any(block.form is Form.TASK for block in above) and block.form is Form.ITEM else block.form
    text = "\n".join(block.lines) if block.form is Form.CODE else block.text
    before = _near_prose(blocks, reversed(range(place)), block)
    after = _near_prose(blocks, range(place + 1, len(blocks)), block)
    return Passage(
        form=form,
        lines=(block.first, block.last),
        text=text,
        heading=block.heading,
        lead=LED.join(block.text for block in above),
        before=before[-1] if before else "",
        after=after[0] if after else "",
        notice=notice,
    )


def _near_prose(blocks: Sequence[PassageBlock], places: Iterator[int] | range, block: PassageBlock) -> tuple[str, ...]:
    """The sentences of the nearest prose under the same heading."""
    for place in places:
        if blocks[place].heading != block.heading or blocks[place].form is Form.HEADING:
            return ()
        if blocks[place].form in _PROSE:
            return split(blocks[place].text)
    return ()


def _notices(blocks: Sequence[PassageBlock]) -> list[str]:
    """The notices for each block: boxes that open its sections above all other prose and so apply below."""
    notices: list[str] = []
    opened: dict[tuple[str, ...], list[str]] = {}
    section: tuple[str, ...] = ()
    opens = True
    for block in blocks:
        if block.form is Form.HEADING:
            section, opens = (*block.heading, block.text), True
            opened[section] = []
        elif opens and len(block.heading) > len(section):
            opened.setdefault(section, []).append(block.text)
        elif block.form in _PROSE:
            opens = False
        above = (opened.get(block.heading[:depth], []) for depth in range(len(section) + 1))
        notices.append("" if block.form is Form.HEADING else " ".join(text for titles in above for text in titles))
    return notices


def _introductions(blocks: Sequence[PassageBlock]) -> list[list[PassageBlock]]:
    """What introduces each block: the paragraph above its list, with the items that it lies below."""
    leads: list[list[PassageBlock]] = []
    above: list[PassageBlock] = []  # a paragraph, then the items that are open, each deeper than the one before
    for block in blocks:
        if above and (block.form is Form.HEADING or above[-1].heading != block.heading):
            above = []
        if block.form in (Form.ITEM, Form.TASK):
            while above and above[-1].form is not Form.PARAGRAPH and above[-1].indent >= block.indent:
                above.pop()
        elif above and not (block.indent > above[-1].indent and above[-1].form is not Form.PARAGRAPH):
            above = []
        leads.append([introducing for introducing in above if introducing is not block])
        if block.form in (Form.PARAGRAPH, Form.ITEM, Form.TASK):
            above = [*above, block] if block.form is not Form.PARAGRAPH or not above else above
    return leads
