"""Names and numbers of files of memories."""

import re
import unicodedata
from collections.abc import Iterable

from scrubjay.errors import UsageError
from scrubjay.model.pattern import pattern
from scrubjay.privacy.secrets.shown_names import shown
from scrubjay.text.sentences import split

MAX_TITLE = 90
MAX_SLUG = 60
MAX_SLUG_BYTES = 150
"""A name of a file has at most 255 bytes, with its number, its extension and what a checkout adds."""

_LEAD = pattern(r"^[\s#>*+_-]+|^\s*\d+[.)]\s+")
_CITED = pattern(r"\s+\([\w./@-]+\.\w+(?::\d+(?:-\d+)?)?\)(?=\.?$)")
"""A place that a claim cites at its end, as in "(docs/a.md:3)"."""
_NOT_SPACE = pattern(r"[^\w]+")
_TOPIC = pattern(r"[^\W_][\w.-]{0,79}")
_RESERVED = pattern(r"(?:con|prn|aux|nul|conin\$|conout\$|com\d|lpt\d|head|git~\d)(?:\..*)?", re.IGNORECASE)
"""Names that Windows keeps for devices, or that mean something to git."""


def title_of(content: str) -> str:
    """The first sentence of a memory on one line, without its full stop; a long one is cut at a word."""
    line = next((line for line in content.splitlines() if line.strip()), "")
    line = " ".join(_visible(_LEAD.sub("", line)).split())
    first = next(iter(split(line)), line) if len(line) > MAX_TITLE else line
    sentence = next(iter(split(line)), line) if line.count(". ") else first
    title = _CITED.sub("", sentence.strip()).removesuffix(".")
    if len(title) > MAX_TITLE:
        title = f"{title[:MAX_TITLE].rpartition(' ')[0] or title[:MAX_TITLE]} …"
    return title or "Memory"


def heading_of(sentence: str) -> str:
    """The title that a sentence makes unchanged; empty where markup or a cut would change it."""
    title = title_of(sentence)
    plain = sentence == " ".join(sentence.split()) and not _LEAD.match(sentence) and not title.endswith(" …")
    return title if plain and sentence.startswith(title) else ""


def slug(text: str, fallback: str, separator: str = "-") -> str:
    """The words of a text as a name in lower case: Latin letters without accents, digits, other scripts as they are."""
    folded = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c) or ord(c) > 0x36F)
    words = _NOT_SPACE.sub(" ", unicodedata.normalize("NFC", folded).lower().replace("_", " ")).split()
    name = ""
    for word in words:
        longer = f"{name}{separator if name else ''}{word}"
        if len(longer) > MAX_SLUG or len(longer.encode("utf-8")) > MAX_SLUG_BYTES:
            break
        name = longer
    name = name or (words[0][:20] if words else "") or fallback
    return f"{name}{separator}{fallback}" if _RESERVED.fullmatch(name) else name


def checked_topic(topic: str) -> str:
    """A topic that a person named, as the last part of a branch. Raises UsageError."""
    named = unicodedata.normalize("NFC", topic.strip())
    wrong = not _TOPIC.fullmatch(named) or ".." in named or named.endswith((".", ".lock")) or _RESERVED.fullmatch(named)
    if shown(named) != named:
        raise UsageError("The topic holds a secret, and a branch's name is read by everybody. Choose another one.")
    if wrong:
        raise UsageError(
            f"The topic {topic[:40]!r} can't be a branch. Use letters, digits, dots and dashes, as in "
            "--topic rate-limits."
        )
    return named


def _visible(text: str) -> str:
    """A text without characters that control a terminal or the direction of writing."""
    return "".join(c if unicodedata.category(c) not in ("Cc", "Cf", "Zl", "Zp", "Cs") else " " for c in text)


_NUMBERED = pattern(r"(?P<prefix>[A-Za-z]{0,6}[-_ ]?)(?P<number>\d{1,6})(?P<separator>[-_. ]+)(?P<words>[^\W_].*)")
_DATED = pattern(r"(?P<day>\d{8}|\d{4}-\d{2}-\d{2})[-_](?P<words>[^\W\d].*)")


def parts_of(name: str) -> tuple[str, str, str, str] | None:
    """Prefix, number as written, separator and rest of a record's file name; None where it has no number."""
    match = None if _DATED.match(name) else _NUMBERED.match(name)
    return (match["prefix"], match["number"], match["separator"], match["words"]) if match else None


def is_dated(name: str) -> bool:
    """Whether a record's name begins with a day instead of a number."""
    return bool(_DATED.match(name))


def next_number(names: Iterable[str]) -> int:
    """One more than the highest number among file names; 1 where there is none. Gaps are never filled."""
    numbers = [int(parts[1]) for name in names if (parts := parts_of(name)) is not None]
    return max(numbers, default=0) + 1


def same_number(names: Iterable[str], number: str) -> tuple[str, ...]:
    """The names that have a number, whatever its width, in order."""
    value = int(number)
    return tuple(sorted(n for n in names if (parts := parts_of(n)) is not None and int(parts[1]) == value))


def padded(number: int, like: str) -> str:
    """A number in the width of another, as written: zeros in front where that has any or is as long."""
    return str(number).zfill(len(like)) if like.startswith("0") or len(like) > 2 else str(number)
