"""Acts that only a person may do: shown, confirmed at the terminal, and recorded in the audit log."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import typer

from scrubjay.cli.output import complain, say
from scrubjay.errors import UsageError

if TYPE_CHECKING:
    from scrubjay.app import App
    from scrubjay.cli.context import Invocation
    from scrubjay.model.memory import Memory
    from scrubjay.model.project import Project
    from scrubjay.person.permit import Permit


def permitted(invocation: "Invocation", act: str, line: str, *, scripts: bool = True) -> "Permit":
    """Who may do `act` now: a person, or with `scripts` a script that is trusted. Raises NotAPerson with the `line`."""
    from scrubjay.person.permit import permit

    return permit(invocation.facts, act, line, trust_scripts=scripts and invocation.settings.trust.scripts)


def at_the_keyboard(seen: "Permit", line: str) -> None:
    """Let only a person go on: an editor needs one, whatever a script is trusted with. Raises NotAPerson."""
    from scrubjay.errors import NotAPerson
    from scrubjay.person.facts import Actor

    if seen.actor is not Actor.PERSON:
        raise NotAPerson(
            f"Only a person at a terminal can use the editor. Nothing was changed. Type it in a terminal: {line}"
        )


def changeable(memory: "Memory", home: "App") -> None:
    """Raises NotFound for a memory that has ended, before anything is typed for it."""
    from scrubjay.errors import NotFound
    from scrubjay.memories.writing import replaceable
    from scrubjay.model.clock import iso
    from scrubjay.model.memory import Change

    if not replaceable(memory, Change.CORRECT, iso(home.clock())):
        short = memory.id[:12]
        raise NotFound(f"Memory {short} is {memory.status} and can't be changed. See `scrubjay provenance {short}`.")


def confirm(permitted: "Permit", lines: Sequence[str], question: str) -> None:
    """Show a person what will be done, and wait for a key. Raises Exit where it isn't y; a script isn't asked.

    All of it goes to stderr, so that what a command prints stays one answer.
    """
    from scrubjay.person.facts import Actor
    from scrubjay.person.keys import agreed

    if permitted.actor is not Actor.PERSON:
        return
    for line in lines:
        complain(line)
    if not agreed(question, complain):
        say("Nothing was changed.")
        raise typer.Exit(1)


def record(home: "App", permitted: "Permit", action: str, resource: str) -> None:
    """Add the act to the user's own chain, which `scrubjay audit show --scope user` shows: a project's goes with it."""
    home.record_act(permitted, action, resource)


def confirm_by_name(warning: str, project: "Project", permitted: "Permit", yes: bool) -> None:
    """Have the person type the project's name, or with `yes` press a key. A trusted script isn't asked."""
    from scrubjay.person.facts import Actor
    from scrubjay.person.keys import agreed, discard_typed_ahead

    if permitted.actor is not Actor.PERSON:
        return
    say(warning)
    discard_typed_ahead()
    if yes:
        if not agreed("Delete it?", say):
            raise UsageError("Nothing was deleted.")
    elif typer.prompt("Type the project's name to confirm", default="", show_default=False) != project.name:
        raise UsageError("The name doesn't match. Nothing was deleted.")
