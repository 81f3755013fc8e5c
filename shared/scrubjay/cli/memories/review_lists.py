"""What waits for a person, as `scrubjay review` lists it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from scrubjay.cli.memories.review_screen import say_disputes
from scrubjay.cli.output import say, say_json
from scrubjay.identity.person.facts import Actor
from scrubjay.memory.grouping.relations import count_disputes, disputes
from scrubjay.memory.review.render import as_object, list_lines

if TYPE_CHECKING:
    from scrubjay.app import Workspace
    from scrubjay.extensions.kinds.proposal import Proposed
    from scrubjay.identity.person.permit import Permit


MOST_OFFERED = 20
"""Memories of agents that are offered at once."""


def list_waiting(workspace: "Workspace", seen: "Permit", *, as_json: bool, archived: bool) -> None:
    """List the claims that wait, what is proposed to others, and what contradicts each other."""

    claims = workspace.reviews.waiting(archived=archived)
    proposed = () if archived else workspace.proposals.waiting()
    disputed = 0 if archived else count_disputes(workspace.memories)
    pairs = disputes(workspace.memories) if disputed and seen.actor is not Actor.AGENT else ()
    if as_json:
        say_json(
            {
                "held": workspace.reviews.count(),
                "archived": archived,
                "claims": [as_object(claim) for claim in claims],
                "proposed": [one.as_object() for one in proposed],
                "contradicting": disputed,
                "pairs": [list(pair.ids) for pair in pairs],
            }
        )
        return
    if claims:
        many = "In the archive" if archived else f"{workspace.reviews.count()} held for review"
        say(f"{many}; `scrubjay review show|approve|edit|reject|merge ID`:")
        say("\n".join(list_lines(claims)))
    elif not (proposed or disputed):
        say("the archive is empty" if archived else "nothing waits for review")
    say_proposed(proposed)
    if disputed:
        say_disputes(workspace, disputed, pairs)


def offer_said(workspace: "Workspace", *, as_json: bool) -> None:
    """List what agents said, which a person may make their own."""
    from scrubjay.memory.listing import ListFilters, as_object, memory_line

    rows = workspace.listed(ListFilters(grades=("said",), sort="used", limit=MOST_OFFERED), detailed=True).memories
    if as_json:
        say_json({"said": [as_object(row) for row in rows]})
        return
    say("\n".join(map(memory_line, rows)) or "agents said nothing that holds")
    if rows:
        say("`scrubjay review approve ID` makes one yours: it is told then")


def say_proposed(proposed: "Sequence[Proposed]") -> None:
    """Print what is proposed to others, if anything is."""
    if proposed:
        say("Proposed to others; `scrubjay review promote|decline ID`:")
        say("\n".join(line for one in proposed for line in one.lines()))
