"""Acts that only a person may do: shown, confirmed at the terminal, and recorded in the audit log."""

import getpass
import signal
from collections.abc import Sequence
from typing import TYPE_CHECKING

import typer

from scrubjay.cli.output import complain
from scrubjay.errors import NotAPerson, NotFound, UsageError
from scrubjay.identity.person.facts import Actor
from scrubjay.identity.person.keys import agreed
from scrubjay.identity.person.permit import permit
from scrubjay.memory.store.writing import replaceable
from scrubjay.model.clock import iso
from scrubjay.model.memory import Change

if TYPE_CHECKING:
    from scrubjay.app import App
    from scrubjay.cli.context import Invocation
    from scrubjay.identity.person.permit import Permit
    from scrubjay.model.memory import Memory


def permitted(invocation: "Invocation", act: str, line: str, *, scripts: bool = True) -> "Permit":
    """Who may do `act` now: a person, or with `scripts` a script that is trusted. Raises NotAPerson with the `line`."""
    return permit(invocation.facts, act, line, trust_scripts=scripts and invocation.settings.trust.scripts)


def at_the_keyboard(seen: "Permit", line: str) -> None:
    """Let only a person go on: an editor needs one, whatever a script is trusted with. Raises NotAPerson."""
    if seen.actor is not Actor.PERSON:
        raise NotAPerson(
            f"Only a person at a terminal can use the editor. Nothing was changed. Type it in a terminal: {line}"
        )


def changeable(memory: "Memory", home: "App") -> None:
    """Check that a memory hasn't ended, before anything is typed for it. Raises NotFound where it has."""
    if not replaceable(memory, Change.CORRECT, iso(home.clock())):
        short = memory.id[:12]
        raise NotFound(f"Memory {short} is {memory.status} and can't be changed. See `scrubjay provenance {short}`.")


def confirm(permitted: "Permit", lines: Sequence[str], question: str) -> None:
    """Ask a person, before anything is changed; a script isn't asked. Raises Exit where they don't agree."""
    if permitted.actor is Actor.PERSON:
        ask(lines, question)


def ask_hidden(question: str) -> str:
    """What a person types at the terminal without an echo; it is asked once the terminal shows none, so that nothing
    typed at once is lost. Raises UsageError where the input ends."""
    try:
        return getpass.getpass(f"{question}: ")
    except EOFError as error:
        raise UsageError("Nothing was typed, and nothing was changed.") from error


def ask(lines: Sequence[str], question: str) -> None:
    """List what will change, and wait for a key. Raises Exit where it isn't y: 1, or 130 for Ctrl-C.

    All of it goes to stderr, so that what a command prints stays one answer.
    """
    for line in lines:
        complain(line)
    code = 1
    try:
        if agreed(question, complain):
            return
    except KeyboardInterrupt:
        code = 128 + signal.SIGINT
    complain("Nothing was changed.")
    raise typer.Exit(code)


def record(home: "App", permitted: "Permit", action: str, resource: str) -> None:
    """Add a person's act to the user's own audit chain, which `scrubjay audit show --scope user` shows."""
    home.record_act(permitted, action, resource)
