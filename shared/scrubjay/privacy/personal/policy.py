"""Policy for personal data, by one setting; committed content is never changed. And people's names in commits."""

import re
import unicodedata
from collections.abc import Collection, Iterator
from functools import lru_cache
from typing import Final, Literal

from scrubjay.model.pattern import pattern
from scrubjay.privacy.personal.find import find_addresses, mask_personal, personal_kinds

Personal = Literal["auto", "mask", "flag", "off"]
"""`privacy.personal`."""

_BEHIND_A_NAME = pattern(r"(?<=\S)[ \t]+<[^\s<>@]+@[^\s<>@]+>")
"""An address as git writes it behind a name, also one that a forge or a program made."""


def masked_turn(text: str, setting: Personal) -> str:
    """A turn of a transcript, or the body of an issue, as it is stored."""
    return mask_personal(text)[0] if setting in ("auto", "mask") else text


def masked_memory(text: str, setting: Personal) -> str:
    """A memory's content as it is validated and stored."""
    return mask_personal(text)[0] if setting == "mask" else text


def personal_warning(text: str, setting: Personal) -> str:
    """The warning for a memory stored with personal data; empty where there is none."""
    kinds = personal_kinds(text) if setting in ("auto", "flag") else ()
    if not kinds:
        return ""
    return f"This names a person's {' and '.join(kinds)}: keep it? `scrubjay forget ID` takes it back."


def without_addresses(text: str) -> str:
    """A commit's text for display: people keep their names, the addresses behind them go, others are masked."""
    if "@" not in text:
        return text
    text = _BEHIND_A_NAME.sub("", text)
    parts: list[str] = []
    position = 0
    for start, end in find_addresses(text):
        parts += (text[position:start], "[address]")
        position = end
    return "".join((*parts, text[position:]))


HIDDEN: Final = "[name]"
"""What stands in place of a name."""

SHORTEST: Final = 3
"""Letters of a part of a name that is hidden by itself: "Zoë" of "Zoë Müller"."""

_TRAILER = pattern(
    r"(?<![\w-])(?:[A-Za-z]+-)+by:.*\n?|^[ \t>*-]*(?:cc|author|thanks-to|[A-Za-z]+ by):.*\n?",
    re.IGNORECASE | re.MULTILINE,
)
"""What names somebody up to its line's end: "Signed-off-by: …", "Co-authored-by: …", "Cc: …"."""

_MERGE = pattern(r"\bmerged? (?:pull request|request|in|branch|branches|remote-tracking branch|commit|tag)\b.*", re.I)
_OWNED = pattern(r"[^\s'\"()!,/]*/[^\s'\"()!,]*")
"""In a line that tells of a merge: a branch or a repository with its owner."""

_ADDRESS = pattern(
    r"(?:(?<![\w.'’-])[^\W\d_a-z][\w.'’-]*[ \t]+){0,4}<?(?<![\w.+%'-])[\w.+%'-]+@(?!v?\d)\w[\w-]*(?:\.\w[\w-]*)*>?"
)
"""An address of any form with the capitalised words before it; a version, as in `checkout@v4`, is none."""

_MENTION = pattern(r"(?<![\w.+%/-])@\w[\w-]*")
_WHOLE_ADDRESS = pattern(r"<?(?:\d+\+)?([^\s@<>]+)@[^\s@<>]+>?")


def displayed_name(name: str) -> str:
    """An author's name without an address: of a name that is one, the part before the @."""
    if whole := _WHOLE_ADDRESS.fullmatch(name):
        return whole[1]
    kept = [part for part in name.split(" ") if not _WHOLE_ADDRESS.fullmatch(part.strip("()<>,;"))]
    return " ".join(kept).strip() or HIDDEN


def without_names(text: str, names: Collection[str]) -> str:
    """A commit's text without the lines that say who did what, and with `[name]` for whoever else it names.

    Hidden are the `names` and their parts, addresses, mentions such as `@zoe`, and branches of a merge with their
    owner. A name of several words is one in any case and across a line's end; one word as it is written.
    """
    kept = _TRAILER.sub("", text)
    kept = _MERGE.sub(lambda merge: _OWNED.sub(HIDDEN, merge[0]), kept)
    if "@" in kept:
        kept = _MENTION.sub(HIDDEN, _ADDRESS.sub(HIDDEN, kept))
    for expression in _patterns(frozenset(names)):
        kept = expression.sub(HIDDEN, kept)
    return kept.rstrip() if kept != text else text


@lru_cache(maxsize=4)
def _patterns(names: frozenset[str]) -> tuple[re.Pattern[str], ...]:
    """Patterns for names of several words and for single words, in scripts with and without spaces; longest first."""
    forms = {unicodedata.normalize(form, name) for name in names for form in ("NFC", "NFD")}
    shown = forms | {displayed_name(name) for name in forms}
    whole = {name for name in shown if len(name.split()) > 1}
    single = {part for name in shown - whole for part in name.split()} | {
        part for name in whole for part in _parts(name)
    }
    groups = ((whole, re.IGNORECASE), (single, re.NOFLAG))
    return tuple(
        _pattern({name for name in group if _is_unspaced(name) == unspaced}, flag, bounded=not unspaced)
        for group, flag in groups
        for unspaced in (False, True)
        if any(_is_unspaced(name) == unspaced for name in group)
    )


def _parts(name: str) -> Iterator[str]:
    """The parts of a name that tell of somebody by themselves: long enough, and not in lower case as "van" is."""
    for part in name.split():
        word = part.strip(".,;:()[]{}<>'\"")
        if len(unicodedata.normalize("NFC", word)) >= SHORTEST and not word[0].islower():
            yield word


def _is_unspaced(name: str) -> bool:
    """Whether a name is in a script such as Han, whose letters have no case: other words may touch it."""
    return any(unicodedata.category(sign) == "Lo" for sign in name)


def _pattern(names: Collection[str], flag: re.RegexFlag, *, bounded: bool) -> re.Pattern[str]:
    ordered = sorted(names, key=lambda name: (-len(name), name))
    any_of = "|".join(r"\s+".join(re.escape(part) for part in name.split()) for name in ordered)
    return re.compile(rf"(?<![^\W_])(?:{any_of})(?![^\W_])" if bounded else any_of, flag)
