"""What is a section? By the words of its headings, of the labels above its lists, and of its path."""

import re
from dataclasses import dataclass
from functools import lru_cache

from scrubjay.documents.front_matter import front_text, yaml_fields
from scrubjay.grounding.tables import heading_modifiers, heading_words, patterns
from scrubjay.model.evidence import PlaceKind
from scrubjay.text.stop_words import STOP_WORDS
from scrubjay.text.words import Word, words

KIND_OF_LABEL = {
    "context": PlaceKind.CONTEXT,
    "option": PlaceKind.OPTION,
    "plan": PlaceKind.PLAN,
    "fixed": PlaceKind.FIXED,
    "history": PlaceKind.HISTORY,
    "example": PlaceKind.EXAMPLE,
    "quotation": PlaceKind.QUOTATION,
    "fragment": PlaceKind.FRAGMENT,
}

_LABEL = re.compile(r"(?P<label>[^:.–—]*?\w)\s*(?:[:.–—]|\s-\s|\Z)")
"""What a heading calls its section before it names it: "Option 2: the queue"."""

_NUMBERED = re.compile(r"\d|\b[A-Z]\b")
_UNDECIDED = frozenset({PlaceKind.OPTION, PlaceKind.PLAN})
_MATTER = frozenset({"context", "migration", "migrations", "option", "options"})
"""Headings that in a manual stand above what a program has, and only in a record above what was weighed."""

_OWN = frozenset({"a", "an", "the", "your", "our", "its", "their", "this", "these", "those"})
"""Words that make what follows the object of what stands before: "Saving your changes"."""

_CHOSEN = frozenset({"accepted", "adopted", "chosen", "preferred", "recommended", "selected"})
_NAME = re.compile(r"`[^`]*`|\w+\([^()]*\)")
_README = re.compile(r"(?i)(?:^|/)(?:readme|index)\.\w+\Z")
_DRAFT = frozenset({"draft", "wip", "proposed", "proposal", "idea", "in progress"})


@dataclass(frozen=True, slots=True)
class SourceDocument:
    """What a passage's document is: its path, whether it is a decision record, and whether it is a draft.

    `undivided` says that none of a record's sections is its decision: what it proposes is what was decided.
    """

    path: str = ""
    record: bool = False
    draft: bool = False
    undivided: bool = False


def source_of(path: str, text: str, *, record: bool = False) -> SourceDocument:
    """A document as it stands; its front matter may call it a draft."""
    return SourceDocument(path, record, _calls_itself_draft(front_text(text)), record and not _decides(text))


@lru_cache(maxsize=64)
def _calls_itself_draft(front: str) -> bool:
    """Whether front matter says so; each claim reads some documents of the same project."""
    fields = yaml_fields(front) if front else {}
    status = {value.lower() for name in ("status", "state") for value in fields.get(name, [])}
    return fields.get("draft", [""])[0].lower() in {"true", "yes"} or bool(status & _DRAFT)


def _decides(text: str) -> bool:
    """Whether a record has a section that states its decision; any line is looked at that may be a heading."""
    titles = (
        line for line in text.split("\n") if (line and line[0] in "#=") or (line[:1].isupper() and len(line) < 60)
    )
    title_words = map(_content_words, titles)
    kinds = ((words, {heading_words().get(word, "neutral") for word in words}) for words in title_words)
    return any(
        ("decides" in section_kinds and section_kinds <= {"decides", "neutral"}) or _is_choice(words)
        for words, section_kinds in kinds
    )


@dataclass(frozen=True, slots=True)
class Section:
    """What a section is; `plain` says that its heading means nothing else: "Options", not "Proposal for a cache"."""

    kind: PlaceKind
    plain: bool = True


