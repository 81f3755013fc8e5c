"""How is the queue worked through with the keyboard? One claim at a time, one key a decision."""

import os
from collections.abc import Callable, Sequence

import click

from scrubjay.cli.editor import editor
from scrubjay.cli.output import say
from scrubjay.errors import ScrubjayError
from scrubjay.review import PendingMemory, ReviewQueue
from scrubjay.review.render import DIGITS, history_lines, outcome_line, reviewed_lines, show_lines

KEYS = "[a]pprove  [e]dit  [r]eject  [m]erge  [x] mark  [n]ext  [p]revious  [l]ist  [h]istory  [q]uit"
MARKED = "{} marked: [a]pprove, [r]eject, [m]erge them all; [u]nmark"
_NEXT, _BACK = frozenset({"n", "j", " ", "\x1b[B", "\x1b[C"}), frozenset({"p", "k", "\x1b[A", "\x1b[D"})

Ask = Callable[[str], str]


def run(queue: ReviewQueue, key: Callable[[], str] = click.getchar, ask: Ask = click.prompt) -> None:
    """Show what waits and do what is pressed, until nothing is left or the user quits. Ctrl-C ends it, too.

    Marked claims are decided together; without marks it is the one in view, and a merge takes its group.
    """
    position = 0
    marked: dict[str, None] = {}
    while waiting := queue.waiting():
        position = max(0, min(position, len(waiting) - 1))
        one = queue.show(waiting[position].memory.id)
        there = {other.memory.id for other in waiting}
        marked = {id: None for id in marked if id in there}
        say(f"\n{position + 1} of {len(waiting)}{' (marked)' if one.memory.id in marked else ''}")
        say("\n".join(show_lines(one)))
        say(f"{KEYS}\n{MARKED.format(len(marked))}" if marked else KEYS, dim=True)
        pressed = key()
        if pressed in {"q", "\x1b", "\x04"}:
            return
        if pressed in _NEXT:
            position += 1
        elif pressed in _BACK:
            position -= 1
        elif pressed == "x":
            marked = {id: None for id in marked if id != one.memory.id} if one.memory.id in marked else {
                **marked, one.memory.id: None
            }  # fmt: skip
            position += 1
        elif pressed == "u":
            marked = {}
        elif pressed == "l":
            _list(waiting, marked)
        elif pressed == "h":
            say("\n".join(history_lines(queue.history(20))) or "nothing was decided yet")
        else:
            _decide(queue, pressed, one, tuple(marked), ask)
    say("nothing waits for review")


def _list(waiting: Sequence[PendingMemory], marked: dict[str, None]) -> None:
    for number, other in enumerate(waiting, 1):
        mark = "x" if other.memory.id in marked else " "
        say(f"{number:3} {mark} {other.memory.id[:DIGITS]} {other.memory.kind}: {other.memory.content[:100]}")


def _decide(queue: ReviewQueue, pressed: str, one: PendingMemory, marked: Sequence[str], ask: Ask) -> None:
    id, content = one.memory.id, one.memory.content
    chosen = tuple(marked) or (id,)
    together = tuple(marked) or (id, *one.alike)
    try:
        if pressed == "a":
            say("\n".join(reviewed_lines(queue.approve(chosen), "approved")))
        elif pressed == "r":
            say("\n".join(reviewed_lines(queue.reject(chosen, ask("Why")), "rejected")))
        elif pressed == "e":
            edited = click.edit(content, editor(os.environ)) if ask is click.prompt else ask("New words")
            if edited and edited.strip() != content:
                say(outcome_line(queue.edit(id, edited.strip())))
        elif pressed == "m" and len(together) > 1:
            say(outcome_line(queue.merge(together)))
        else:
            say("There is no such key here, or nothing to merge.")
    except ScrubjayError as error:
        say(str(error))
