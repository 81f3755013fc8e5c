"""Tell others: what would be seen by whom, with the diff of what would be committed; then it is done."""

import hashlib
from typing import TYPE_CHECKING

from scrubjay.errors import ChangedMeanwhile, UsageError
from scrubjay.model.frozen import dataclass
from scrubjay_growth.api import GIT
from scrubjay_publishing.api import PublishRequest, readers
from scrubjay_publishing.services import PublishingServices

if TYPE_CHECKING:
    from starlette.responses import Response

    from scrubjay_growth.api import ShownProposal
    from scrubjay_publishing.api import PlannedChange, PublishPlan
    from scrubjay_ui.visit import Visit


@dataclass(frozen=True, slots=True, kw_only=True)
class TellingPlan:
    """What would happen: proposals that are approved, or memories that are published without one.

    `stamp` changes with anything that would be committed, or be told to others.
    """

    ids: tuple[str, ...]
    chosen: "tuple[ShownProposal, ...]"
    plan: "PublishPlan | None"
    changes: "tuple[PlannedChange, ...]" = ()
    stamp: str = ""


def planned(visit: "Visit") -> TellingPlan:
    """What telling the memories of a request would do. Raises NotFound, PublishRefused, UsageError."""
    workspace = visit.workspace
    ids = tuple(dict.fromkeys(workspace.memories.get(id).id for id in visit.texts("id")))
    if not ids:
        raise UsageError("No memory is named.")
    waiting = {one.memory.id: one for one in workspace.proposals.waiting()}
    chosen = tuple(waiting[id] for id in ids if id in waiting)
    if chosen and len(chosen) < len(ids):
        raise UsageError("Some of them are proposed and some aren't. Decide on the proposed ones by themselves.")
    to_git = tuple(id for id in ids if id not in waiting or waiting[id].proposal.target == GIT)
    if not to_git:
        return TellingPlan(ids=ids, chosen=chosen, plan=None, stamp=_stamp(chosen, None))
    own, topic = visit.text("own") == "1", "" if chosen else visit.text("topic")
    plan = PublishingServices.of(workspace).publisher.plan(PublishRequest(ids=to_git, topic=topic, own=own))
    changes = PublishingServices.of(workspace).publisher.changes(plan)
    return TellingPlan(ids=ids, chosen=chosen, plan=plan, changes=changes, stamp=_stamp(chosen, plan))


def tell(visit: "Visit") -> "Response":
    """The page that asks."""
    asked = planned(visit)
    return visit.page(
        "promotion/tell.html",
        title="Publish" if asked.plan else "Tell the project",
        asked=asked,
        readers=readers(asked.plan) if asked.plan else "",
        own=visit.text("own"),
        topic=visit.text("topic"),
    )


def confirm(visit: "Visit") -> "Response":
    """Do what was shown. Raises ChangedMeanwhile where that is no longer what would be done."""
    asked, workspace = planned(visit), visit.workspace
    if asked.stamp != visit.text("stamp"):
        raise ChangedMeanwhile("What would be told has changed since it was shown. Nothing was done; look again.")
    if asked.chosen:
        lines = workspace.proposals.approve(asked.chosen, workspace.settings.user_id)
        for id in asked.ids:
            visit.record("promote", id)
        return visit.redirect(visit.link("promotion"), " ".join(lines[:1]))
    if asked.plan is None:
        raise UsageError("No memory is named.")
    done = PublishingServices.of(workspace).publisher.publish(asked.plan)
    visit.record("publish", " ".join(asked.plan.memories))
    next_lines = " && ".join(asked.plan.commands)
    said = f"{asked.plan.branch} has it, as {done.commit[:10]}. Nothing was pushed; in a terminal: {next_lines}"
    return visit.redirect(visit.link("promotion", "published"), said)


def decline(visit: "Visit") -> "Response":
    """Leave a proposed memory where it is, and never ask again."""
    workspace = visit.workspace
    chosen = workspace.proposals.named(visit.texts("id"))
    workspace.proposals.decline(chosen, workspace.settings.user_id, visit.text("reason"))
    for one in chosen:
        visit.record("decline", one.memory.id)
    return visit.redirect(visit.link("promotion"), "Declined: it stays where it is, and isn't proposed again.")


def _stamp(chosen: "tuple[ShownProposal, ...]", plan: "PublishPlan | None") -> str:
    """A digest of all that others would be told, and of whom."""
    parts = [text for one in chosen for text in (one.memory.id, one.memory.content, one.seen, one.audience)]
    if plan is not None:
        parts += (plan.branch, plan.base.commit, plan.replaces, plan.message, *plan.removed)
        parts += (text for file in plan.files for text in (file.path, file.text))
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()
