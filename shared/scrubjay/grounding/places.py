"""What is a sentence where it stands? Only a place that states can verify; in doubt it isn't one."""

import re

from scrubjay.grounding.blocks import Form
from scrubjay.grounding.passage import LED, Passage
from scrubjay.grounding.sections import KIND_OF_LABEL, Section, SourceDocument, is_label, section_of
from scrubjay.grounding.tables import heading_words, phrases
from scrubjay.grounding.terms import contained_terms, figures, negations, terms
from scrubjay.grounding.turning import differing
from scrubjay.model.evidence import PlaceKind
from scrubjay.text.sentences import split
from scrubjay.text.words import Word, words

_BY_FORM = {
    Form.ROW: PlaceKind.TABLE,
    Form.HEADING: PlaceKind.HEADING,
    Form.CODE: PlaceKind.CODE,
    Form.COMMENT: PlaceKind.COMMENT,
    Form.QUOTATION: PlaceKind.QUOTATION,
    Form.MESSAGE: PlaceKind.MESSAGE,
    Form.TASK: PlaceKind.PLAN,
}
_NAMES = {kind: name for name, kind in KIND_OF_LABEL.items()} | {PlaceKind.DRAFT: "plan"}
_NEVER = frozenset({PlaceKind.HEADING, PlaceKind.VENDORED})
_FOREIGN = re.compile(
    r"(?:^|/)(?:vendor|vendored|third[-_]?party|node_modules|external|extern|site-packages|bower_components|"
    r"fixtures?|__fixtures__|testdata|test[-_]data|mocks?|__snapshots__|snapshots)/",
    re.IGNORECASE,
)
_NAMED = re.compile(r"(?P<mark>\*\*|__)(?P<name>[^*_]{1,80}?)(?::(?P=mark)|(?P=mark):)\s+(?=\S)")
_WHEN = re.compile(r"\A\W*when\b|\bwhen\W*\Z", re.IGNORECASE)
_TODO = re.compile(r"\b(?:TODO|FIXME|XXX|HACK)\b")
_ENDED = re.compile(r"[.!。！][\"'”’)\]*_`]*\Z")
_START = re.compile(r"[\"'“(\[*_`]*(?:[A-Z0-9]|[^\x00-\x7f])|[\"'“(\[]?(?:`|\*|_|[:{][\w:+.-]+[:}]`)")
"""How a sentence begins: a capital, a figure, a letter of another script, or a name that is marked as one."""
_STILL = re.compile(r"\b(?:is|are|be|been|being)\s+used\s+to\b|\bcan\s+(?:also\s+|even\s+)?be\s+\w+", re.IGNORECASE)
"""What a thing serves for, or can become: it is so all the same."""

_POINTS = re.compile(r"\b(?:th[eo]se|this|following|below)\b", re.IGNORECASE)
_FIRST = re.compile(r"[\W_]*([\w']+)")

FEWEST = 3
"""Words of a statement."""


def place_of(passage: Passage, sentence: int, source: SourceDocument) -> PlaceKind:
    """What a passage's sentence, by its number, is."""
    if _FOREIGN.search(source.path):
        return PlaceKind.VENDORED
    if passage.form in _BY_FORM:
        planned = passage.form is Form.COMMENT and _TODO.search(passage.text)
        return PlaceKind.PLAN if planned else _BY_FORM[passage.form]
    if source.draft:
        return PlaceKind.DRAFT
    kind = _section(passage, source).kind
    return kind if kind is not PlaceKind.STATES else _standing(passage, sentence)


