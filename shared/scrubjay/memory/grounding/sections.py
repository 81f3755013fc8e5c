"""Types of sections, by the words of headings, of labels above lists, and of paths."""

import re
from functools import lru_cache

from scrubjay.knowledge.decisions.front_matter import front_text, yaml_fields
from scrubjay.memory.grounding.tables import heading_modifiers, heading_words, patterns
from scrubjay.model.evidence import PlaceKind
from scrubjay.model.frozen import dataclass
from scrubjay.model.pattern import pattern
from scrubjay.text.words import STOP_WORDS, Word, words

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

_LABEL = pattern(r"(?P<label>[^:.–—]*?\w)\s*(?:[:.–—]|\s-\s|\Z)")
"""What a heading calls its section before it names it: "Option 2: the queue"."""

_NUMBERED = pattern(r"\d|\b[A-Z]\b")
_MATTER = frozenset({"context", "migration", "migrations", "option", "options"})
"""Headings that in a manual stand above what a program has, and only in a record above what was weighed."""

_OWN = frozenset({"a", "an", "the", "your", "our", "its", "their", "this", "these", "those"})
"""Words that make what follows the object of what stands before: "Saving your changes"."""

_CHOSEN = frozenset({"accepted", "adopted", "chosen", "preferred", "recommended", "selected"})
_NAME = pattern(r"`[^`]*`|\w+\([^()]*\)")
_README = pattern(r"(?i)(?:^|/)(?:readme|index)\.\w+\Z")
_DRAFT = frozenset({"draft", "wip", "proposed", "proposal", "idea", "in progress"})


@dataclass(frozen=True, slots=True)
class SourceDocument:
    """What a passage's document is: its path, whether it is a decision record, and whether it is a draft."""

    path: str = ""
    record: bool = False
    draft: bool = False


def source_of(path: str, text: str, *, record: bool = False) -> SourceDocument:
    """A passage's document, by its path and text; it is a draft if its front matter says so."""
    return SourceDocument(path, record, _calls_itself_draft(front_text(text)))


@lru_cache(maxsize=64)
def _calls_itself_draft(front: str) -> bool:
    """Whether a document's front matter calls it a draft."""
    fields = yaml_fields(front) if front else {}
    status = {value.lower() for name in ("status", "state") for value in fields.get(name, [])}
    return fields.get("draft", [""])[0].lower() in {"true", "yes"} or bool(status & _DRAFT)


@lru_cache(maxsize=1_000)
def section_of(heading: tuple[str, ...], source: SourceDocument) -> PlaceKind:
    """The kind of a section, by the deepest of its headings, or else the part of its path, that names one.

    A record states only below a heading that names its decision.
    """
    folders, _, name = source.path.rpartition("/")
    titles = [*reversed(heading[1:] if source.record or _README.search(source.path) else heading)]
    titles += folders.split("/") if source.record else [name.partition(".")[0], *reversed(folders.split("/"))]
    kind = next(filter(None, (_kind_of_title(title, source) for title in titles)), None)
    decided = not source.record or any(map(_names_decision, titles))
    return kind or (PlaceKind.STATES if decided else PlaceKind.CONTEXT)


def _names_decision(title: str) -> bool:
    words, kinds = _title_words(title)
    return "decides" in kinds or _is_choice(words)


def _is_choice(words: list[str]) -> bool:
    """Whether a title names the option that was taken: "Chosen option", "Recommended alternative"."""
    return bool(_CHOSEN.intersection(words)) and len(words) == 2 and heading_words().get(words[-1]) == "option"


def is_label(text: str, source: SourceDocument) -> bool:
    """Whether the words above a list are nothing but what a heading could say: "Considered options:"."""
    words, kinds = _title_words(text)
    return len(kinds) == len(words) and _kind_of_title(text, source) is not None


def _kind_of_title(title: str, source: SourceDocument) -> PlaceKind | None:
    """The type of section that a title announces; None if the title only names its subject.

    What calls its matter legacy, or removed, says nothing else of it.
    """
    named = _NAME.sub("name", title)
    for kind, opening in patterns("openings"):
        if opening.match(re.sub(r"\A[\W\d_]+", "", named)):
            return KIND_OF_LABEL[kind]
    words, kinds = _title_words(title if source.record else named)
    telling = [word for word in words if heading_words().get(word) in KIND_OF_LABEL]
    if _is_choice(words):
        return None
    plain = len(kinds) == len(words) and not set(words) <= _MATTER
    if not source.record and not plain and not _labels(title):
        telling = [word for word in telling if not _only_names(word, title, words)]
    return KIND_OF_LABEL[heading_words()[telling[0]]] if telling else None


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


def _title_words(title: str) -> tuple[list[str], list[str]]:
    """The words of a title but for stop words, and the kinds of those that have one."""
    telling = _content_words(title)
    return telling, [heading_words()[word] for word in telling if word in heading_words()]


def _content_words(title: str) -> list[str]:
    return [word for word in words(title.lower(), Word.HYPHENATED) if word not in STOP_WORDS]
