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
    shares = [share_of(claim, sentence) for sentence in passage.sentences]
    number = shares.index(max(shares))
    nearest = passage.sentences[number]
    parts = clauses(unlinked(unmarked(nearest))) or (nearest,)
    claim_terms, passage_terms = terms(claim), terms(passage.text)
    share, clause = shares[number], max(share_of(claim, part) for part in parts)
    denies = bool(claim_terms.negations) != bool(terms(nearest).negations)
    claim_words, written = (frozenset(split_words(text.lower(), Word.ENGLISH)) for text in (claim, passage.text))
    conditions, source_conditions = (
        claim_words & _CONDITION,
        frozenset(split_words(nearest.lower(), Word.ENGLISH)) & _CONDITION,
    )
    lacks = lacking(claim, passage.around)
    return {
        **_following(claim, nearest, passage),
        **{f"adds {name}": float(bool(claim_words & wide) and not written & wide) for name, wide in _WIDE.items()},
        "share": share_of(claim, passage.around), "share of sentence": share, "share back": share_of(nearest, claim),
        "clause": clause, "beyond clause": share - clause, "clauses": math.log(1 + len(parts)),
        "sentences": math.log(1 + len(passage.sentences)),
        "turned": float(is_turned(claim, nearest, passage.above)),
        "altered": float(bool(altered(claim, passage, number))),
        "opposed": float(bool(opposed(claim, nearest))),
        "denies": float(bool(claim_terms.negations)), "denies otherwise": float(denies),
        "denying share": denies * share,
        "denied in passage": float(bool(claim_terms.negations) != bool(passage_terms.negations)),
        "lacks": float(len(lacks)), "figures held": float(bool(claim_terms.figures) and not lacks),
        "figures": float(len(figures(passage.text))),
        "drops modality": float(bool(modalities(passage.text) - modalities(claim))),
        "adds modality": float(bool(modalities(claim) - modalities(passage.text))),
        "other condition": float(bool(conditions - source_conditions) and bool(source_conditions - conditions)),
        "code": float(passage.form in (Form.CODE, Form.COMMENT)),
    }  # fmt: skip


def _following(claim: str, nearest: str, passage: Passage) -> dict[str, float]:
    """How far a claim follows a sentence word by word, and what it puts in place of, between and beside its words."""
    claim_words, nearest_words, around = words(claim), words(nearest), frozenset(words(passage.around))
    changes, beside = compared(claim_words, nearest_words, [0, len(nearest_words)]) if claim_words else ([], [])
    put = [word for change in changes for word in change.claim_words]
    follows = _share(len(claim_words) - len(put), len(claim_words)), _share(len(claim_words) - len(put), len(beside))
    return {
        "follows": min(follows), "follows back": follows[1],
        "replaces": float(sum(bool(change.claim_words and change.source_words) for change in changes)),
        "leaves out": float(sum(not change.claim_words for change in changes)),
        "new": float(sum(word not in around for word in put)),
        "from near by": _share(sum(word in around and word not in nearest_words for word in put), len(claim_words)),
        "moved": _share(sum(word in nearest_words for word in put), len(claim_words)),
    }  # fmt: skip


def _share(part: int, all: int) -> float:
    return part / all if all else 0.0
