"""The pages of Review: the claim that is next, groups and merges, contradictions, promotions, past decisions."""

from textwrap import shorten
from typing import Any, Final

from starlette.responses import Response

from scrubjay.errors import NotFound, ScrubjayError
from scrubjay.memory.grouping.relations import decide_dispute, dispute_of
from scrubjay.memory.review.render import outcome_line
from scrubjay.memory.review.round import UNSAID, claims_together
from scrubjay.model.counted import counted
from scrubjay.model.memory import Blocked, Memory
from scrubjay_ui.views.review_queries import (
    DIGITS,
    ReviewWalk,
    decided,
    first_disputes,
    ids_of,
    shown_claim,
    state_of,
    waiting_counts,
    walk_of,
)
from scrubjay_ui.visit import Visit

OPENING: Final = 80
"""Characters of a claim by which a decision on it is named."""


def decide(visit: Visit) -> Response:
    """Approve, reject or edit the claim that was shown. One that somebody else decided on stays as it is."""
    act = visit.choice("act", ("approve", "reject", "edit"), "")
    queue, walk = visit.workspace.reviews, walk_of(visit)
    memory = visit.workspace.memories.get(visit.text("claim"))
    if state_of(memory) != visit.text("state") or not queue.waits(memory):
        return _conflict_page(visit, walk, memory.id, act)
    if act == "edit":
        return _edit(visit, walk, memory.id)
    reason = visit.text("reason")
    done = queue.approve([memory.id], reason) if act == "approve" else queue.reject([memory.id], reason or UNSAID)
    if done[0].memory is None:
        return _conflict_page(visit, walk, memory.id, act, done[0].problem)
    visit.record(act, memory.id)
    return visit.redirect(walk.decided(1).address(visit, visit.text("next")), _decision_text(act, memory))


def approve_group(visit: Visit) -> Response:
    """Approve claims that say the same, as one decision."""
    done = visit.workspace.reviews.approve(ids_of(visit))
    changed = [result.memory.id for result in done if result.memory]
    for id in changed:
        visit.record("approve", id)
    problems = [f"{result.id[:DIGITS]}: {result.problem}" for result in done if result.problem]
    said = " ".join([f"{len(done) - len(problems)} approved.", *problems])
    return visit.redirect(walk_of(visit).decided(len(changed)).address(visit), said)


def merge(visit: Visit) -> Response:
    """Make one claim of several, and approve it."""
    ids, walk = ids_of(visit), walk_of(visit)
    outcome = visit.workspace.reviews.merge(ids, visit.text("content"))
    if isinstance(outcome, Blocked):
        address = walk.address(visit, "", "merge", ids=" ".join(ids), content=visit.text("content"))
        return visit.redirect(address, outcome_line(outcome))
    visit.record("merge", outcome.id)
    return visit.redirect(walk.decided(len(ids)).address(visit), f"Merged into {outcome.id[:DIGITS]}.")


def undo(visit: Visit) -> Response:
    """Take the last decision back, and show what it was about again."""
    walk = walk_of(visit)
    try:
        step = visit.workspace.reviews.undo()
    except NotFound as error:
        return visit.redirect(walk.address(visit, visit.text("claim")), str(error))
    visit.record(f"undo {step.action}", step.ids[0])
    queue, touched = visit.workspace.reviews, visit.workspace.memories.of_ids(step.ids)
    again = [id for id in step.ids if id in touched and queue.waits(touched[id])]
    back = walk.decided(-len(again)).back(step.ids)
    return visit.redirect(back.address(visit, next(iter(again), "")), f"Undone: {step.action}.")


def _edit(visit: Visit, walk: ReviewWalk, id: str) -> Response:
    """Put other words in a claim's place; where they can't be taken, they stay in the form."""
    content, problem, edited = visit.text("content"), "", id
    try:
        outcome = visit.workspace.reviews.edit(id, content)
        if isinstance(outcome, Blocked):
            problem = outcome_line(outcome)
        else:
            visit.record("edit", edited := outcome.id)
    except ScrubjayError as error:
        problem = str(error)
    if problem:
        shown = shown_claim(visit.workspace, walk, id)
        if shown is None:  # decided while these words were checked
            return _conflict_page(visit, walk, id, "edit", problem)
        return visit.page(
            "review/page.html", title="Review", status=422, tab="claims", waiting=waiting_counts(visit.workspace),
            walk=walk, shown=shown, editing=True, kept=content, problem=problem,
        )  # fmt: skip
    memory = visit.workspace.memories.get(edited)
    return visit.redirect(walk.decided(1).address(visit, visit.text("next")), _decision_text("edit", memory))


