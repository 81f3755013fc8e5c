"""Passages of a source, and the kind of place that a sentence stands in."""

import re
from dataclasses import dataclass
from functools import cached_property

from scrubjay.memory.grounding.blocks import Form
from scrubjay.memory.grounding.sections import SourceDocument, is_label, section_of
from scrubjay.memory.grounding.tables import heading_words, patterns, phrases
from scrubjay.memory.grounding.terms import content
from scrubjay.model.evidence import PlaceKind
from scrubjay.model.pattern import pattern
from scrubjay.text.sentences import split
from scrubjay.text.words import Word, words

_NUMBER = pattern(r"\A\d+(?:\.\d+)*[.)]?\s+")
"""The number of a section: it isn't what its heading says."""

LED = " › "
"""Between a lead and what it introduces."""


@dataclass(frozen=True, kw_only=True)
class Passage:
    """A paragraph, list item, table row or five lines of code.

    `lines` are 1-based and inclusive, `text` is without markers, `heading` is the path of headings from the root,
    `lead` is what introduces the list that it belongs to, `before` and `after` are the sentences next to it, `notice`
    what the boxes say that open its section.
    """

    form: Form
    lines: tuple[int, int]
    text: str
    heading: tuple[str, ...] = ()
    lead: str = ""
    before: str = ""
    after: str = ""
    notice: str = ""

    @cached_property
    def sentences(self) -> tuple[str, ...]:
        """The passage's whole sentences; a heading, row, message or piece of code is one."""
        return split(self.text) if self.form not in (Form.CODE, Form.ROW, Form.HEADING) else (self.text,)

    @cached_property
    def leads(self) -> tuple[str, ...]:
        """The sentences that introduce the passage, the nearest last: of each lead the last that isn't in brackets."""
        leads = [split(part) for part in self.lead.split(LED)] if self.lead else []
        return tuple(next((one for one in reversed(lead) if not one.startswith("(")), lead[-1]) for lead in leads)

    @cached_property
    def around(self) -> str:
        """The passage with its headings and lead, as one text."""
        return "\n".join((*(_NUMBER.sub("", title) for title in self.heading), self.lead, self.text))


_BY_FORM = {
    Form.ROW: PlaceKind.TABLE,
    Form.HEADING: PlaceKind.HEADING,
    Form.CODE: PlaceKind.CODE,
    Form.COMMENT: PlaceKind.COMMENT,
    Form.QUOTATION: PlaceKind.QUOTATION,
    Form.MESSAGE: PlaceKind.MESSAGE,
    Form.TASK: PlaceKind.PLAN,
}
_FOREIGN = pattern(
    r"(?:^|/)(?:vendor|vendored|third[-_]?party|node_modules|external|extern|site-packages|bower_components|"
    r"fixtures?|__fixtures__|testdata|test[-_]data|mocks?|__snapshots__|snapshots)/",
    re.IGNORECASE,
)
_NAMED = pattern(r"(?P<mark>\*\*|__)(?P<name>[^*_]{1,80}?)(?::(?P=mark)|(?P=mark):)\s+(?=\S)")
_WHEN = pattern(r"\A\W*when\b|\bwhen\W*\Z", re.IGNORECASE)
_WEIGHED = pattern(r"\W*we\s+(?:(?:also|had|have)\s+)*(?:considered|discarded|evaluated|rejected)\b", re.IGNORECASE)
"""How a record tells what was looked at: no decision, wherever it stands."""

_TODO = pattern(r"\b(?:TODO|FIXME|XXX|HACK)\b")
_ENDED = pattern(r"[.!。！][\"'”’)\]*_`]*\Z")
_STILL = pattern(r"\b(?:is|are|be|been|being)\s+used\s+to\b|\bcan\s+(?:also\s+|even\s+)?be\s+\w+", re.IGNORECASE)
"""What a thing serves for, or can become: it is so all the same."""

_POINTS = pattern(r"\b(?:th[eo]se|this|following|below)\b", re.IGNORECASE)
_FIRST = pattern(r"[\W_]*([\w']+)")

FEWEST = 3
"""Words of a statement."""

LABEL = 4
"""Words of a label, at most."""

SHORT = 6
"""Words of a sentence that can hardly be about anything but the one before it."""


