"""Check whether a person said a claim in this session: as a whole statement that nothing later takes back. Pure."""

from collections.abc import Callable
from typing import Final

from scrubjay.memory.transcript.session import RecordedSession, SessionEvent, Typed
from scrubjay.memory.transcript.statements import sentences, statements
from scrubjay.memory.transcript.voice import doubts_it, in_own_voice, is_doubtful, replaces_its_own, takes_back
from scrubjay.memory.transcript.words import content, is_telling, plain_line, stands_in, words
from scrubjay.model.frozen import dataclass

NEAR: Final = 2
"""Turns within which "no, scratch that" means what was said before it, whatever that was about."""

TAKEN_BACK: Final = "the person took it back later"
NOBODY: Final = "no typed turn states it"

_DENIALS: Final = frozenset({"not", "no", "never", "cannot", "without"})

Same = Callable[[str, str], bool]
"""Whether two sentences say the same, word for word."""


@dataclass(frozen=True, slots=True)
class Words:
    """A sentence that a person typed."""

    event: SessionEvent
    sentence: str


def said(session: RecordedSession, claim: str, same: Same) -> Words | str:
    """The newest whole statement of a person that the claim equals; or why there is none.

    "No", "scratch that" and the like at the beginning of the next turn, or of a later sentence about the same, take a
    statement back; so does a later statement that is nearly it, with another figure or name, and a doubt: right behind
    it, or about the same.
    """
    return _newest(session, lambda forms: any(same(form, claim) for form in forms), same)


def sentence_of_person(session: RecordedSession, quote: str, same: Same) -> Words | str:
    """The newest sentence of a person that a quote stands in, said in their own voice; or why there is none."""
    words = plain_line(quote).strip("\"'`“”‘’ ")
    if not is_telling(words):
        return NOBODY
    return _newest(session, lambda forms: any(in_own_voice(words, form) for form in forms), same)


def _newest(session: RecordedSession, fits: Callable[[tuple[str, ...]], bool], same: Same) -> Words | str:
    """The newest whole statement of a person that fits and wasn't taken back; or why there is none."""
    turns = [(event, event.what.text) for event in session.events if isinstance(event.what, Typed)]
    if not turns:
        return "no turn of this session is known to be typed by a person"
    for place in reversed(range(len(turns))):
        event, text = turns[place]
        for forms in reversed(statements(text)):
            if fits(forms):
                if _withdrawn(forms[-1], text, [later for _, later in turns[place + 1 :]], same):
                    return TAKEN_BACK
                return Words(event, forms[0])
    return NOBODY


def _withdrawn(statement: str, turn: str, later: list[str], same: Same) -> bool:
    """Whether a person took a statement back, further on in its turn or in a later one."""
    about = frozenset(content(statement))
    own_sentences = list(sentences(turn))
    place = next(
        (
            place
            for place, sentence in enumerate(own_sentences)
            if stands_in(plain_line(statement), plain_line(sentence))
        ),
        len(own_sentences),
    )
    following = [(0, sentence) for sentence in own_sentences[place + 1 :]]
    following += [(turns, sentence) for turns, text in enumerate(later, 1) for sentence in sentences(text)]
    for number, (turns, sentence) in enumerate(following):
        shares = bool(about.intersection(content(sentence)))
        if takes_back(sentence) and (shares or (turns < NEAR and not replaces_its_own(sentence))):
            return True
        if (shares and is_doubtful(sentence)) or (not number and not turns and doubts_it(sentence)):
            return True
        if not same(sentence, statement) and _rivals(statement, sentence):
            return True
    return False


def _rivals(first: str, other: str) -> bool:
    """Whether a sentence says of the same thing another figure, or the opposite; not the same of another thing."""
    first_words, says = frozenset(content(first)), frozenset(content(other))
    figures, others = _figures(first_words), _figures(says)
    if 3 * len((first_words - figures) & says) < 2 * len(first_words - figures):
        return False
    elsewhere = first_words - figures - says and says - others - first_words
    return bool(figures and others and figures != others and not elsewhere) or _denies(first) != _denies(other)


def _figures(content_words: frozenset[str]) -> frozenset[str]:
    return frozenset(word for word in content_words if word[0].isdigit())


def _denies(sentence: str) -> bool:
    return not _DENIALS.isdisjoint(words(sentence.replace("’", "'").replace("n't", " not ")))
