"""What is a sentence where it stands? Only a place that states can verify; in doubt it isn't one."""

import re
from dataclasses import dataclass
from functools import lru_cache

from scrubjay.documents.front_matter import front_matter
from scrubjay.grounding.blocks import Form
from scrubjay.grounding.passage import LED, Passage
from scrubjay.grounding.sentences import split
from scrubjay.grounding.tables import heading_words, phrases
from scrubjay.grounding.terms import figures, held, negations, terms
from scrubjay.model.evidence import PlaceKind
from scrubjay.model.stop_words import STOP_WORDS

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
_NAMES = {kind: name for name, kind in _KINDS.items()} | {PlaceKind.DRAFT: "plan"}
_NEVER = frozenset({PlaceKind.HEADING, PlaceKind.VENDORED})
_FOREIGN = re.compile(
    r"(?:^|/)(?:vendor|vendored|third[-_]?party|node_modules|external|extern|site-packages|bower_components|"
    r"fixtures?|__fixtures__|testdata|test[-_]data|mocks?|__snapshots__|snapshots)/",
    re.IGNORECASE,
)
_LABEL = re.compile(r"(?P<label>[^:.–—]*?\w)\s*(?:[:.–—]|\s-\s)")
"""What a heading calls its section before it names it: "Option 2: the queue"."""

_NAMED = re.compile(r"(?P<mark>\*\*|__)(?P<name>[^*_]{1,80}?)(?::(?P=mark)|(?P=mark):)\s+(?=\S)")
_WHEN = re.compile(r"\A\W*when\b|\bwhen\W*\Z", re.IGNORECASE)
_TODO = re.compile(r"\b(?:TODO|FIXME|XXX|HACK)\b")
_UNDECIDED = frozenset({PlaceKind.OPTION, PlaceKind.PLAN})
_SETTINGS = frozenset({"option", "options"})
"""Headings that in a manual stand above what a program can be told, and only in a record above what was weighed."""

_DRAFT = frozenset({"draft", "wip", "proposed", "proposal", "idea", "in progress"})
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_ENDED = re.compile(r"[.!。！][\"'”’)\]*_`]*\Z")
_START = re.compile(r"[\"'“(\[*_`]*(?:[A-Z0-9]|[^\x00-\x7f]|`)")
_FIRST = re.compile(r"[\W_]*([\w']+)")

FEWEST = 3
"""Words of a statement."""


@dataclass(frozen=True, slots=True)
class Source:
    """What a passage's document is: its path, whether it is a decision record, and whether it is a draft.

    `whole` says that none of a record's sections is its decision: what it proposes is what was decided.
    """

    path: str = ""
    record: bool = False
    draft: bool = False
    whole: bool = False


def source_of(path: str, text: str, *, record: bool = False) -> Source:
    """A document as it stands; its front matter may call it a draft."""
    fields = front_matter(text)[0] if text.startswith("---") else {}
    status = {value.lower() for name in ("status", "state") for value in fields.get(name, [])}
    drafted = fields.get("draft", [""])[0].lower() in {"true", "yes"} or bool(status & _DRAFT)
    return Source(path, record, drafted, record and not _decides(text))


def _decides(text: str) -> bool:
    """Whether a record has a section that states its decision; any line is looked at that may be a heading."""
    titles = (
        line for line in text.split("\n") if (line and line[0] in "#=") or (line[:1].isupper() and len(line) < 60)
    )
    kinds = ({heading_words().get(word, "neutral") for word in _WORD.findall(line.lower())} for line in titles)
    return any("decides" in some and some <= {"decides", "neutral"} for some in kinds)


def place_of(passage: Passage, sentence: int, source: Source) -> PlaceKind:
    """What a passage's sentence, by its number, is."""
    if _FOREIGN.search(source.path):
        return PlaceKind.VENDORED
    if passage.form in _BY_FORM:
        planned = passage.form is Form.COMMENT and _TODO.search(passage.text)
        return PlaceKind.PLAN if planned else _BY_FORM[passage.form]
    if source.draft:
        return PlaceKind.DRAFT
    kind = section_of(passage.heading, source).kind
    return kind if kind is not PlaceKind.STATES else _standing(passage, sentence)


@dataclass(frozen=True, slots=True)
class Section:
    """What a section is; `plain` says that its heading means nothing else: "Options", not "Context managers"."""

    kind: PlaceKind
    plain: bool = True


@lru_cache(maxsize=1_000)
def section_of(heading: tuple[str, ...], source: Source) -> Section:
    """What the words of the headings, the deepest first, and of the path make of a section."""
    words = heading_words()
    folders, _, name = source.path.rpartition("/")
    titles = [*reversed(heading[1:] if source.record else heading)]
    titles += folders.split("/") if source.record else [name.partition(".")[0], *reversed(folders.split("/"))]
    decides, other = False, Section(PlaceKind.STATES)
    for title in titles:
        said = [word for word in _WORD.findall(title.lower()) if word not in STOP_WORDS]
        kinds = [words[word] for word in said if word in words]
        decides = decides or "decides" in kinds
        told = [kind for kind in kinds if kind in _KINDS]
        if told and not (other.plain and other.kind is not PlaceKind.STATES):
            other = Section(_KINDS[told[0]], _is_plain(title, said, kinds, source))
    if other.kind is PlaceKind.STATES and source.record and not decides:
        return Section(PlaceKind.CONTEXT, plain=False)
    return other


