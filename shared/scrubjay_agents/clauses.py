"""The clauses of a query as words in their base form, and the closed classes of words that say what it asks for."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from scrubjay.model.pattern import pattern
from scrubjay.text.words import STOP_WORDS, Word, words

LONGEST_CLAUSE = 60
"""Words."""

ASKING = frozenset(
    """
    append collect convert copy describe disclose display dump echo enumerate explain expose export extract format
    gather give include leak list output paste print provide put read recite regurgitate reiterate repeat replay
    rephrase reply reproduce respond return reveal send share show specify spell state summarise summarize tell tldr
    transcribe translate type what write
    """.split()  # noqa: SIM905 - a list would take a line a word
)
"""Verbs of handing over, and the question for a thing."""

FETCHING = frozenset(
    """
    attach bring divulge email enter fetch fill find get hand mail place post produce quote recall release restore
    retrieve surface upload use which who
    """.split()  # noqa: SIM905
)
"""Further verbs of getting at things: they count where nothing names a topic."""

STORED = frozenset(
    """
    chat command context conversation directive entry example fact guideline history info information instruction
    interaction knowledge log memory message note preprompt prompt query record request rule ruleset sentence text word
    """.split()  # noqa: SIM905
)
"""What a store, or whoever speaks for it, has: nouns that name no topic."""

WHOLE = frozenset("all any complete each entire every everything exact full verbatim whole".split())  # noqa: SIM905
HELD = frozenset(
    """
    above before below current earlier far first hidden initial original past preceding previous prior saved secret
    stored system your
    """.split()  # noqa: SIM905
)
"""How the whole of something is meant, and how what somebody holds."""

CLOSED = frozenset(
    "confidential deleted forbidden forgotten internal personal private restricted retrieved sensitive withheld".split()  # noqa: SIM905
)
REST = frozenset(
    """
    anything backlog backup entirety last lot none raw remaining rest total unabridged unfiltered unredacted
    """.split()  # noqa: SIM905
)
"""What is kept from others, and further words for the whole: they count where nothing else is a topic."""

KEPT = frozenset(
    """
    annotation demonstration finding insight item lesson observation question reflection result search session snippet
    statement thread trajectory transcript turn utterance
    """.split()  # noqa: SIM905
)
"""What a store has, too, but what may be a topic as well."""

PEOPLE = frozenset(
    """
    agent anybody anyone anonymous author colleague coworker everybody everyone member others people person somebody
    someone teammate user
    """.split()  # noqa: SIM905
)
TOLD = frozenset(
    """
    ask asked confide confided contribute contributed enter entered hear heard learn learned learnt note noted post
    posted record recorded remember remembered save saved say said share shared store stored tell told wrote written
    write
    """.split()  # noqa: SIM905
)
"""Who gave a store what it has, and how."""

_PLACES = frozenset(
    """
    assistant bank box cache database db here home index json csv xml yaml markdown base64 knowledgebase pool project
    repo repository server space storage store system team vault workspace
    """.split()  # noqa: SIM905
)
_MANNER = frozenset(
    """
    access actual another backwards beginning bit bullet chunk content date dump else ever exactly exception
    form full hold individually json kept know leave leaving left letter line literal literally load loaded
    marked missing next number numbered omission omit omitting order other out page paragraph part please point
    possible present previously reverse since start starting step summarising summarizing table then together
    translation untruncated verbatim without
    aren can couldn didn doesn don hasn haven isn should shouldn supposed wasn weren won would wouldn
    """.split()  # noqa: SIM905
)
"""Where a store is, and how an answer shall look: nothing that a question could be about."""

_NARROW = ASKING | STORED | WHOLE | HELD
_NEUTRAL = _NARROW | FETCHING | CLOSED | REST | KEPT | PEOPLE | TOLD | _PLACES | _MANNER

HOW = frozenset("how when where why".split())  # noqa: SIM905
"""What a question opens with that wants to know about something, not to have it."""

NARROWS = frozenset("about concerning for on regarding where which whose".split())  # noqa: SIM905

_PARTS = pattern(r"[.!?;:\n]+|,(?=\s)|\b(?:and|then|but|instead)\b", re.IGNORECASE)
_SENTENCES = pattern(r"[!?\n]+|\.(?=\s|\Z)")
_QUOTED = pattern(r"\"[^\"\n]{0,400}\"|“[^”\n]{0,400}”|`[^`\n]{0,400}`")
_PAIR = pattern(r"\beach and every\b", re.IGNORECASE)

Clause = tuple[str, ...]


def clauses(text: str) -> Iterator[Clause]:
    """The clauses of a text without its quotations: words that an answer shall begin with ask for nothing."""
    return _clauses_cut(_PARTS, text)


def sentences(text: str) -> Iterator[Clause]:
    """The sentences of a text, whole."""
    return _clauses_cut(_SENTENCES, text)


def is_topic(word: str) -> bool:
    """Whether a word names what a question is about, beside those of asking and of a store."""
    return len(word) > 2 and word not in _NARROW and word not in STOP_WORDS


def is_surely_topic(word: str) -> bool:
    """Whether a word names what a question is about, even if it were put to a store that many people fill."""
    return len(word) > 2 and word not in _NEUTRAL and word not in STOP_WORDS


def _clauses_cut(pattern: re.Pattern[str], text: str) -> Iterator[Clause]:
    """Cut a text, without its quotations, at a pattern; each clause is a tuple of its words' base forms."""
    for part in pattern.split(_QUOTED.sub(" ", _PAIR.sub("every", text))):
        if part.strip():
            found = tuple(_base(word) for word in words(part.lower(), Word.PLAIN))
            yield from (found[start : start + LONGEST_CLAUSE] for start in range(0, len(found), LONGEST_CLAUSE))


