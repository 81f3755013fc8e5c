"""The list of memories, and the form for many of them."""

from collections.abc import Callable, Iterable
from typing import TypeVar

from starlette.responses import Response

from scrubjay.errors import ScrubjayError, UsageError
from scrubjay.memory.lifecycle.erasing import checked_line
from scrubjay.memory.store.claim import MEMORY_KINDS
from scrubjay.model.counted import counted
from scrubjay.model.grade import WORDS
from scrubjay.model.memory import Memory
from scrubjay_agents.services import AgentServices
from scrubjay_ui.views.agents_queries import person_caller
from scrubjay_ui.views.memories_queries import (
    COLUMNS,
    MEANS,
    STATES,
    filters_of,
    last_friday,
    memory_page,
    undone_memory,
)
from scrubjay_ui.views.memory_changes import DIGITS, ENDINGS
from scrubjay_ui.views.memory_queries import last_decision
from scrubjay_ui.visit import Visit

Done = TypeVar("Done")
MOST = 500
"""Memories in one act."""

ACTS = {
    "retract": ("Retract", "They never were true, and are believed for no time any more."),
    "invalidate": ("Invalidate", "They were true until now, and hold no longer."),
    "confirm": ("Confirm", "You stand behind them: they get the grade told."),
    "forget": ("Forget", "Their words are deleted for good; there is no undo."),
    "share": ("Share", "They are shared in a pool, and stay where they are."),
    "publish": ("Publish", "They are committed as Markdown on a branch of their own; nothing is pushed."),
}
"""What can be done with a selection: the button's word, and what it does."""

OF_PART = {"share": "agents", "publish": "publishing"}
"""Acts that belong to a part of the page."""


def acts(visit: Visit) -> dict[str, tuple[str, str]]:
    """The acts on memories, without those whose extension is off."""
    return {act: told for act, told in ACTS.items() if act not in OF_PART or visit.has(OF_PART[act])}


def many(visit: Visit) -> Response:
    """Ask about an act on the chosen memories, or with `sure` do it. Publishing asks on its own page."""
    act = visit.choice("act", tuple(acts(visit)), "")
    chosen = _chosen_memories(visit)
    if act == "publish":
        own = "1" if any(memory.scope == "user" for memory, _ in chosen) else ""
        ids = tuple(memory.id for memory, _ in chosen)
        return visit.redirect(visit.link("promotion", "publish", id=ids, own=own))
    if not visit.text("sure"):
        return _confirmation_page(visit, act, [memory for memory, _ in chosen], dict(_pairs(visit)))
    expected = {memory.id: stamp for memory, stamp in chosen}
    if act in ENDINGS:
        return _end_chosen(visit, act, expected)
    return (_forget_chosen if act == "forget" else _share_chosen)(visit, expected)


def _pairs(visit: Visit) -> list[tuple[str, str]]:
    """The chosen ids, each with the stamp by which it was shown: `id:stamp`."""
    ids = [text.partition(":")[::2] for text in visit.texts("id")]
    if not ids:
        raise UsageError("No memory is chosen. Go back and tick some.")
    if len(ids) > MOST:
        raise UsageError(f"At most {MOST} memories in one act; {len(ids)} are chosen.")
    return list(dict(ids).items())


def _chosen_memories(visit: Visit) -> list[tuple[Memory, str]]:
    """The chosen memories, each with the stamp by which it was shown."""
    service = visit.workspace.memories
    return [(service.get(id), stamp) for id, stamp in _pairs(visit)]


def _confirmation_page(
    visit: Visit, act: str, memories: list[Memory], stamps: dict[str, str], problem: str = ""
) -> Response:
    """The page that asks whether to do an act on some memories."""
    pools = AgentServices.of(visit.workspace).pools.list(person_caller(visit)) if act == "share" else ()
    word, effect = ACTS[act]
    return visit.page(
        "memories/many.html", title=f"{word} {counted(len(memories), 'memory')}", act=act, word=word, effect=effect,
        memories=memories, stamps=stamps, pools=pools, problem=problem, reason=visit.text("reason"),
        wants_reason=act in ENDINGS and ENDINGS[act].reason, status=400 if problem else 200,
    )  # fmt: skip


