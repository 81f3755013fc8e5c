"""Reviewer's view of a held claim: context, named place and rivals; grouping of near-identical claims. No I/O."""

from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher
from typing import NoReturn

from scrubjay.errors import NotFound
from scrubjay.extensions.kinds.memories import Proposed
from scrubjay.model.evidence import CitationResult, ValidationResult
from scrubjay.model.frozen import dataclass
from scrubjay.model.memory import Memory
from scrubjay.text.words import Word, words

MIN_SIMILARITY = 0.6
"""Jaccard similarity of words from which on two held claims without a telling difference are one group."""


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A similar memory, and the claim's differences from it: `[-its words-]{+the claim's+}`."""

    memory: Memory
    difference: str


@dataclass(frozen=True, slots=True)
class ClaimContext:
    """The context in which a claim was made: its branch's task, the command that showed it, the files changed."""

    task: str = ""
    command: str = ""
    files: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class HeldClaim:
    """A held claim: its grounding result, other authors, near-identical held claims.

    `alike` holds ids. `nearest` and `running` are filled where one claim is shown, not in a list.
    """

    memory: Memory
    result: ValidationResult | None
    confirmed: tuple[str, ...] = ()
    alike: tuple[str, ...] = ()
    nearest: tuple[Neighbour, ...] = ()
    running: ClaimContext = ClaimContext()

    @property
    def best(self) -> CitationResult | None:
        """The quoted citation with the best grade; None where none has words."""
        cited = self.result.evidence.citations if self.result else ()
        quoted = [citation for citation in cited if citation.words]
        return max(quoted, key=lambda citation: -citation.grade.rank, default=None)

    @property
    def command(self) -> str:
        """The command whose output showed it, where one did."""
        observation = self.result.evidence.observation if self.result else None
        return self.running.command or (observation.command if observation else "")

    def relation(self, rival: Memory) -> str:
        """How a similar memory relates to the claim: "against", "would end" or "near"."""
        if rival.id in self.memory.contradicts:
            return "against"
        return "would end" if rival.id in self.memory.supersedes else "near"

    @property
    def individual_reason(self) -> str:
        """Why it must be decided individually, such as "speaks to the reader"; empty where it may go with others."""
        failed = {check.partition(":")[0] for check in self.result.checks_failed} if self.result else set()
        if "injection" in failed:
            return "it speaks to the reader"
        if self.memory.contradicts or "contradictions" in failed:
            return "something says otherwise"
        return ""


@dataclass(frozen=True, slots=True)
class PastDecision:
    """A past decision: time, action, person, reason, and the claim's current state."""

    decided_at: str
    action: str
    actor: str
    memory: Memory


DIFFERENCE_MARKS = {"": ("", ""), "old": ("[-", "-]"), "new": ("{+", "+}")}
"""What stands around the words of both texts, of the old one, and of the new one."""


def word_changes(old: str, new: str) -> tuple[tuple[str, str], ...]:
    """Two texts as pieces of both, of the "old" and of the "new" one: (whose, words)."""
    a, b = words(old, Word.SPACED), words(new, Word.SPACED)
    pieces: list[tuple[str, str]] = []
    for kind, a1, a2, b1, b2 in SequenceMatcher(None, a, b, autojunk=False).get_opcodes():
        if kind == "equal":
            pieces.append(("", "".join(a[a1:a2])))
            continue
        pieces += [("old", "".join(a[a1:a2])), ("new", "".join(b[b1:b2]))]
    return tuple((whose, text) for whose, text in pieces if text)


def word_diff(old: str, new: str) -> str:
    """A word diff of two texts."""
    marked = ((*DIFFERENCE_MARKS[whose], text) for whose, text in word_changes(old, new))
    return "".join(f"{before}{text}{after}" for before, after, text in marked)


def group_claims(waiting: Sequence[Memory], neighbours: Mapping[str, str]) -> tuple[tuple[Memory, ...], ...]:
    """Groups of near-identical claims: all but a few words the same, or semantically similar (`neighbours`: id to id).

    Claims with a telling difference (numbers, names, nouns, negation) are never one group. Order: that of the first of
    each.
    """
    groups: list[list[Memory]] = []
    for memory in waiting:
        home = next((group for group in groups if _belongs_to_group(memory, group[0], neighbours)), None)
        if home is None:
            groups.append([memory])
        else:
            home.append(memory)
    return tuple(tuple(group) for group in groups)


def _belongs_to_group(memory: Memory, first: Memory, neighbours: Mapping[str, str]) -> bool:
    """Whether a memory says nearly the same as the first one of a group."""
    if memory.scope != first.scope:
        return False
    linked = neighbours.get(memory.id) == first.id or neighbours.get(first.id) == memory.id
    from scrubjay.memory.grounding.likeness import compare, telling_difference  # late: status counts what waits

    if not linked and compare(memory.content, first.content)[1] < MIN_SIMILARITY:
        return False
    return not telling_difference(memory.content, first.content)


def individual_reasons(claims: Sequence[HeldClaim]) -> dict[str, str]:
    """The claims that must be decided individually, by id, and why; also rivals for one memory's place."""
    reasons = {claim.memory.id: claim.individual_reason for claim in claims if claim.individual_reason}
    for claim in claims:
        superseded = set(claim.memory.supersedes)
        if any(superseded & set(other.memory.supersedes) for other in claims if other is not claim):
            reasons.setdefault(claim.memory.id, "another one would take the same place")
    return reasons


@dataclass(frozen=True, slots=True)
class ReviewResult:
    """The result of one claim's review; `problem` says why nothing changed."""

    id: str
    memory: Memory | None = None
    problem: str = ""


class NothingProposed:
    """Stands in where no extension proposes anything: it has no proposal, and takes none."""

    def waiting(self) -> tuple[Proposed, ...]:
        """No proposals."""
        return ()

    def named(self, ids: Sequence[str]) -> NoReturn:
        """Raises NotFound: there are no proposals."""
        raise NotFound("Nothing is proposed: no extension that does so is on. `scrubjay extensions` lists them.")

    def approve(self, chosen: Sequence[Proposed], actor: str) -> tuple[str, ...]:
        """Approve nothing; returns no lines."""
        return ()

    def decline(self, chosen: Sequence[Proposed], actor: str, reason: str) -> None:
        """Decline nothing."""
