"""What a question asks of history, read from its form: question words, auxiliaries, word endings; pure.

No list of topics or verbs of change: "who added X" and "who frobnicated X" have one form. Closed classes of English
alone are listed, since a language adds no members to them.
"""

from enum import StrEnum
from typing import Final

from scrubjay.model.frozen import dataclass
from scrubjay.text.words import Word, matches

LONGEST = 400
"""Characters of a question; a longer text was pasted, and holds these words by chance."""

_ENDS: Final = frozenset('.?!,;:()—–-"')

_PAST: Final = frozenset({"did", "was", "were", "has", "have", "had", "got", "wasn't", "weren't", "didn't"})
_NOT_PAST: Final = frozenset(
    """am is are isn't aren't be can can't could do does don't doesn't may might must shall should will won't would
    wouldn't shouldn't else and or""".split()  # noqa: SIM905 - a list would take a line a word
)
_SELF: Final = frozenset({"i", "you", "me", "my", "your", "it's", "there"})
_ANYBODY: Final = frozenset({"anyone", "anybody", "someone", "somebody"})
_RELEASE: Final = frozenset({"release", "releases", "version", "versions"})
_DETERMINERS: Final = frozenset(
    """a an the this that these those any some every each all no my your our their its his her
    anyone anybody someone somebody everyone everybody people one ones""".split()  # noqa: SIM905
)
_REASON: Final = frozenset({"what", "why", "how", "where", "which"})
_ADVERBS: Final = frozenset(
    """first last ever once again then now also only just even still alone often always never already else
    all""".split()  # noqa: SIM905
)
"""Adverbs without an ending that says so; those in -ly have one."""
_KNOW: Final = frozenset({"know", "knows"})
_PLACING: Final = frozenset(
    "in on at of from within among amongst inside outside with for by under to over about as".split()  # noqa: SIM905
)
_FIRST: Final = frozenset({"first", "originally", "initially", "earliest"})
_LAST: Final = frozenset({"last", "lately", "latest", "recently", "newest"})


class CommitPlace(StrEnum):
    """Where an answer puts commits: nowhere, beside the documents, perhaps in front, or in front.

    `BESIDE`: the question looks back, so that they are looked for by its topic and its time. `LIKELY` is in front too,
    unless a document holds twice as much of the question: its form leaves a doubt.
    """

    NOWHERE = ""
    BESIDE = "beside"
    LIKELY = "likely"
    FIRST = "first"

    @property
    def leads(self) -> bool:
        """Whether commits may stand in front of documents."""
        return self in (CommitPlace.FIRST, CommitPlace.LIKELY)


class When(StrEnum):
    """Which of several commits a question asks for: any, the first, or the last."""

    FIRST = "first"
    LAST = "last"
    ANY = ""


@dataclass(frozen=True, slots=True)
class HistoryQuestion:
    """What a question asks about history.

    `topic` is the question without the words that ask; `knows`: people who know the topic are wanted.
    """

    place: CommitPlace = CommitPlace.NOWHERE
    topic: str = ""
    when: When = When.ANY
    knows: bool = False


def read_history_question(text: str) -> HistoryQuestion:
    """Read what a question asks about history. Never raises; a text of several lines asks nothing."""
    if len(text) > LONGEST or "\n" in text.strip():
        return HistoryQuestion()
    spots = list(matches(text, Word.ASKED))
    words = [match[0].lower().replace("’", "'") for match in spots]
    best = HistoryQuestion()
    for number, word in enumerate(words):
        place, length = _asked_commit(words, number, word)
        if not length:
            continue
        start, end = spots[number].start(), spots[number + length - 1].end()
        topic = " ".join(f"{text[:start]} {text[end:]}".split()).strip(" ?!.,;:")
        knows = word in ("who", "whom") and not _KNOW.isdisjoint(words[number : number + length])
        began = place is CommitPlace.FIRST and word in ("since", "how")  # since when, how long
        asked = HistoryQuestion(place, topic, When.FIRST if began else _asked_time(words), knows)
        if place.leads:
            return asked
        best = asked
    return best


def _asked_time(words: list[str]) -> When:
    """Whether a question asks for the first commit, the last one, or any."""
    if _FIRST & set(words):
        return When.FIRST
    return When.LAST if _LAST & set(words) else When.ANY


def _asked_commit(words: list[str], at: int, word: str) -> tuple[CommitPlace, int]:
    """Where commits go by the question word at a position, and how many words it spans; nowhere if it is none."""
    follows = [*words[at + 1 : at + 6], "", "", "", "", ""][:5]
    if word in ("who", "whom", "who's"):
        return _asked_who(words, at)
    if length := _words_asking_when(words, at, word, follows) or _words_asking_whether(words, at, word, follows):
        return CommitPlace.FIRST, length
    if length := _words_looking_back(word, follows):
        return CommitPlace.BESIDE, length
    return CommitPlace.NOWHERE, 0


def _words_asking_when(words: list[str], at: int, word: str, follows: list[str]) -> int:
    """How many words ask when or by which commit, as "when was", "since when" or "which commit"; 0 for none."""
    if word == "when":
        since = bool(at) and words[at - 1] == "since"
        return 1 if since else 2 * (follows[0] in _PAST and follows[1] not in _SELF)
    if word == "since" and follows[0] == "when":
        return 2
    if word == "how" and follows[0] == "long" and follows[1] in _PAST and follows[2] not in _SELF:
        return 3
    if word in ("which", "what") and follows[0] in ("commit", "commits"):
        return 2
    return 3 * (word == "whose" and follows[1] in _PAST)


