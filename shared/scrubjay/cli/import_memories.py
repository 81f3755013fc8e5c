"""Which memories come back from a file, and which conversations come in?"""

from collections import Counter
from pathlib import Path
from typing import Annotated

import typer

from scrubjay.cli.context import here, workspace
from scrubjay.cli.lazy import application
from scrubjay.cli.output import say

app = application()

MAX_BYTES = 500_000_000


@app.command(name="import")
def import_(
    ctx: typer.Context,
    file: Annotated[Path, typer.Argument(help="A file of `scrubjay export`, or one of the words below.")],
    path: Annotated[
        Path | None, typer.Argument(help="With `claude`: a CLAUDE.md or a folder. With `conversations`: the file.")
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would be done.")] = False,
    as_is: Annotated[
        bool, typer.Option("--as-is", help="Vouch for a file of another home: take it with its history, unchecked.")
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="With `transcripts`, `conversations`: print one JSON object.")
    ] = False,
) -> None:
    """Read memories. A file that this home sealed comes back as it was; of any other what holds is checked anew.

    `scrubjay import claude` reads CLAUDE.md and Claude Code's memory files; each statement is checked as a claim.

    `scrubjay import transcripts` takes what is new in Claude Code's transcripts of this repository;
    `scrubjay import conversations FILE` JSON lines with session, turn, role, time and text. Both mask secrets.
    """
    from scrubjay.errors import UsageError
    from scrubjay.model.memory import AutoApproved, Blocked

    caller = here(ctx)
    if str(file) == "claude":
        from scrubjay.cli.import_claude import import_claude

        with workspace(caller) as (_, at):
            import_claude(at, caller.account, path, dry_run=dry_run)
        return
    if str(file) in ("transcripts", "conversations"):
        from scrubjay.cli import import_conversations as talks

        with workspace(caller) as (home, at):
            if str(file) == "transcripts" and path is None:
                talks.import_transcripts(home, at, caller, dry_run=dry_run, as_json=as_json)
            elif str(file) == "conversations":
                talks.import_conversations(at, path, dry_run=dry_run, as_json=as_json)
            else:
                raise UsageError("`scrubjay import transcripts` finds the files by itself and takes no path.")
        return
    if path is not None or as_json:
        raise UsageError("A file of memories takes no second path and no --json. See `scrubjay import --help`.")
    if not file.is_file():
        raise UsageError(f"There is no file {file}.")
    if file.stat().st_size > MAX_BYTES:
        raise UsageError(f"{file} has more than {MAX_BYTES:,} bytes.")
    with workspace(caller) as (_, at), file.open(encoding="utf-8", errors="strict") as stream:
        try:
            scope, found, sealed = at.archive.read(stream)
        except UnicodeDecodeError as error:
            raise UsageError(f"{file} is no UTF-8 text. Nothing was imported.") from error
        whole = sealed or as_is
        how = "with their history, as they were" if whole else "as claims that grounding checks"
        if dry_run:
            say(f"{len(found):,} {scope} memories would be taken {how}; nothing was written")
            return
        if whole:
            new = at.archive.take_back(scope, found, at.settings.user_id)
            at.enqueue("import")
            say(f"{new:,} of {len(found):,} {scope} memories taken {how}; the others were there already")
            return
        outcomes = Counter(
            "blocked" if isinstance(one, Blocked) else "stored" if isinstance(one, AutoApproved) else "pending"
            for one in at.archive.claim(scope, found, at.settings.user_id)
        )
        told = ", ".join(f"{outcomes[word]:,} {word}" for word in ("stored", "pending", "blocked"))
        say(f"{sum(outcomes.values()):,} {scope} memories taken {how}: {told}")
