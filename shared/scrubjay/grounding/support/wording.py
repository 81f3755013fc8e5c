"""How do the words of a claim stand to those of a passage? Shares, what is changed, denials, limits and figures."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from scrubjay.grounding.blocks import Form
from scrubjay.grounding.following import compared, words
from scrubjay.grounding.marks import unlinked, unmarked
from scrubjay.grounding.speaks import lacking, share_of
from scrubjay.grounding.terms import figures, modalities, terms
from scrubjay.grounding.turning import altered, is_turned, opposed
from scrubjay.text.sentences import clauses
from scrubjay.text.words import Word
from scrubjay.text.words import words as split_words

if TYPE_CHECKING:
    from scrubjay.grounding.passage import Passage

_WIDE: Final = {
    "every": frozenset({"every", "all", "each", "always", "whenever", "everything"}),
    "any": frozenset({"any", "anything", "whatever", "regardless"}),
    "only": frozenset({"only", "solely", "exclusively", "just"}),
    "must": frozenset({"must", "required", "requires", "mandatory"}),
    "never": frozenset({"never"}),
}
"""Words that make a claim wider or firmer."""

_CONDITION: Final = frozenset(
    {
        "if",
        "unless",
        "except",
        "until",
        "when",
        "while",
        "only",
        "without",
        "before",
        "after",
        "once",
        "provided",
        "where",
    }
)
"""Words that open a condition or a time."""


def wording(claim: str, passage: Passage) -> dict[str, float]:
    """What the words show of a claim beside a passage, by name."""
    shares = [share_of(claim, one) for one in passage.sentences]
    number = shares.index(max(shares))
    nearest = passage.sentences[number]
    parts = clauses(unlinked(unmarked(nearest))) or (nearest,)
    here, there = terms(claim), terms(passage.text)
    share, clause = shares[number], max(share_of(claim, one) for one in parts)
    denies = bool(here.negations) != bool(terms(nearest).negations)
    said, written = (frozenset(split_words(text.lower(), Word.ENGLISH)) for text in (claim, passage.text))
    asked, told = said & _CONDITION, frozenset(split_words(nearest.lower(), Word.ENGLISH)) & _CONDITION
    lacks = lacking(claim, passage.around)
    return {
        **_following(claim, nearest, passage),
        **{f"adds {name}": float(bool(said & some) and not written & some) for name, some in _WIDE.items()},
        "share": share_of(claim, passage.around), "share of sentence": share, "share back": share_of(nearest, claim),
        "clause": clause, "beyond clause": share - clause, "clauses": math.log(1 + len(parts)),
        "sentences": math.log(1 + len(passage.sentences)),
        "turned": float(is_turned(claim, nearest, passage.above)),
        "altered": float(bool(altered(claim, passage, number))),
        "opposed": float(bool(opposed(claim, nearest))),
        "denies": float(bool(here.negations)), "denies otherwise": float(denies), "denying share": denies * share,
        "denied in passage": float(bool(here.negations) != bool(there.negations)),
        "lacks": float(len(lacks)), "figures held": float(bool(here.figures) and not lacks),
        "figures": float(len(figures(passage.text))),
        "drops modality": float(bool(modalities(passage.text) - modalities(claim))),
        "adds modality": float(bool(modalities(claim) - modalities(passage.text))),
        "other condition": float(bool(asked - told) and bool(told - asked)),
        "code": float(passage.form in (Form.CODE, Form.COMMENT)),
    }  # fmt: skip


def _following(claim: str, nearest: str, passage: Passage) -> dict[str, float]:
    """How far a claim follows a sentence word by word, and what it puts in place of, between and beside its words."""
    one, two, around = words(claim), words(nearest), frozenset(words(passage.around))
    changes, beside = compared(one, two, [0, len(two)]) if one else ([], [])
    put = [word for change in changes for word in change.put]
    follows = _share(len(one) - len(put), len(one)), _share(len(one) - len(put), len(beside))
    return {
        "follows": min(follows), "follows back": follows[1],
        "replaces": float(sum(bool(change.put and change.said) for change in changes)),
        "leaves out": float(sum(not change.put for change in changes)),
        "new": float(sum(word not in around for word in put)),
        "from near by": _share(sum(word in around and word not in two for word in put), len(one)),
        "moved": _share(sum(word in two for word in put), len(one)),
    }  # fmt: skip


def _share(some: int, all: int) -> float:
    return some / all if all else 0.0
