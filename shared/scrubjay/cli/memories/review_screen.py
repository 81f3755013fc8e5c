"""Decisions by keys: on claims that wait, and on memories that contradict each other, a pair at a time."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scrubjay.cli.acts import confirm, permitted, record
from scrubjay.cli.context import invoked, open_workspace
from scrubjay.cli.memories.drafts import Drafts, accepted
from scrubjay.cli.options import AsJson
from scrubjay.cli.output import complain, say, say_json
from scrubjay.errors import ScrubjayError, UsageError
from scrubjay.identity.person.facts import Actor
from scrubjay.identity.person.keys import YES_OR_NO, choose
from scrubjay.memory.freshness.graded import NOTHING
from scrubjay.memory.freshness.wording import grade_text, grounds_line
from scrubjay.memory.grouping.relations import CHOICES, decide_dispute, dispute_of, disputes
from scrubjay.memory.review.claims import HeldClaim
from scrubjay.memory.review.queue import ReviewQueue
from scrubjay.memory.review.render import DIGITS, outcome_line, reviewed_lines, show_lines
from scrubjay.memory.review.round import UNSAID, claims_together, places, waiting_claim
from scrubjay.model.counted import counted

if TYPE_CHECKING:
    from scrubjay.app import App, Workspace
    from scrubjay.identity.person.permit import Permit
    from scrubjay.memory.grouping.relations import Dispute


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
                claim = waiting_claim(self._queue, id, claims[position].group)
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
        """Undo the last decision; returns the ids of the claims that it was about."""
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
        every = claims_together(self._queue, claim)
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


def settle(
    ctx: typer.Context,
    ids: Annotated[
        list[str], typer.Argument(metavar="[ID ID]", help="Both memories. Default: every pair, by keys.")
    ] = [],  # noqa: B006
    end: Annotated[str, typer.Option("--end", metavar="ID", help="End this one of them; the other holds.")] = "",
    both: Annotated[bool, typer.Option("--keep-both", help="Both hold; the contradiction stays noted.")] = False,
    neither: Annotated[bool, typer.Option("--no-contradiction", help="They don't contradict each other.")] = False,
    as_json: AsJson = False,
) -> None:
    """Decide on memories that contradict each other, as the daily pass noted. Only a person may do this.

    What is decided isn't asked again; `scrubjay review undo` brings an ended one back.
    """
    chosen = [key for key, given in (("end", end), ("b", both), ("n", neither)) if given]
    if len(chosen) > 1 or (ids and not chosen) or (chosen and len(ids) != 2):
        raise UsageError("Give two ids and one of --end ID, --keep-both, --no-contradiction; or none of them.")
    invocation = invoked(ctx)
    line = " ".join(["scrubjay review settle", *ids])
    permit = permitted(invocation, "settle contradictions", line)
    with open_workspace(invocation) as (home, workspace):
        service = workspace.memories
        if not chosen:
            if permit.actor is not Actor.PERSON:
                raise UsageError("Give two ids and what to do; `scrubjay review list` shows the pairs.")
            done = _settle_by_keys(home, workspace, permit, disputes(service))
        else:
            pair = dispute_of(service, *ids)
            key = chosen[0]
            if end:
                ending = service.get(end).id
                if ending not in pair.ids:
                    raise UsageError(f"--end takes one of the two, and {end} is neither.")
                key = "1" if ending == pair.one.id else "2"
            confirm(permit, dispute_lines(workspace, (pair,)), f"Decide: {CHOICES[key]}?")
            done = [_decide(home, workspace, permit, pair, key)]
    if as_json:
        say_json({"settled": done})
    else:
        say(
            "\n".join(f"{one['decision']}: {', '.join(id[:12] for id in one['ids'])}" for one in done) or "none settled"
        )


def say_disputes(workspace: "Workspace", count: int, pairs: "Sequence[Dispute]") -> None:
    """Say that memories contradict each other, and which, where `pairs` are given."""
    say(f"{counted(count, 'pair')} of memories contradict each other; a person decides: `scrubjay review settle`")
    for line in dispute_lines(workspace, tuple(pairs)) if pairs else ():
        say(line)


def dispute_lines(workspace: "Workspace", pairs: "tuple[Dispute, ...]") -> list[str]:
    """Both sides of each pair, with grade and source."""
    memories = {memory.id: memory for pair in pairs for memory in (pair.one, pair.other)}
    graded = workspace.grades.of(memories, workspace.documents.view())

    def side(mark: str, id: str) -> str:
        memory, grade = memories[id], graded.get(id, NOTHING)
        told = filter(None, [grade_text(memory, grade), grounds_line(grade)])
        return f"{mark} {id[:12]} {memory.kind}: {' '.join(memory.content.split())} · {' · '.join(told)}"

    return [line for pair in pairs for line in (side("-", pair.one.id), side("  otherwise:", pair.other.id))]


def _settle_by_keys(
    home: "App", workspace: "Workspace", permit: "Permit", pairs: "tuple[Dispute, ...]"
) -> list[dict[str, Any]]:
    question = "Press " + ", ".join(f"{key}: {what}" for key, what in CHOICES.items()) + "; Esc stops."
    done = []
    for pair in pairs:
        for line in dispute_lines(workspace, (pair,)):
            complain(line)
        key = choose(question, "".join(CHOICES), complain)
        if not key:
            break
        if key != "s":
            done.append(_decide(home, workspace, permit, pair, key))
    return done


def _decide(home: "App", workspace: "Workspace", permit: "Permit", pair: "Dispute", key: str) -> dict[str, Any]:
    settled = decide_dispute(workspace.memories, pair, key, workspace.settings.user_id)
    record(home, permit, settled.action, settled.ids[0])
    return {"decision": settled.decision, "ids": list(settled.ids)}