def _conflict_page(visit: Visit, walk: ReviewWalk, id: str, act: str, problem: str = "") -> Response:
    """The page for a claim that changed, with nothing done: how it stands now, beside what was wanted."""
    return visit.page(
        "review/decided.html", title="Decided meanwhile", status=409, tab="claims",
        waiting=waiting_counts(visit.workspace), walk=walk, now=decided(visit.workspace, id),
        kept=visit.text("content") if act == "edit" else "",
        wish=problem or f"You wanted to {act} it. Nothing was changed.",
    )  # fmt: skip


def _decision_text(act: str, memory: Memory) -> str:
    """What was decided, in the claim's words, and how many memories ended with it."""
    word = {"approve": "Approved", "reject": "Rejected", "edit": "Edited and approved"}[act]
    ended = counted(len(memory.supersedes), "memory") if act != "reject" and memory.supersedes else ""
    return f"{word}: {shorten(memory.content, OPENING, placeholder=' …')}{f' It ended {ended}.' if ended else ''}"


def settle(visit: Visit) -> Response:
    """End one of two memories that contradict each other, or keep both. Raises NotFound for a pair that is decided."""
    workspace = visit.workspace
    pair = dispute_of(workspace.memories, visit.text("one"), visit.text("other"))
    settled = decide_dispute(workspace.memories, pair, visit.text("key"), workspace.settings.user_id)
    visit.record(settled.action, settled.ids[0])
    ids = ", ".join(id[:DIGITS] for id in settled.ids)
    return visit.redirect(visit.link("review", "disputes"), f"{settled.decision.capitalize()}: {ids}.")


def decline(visit: Visit) -> Response:
    """Leave a memory where it is, for good. Raises NotFound where it isn't proposed any more."""
    workspace = visit.workspace
    chosen = workspace.proposals.named([visit.text("id")])
    workspace.proposals.decline(chosen, workspace.settings.user_id, visit.text("reason"))
    visit.record("decline", chosen[0].memory.id)
    said = f"{chosen[0].memory.id[:DIGITS]} stays where it is."
    return visit.redirect(visit.link("review", "proposals"), said)


MOST_PAST = 50
"""Decisions on the page of past ones, and claims on that of the archive."""


def page(visit: Visit, file: str, *, title: str = "Review", tab: str = "claims", **values: Any) -> Response:
    """A page of this view, with its tabs."""
    return visit.page(f"review/{file}", title=title, tab=tab, waiting=waiting_counts(visit.workspace), **values)


def next_claim(visit: Visit) -> Response:
    """The page of the address's claim, or of the next one that waits; a decided one says how it stands."""
    wanted = visit.text("claim")
    walk = walk_of(visit).back((wanted,))
    shown = shown_claim(visit.workspace, walk, wanted)
    if shown is None and wanted:
        return page(visit, "decided.html", walk=walk, now=decided(visit.workspace, wanted), kept="", wish="")
    return page(visit, "page.html", walk=walk, shown=shown, editing=bool(visit.text("edit")), kept="", problem="")


def group(visit: Visit) -> Response:
    """The page of a claim with those that say the same, before all of them are approved."""
    queue, walk = visit.workspace.reviews, walk_of(visit)
    claims = claims_together(queue, queue.show(visit.text("claim")))
    return page(visit, "group.html", title="Approve together", walk=walk, claims=claims)


def merging(visit: Visit) -> Response:
    """The page of several claims, before they become one."""
    queue = visit.workspace.reviews
    claims = [queue.show(id, ()).memory for id in ids_of(visit)]
    return page(
        visit, "merge.html", title="Merge claims", walk=walk_of(visit), claims=claims,
        content=visit.text("content") or (claims[0].content if claims else ""),
    )  # fmt: skip


def disputes(visit: Visit) -> Response:
    """The page of memories that contradict each other."""
    return page(visit, "disputes.html", tab="disputes", pairs=first_disputes(visit.workspace))


def proposals(visit: Visit) -> Response:
    """The page of memories that are proposed to others."""
    return page(visit, "proposals.html", tab="proposals", proposed=visit.workspace.proposals.waiting())


def asked(visit: Visit) -> Response:
    """The page that asks a person to confirm declining one proposal."""
    (proposal,) = visit.workspace.proposals.named([visit.text("id")])
    return page(visit, "asked.html", title="Promotion", tab="proposals", proposal=proposal)


def archive(visit: Visit) -> Response:
    """The page of the claims that made room for newer ones."""
    archived = visit.workspace.reviews.waiting(MOST_PAST, archived=True)
    return page(visit, "archive.html", tab="archive", archived=archived)


def past(visit: Visit) -> Response:
    """The page of the last decisions."""
    return page(visit, "past.html", tab="past", decisions=visit.workspace.reviews.history(MOST_PAST))
