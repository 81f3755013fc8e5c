"""The review queue at the keyboard: one claim at a time, one key for each decision."""

from collections.abc import Callable

from scrubjay.cli.drafts import Drafts, accepted
from scrubjay.cli.output import say
from scrubjay.errors import ScrubjayError
from scrubjay.identity.person.keys import YES_OR_NO, choose
from scrubjay.memory.review.claims import HeldClaim
from scrubjay.memory.review.queue import ReviewQueue
from scrubjay.memory.review.render import DIGITS, outcome_line, reviewed_lines, show_lines
from scrubjay.memory.review.round import UNSAID, held, places, together

KEYS = "[y]es  [n]o  [e]dit  [l]ater  [u]ndo  [A]ll of this group  [q]uit  [?]"
HELP = """\
y  approve it: it gets the grade told
n  reject it: no agent can store it again
e  edit its text in your editor, and approve that
l  leave it for later
u  undo your last decision
A  approve it and all claims that say the same, after a list and a question
q  quit; undecided claims stay held"""

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
        while claims := places(self._queue, later):
            position = 0
            while 0 <= position < len(claims):
                id = claims[position].id
                claim = held(self._queue, id, claims[position].group)
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
                    position = next((n for n, place in enumerate(claims) if place.id in undone), position)
                else:
                    self._decide(pressed, claim)
        say(f"{len(later)} left for later" if later else "nothing waits for review")

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
            lambda question: self._press(f"{question} {YES_OR_NO}", "yn") == "y",
        )
        if outcome is not None:
            say(outcome_line(outcome))
            self._record("edit", claim.memory.id)

    def _group(self, claim: HeldClaim) -> None:
        """Approve a claim with those that say the same, after a list and a question."""
        every = together(self._queue, claim)
        for other in every:
            say(f"- {other.memory.id[:DIGITS]} {other.memory.kind}: {other.memory.content}")
        if self._press(f"Approve {'these' if len(every) > 1 else 'this one'} ({len(every)})? {YES_OR_NO}", "yn") == "y":
            self._approve([other.memory.id for other in every])

    def _approve(self, ids: list[str]) -> None:
        done = self._queue.approve(ids)
        say("\n".join(reviewed_lines(done, "approved")))
        for reviewed in done:
            if reviewed.memory:
                self._record("approve", reviewed.memory.id)