def _is_plain(title: str, said: list[str], kinds: list[str], source: Source) -> bool:
    """Whether a heading means nothing else. A record weighs and plans wherever it says so at all."""
    if source.whole and "plan" in kinds:
        return False
    if source.record and any(_KINDS.get(kind) in _UNDECIDED for kind in kinds):
        return True
    label = _LABEL.match(title)
    if label and any(char.isdigit() for char in label["label"]):
        named = [word for word in _WORD.findall(label["label"].lower()) if word not in STOP_WORDS]
        if named and all(word in heading_words() for word in named):
            return True
    return len(kinds) == len(said) and not (not source.record and set(said) <= _SETTINGS)


def admits(claim: str, place: PlaceKind, passage: Passage, source: Source) -> bool:
    """Whether a claim that leans on a place that doesn't state may do so: it calls an option an option, a plan a plan.

    So does one that gives the version below which a change is listed. In doubt it may, and the place is shown with it.
    """
    if place in _NEVER:
        return False
    if passage.form is Form.QUOTATION:
        return True
    if passage.lead and bool(negations(last_of(passage.lead))) > bool(negations(claim)):
        return False
    if place is PlaceKind.TAKEN_BACK:
        return bool(phrases("taken back").search(claim) or negations(claim)) or not _is_undone(passage)
    section = section_of(passage.heading, source)
    name = _NAMES.get(place) or (_NAMES.get(section.kind, "") if section.plain else "")
    if not name or (section.kind is place and not section.plain):
        return True
    said = set(_WORD.findall(claim.lower()))
    versions = {one.value for title in passage.heading for one in figures(title)}
    return any(heading_words().get(word) == name for word in said) or bool(
        versions & {one.value for one in figures(claim)}
    )


def unlabelled(sentences: tuple[str, ...]) -> tuple[str, ...]:
    """Sentences without the label in bold letters that names what the first is about: "**Closing**: a close …"."""
    label = _NAMED.match(sentences[0]) if sentences else None
    if label is None:
        return sentences
    rest, name = sentences[0][label.end() :], label["name"]
    judged = phrases("leads").search(name) or any(word in heading_words() for word in _WORD.findall(name.lower()))
    about = held(terms(name).content, rest)
    return sentences if judged or not about else (rest, *sentences[1:])


def last_of(lead: str) -> str:
    """The sentence of a lead that introduces what stands below it: the last that isn't put in brackets."""
    said = split(lead)
    return next((one for one in reversed(said) if not one.startswith("(")), said[-1])


def _is_undone(passage: Passage) -> bool:
    """Whether more than a word of the past takes a passage back."""
    said = (passage.before, *passage.sentences, passage.after)
    leads = [last_of(one) for one in passage.lead.split(LED)] if passage.lead else []
    undone = any(takes_back(*pair, past=False) for pair in zip(said, said[2:], strict=False))
    return "~~" in passage.text or undone or any(_takes_back(lead, past=False) for lead in leads)


def _standing(passage: Passage, sentence: int) -> PlaceKind:
    """Whether a sentence stands by itself, and nothing beside it takes it back."""
    said = passage.sentences
    text = said[sentence]
    if "~~" in passage.text or phrases("ended").search(passage.notice):
        return PlaceKind.TAKEN_BACK
    first = _FIRST.match(text)
    if first is None or phrases("openers").fullmatch(first[1]) or text.rstrip("*_\"'” ").endswith((":", "?")):
        return PlaceKind.FRAGMENT
    if len(text.split()) < FEWEST or not _START.match(text):
        return PlaceKind.FRAGMENT
    leads = [last_of(one) for one in passage.lead.split(LED)] if passage.lead else []
    if leads and (not _ENDED.search(text) or any(_is_conditional(lead) for lead in leads)):
        return PlaceKind.FRAGMENT
    if any(phrases("taken back").search(lead) for lead in leads):
        return PlaceKind.TAKEN_BACK
    before = said[sentence - 1] if sentence else passage.before
    after = said[sentence + 1] if sentence + 1 < len(said) else passage.after
    return PlaceKind.TAKEN_BACK if takes_back(before, after) else PlaceKind.STATES


def _is_conditional(lead: str) -> bool:
    """Whether the items below a lead hold only in a case, or not at all: "when" counts where it opens or ends it."""
    return bool(phrases("leads").search(lead) or _WHEN.search(lead))


def takes_back(before: str, after: str, *, past: bool = True) -> bool:
    """Whether a neighbour takes back what stands between: the next sentence refers to it, the one before leads in.

    Without `past` a word that only tells of the past isn't enough.
    """
    first = _FIRST.match(after)
    refers = first is not None and phrases("references").fullmatch(first[1])
    return (_takes_back(after, past=past) and (bool(refers) or len(after.split()) <= 6)) or (
        _takes_back(before, past=past) and _leads_in(before)
    )


def _takes_back(text: str, *, past: bool) -> bool:
    said = {" ".join(word.lower().split()) for word in phrases("taken back").findall(text)}
    return bool(said if past else [word for word in said if not phrases("past").fullmatch(word)])


def _leads_in(before: str) -> bool:
    first = _FIRST.match(before)
    return before.rstrip("*_ ").endswith(":") or (first is not None and phrases("taken back").match(before) is not None)
