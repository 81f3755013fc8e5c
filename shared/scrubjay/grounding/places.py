"""What is a sentence where it stands? Only a place that states can verify; in doubt it isn't one."""

import re
from dataclasses import dataclass

from scrubjay.documents.front_matter import front_matter
from scrubjay.grounding.blocks import Form
from scrubjay.grounding.passage import Passage
from scrubjay.grounding.tables import heading_words, phrases
from scrubjay.model.evidence import PlaceKind

_BY_FORM = {
    Form.ROW: PlaceKind.TABLE,
    Form.HEADING: PlaceKind.HEADING,
    Form.CODE: PlaceKind.CODE,
    Form.COMMENT: PlaceKind.COMMENT,
    Form.QUOTATION: PlaceKind.QUOTATION,
    Form.MESSAGE: PlaceKind.MESSAGE,
    Form.TASK: PlaceKind.PLAN,
}
_KINDS = {
    "context": PlaceKind.CONTEXT,
    "option": PlaceKind.OPTION,
    "plan": PlaceKind.PLAN,
    "fixed": PlaceKind.FIXED,
    "history": PlaceKind.HISTORY,
    "example": PlaceKind.EXAMPLE,
    "quotation": PlaceKind.QUOTATION,
}
_FOREIGN = re.compile(
    r"(?:^|/)(?:vendor|vendored|third[-_]?party|node_modules|external|extern|site-packages|bower_components|"
    r"fixtures?|__fixtures__|testdata|test[-_]data|mocks?|__snapshots__|snapshots)/",
    re.IGNORECASE,
)
_DRAFT = frozenset({"draft", "wip", "proposed", "proposal", "idea", "in progress"})
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_ENDED = re.compile(r"[.!。！][\"'”’)\]*_`]*\Z")
_START = re.compile(r"[\"'“(\[*_`]*(?:[A-Z0-9]|[^\x00-\x7f]|`)")
_FIRST = re.compile(r"[\W_]*([\w']+)")

FEWEST = 3
"""Words of a statement."""


@dataclass(frozen=True, slots=True)
class Source:
    """What a passage's document is: its path, whether it is a decision record, and whether it is a draft."""

    path: str = ""
    record: bool = False
    draft: bool = False


def source_of(path: str, text: str, *, record: bool = False) -> Source:
    """A document as it stands; its front matter may call it a draft."""
    fields = front_matter(text)[0] if text.startswith("---") else {}
    status = {value.lower() for name in ("status", "state") for value in fields.get(name, [])}
    drafted = fields.get("draft", [""])[0].lower() in {"true", "yes"} or bool(status & _DRAFT)
    return Source(path, record, drafted)


def place_of(passage: Passage, sentence: int, source: Source) -> PlaceKind:
    """What a passage's sentence, by its number, is; of the passage as a whole for -1."""
    if _FOREIGN.search(source.path):
        return PlaceKind.VENDORED
    if passage.form in _BY_FORM:
        return _BY_FORM[passage.form]
    if source.draft:
        return PlaceKind.DRAFT
    name = source.path.rpartition("/")[2].partition(".")[0]
    section = _section(passage.heading, name, record=source.record)
    if section is not PlaceKind.STATES:
        return section
    return _standing(passage, sentence) if sentence >= 0 else PlaceKind.STATES


def _section(heading: tuple[str, ...], name: str, *, record: bool) -> PlaceKind:
    """What the words of the headings, and of the file's own name, make of a section."""
    words = heading_words()
    decides = False
    for title in (*reversed(heading[1:] if record else heading), *(() if record else (name,))):
        kinds = [words[word] for word in _WORD.findall(title.lower()) if word in words]
        if other := next((kind for kind in kinds if kind != "decides"), ""):
            return _KINDS[other]
        decides = decides or "decides" in kinds
    return PlaceKind.STATES if decides or not record else PlaceKind.CONTEXT


def _standing(passage: Passage, sentence: int) -> PlaceKind:
    """Whether a sentence stands by itself, and nothing beside it takes it back."""
    said = passage.sentences
    text = said[sentence]
    if "~~" in passage.text:
        return PlaceKind.TAKEN_BACK
    first = _FIRST.match(text)
    if first is None or phrases("openers").fullmatch(first[1]) or text.rstrip("*_\"'” ").endswith((":", "?")):
        return PlaceKind.FRAGMENT
    if len(text.split()) < FEWEST or not _START.match(text):
        return PlaceKind.FRAGMENT
    if passage.lead and (not _ENDED.search(text) or phrases("leads").search(passage.lead)):
        return PlaceKind.FRAGMENT
    if phrases("taken back").search(passage.lead):
        return PlaceKind.TAKEN_BACK
    before = said[sentence - 1] if sentence else passage.before
    after = said[sentence + 1] if sentence + 1 < len(said) else passage.after
    return PlaceKind.TAKEN_BACK if takes_back(before, after) else PlaceKind.STATES


def takes_back(before: str, after: str) -> bool:
    """Whether a neighbouring sentence takes back what stands between: the next refers to it, the one before leads in."""
    back = phrases("taken back")
    first = _FIRST.match(after)
    refers = first is not None and phrases("references").fullmatch(first[1])
    return bool((back.search(after) and (refers or len(after.split()) <= 6)) or (back.search(before) and _leads_in(before)))


def _leads_in(before: str) -> bool:
    first = _FIRST.match(before)
    return before.rstrip("*_ ").endswith(":") or (first is not None and phrases("taken back").match(before) is not None)
