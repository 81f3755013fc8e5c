"""The review queue at the keyboard: one claim at a time, one key for each decision."""

from collections.abc import Callable

from scrubjay.cli.drafts import Drafts, accepted
from scrubjay.cli.output import say
from scrubjay.errors import NotFound, ScrubjayError
from scrubjay.memories.writing import WAITING
from scrubjay.person.keys import choose
from scrubjay.review import HeldClaim, ReviewQueue
from scrubjay.review.render import DIGITS, outcome_line, reviewed_lines, show_lines

KEYS = "[y]es  [n]o  [e]dit  [l]ater  [u]ndo  [A]ll of this group  [q]uit  [?]"
HELP = """\
y  approve it: it gets the grade told
n  reject it: no agent can store it again
e  edit its text in your editor, and approve that
l  leave it for later
u  undo your last decision
A  approve it and all claims that say the same, after a list and a question
q  quit; undecided claims stay held"""
UNSAID = "rejected by a person in review"

Press = Callable[[str, str], str]
"""Shows a line and waits for one of some keys; returns it, or nothing at the terminal's end."""


class Screen:
    """The claims of one queue, decided by keys. `record` keeps what a person did, `press` asks them."""

    def __init__(
        self,
        queue: ReviewQueue,
        drafts: Drafts,
        record: Callable[[str, str], None] = lambda _action, _id: None,
        press: Press = lambda question, keys: choose(question, keys, say),
    ) -> None:
        self._queue = queue
        self._record = record
        self._press = press
        self._drafts = drafts

    def run(self) -> None:
        """Show each claim that is held and do what is pressed, until all were seen or the user quits."""
        later: set[str] = set()
        while claims := self._order(later):
            position = 0
            while 0 <= position < len(claims):
                id, group = claims[position]
                claim = self._held(id, group)
                if claim is None or id in later:
                    position += 1
                    continue
                say(f"\n{position + 1} of {len(claims)}")
                say("\n".join(show_lines(claim)))
                while (pressed := self._press(KEYS, "yneluaq?")) == "?":
                    say(HELP)
                if pressed in ("", "q"):
                    return
                if pressed == "l":
                    later.add(id)
                elif pressed == "u":
                    undone = self._undo()
                    later -= undone
                    position = next((n for n, (other, _) in enumerate(claims) if other in undone), position)
                else:
                    self._decide(pressed, claim)
        say(f"{len(later)} left for later" if later else "nothing waits for review")

    def _order(self, later: set[str]) -> list[tuple[str, tuple[str, ...]]]:
        """The ids of what is held, each with its group; near-identical ones stand together."""
        groups = [(claim.memory.id, *claim.alike) for claim in self._queue.waiting()]
        return [(id, group) for group in groups for id in group if id not in later]

    def _held(self, id: str, group: tuple[str, ...]) -> HeldClaim | None:
        """The claim while it is held; what was decided meanwhile isn't shown again."""
        try:
            claim = self._queue.show(id, group)
        except NotFound:
            return None
        return claim if claim.memory.status in WAITING else None

    def _undo(self) -> set[str]:
        try:
            last = self._queue.last()
            words = [f"- {id[:DIGITS]}: {self._queue.show(id, ()).memory.content}" for id in last.ids]
            step = self._queue.undo()
        except ScrubjayError as error:
            say(str(error))
            return set()
        say("\n".join([f"undone: {step.action}", *words]))
        self._record("undo", step.ids[0])
        return set(step.ids)

    def _decide(self, pressed: str, claim: HeldClaim) -> None:
        id = claim.memory.id
        try:
            if pressed == "y":
                self._approve([id])
            elif pressed == "n":
                say("\n".join(reviewed_lines(self._queue.reject([id], UNSAID), "rejected")))
                self._record("reject", id)
            elif pressed == "a":
                self._group(claim)
            else:
                self._edit(claim)
        except ScrubjayError as error:
            say(str(error))

    def _edit(self, claim: HeldClaim) -> None:
        """Let other words be written in a claim's place; what can't be taken stays as a draft."""

        outcome = self._drafts.edit(
            "words",
            claim.memory.id,
            f"{claim.memory.content}\n",
            lambda words: accepted(self._queue.edit(claim.memory.id, words.strip())),
            lambda question: self._press(f"{question} Press y or n.", "yn") == "y",
        )
        if outcome is not None:
            say(outcome_line(outcome))
            self._record("edit", claim.memory.id)

    def _group(self, claim: HeldClaim) -> None:
        """Approve a claim with those that say the same, after a list and a question."""
        others = [other for id in claim.alike if (other := self._held(id, ())) and not other.individual_reason]
        every = [claim, *others]
        for other in every:
            say(f"- {other.memory.id[:DIGITS]} {other.memory.kind}: {other.memory.content}")
        if self._press(f"Approve {'these' if others else 'this one'} ({len(every)})? Press y or n.", "yn") == "y":
            self._approve([other.memory.id for other in every])

    def _approve(self, ids: list[str]) -> None:
        done = self._queue.approve(ids)
        say("\n".join(reviewed_lines(done, "approved")))
        for reviewed in done:
            if reviewed.memory:
                self._record("approve", reviewed.memory.id)