def _end_chosen(visit: Visit, act: str, expected: dict[str, str]) -> Response:
    """Retract, invalidate or confirm the chosen memories."""
    service, user, reason = visit.workspace.memories, visit.workspace.settings.user_id, visit.text("reason")
    if ENDINGS[act].reason and not reason:
        memories = [memory for memory, _ in _chosen_memories(visit)]
        return _confirmation_page(visit, act, memories, expected, "Give the reason; it stays in the history of each.")
    if act == "confirm":
        results = visit.workspace.reviews.approve(_own_ids(visit, expected), expected=expected)
        problems = {one.id: one.problem for one in results if one.problem}
        problems |= {id: f"{id[:DIGITS]} is another person's." for id in expected.keys() - _own_ids(visit, expected)}
    else:
        done = service.end_many(act, expected, user, reason)
        problems = {id: str(one) for id, one in done.items() if isinstance(one, ScrubjayError)}
    changed = [id for id in expected if id not in problems]
    for id in changed:
        visit.record(act, id)
    undo = "Undo takes them back. " if changed else ""
    said = f"{ENDINGS[act].done}: {counted(len(changed), 'memory')}. {undo}{_problems_text(list(problems.values()))}"
    return visit.redirect(visit.link("memories"), said.strip())


def _own_ids(visit: Visit, ids: Iterable[str]) -> set[str]:
    """Ids of the memories whose author is this user or nobody, so that the user may stand behind them."""
    service, user = visit.workspace.memories, visit.workspace.settings.user_id
    return {id for id in ids if service.get(id).author in ("", user)}


def _forget_chosen(visit: Visit, expected: dict[str, str]) -> Response:
    user, eraser, home = visit.workspace.settings.user_id, visit.workspace.eraser, visit.home.settings.home
    done, left = _act_on_each(
        visit, "forget", expected, lambda id: eraser.erase(id, user, authority=True, expected=expected[id])
    )
    said = " ".join(f"{id[:DIGITS]}: {checked_line(erased, home)}" for id, erased in done.items())
    return visit.redirect(visit.link("memories"), f"Forgotten: {len(done)}. {said} {left}".strip())


def _share_chosen(visit: Visit, expected: dict[str, str]) -> Response:
    sharing, caller, pool = AgentServices.of(visit.workspace).sharing, person_caller(visit), visit.text("pool")
    done, left = _act_on_each(visit, "share", expected, lambda id: sharing.share(caller, pool, id))
    return visit.redirect(visit.link("memories"), f"Shared: {counted(len(done), 'memory')}. {left}".strip())


def _act_on_each(visit: Visit, act: str, ids: Iterable[str], do: Callable[[str], Done]) -> tuple[dict[str, Done], str]:
    """Apply an act to each memory and record it; returns the results by id, and the error texts of the others."""
    done, problems = dict[str, Done](), list[str]()
    for id in ids:
        try:
            done[id] = do(id)
        except ScrubjayError as error:
            problems.append(str(error))
        else:
            visit.record(act, id)
    return done, _problems_text(problems)


def _problems_text(problems: list[str]) -> str:
    return f"Left as they were: {len(problems)}. {' '.join(dict.fromkeys(problems))}" if problems else ""


def memories(visit: Visit) -> Response:
    """The memories that pass the filters, as a table or as cards."""
    filters, undo = filters_of(visit), last_decision(visit.workspace)
    return visit.page(
        "memories/page.html", title="Memories", filters=filters, found=memory_page(visit, filters), states=STATES,
        means=MEANS, columns=COLUMNS, kinds=MEMORY_KINDS, grades=WORDS, acts=acts(visit), friday=last_friday(visit),
        shape=visit.choice("as", ("table", "cards"), "table"), undo=undo, undo_of=undone_memory(visit.workspace, undo),
        order="up" if filters.reverse else "down", q=visit.text("q"),
    )  # fmt: skip