def place_of(passage: Passage, sentence: int, source: SourceDocument) -> PlaceKind:
    """What kind of place a passage's sentence, by its number, is."""
    if _FOREIGN.search(source.path):
        return PlaceKind.VENDORED
    if passage.form in _BY_FORM:
        planned = passage.form is Form.COMMENT and _TODO.search(passage.text)
        return PlaceKind.PLAN if planned else _BY_FORM[passage.form]
    if source.draft:
        return PlaceKind.DRAFT
    if source.record and _WEIGHED.match(passage.sentences[sentence]):
        return PlaceKind.OPTION
    labels = (lead for lead in _introducing_leads(passage) if is_label(lead, source))
    kind = section_of((*passage.heading, *labels), source)
    return kind if kind is not PlaceKind.STATES else _standing(passage, sentence)


def _introducing_leads(passage: Passage) -> list[str]:
    """The lead sentences that introduce a passage; a lead that is complete by itself doesn't."""
    return [lead for lead in passage.leads if not _ENDED.search(lead) or _POINTS.search(lead)]


def unlabelled(sentences: tuple[str, ...]) -> tuple[str, ...]:
    """Sentences without the label in bold letters that names what the first is about: "**Closing**: a close …"."""
    label = _NAMED.match(sentences[0]) if sentences else None
    if label is None:
        return sentences
    rest, name = sentences[0][label.end() :], label["name"]
    judged = phrases("leads").search(name) or any(
        word in heading_words() for word in words(name.lower(), Word.HYPHENATED)
    )
    return sentences if judged or content(name).isdisjoint(content(rest)) else (rest, *sentences[1:])


def leads_on(passage: Passage) -> bool:
    """Whether what introduces a list item ends in a colon: the item states nothing without it."""
    lead = passage.lead.split(LED)[-1].rstrip("*_ ") if passage.lead else ""
    return passage.form is Form.ITEM and lead.endswith((":", "："))


def _standing(passage: Passage, sentence: int) -> PlaceKind:
    """The kind of a sentence by itself: STATES, else FRAGMENT, EXAMPLE, or TAKEN_BACK by what is beside it."""
    sentences = passage.sentences
    text = sentences[sentence]
    if "~~" in passage.text or phrases("ended").search(passage.notice):
        return PlaceKind.TAKEN_BACK
    first = _FIRST.match(text)
    if first is None or phrases("openers").fullmatch(first[1]) or text.rstrip("*_\"'” ").endswith((":", "?", "？")):
        return PlaceKind.FRAGMENT
    if len(text.split()) < FEWEST and text.isascii():
        return PlaceKind.FRAGMENT
    if dict(patterns("sentences"))["example"].match(text):
        return PlaceKind.EXAMPLE
    before = sentences[sentence - 1] if sentence else passage.before
    introducing = _introducing_leads(passage)
    if any(map(_is_conditional, introducing)) or any(map(_labels, (before, *passage.leads))):
        return PlaceKind.FRAGMENT
    if any(map(phrases("taken back").search, introducing)):
        return PlaceKind.TAKEN_BACK
    after = sentences[sentence + 1] if sentence + 1 < len(sentences) else passage.after
    return PlaceKind.TAKEN_BACK if takes_back(before, after) else PlaceKind.STATES


def _labels(before: str) -> bool:
    """Whether a few words, which are no sentence, label what stands below them as wrong, supposed or of the past."""
    bare = before.strip("*_#:： ")
    is_label = 0 < len(bare.split()) <= LABEL and not _ENDED.search(bare)
    return is_label and bool(phrases("labels").search(bare))


def _is_conditional(lead: str) -> bool:
    """Whether the items below a lead hold only in a case, or not at all: "when" counts where it opens or ends it."""
    return bool(phrases("leads").search(lead) or _WHEN.search(lead))


def takes_back(before: str, after: str) -> bool:
    """Whether a neighbour takes back what stands between: the next sentence refers to it, the one before leads in."""
    first = _FIRST.match(after)
    refers = first is not None and phrases("references").fullmatch(first[1])
    return (
        dict(patterns("sentences"))["corrects"].match(after) is not None
        or (_says_taken_back(after) and (bool(refers) or len(after.split()) <= SHORT))
        or (_says_taken_back(before) and _leads_in(before))
    )


def _says_taken_back(text: str) -> bool:
    return bool(phrases("taken back").search(_STILL.sub(" ", text)))


def _leads_in(before: str) -> bool:
    """Whether a sentence leads to the one behind it: it ends in a colon, or begins to take something back."""
    first = _FIRST.match(before)
    return before.rstrip("*_ ").endswith(":") or (first is not None and phrases("taken back").match(before) is not None)
