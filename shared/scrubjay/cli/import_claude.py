"""What of Claude Code's notes can be remembered? Each statement passes grounding, as an agent's claim."""

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from scrubjay.cli.output import say, say_json
from scrubjay.errors import LimitExceeded, UsageError
from scrubjay.model.counted import counted

if TYPE_CHECKING:
    from scrubjay.app import Workspace
    from scrubjay.clients.claude_notes import Note
    from scrubjay.memories import RememberRequest

SHOWN = 120


def import_claude(at: "Workspace", account: Path, path: Path | None, *, dry_run: bool, as_json: bool = False) -> None:
    """Take the notes of a worktree, or a file or folder of notes. Idempotent: a statement is taken once."""
    from scrubjay.clients.claude_notes import markdown, note_files, read_notes

    if path is not None and not path.exists():
        raise UsageError(f"There is no {path}. Give a CLAUDE.md, or a folder of notes.")
    worktree = at.repository.worktree
    files = note_files(worktree, account) if path is None else markdown(path) if path.is_dir() else (path.resolve(),)
    notes = read_notes(files, worktree)
    if not notes and not as_json:
        say("no notes of Claude Code found; name a file or folder: `scrubjay import claude PATH`")
        return
    counts: Counter[str] = Counter()
    judged: list[dict[str, str]] = []
    stopped = ""
    for number, note in enumerate(notes):
        try:
            word, reason = _judge(at, note) if dry_run else _take(at, note)
        except LimitExceeded as error:
            stopped = f"stopped after {number:,} of {len(notes):,}: {error}"
            break
        counts[word] += 1
        judged.append({"outcome": word, "text": note.text, "file": note.file, "reason": reason})
        if word != "known" and not as_json:
            say(f"{word}: {note.text[:SHOWN]} ({note.file}){f': {reason[:SHOWN]}' if reason else ''}")
    if as_json:
        say_json({"files": len(files), "statements": judged, "stopped": stopped, "dry_run": dry_run})
        return
    if stopped:
        say(stopped)
    told = ", ".join(f"{counts[word]:,} {word}" for word in ("stored", "held", "blocked"))
    known = f", {counts['known']:,} known already" if counts["known"] else ""
    say(f"{counted(sum(counts.values()), 'statement')} of {counted(len(files), 'file')}: {told}{known}")
    if dry_run:
        say("nothing was written")


def _judge(at: "Workspace", note: "Note") -> tuple[str, str]:
    from scrubjay.memories import Blocked

    result = at.memories.judge(_request(at, note))
    if isinstance(result, Blocked):
        return "blocked", result.reason
    return str(result.verdict), result.reason


def _take(at: "Workspace", note: "Note") -> tuple[str, str]:
    from scrubjay.memories import Blocked
    from scrubjay.recall.outcome import word

    outcome = at.memories.remember(_request(at, note))
    return word(outcome), outcome.reason if isinstance(outcome, Blocked) else outcome.result.reason


def _request(at: "Workspace", note: "Note") -> "RememberRequest":
    from scrubjay.git.head import head
    from scrubjay.memories import RememberRequest

    now = head(at.git)
    return RememberRequest(
        note.text, key=note.key, author=at.settings.user_id, branch=now.branch,
        commit=now.commit,
    )  # fmt: skip
