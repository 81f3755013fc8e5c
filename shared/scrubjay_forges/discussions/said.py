"""The kept form and the indexed form of a text that somebody wrote at a forge; pure."""

from collections.abc import Callable, Sequence
from typing import Final

from scrubjay.model.frozen import dataclass
from scrubjay.model.pattern import pattern
from scrubjay.model.visible import storable, visible
from scrubjay.privacy.personal.policy import Personal, masked_turn
from scrubjay.privacy.secrets.masking import mask
from scrubjay_forges.discussions.values import VERDICTS, DiscussionHead, DiscussionPart

LONGEST: Final = 100_000
"""Characters of a text that are kept."""

MARGIN: Final = 8_000
"""Characters behind the cut that are read for secrets, so that half of one isn't taken for a word."""

TITLE: Final = 300
NAME: Final = 200
PATH: Final = 1_000
READ: Final = 4
"""So many times the characters of a line that are kept are read for secrets and instructions."""

MOST_LABELS: Final = 100
MOST_FILES: Final = 3_000

WITHHELD: Final = "[withheld: it may instruct its reader]"
"""A title stands beside every text of its discussion, also beside what members said."""

_JOINT: Final = " · "
"""What our own lines put between their parts, so that no name of others may hold it."""

_BREAKS: Final = str.maketrans({"\t": "\\t", "\v": "\\n", "\f": "\\f"})
"""What a path may hold in git, and no line of ours."""
_HASH = pattern(r"[0-9a-f]{7,64}")
_FENCE = pattern(r" {0,3}(`{3,}|~{3,})")
_QUOTE = pattern(r" {0,3}>")
_WROTE = pattern(r"(?:On\b.{4,200}\bwrote|Am\b.{4,200}\bschrieb.{0,80}|Le\b.{4,200}\ba écrit) ?:\s*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Keeping:
    """Rules for keeping texts: personal data, allowed values that look secret, and the detector of injections."""

    personal: Personal = "auto"
    allowed: tuple[str, ...] = ()
    suspect: Callable[[str], str] = lambda _: ""


@dataclass(frozen=True, slots=True)
class KeptText:
    """A text as it is kept; `masked` counts its lines with a secret, `suspicious` says what instructs its reader."""

    text: str
    masked: int
    suspicious: str


def kept_text(text: str, keeping: Keeping) -> KeptText:
    """A body: its beginning, masked, with control characters written out."""
    masked = mask(storable(text[: LONGEST + MARGIN]), keeping.allowed)
    whole = masked.text if len(text) <= LONGEST + MARGIN else masked.text[:-MARGIN]
    shown = visible(masked_turn(whole, keeping.personal))
    if len(text) > LONGEST or len(shown) > LONGEST:
        shown = f"{shown[:LONGEST]}\n[… cut after {LONGEST:,} characters]"
    return KeptText(shown, masked.lines, keeping.suspect(text[:LONGEST]))


def kept_line(text: str, most: int, keeping: Keeping) -> str:
    """A title or a label: one line, masked like a body; withheld where it instructs its reader."""
    kept = kept_text(" ".join(text[: READ * most].split()), keeping)
    return WITHHELD if kept.suspicious or keeping.suspect(text[: READ * most]) else _split_joints(kept.text)[:most]


def kept_name(text: str, keeping: Keeping) -> str:
    """A login or a branch: one line without secrets and quotation marks. A person keeps the name."""
    line = _key(text, keeping)
    return WITHHELD if keeping.suspect(line) else _split_joints(line).replace('"', "'")


def kept_paths(paths: Sequence[str], keeping: Keeping) -> list[str]:
    """Paths, each on one line whatever its name holds, masked like a body; what instructs its reader is withheld.

    They are masked before a control character is written out, as that would stand before a secret like a letter.
    """
    lines = [storable(path[: READ * PATH]).replace("\n", "\v") for path in paths]
    together = "\n".join(lines)
    suspect, masked = keeping.suspect(together), _masked(together, keeping).split("\n")
    if len(masked) != len(lines):
        masked = [_masked(line, keeping) for line in lines]
    shown = [_split_joints(visible(line.translate(_BREAKS)))[:PATH] for line in masked]
    pairs = zip(lines, shown, strict=True)
    return [WITHHELD if suspect and keeping.suspect(line) else kept for line, kept in pairs]


def _masked(text: str, keeping: Keeping) -> str:
    """A text without secrets and, as the rules say, personal data."""
    return masked_turn(mask(text, keeping.allowed).text, keeping.personal)


def kept_names(part: DiscussionPart, keeping: Keeping) -> dict[str, object]:
    """The columns that identify a kept text: its author, its discussion, and when it was said."""
    return {
        "number": part.number,
        "sign": part.sign,
        "key": _key(part.key, keeping),
        "role": part.role,
        "author": kept_name(part.author, keeping),
        "created_at": _key(part.created_at, keeping),
    }


def kept_part(part: DiscussionPart, keeping: Keeping) -> dict[str, object]:
    """The columns of a text. Its author keeps the name."""
    kept = kept_text(part.text, keeping)
    return {
        **kept_names(part, keeping),
        "member": part.member,
        "brought": part.brought,
        "verdict": part.verdict if part.verdict in VERDICTS else "",
        "path": next(iter(kept_paths((part.path,), keeping)), ""),
        "start_line": part.start_line,
        "line": part.line,
        "on_commit": _hash(part.on_commit),
        "reply_to": _key(part.reply_to, keeping),
        "hidden": kept_name(part.hidden, keeping),
        "updated_at": _key(part.updated_at, keeping),
        "text": kept.text,
        "suspicious": kept.suspicious,
        "masked": kept.masked,
    }


def kept_head(head: DiscussionHead, keeping: Keeping) -> dict[str, object]:
    """The columns of a head; `labels` and `files` are still lists."""
    return {
        "number": head.number,
        "sign": head.sign,
        "kind": head.kind,
        "title": kept_line(head.title, TITLE, keeping),
        "state": head.state,
        "draft": head.draft,
        "author": kept_name(head.author, keeping),
        "created_at": _key(head.created_at, keeping),
        "updated_at": _key(head.updated_at, keeping),
        "closed_at": _key(head.closed_at, keeping),
        "merge_commit": _hash(head.merge_commit),
        "base": kept_name(head.base, keeping),
        "head_commit": _hash(head.head_commit),
        "labels": [kept_line(label, NAME, keeping) for label in head.labels[:MOST_LABELS]],
        "files": kept_paths(head.files[:MOST_FILES], keeping),
    }


def _hash(text: str) -> str:
    """A commit's id; empty for anything else."""
    return text if _HASH.fullmatch(text) else ""


def _key(text: str, keeping: Keeping) -> str:
    """A name without secrets, cut behind what was looked at, so that no half of one is left."""
    return visible(mask(" ".join(storable(text[: READ * NAME]).split()), keeping.allowed).text)[:NAME]


def _split_joints(line: str) -> str:
    """A line with " - " for each joint, the " · " that only our own lines put between their parts."""
    return line.replace(_JOINT, " - ")


def indexed(text: str) -> str:
    """The part of a kept text that is indexed: without quoted replies and templates' comments; fenced lines stay."""
    kept: list[str] = []
    fence = ""
    for line in without_comments(text).split("\n"):
        mark = _FENCE.match(line)
        if fence:
            if mark and mark[1].startswith(fence) and not line[mark.end() :].strip():
                fence = ""
        elif mark:
            fence = mark[1]
        elif _QUOTE.match(line) or _WROTE.fullmatch(line):
            continue
        elif kept and line.endswith("wrote:") and _WROTE.fullmatch(f"{kept[-1]}{line}"):
            kept.pop()
            continue
        kept.append(line)
    return "\n".join(kept).strip()


def without_comments(text: str) -> str:
    """A text without `<!-- … -->`; one that is never closed runs to the end, as browsers read it."""
    parts: list[str] = []
    position = 0
    while (start := text.find("<!--", position)) >= 0:
        parts.append(text[position:start])
        end = text.find("-->", start + 4)
        if end < 0:
            return "".join(parts)
        position = end + 3
    return "".join((*parts, text[position:]))
