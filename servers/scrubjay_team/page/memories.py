"""`/memories`: what the team remembers, by filters; and one memory with its grounds, its chain and its history."""

from typing import Final
from uuid import UUID

from scrubjay.memory.grounding.tiers import state_of
from scrubjay.memory.store.claim import MEMORY_KINDS
from scrubjay_team.memories.listing import STATUSES, MemoryFilters
from scrubjay_team.page.mirrored import repositories
from scrubjay_team.page.route import PageCall, Redirect, ShownPage
from scrubjay_team.people.choosing import choose, chosen

MOST: Final = 100
"""Memories on a page."""

GRADES: Final = ("told", "quoted", "said")


def listed(call: PageCall) -> ShownPage:
    """The newest memories that the filters let through."""
    query = call.query
    filters = MemoryFilters(
        repo=query["repo"], kinds=tuple(filter(None, [query["kind"]])), grades=tuple(filter(None, [query["grade"]])),
        tags=tuple(query["tag"].split()), author=query["author"].strip(), since=query["since"],
        status=query["status"] or "current", mine=bool(query["mine"]),
    )  # fmt: skip
    return ShownPage(
        template="memories/page.html",
        values={
            "title": "Memories", "found": call.services.memories.listed(call.member, filters, MOST),
            "filters": filters, "narrow": any(query[name] for name in query), "most": MOST, "kinds": MEMORY_KINDS,
            "grades": GRADES, "statuses": tuple(map(str, STATUSES)),
            "repositories": repositories(call.member),
        },
    )  # fmt: skip


def one(call: PageCall) -> ShownPage:
    """A memory, what it leans on, what stood before and after it, and what became of it."""
    known = call.services.memories.provenance(call.member, call.path["id"])
    grounds = [(ground, state_of(ground)) for ground in known.memory.grounds]
    title = f"Memory {known.memory.id[:12]}"
    handed = known.memory.mine and UUID(known.memory.id) in chosen(call.member)
    values = {"title": title, "known": known, "grounds": grounds, "handed": handed}
    return ShownPage(template="memories/one.html", values=values)


def hand_on(call: PageCall) -> Redirect:
    """Let a memory of one's own go to somebody else once one leaves the team, or no longer."""
    id = call.services.memories.provenance(call.member, call.path["id"]).memory.id
    kept = {one for one in chosen(call.member) if one != UUID(id)}
    choose(call.member, kept | {UUID(id)} if call.form["handed"] else kept)
    said = "It can be handed over once you leave." if call.form["handed"] else "It stays yours alone."
    return Redirect(to=f"/memories/{id}", said=said)