@lru_cache(maxsize=1_000)
def section_of(heading: tuple[str, ...], source: SourceDocument) -> Section:
    """What the words of the headings, the deepest first, and of the path make of a section."""
    folders, _, name = source.path.rpartition("/")
    titles = [*reversed(heading[1:] if source.record or _README.search(source.path) else heading)]
    titles += folders.split("/") if source.record else [name.partition(".")[0], *reversed(folders.split("/"))]
    other = Section(PlaceKind.STATES)
    for title in titles:
        section = _titled(title, source)
        if section and not (other.plain and other.kind is not PlaceKind.STATES):
            other = section
    if other.kind is PlaceKind.STATES and source.record and not any(_decided(title) for title in titles):
        return Section(PlaceKind.CONTEXT, plain=False)
    return other


def _decided(title: str) -> bool:
    words, kinds = _said(title)
    return "decides" in kinds or _is_choice(words)


def _is_choice(words: list[str]) -> bool:
    """Whether a title names the option that was taken: "Chosen option", "Recommended alternative"."""
    return bool(_CHOSEN.intersection(words)) and len(words) == 2 and heading_words().get(words[-1]) == "option"


def is_label(text: str, source: SourceDocument) -> bool:
    """Whether the words above a list are nothing but what a heading could say: "Considered options:"."""
    words, kinds = _said(text)
    section = _titled(text, source)
    return section is not None and section.plain and len(kinds) == len(words)


def _titled(title: str, source: SourceDocument) -> Section | None:
    """What a title says that its section is; None where it only names its matter.

    What calls its matter legacy, or removed, says nothing else of it.
    """
    named = _NAME.sub("name", title)
    for kind, opening in patterns("openings"):
        if opening.match(re.sub(r"\A[\W\d_]+", "", named)):
            return Section(KIND_OF_LABEL[kind])
    words, kinds = _said(title if source.record else named)
    telling = [KIND_OF_LABEL[heading_words()[word]] for word in words if heading_words().get(word) in KIND_OF_LABEL]
    if not telling or _is_choice(words):
        return None
    labelled = _labels(title)
    plain = len(kinds) == len(words) and (source.record or not set(words) <= _MATTER)
    if source.record:
        weighs = any(KIND_OF_LABEL.get(kind) in _UNDECIDED for kind in kinds) and not (
            source.undivided and "plan" in kinds
        )
        return Section(telling[0], plain=not (source.undivided and "plan" in kinds) and (weighs or labelled or plain))
    if labelled or plain:
        return Section(telling[0])
    says = [
        word for word in words if heading_words().get(word) in KIND_OF_LABEL and not _only_names(word, title, words)
    ]
    if not says:
        return None
    kind = KIND_OF_LABEL[heading_words()[says[0]]]
    return Section(kind, plain=kind is PlaceKind.HISTORY and says[0] not in heading_modifiers())


def _only_names(word: str, title: str, words: list[str]) -> bool:
    """Whether a word of a manual's heading belongs to the name of its matter: "Background jobs", "Global options".

    It does if another noun follows, or if it is one that manuals use; not where it opens a phrase of its own, "Plan for
    the next year".
    """
    return word in _MATTER or (word in heading_modifiers() and not _ends_a_phrase(word, title, words))


def _ends_a_phrase(word: str, title: str, telling: list[str]) -> bool:
    title_words = words(title.lower(), Word.HYPHENATED)
    place = title_words.index(word)
    following = title_words[place + 1] if place + 1 < len(title_words) else ""
    alone = all(word in heading_words() or word in STOP_WORDS for word in title_words[:place])
    owned = not alone and title_words[place - 1] in _OWN
    return (word == telling[-1] and not owned) or (following in STOP_WORDS and alone)


def _labels(title: str) -> bool:
    """Whether a title begins with a numbered label that means nothing else: "Option 2: the queue"."""
    label = _LABEL.match(title)
    if label is None or not _NUMBERED.search(label["label"]):
        return False
    named = [word for word in _content_words(label["label"]) if len(word) > 1]
    return bool(named) and all(word in heading_words() for word in named)


def _said(title: str) -> tuple[list[str], list[str]]:
    """The words of a title but for stop words, and the kinds of those that have one."""
    telling = _content_words(title)
    return telling, [heading_words()[word] for word in telling if word in heading_words()]


def _content_words(title: str) -> list[str]:
    return [word for word in words(title.lower(), Word.HYPHENATED) if word not in STOP_WORDS]
