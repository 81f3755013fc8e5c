"""The list of memories, and the form for many of them."""

from datetime import timedelta
from textwrap import shorten
from typing import TYPE_CHECKING

from scrubjay.errors import ScrubjayError, UsageError
from scrubjay.memory.freshness.wording import NO_SOURCE, grade_text, grade_word, grounds_of
from scrubjay.memory.listing.filters import ListFilters
from scrubjay.memory.review.claims import word_changes
from scrubjay.memory.store.stamp import stamp
from scrubjay.model.counted import counted
from scrubjay.model.frozen import dataclass
from scrubjay_agents.services import AgentServices
from scrubjay_ui.endpoints import ViewRoute
from scrubjay_ui.views.memory_changes import DIGITS, ENDINGS
from scrubjay_ui.views.memory_queries import last_decision

if TYPE_CHECKING:
    from collections.abc import Iterable

    from starlette.responses import Response

    from scrubjay.app import Workspace
    from scrubjay.memory.freshness.grounds import Ground
    from scrubjay.memory.lifecycle.undo import UndoStep
    from scrubjay.memory.listing import ListedMemory
    from scrubjay.model.memory import Memory
    from scrubjay_ui.visit import Visit


PAGE = 50
"""Memories on one page."""

OPENING = 80
"""Characters of a memory that name it."""

EXCERPT = 300
"""Characters of a source that are shown of what changed in it."""

STATES = {
    "": "holding",
    "fallen": "fallen",
    "stale": "stale",
    "waiting": "held",
    "faded": "faded",
    "contradicted": "contradicted",
    "lost": "lost",
    "published": "published",
    "unused": "never used",
}
"""The states that the page offers, and their words."""

MEANS = {
    "": "They count now, as far as this branch shows them.",
    "fallen": "Their source is gone or superseded, or what they quoted changed.",
    "stale": "A source that they name changed, or never was there.",
    "waiting": "Each waits for a person to decide on it, and is told to no agent until then.",
    "faded": "Their time is over: nobody used or confirmed them in it.",
    "contradicted": "Another memory says the same with another figure, version or name, or was told in its place; "
    "or your model reads that its ground says otherwise.",
    "lost": "No branch shows them: what they were learned on is gone.",
    "published": "A document of this branch says them now, and is shown in their place.",
    "unused": "No session that is known was told them.",
}
"""What each state means, in a sentence."""

COLUMNS = {
    "kind": "Kind",
    "scope": "Scope",
    "grade": "Grade",
    "used": "Last used",
    "newest": "Recorded",
}
"""Columns that sort, by the name of their order."""


@dataclass(frozen=True, slots=True)
class ShownRow:
    """A memory in the list, with its grade in words, its stamp, its grounds, and what changed in them.

    `moved`: each change in short, and the words of it, before and now: (whose, words). `grounds` as text, with state.
    """

    listed: "ListedMemory"
    grade: str
    why: str
    stamp: str
    moved: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
    grounds: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryPage:
    """A page of the list. `published` counts those that documents stand for."""

    rows: tuple[ShownRow, ...]
    total: int
    published: int
    number: int
    last: int


def filters_of(visit: "Visit") -> ListFilters:
    """The filters, the order and the page that the address asks for. Raises UsageError."""
    sort = visit.choice("sort", (*COLUMNS, "fallen", "oldest", "author", "until"), "newest")
    number = visit.number("page", 1, 1, 10_000)
    return ListFilters(
        kinds=visit.texts("kind"),
        grades=visit.texts("grade"),
        tags=tuple(" ".join(visit.texts("tag")).split()),
        scope=visit.text("scope"),
        author=visit.text("author"),
        session=visit.text("session"),
        since=visit.text("since"),
        until=visit.text("until"),
        words=tuple(visit.text("q").split()[:20]),
        fallen_since=visit.text("fallen_since"),
        state=visit.choice("state", tuple(STATES), ""),  # type: ignore[arg-type]  # each is a State
        sort=sort,  # type: ignore[arg-type]  # each is a Sort
        reverse=visit.choice("order", ("down", "up"), "down") == "up",
        limit=PAGE,
        offset=(number - 1) * PAGE,
    )


