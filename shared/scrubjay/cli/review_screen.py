"""How is the queue worked through with the keyboard? One claim at a time, one key a decision."""

from collections.abc import Callable

import click
import typer

from scrubjay.cli.output import plain, say
from scrubjay.errors import ScrubjayError
from scrubjay.review import ReviewQueue
from scrubjay.review.render import DIGITS, outcome_line, reviewed_lines, show_lines

KEYS = "[a]pprove  [e]dit  [r]eject  [m]erge with its group  [n]ext  [p]revious  [l]ist  [q]uit"
_NEXT, _BACK = frozenset({"n", "j", " ", "\x1b[B", "\x1b[C"}), frozenset({"p", "k", "\x1b[A", "\x1b[D"})


def run(queue: ReviewQueue, key: Callable[[], str] = click.getchar, ask: Callable[[str], str] = click.prompt) -> None:
    """Show what waits and do what is pressed, until nothing is left or the user quits. Ctrl-C ends it, too."""
    position = 0
    while waiting := queue.waiting():
        position = max(0, min(position, len(waiting) - 1))
        one = queue.show(waiting[position].memory.id)
        say(f"\n{position + 1} of {len(waiting)}")
        say("\n".join(show_lines(one)))
        typer.secho(plain(KEYS), dim=True)
        pressed = key()
        if pressed in {"q", "\x1b", "\x04"}:
            return
        if pressed in _NEXT:
            position += 1
        elif pressed in _BACK:
            position -= 1
        elif pressed == "l":
            for number, other in enumerate(waiting, 1):
                say(f"{number:3} {other.memory.id[:DIGITS]} {other.memory.kind}: {other.memory.content[:100]}")
        else:
            _decide(queue, pressed, one.memory.id, one.alike, ask, one.memory.content)
    say("nothing waits for review")


def _decide(
    queue: ReviewQueue, pressed: str, id: str, alike: tuple[str, ...], ask: Callable[[str], str], content: str
) -> None:
    try:
        if pressed == "a":
            say("\n".join(reviewed_lines(queue.approve([id]), "approved")))
        elif pressed == "r":
            say("\n".join(reviewed_lines(queue.reject([id], ask("Why")), "rejected")))
        elif pressed == "e":
            edited = click.edit(content) if ask is click.prompt else ask("New words")
            if edited and edited.strip() != content:
                say(outcome_line(queue.edit(id, edited.strip(), terminal=True)))
        elif pressed == "m" and alike:
            say(outcome_line(queue.merge([id, *alike], terminal=True)))
        else:
            say("There is no such key here, or nothing to merge.")
    except ScrubjayError as error:
        say(str(error))