def admits(claim: str, place: PlaceKind, passage: Passage, source: SourceDocument, *, copied: bool = False) -> bool:
    """Whether a claim that leans on a place that doesn't state may do so: it calls an option an option, a plan a plan.

    So does one that gives the version below which a change is listed, or that says in its own words what an example
    shows; who `copied` its sentence took it out of the example. In doubt it may, and the place is shown with it.
    """
    if place in _NEVER:
        return place is PlaceKind.HEADING and _is_title(passage, source) and not differing(claim, passage.text)
    if passage.form is Form.QUOTATION:
        return True
    if any(bool(negations(lead)) > bool(negations(claim)) for lead in _introducing(passage)[-1:]):
        return False
    if place is PlaceKind.TAKEN_BACK:
        return bool(phrases("taken back").search(claim) or negations(claim)) or not _is_undone(passage)
    section = _section(passage, source)
    name = _NAMES.get(place) or (_NAMES.get(section.kind, "") if section.plain else "")
    if not name or (name == "example" and not copied) or (section.kind is place and not section.plain):
        return True
    claim_words = set(words(claim.lower(), Word.HYPHENATED))
    versions = {figure.value for title in passage.heading for figure in figures(title)}
    return any(heading_words().get(word) == name for word in claim_words) or bool(
        versions & {figure.value for figure in figures(claim)}
    )


def _is_title(passage: Passage, source: SourceDocument) -> bool:
    """Whether a heading is the title of a record: it names what was decided."""
    return source.record and not passage.heading


def _section(passage: Passage, source: SourceDocument) -> Section:
    """What the headings above a passage, and the labels above its list, make of it."""
    return section_of((*passage.heading, *(lead for lead in _introducing(passage) if is_label(lead, source))), source)


def _introducing(passage: Passage) -> list[str]:
    """The sentences that introduce what a passage belongs to; one that is whole by itself only stands above it."""
    leads = [last_of(part) for part in passage.lead.split(LED)] if passage.lead else []
    return [lead for lead in leads if not _ENDED.search(lead) or _POINTS.search(lead)]


def unlabelled(sentences: tuple[str, ...]) -> tuple[str, ...]:
    """Sentences without the label in bold letters that names what the first is about: "**Closing**: a close …"."""
    label = _NAMED.match(sentences[0]) if sentences else None
    if label is None:
        return sentences
    rest, name = sentences[0][label.end() :], label["name"]
    judged = phrases("leads").search(name) or any(
        word in heading_words() for word in words(name.lower(), Word.HYPHENATED)
    )
    about = contained_terms(terms(name).content, rest)
    return sentences if judged or not about else (rest, *sentences[1:])


def last_of(lead: str) -> str:
    """The sentence of a lead that introduces what stands below it: the last that isn't put in brackets."""
    items = split(lead)
    return next((item for item in reversed(items) if not item.startswith("(")), items[-1])


def _is_undone(passage: Passage) -> bool:
    """Whether more than a word of the past takes a passage back."""
    texts = (passage.before, *passage.sentences, passage.after)
    leads = _introducing(passage)
    undone = any(takes_back(*pair, past=False) for pair in zip(texts, texts[2:], strict=False))
    return "~~" in passage.text or undone or any(_takes_back(lead, past=False) for lead in leads)


def _standing(passage: Passage, sentence: int) -> PlaceKind:
    """Whether a sentence stands by itself, and nothing beside it takes it back."""
    sentences = passage.sentences
    text = sentences[sentence]
    if "~~" in passage.text or phrases("ended").search(passage.notice):
        return PlaceKind.TAKEN_BACK
    first = _FIRST.match(text)
    if first is None or phrases("openers").fullmatch(first[1]) or text.rstrip("*_\"'” ").endswith((":", "?")):
        return PlaceKind.FRAGMENT
    if len(text.split()) < FEWEST or not _START.match(text):
        return PlaceKind.FRAGMENT
    leads = _introducing(passage)
    if leads and (not _ENDED.search(text) or any(_is_conditional(lead) for lead in leads)):
        return PlaceKind.FRAGMENT
    if any(phrases("taken back").search(lead) for lead in leads):
        return PlaceKind.TAKEN_BACK
    before = sentences[sentence - 1] if sentence else passage.before
    after = sentences[sentence + 1] if sentence + 1 < len(sentences) else passage.after
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
    withdrawals = {" ".join(word.lower().split()) for word in phrases("taken back").findall(_STILL.sub(" ", text))}
    return bool(withdrawals if past else [word for word in withdrawals if not phrases("past").fullmatch(word)])


def _leads_in(before: str) -> bool:
    first = _FIRST.match(before)
    return before.rstrip("*_ ").endswith(":") or (first is not None and phrases("taken back").match(before) is not None)