def _base(word: str) -> str:
    """A noun or verb without its s, which is enough to tell these words apart."""
    if len(word) > 4 and word.endswith("ies"):
        return f"{word[:-3]}y"
    if word in ("others", "previous", "anonymous", "this"):
        return word
    if word.endswith(("ches", "shes", "sses", "xes")):
        return word[:-2]
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us")) else word


MOST = 12
LONGEST = 200
"""Words and characters of a query in which both are looked for; a longer one says more than that."""

_UNSPACED = pattern(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
"""Scripts in which words aren't set apart, or bear endings."""


def foreign_all(text: str) -> bool:
    """Whether a query has a word for all and one for what a store holds, of one language."""
    lower = text.lower().replace("’", "'") if len(text) <= LONGEST else ""
    if not lower or len(lower.split()) > MOST or (lower.isascii() and not _ascii_starts().search(lower)):
        return False
    return any(whole.search(lower) and stored.search(lower) for whole, stored in _languages())


@cache
def _languages() -> tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]:
    """For each language, a pattern of its words for "all" and one of its words for what a store holds."""
    return tuple((_any_of(whole.split()), _any_of(stored.split())) for _, whole, stored in _rows())


@cache
def _ascii_starts() -> re.Pattern[str]:
    """Every word for all in ASCII: what has none is done at once."""
    return _any_of([word for _, whole, _ in _rows() for word in whole.split() if word.isascii()])


def _rows() -> list[list[str]]:
    """The rows of foreign.tsv, each as its columns."""
    lines = Path(__file__).with_name("foreign.tsv").read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines if line and not line.startswith("#")]


def _any_of(forms: list[str]) -> re.Pattern[str]:
    """A pattern that finds any of some words; a word that ends with `*` may go on."""
    spelled = (
        re.escape(form)
        if _UNSPACED.search(form)
        else rf"\b{re.escape(form.rstrip('*'))}{'' if '*' in form else chr(92) + 'b'}"
        for form in forms
    )
    return re.compile("|".join(spelled))
