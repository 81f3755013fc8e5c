"""Which commands exist, where does each live, and what does the help say of it?"""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Command:
    """One command: its name, the module whose `app` it is, and its line in the help."""

    name: str
    module: str
    help: str


def _command(name: str, help: str) -> Command:
    return Command(name, f"scrubjay.cli.{name}", help)


COMMANDS: Final[tuple[Command, ...]] = (
    _command("init", "Set scrubjay up in this repository: index, git hooks, MCP servers, skills."),
    _command("search", "Ask what the repository says at HEAD or as of a date, or what was said."),
    _command("ingest", "Make a revision searchable now."),
    _command("verify", "Prove that the knowledge equals git's tree; never repairs."),
    _command("status", "Show what is known here, and what is behind."),
    _command("doctor", "Check everything scrubjay stands on, and say what to do."),
    _command("explain", "Say why a path is found, or not."),
    _command("log", "Show what was ingested, skipped, and why."),
    _command("remember", "Keep a fact, preference or decision that you tell it."),
    _command("update", "Supersede, correct or extend a memory."),
    _command("provenance", "Show where a memory comes from: evidence, checks, reviews."),
    _command("review", "Decide on the claims that are held for a person."),
    _command("memories", "List memories by grade, kind, tag, session …; edit, confirm or retract them."),
    _command("rot", "List memories whose source moved or never was there."),
    _command("forget", "Delete for good what a memory or a session says."),
    _command("export", "Write all memories with their history as JSON lines."),
    Command("import", "scrubjay.cli.import_memories", "Read memories back, or take conversations in."),
    _command("checkpoint", "Note where the memories stand, or roll them back."),
    _command("audit", "Show or verify the record of who did what."),
    _command("session", "Start a session with a briefing, or save where you are."),
    _command("project", "List, show, join, move or forget projects."),
    _command("hooks", "Install, remove or show the git hooks."),
    _command("serve", "Become one of the MCP servers (stdio)."),
    _command("backup", "Keep everything in one file, check it (--check FILE), or bring it back."),
    _command("embed", "Make the vectors now, show how they stand, or make them anew."),
    _command("bench", "Measure how good the search is, recipe by recipe."),
    _command("gc", "Drop what git no longer has."),
    _command("completion", "Print the script that completes commands in your shell."),
    _command("uninstall", "Take back everything init did in this repository."),
)
