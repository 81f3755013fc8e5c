"""How does the user change a text in their own editor, and which one is it?"""

import os
from collections.abc import Mapping

from scrubjay.errors import UsageError
from scrubjay.git.around import program

USUAL = ("sensible-editor", "nano", "vim", "vi")


def edited(text: str, environment: Mapping[str, str], extension: str = ".txt") -> str:
    """The text as the user left it in their editor; empty where they saved nothing. Raises UsageError."""
    import click

    chosen = editor(environment)
    try:
        return click.edit(text, chosen, extension=extension) or ""
    except click.ClickException as error:
        raise UsageError(f"The editor {chosen!r} can't be run or failed. Set EDITOR to one that can.") from error


def editor(environment: Mapping[str, str]) -> str:
    """VISUAL, else EDITOR, else a usual one that no checkout can write over. Raises UsageError."""
    named = environment.get("VISUAL") or environment.get("EDITOR")
    path = environment.get("PATH", os.defpath)
    found = named or next((file for name in USUAL if (file := program(name, path))), "")
    if not found:
        raise UsageError("No editor was found. Set EDITOR to one, such as `export EDITOR=nano`, and edit again.")
    return found
