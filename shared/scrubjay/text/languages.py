"""Which language is a text in, and what are the stems of its words? Told by its function words; English has none here.

English words are stemmed by the full-text tables. Of another language's words they hold the stems besides, each closed
by a letter of its own, so that an inflected word of a question meets another form of it.
"""

from functools import cache, lru_cache
from typing import Any, Final

from scrubjay.text.words import STOP_WORDS, Word, words

FUNCTION_WORDS: Final[dict[str, frozenset[str]]] = {
    language: frozenset(row.split())
    for language, row in {
        "danish": "og er det af til på der som med den har ikke et kan skal fra ved eller være blive vi hvis også når",
        "dutch": "het een van en is dat op te zijn met voor niet aan er om ook als bij wordt worden deze kan naar maar",
        "finnish": "ja on ei se että ovat kun voi mutta tai jos sekä myös niin ole joka jotka tämä nämä kuin mukaan",
        "french": "le la les des est une dans pour que qui sur avec pas par au du ce cette sont plus ne se il être aux",
        "german": "der die das und ist nicht ein eine mit von für auf den dem zu im wird werden sich auch wenn bei",
        "hungarian": "az és hogy nem egy van ez ha is meg kell csak vagy lehet amely vannak azt után minden mint",
        "italian": "il di che è la per un una non sono con del della le dei nel si come anche più gli questo alla da",
        "norwegian": "og er det av til på som med den har ikke et kan skal fra ved eller være bli vi hvis også når",
        "polish": "jest nie się na do że to jak od przez lub oraz dla są może być po za ten tego które który także gdy",
        "portuguese": "de que não um uma para com os as em do da é por no na se mais como ou são ser dos pelo também",
        "romanian": "și este nu un la cu pe de care în să din sau pentru sunt mai dacă fi prin cele acest această ca",
        "russian": "и в не на что с как это по для из от но или если при к так же все может быть чтобы только также",
        "spanish": "el los las que en una para con por no del se es como más pero su al este esta son puede ser cuando",
        "swedish": "och är det av till på som med den har inte ett kan ska från vid eller vara bli vi om också när för",
        "turkish": "ve bir bu için ile de da değil olarak çok daha gibi ya en olan her kadar sonra ise veya ne mi",
    }.items()
}  # fmt: skip
"""The commonest words of languages for which there is a stemmer."""

CLOSED: Final = "\ue001"
"""What closes a stem in the full-text tables, and keeps their own stemmer away."""

OPENED: Final = "\ue002"
"""What opens the name of a language there."""

READ: Final = 4_000
"""Characters of a text that tell its language."""

LEAST: Final = 0.1
"""Share of a text's words that are a language's function words, from which on it is in it. Prose has twice as many."""

FEWEST: Final = 3
"""Function words that are heard in a text, at least."""

JOINING: Final = frozenset({"danish", "dutch", "finnish", "german", "hungarian", "norwegian", "swedish"})
"""Languages that write words together."""


def language_of(text: str) -> str:
    """The language of a text by its function words; empty for English and where too few are heard."""
    said = words(text[:READ].lower(), Word.LETTERS)
    heard = {language: sum(map(known.__contains__, said)) for language, known in FUNCTION_WORDS.items()}
    language = max(heard, key=heard.__getitem__)
    enough = max(FEWEST, LEAST * len(said), 1 + sum(map(STOP_WORDS.__contains__, said)))
    return language if heard[language] >= enough else ""


def stem_terms(text: str, language: str) -> str:
    """The stems of a text's words as the tables hold them, each once."""
    said = dict.fromkeys(word for word in words(text.lower(), Word.LETTERS) if word not in FUNCTION_WORDS[language])
    return " ".join(dict.fromkeys(closed_stem(word, language) for word in said))


@lru_cache(maxsize=50_000)
def closed_stem(word: str, language: str) -> str:
    """The stem of a lower-case word as the tables hold it."""
    return f"{_stemmer(language).stemWord(word.replace('ё', 'е'))}{CLOSED}"


def language_term(language: str) -> str:
    """The name of a language as the tables hold it, of documents in it."""
    return f"{OPENED}{language}{CLOSED}"


@cache
def _stemmer(language: str) -> Any:
    import snowballstemmer

    return snowballstemmer.stemmer(language)