def memory_page(visit: "Visit", filters: ListFilters) -> MemoryPage:
    """One page of the memories that pass the filters. Raises UsageError."""

    listing = visit.workspace.listed(filters, detailed=True)
    rows = tuple(
        ShownRow(
            row,
            grade_word(row.memory, row.graded),
            grade_text(row.memory, row.graded),
            stamp(row.memory),
            tuple((ground.describe(), _pieces(ground)) for ground in row.graded.standing.moved),
            tuple(ground.text for ground in grounds_of(row.graded)) or (NO_SOURCE,),
        )
        for row in listing.memories
    )
    last = max(1, -(-listing.total // PAGE))
    return MemoryPage(
        rows=rows, total=listing.total, published=listing.published, number=filters.offset // PAGE + 1, last=last
    )


def _pieces(ground: "Ground") -> tuple[tuple[str, str], ...]:
    """The words that a source had when it was named, and those that stand there now."""

    before = ground.citation.words if ground.citation else ""
    return word_changes(before[:EXCERPT], ground.words[:EXCERPT]) if before or ground.words else ()


def undone(workspace: "Workspace", step: "UndoStep | None") -> str:
    """How the memory begins that one's last decision was about; empty where it was about several, or isn't shown."""
    if step is None or len(step.ids) != 1:
        return ""
    (found,) = workspace.memories.of_ids(step.ids).values() or (None,)
    return shorten(found.content, OPENING, placeholder=" …") if found else ""


def last_friday(visit: "Visit") -> str:
    """The Friday before today, as a day: the week's end is when people look back."""

    now = visit.home.clock()
    return (now - timedelta(days=(now.weekday() - 4) % 7 or 7)).date().isoformat()


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


def many(visit: "Visit") -> "Response":
    """Ask about an act on the chosen memories, or with `sure` do it. Publishing asks on its own page."""
    act = visit.choice("act", tuple(ACTS), "")
    chosen = _chosen(visit)
    if act == "publish":
        own = "1" if any(memory.scope == "user" for memory, _ in chosen) else ""
        ids = tuple(memory.id for memory, _ in chosen)
        return visit.redirect(visit.link("promotion", "publish", id=ids, own=own))
    if not visit.text("sure"):
        return _ask(visit, act, [memory for memory, _ in chosen], dict(_pairs(visit)))
    expected = {memory.id: stamp for memory, stamp in chosen}
    if act in ENDINGS:
        return _ended(visit, act, expected)
    return (_forget if act == "forget" else _share)(visit, expected)


def _pairs(visit: "Visit") -> list[tuple[str, str]]:
    """The chosen ids, each with the stamp by which it was shown: `id:stamp`."""
    ids = [text.partition(":")[::2] for text in visit.texts("id")]
    if not ids:
        raise UsageError("No memory is chosen. Go back and tick some.")
    if len(ids) > MOST:
        raise UsageError(f"At most {MOST} memories in one act; {len(ids)} are chosen.")
    return list(dict(ids).items())


def _chosen(visit: "Visit") -> "list[tuple[Memory, str]]":
    service = visit.workspace.memories
    return [(service.get(id), stamp) for id, stamp in _pairs(visit)]


def _ask(visit: "Visit", act: str, memories: "list[Memory]", stamps: dict[str, str], problem: str = "") -> "Response":
    from scrubjay_ui.views.memory_changes import person_caller

    pools = AgentServices.of(visit.workspace).pools.list(person_caller(visit)) if act == "share" else ()
    word, effect = ACTS[act]
    return visit.page(
        "memories/many.html", title=f"{word} {counted(len(memories), 'memory')}", act=act, word=word, effect=effect,
        memories=memories, stamps=stamps, pools=pools, problem=problem, reason=visit.text("reason"),
        wants_reason=act in ENDINGS and ENDINGS[act].reason, status=400 if problem else 200,
    )  # fmt: skip


def _ended(visit: "Visit", act: str, expected: dict[str, str]) -> "Response":
    service, user, reason = visit.workspace.memories, visit.workspace.settings.user_id, visit.text("reason")
    if ENDINGS[act].reason and not reason:
        memories = [memory for memory, _ in _chosen(visit)]
        return _ask(visit, act, memories, expected, "Give the reason; it stays in the history of each.")
    if act == "confirm":
        results = visit.workspace.reviews.approve(_own(visit, expected), expected=expected)
        problems = {one.id: one.problem for one in results if one.problem}
        problems |= {id: f"{id[:DIGITS]} is another person's." for id in expected.keys() - _own(visit, expected)}
    else:
        done = service.end_many(act, expected, user, reason)
        problems = {id: str(one) for id, one in done.items() if isinstance(one, ScrubjayError)}
    changed = [id for id in expected if id not in problems]
    for id in changed:
        visit.record(act, id)
    undo = "Undo takes them back. " if changed else ""
    said = f"{ENDINGS[act].done}: {counted(len(changed), 'memory')}. {undo}{_left(list(problems.values()))}"
    return visit.redirect(visit.link("memories"), said.strip())


def _own(visit: "Visit", ids: "Iterable[str]") -> "set[str]":
    """Those that the person wrote, or that nobody did: nobody stands behind what another person said."""
    service, user = visit.workspace.memories, visit.workspace.settings.user_id
    return {id for id in ids if service.get(id).author in ("", user)}


def _forget(visit: "Visit", expected: dict[str, str]) -> "Response":
    from scrubjay.memory.lifecycle.erasing import checked_line

    user, eraser, home = visit.workspace.settings.user_id, visit.workspace.eraser, visit.home.settings.home
    said, problems = list[str](), list[str]()
    for id, shown in expected.items():
        try:
            erased = eraser.erase(id, user, authority=True, expected=shown)
        except ScrubjayError as error:
            problems.append(str(error))
            continue
        visit.record("forget", id)
        said.append(f"{id[:DIGITS]}: {checked_line(erased, home)}")
    return visit.redirect(visit.link("memories"), f"Forgotten: {len(said)}. {' '.join(said)} {_left(problems)}".strip())


def _share(visit: "Visit", expected: dict[str, str]) -> "Response":
    from scrubjay_ui.views.memory_changes import person_caller

    caller, pool, problems, made = person_caller(visit), visit.text("pool"), list[str](), 0
    for id in expected:
        try:
            AgentServices.of(visit.workspace).sharing.share(caller, pool, id)
        except ScrubjayError as error:
            problems.append(str(error))
            continue
        made += 1
        visit.record("share", id)
    return visit.redirect(visit.link("memories"), f"Shared: {counted(made, 'memory')}. {_left(problems)}".strip())


def _left(problems: list[str]) -> str:
    return f"Left as they were: {len(problems)}. {' '.join(dict.fromkeys(problems))}" if problems else ""


def memories(visit: "Visit") -> "Response":
    """The memories that pass the filters, as a table or as cards."""
    from scrubjay.memory.store.kinds import MEMORY_KINDS
    from scrubjay.model.grade import WORDS

    filters, undo = filters_of(visit), last_decision(visit.workspace)
    return visit.page(
        "memories/page.html", title="Memories", filters=filters, found=memory_page(visit, filters), states=STATES,
        means=MEANS, columns=COLUMNS, kinds=MEMORY_KINDS, grades=WORDS, acts=ACTS, friday=last_friday(visit),
        shape=visit.choice("as", ("table", "cards"), "table"), undo=undo, undo_of=undone(visit.workspace, undo),
        order="up" if filters.reverse else "down", q=visit.text("q"),
    )  # fmt: skip


ROUTES = (ViewRoute(path="/memories", show=memories), ViewRoute(path="/memories/many", show=many, writes=True))