def _words_asking_whether(words: list[str], at: int, word: str, follows: list[str]) -> int:
    """How many words ask whether something happened, as "did anyone remove", at a sentence's beginning; 0 for none."""
    if word not in _PAST or (at and words[at - 1] not in _ENDS) or follows[0] in _SELF:
        return 0
    if follows[0] in _ANYBODY:
        return 2 + (follows[1] in _ADVERBS)
    return 1 * ("ever" in follows)


def _words_looking_back(word: str, follows: list[str]) -> int:
    """How many words look back, as "why was", "how did" or "what changed"; 0 for none."""
    if word not in _REASON:
        return 0
    if word in ("which", "what") and follows[0] in _RELEASE:
        verb = follows[1]
        return 2 * bool(
            verb and verb not in _ENDS and verb not in _NOT_PAST and verb != "of" and not verb.endswith("s")
        )
    if follows[0] in _PAST and follows[1] not in ("", "to") and (word == "why" or follows[1] != "we"):
        return 2 * (not _SELF & set(follows[1:3]))
    return 1 * (word == "what" and _is_participle(follows[0]) and not _SELF & set(follows[1:3]))


def _asked_who(words: list[str], at: int) -> tuple[CommitPlace, int]:
    """Where commits go by a question with "who": "who added" asks for them, "who can" doesn't; and its length in words.

    The form of the verb tells: the past is history, the present and what somebody may do is the documents' matter.
    """
    if _is_relative(words, at):
        return CommitPlace.NOWHERE, 0
    if words[at] == "who's":
        return _place_after_who_is(words, at)
    place, verb = _place_by_verb(words, at + 1)
    if not place:
        return CommitPlace.NOWHERE, 0
    if words[verb] in _KNOW:
        return CommitPlace.BESIDE, verb + 1 - at + (_word_at(words, verb + 1) in ("about", "of"))
    return place, verb - at + (words[verb] in _PAST)


def _place_by_verb(words: list[str], start: int) -> tuple[CommitPlace, int]:
    """Where commits go by the verb of a clause, and the position of the verb, after adverbs and "in the team".

    Far behind such words an -s is as likely that of a noun: "who in the team wrote our tests".
    """
    verb = _behind_adverbs(words, start)
    if _word_at(words, verb) in _PLACING:
        noun = verb + 1 + (_word_at(words, verb + 1) in _DETERMINERS)
        verb = next((n for n in range(noun + 1, noun + 5) if _is_form(_word_at(words, n))), len(words))
        if noun + 1 < len(words) and verb > noun + 2 and not _is_certain(_word_at(words, verb)):
            return CommitPlace.LIKELY, noun + 1
    word = _word_at(words, verb)
    if not word or word in _ENDS or word in _NOT_PAST:
        return CommitPlace.NOWHERE, verb
    if word in _KNOW:
        return CommitPlace.BESIDE, verb
    if word in _PAST:
        return _place_after_auxiliary(words, verb), verb
    if word.endswith("s"):
        return CommitPlace.NOWHERE, verb
    return CommitPlace.FIRST, verb


def _place_after_auxiliary(words: list[str], at: int) -> CommitPlace:
    """Where commits go by what follows "has" or "was": "has changed" asks for them, "has access" doesn't."""
    after = _behind_adverbs(words, at + 1)
    word, further = _word_at(words, after), _word_at(words, after + 1)
    if words[at] in ("did", "didn't"):
        return CommitPlace.FIRST
    if words[at] == "got":
        return CommitPlace.LIKELY
    if words[at] in ("was", "were", "wasn't", "weren't"):
        certain = word in _DETERMINERS or word == "it" or word.endswith("ing")
        return CommitPlace.FIRST if certain else CommitPlace.LIKELY
    if not word or word in _ENDS or word in _DETERMINERS or word == "to" or word.endswith("ing"):
        return CommitPlace.NOWHERE
    if further in _DETERMINERS or word == "been" or _is_past(word):
        return CommitPlace.FIRST
    if further in _PLACING:
        return CommitPlace.NOWHERE
    return CommitPlace.BESIDE if _word_at(words, after + 2) in _PLACING else CommitPlace.LIKELY


def _place_after_who_is(words: list[str], at: int) -> tuple[CommitPlace, int]:
    """Where commits go by the words after "who's": "who's changed" asks for them, "who's allowed to" doesn't."""
    verb = _behind_adverbs(words, at + 1)
    past = _is_past(_word_at(words, verb)) and _word_at(words, verb + 1) in _DETERMINERS
    return (CommitPlace.FIRST, verb - at) if past else (CommitPlace.NOWHERE, 0)


def _behind_adverbs(words: list[str], at: int) -> int:
    """The position of the first word from `at` on that is no adverb."""
    while _word_at(words, at) in _ADVERBS or _word_at(words, at).endswith("ly"):
        at += 1
    return at


def _word_at(words: list[str], at: int) -> str:
    """The word at a position; empty beyond the end."""
    return words[at] if at < len(words) else ""


def _is_form(word: str) -> bool:
    """Whether a word looks like a verb, or ends the clause."""
    return _is_certain(word) or word.endswith("s")


def _is_certain(word: str) -> bool:
    """Whether a word is certainly a verb in the past or present, or ends the clause."""
    return word in _NOT_PAST or word in _PAST or word in _ENDS or _is_past(word)


def _is_past(word: str) -> bool:
    """Whether a word ends as participles do, in -ed or -en."""
    return _is_participle(word) or (len(word) > 4 and word.endswith("en"))


def _is_relative(words: list[str], at: int) -> bool:
    """Whether "who" refers to a noun before it, as in "users who" and "the person who"."""
    if not at or words[at - 1] in _ENDS:
        return False
    before = words[max(0, at - 3) : at]
    return before[-1].endswith("s") or bool(_DETERMINERS & set(before))


def _is_participle(word: str) -> bool:
    """Whether a word of some length ends in -ed."""
    return len(word) > 4 and word.endswith("ed")
