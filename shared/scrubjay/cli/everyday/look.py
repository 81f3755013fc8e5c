"""The content of `scrubjay status`, read at one moment."""

from collections.abc import Sequence
from datetime import timedelta
from typing import TYPE_CHECKING

from scrubjay.cli.output import branch, file_lines
from scrubjay.cli.programs import caller
from scrubjay.context.briefing.notices import count_person_acts
from scrubjay.git.clone_state import cut_off_note
from scrubjay.integrations.edits import Receipt
from scrubjay.integrations.launching.check import refusals
from scrubjay.knowledge.documents.explain import lacks_of
from scrubjay.knowledge.index.kinds import share
from scrubjay.model.check import Check, WorktreeStatus
from scrubjay.model.clock import iso
from scrubjay.model.counted import counted
from scrubjay.operations.doctor import background, clients, knowledge, sizes
from scrubjay.operations.doctor.check import checks_of_home, run_check

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scrubjay.app import App, Workspace
    from scrubjay.knowledge.documents.left_out import LeftOut
    from scrubjay.knowledge.documents.values import ViewCounts
    from scrubjay.model.view import View


RECENT = 3
ACTS_DAYS = 7
NAMED = 3
"""Skipped files that are named on the screen."""


def worktree_status(home: "App", workspace: "Workspace", notices: Sequence[str] = ()) -> WorktreeStatus:
    """Read everything that the screen shows; `notices` need the user too. Raises StorageError."""
    view = workspace.documents.view()
    counts = workspace.documents.counts(view)
    left_out = workspace.documents.left_out(view)
    hooks = run_check(
        "git hooks", lambda: background.hooks(workspace.git, workspace.repository, caller(workspace.settings.home))
    )
    checks = (
        Check(
            "files",
            True,
            f"{counts.documents:,} in {counted(counts.passages, 'passage')}",
            counted(len(view.files), "file"),
        ),
        knowledge.text_lag(workspace, view),
        knowledge.vector_lag(workspace, view),
        *knowledge.given_vectors(workspace),
        *_masked_and_skipped(counts, left_out, len(workspace.commits.unreadable())),
        *read_submodules(view),
        *(Check(lack.name, lack.name != "absent", lack.found, "", lack.do) for lack in lacks_of(view, left_out)),
        *_conversations(workspace),
        *_provided_checks(workspace, "content_check"),
        *_provided_checks(workspace, "reading_check"),
        hooks,
        *_not_started(workspace),
        _clients(workspace),
        background.queue(home.queue, workspace.settings.home, workspace.project.id),
        *background.steps(home.queue, workspace.project.id),
        *_provided_checks(workspace, "work_check"),
        *_lost_memories(workspace),
        *_provided_checks(workspace, "check"),
        *checks_of_home(home),
        *_acts(home, workspace),
        knowledge.refused(workspace),
        _size_check(workspace),
    )
    jobs = home.queue.counts()
    at = f"{branch(view.branch)} @ {view.short}"
    return WorktreeStatus(
        title=" · ".join(
            filter(None, [workspace.repository.place, at, cut_off_note(workspace.git, view.commit), view.replaced])
        ),
        project=f"{workspace.project.name} ({workspace.project.id[:12]})",
        checks=checks,
        recent=tuple(_recent_lines(workspace)),
        needs=(
            *(f"{check.name}: {check.found}; {check.do}" for check in checks if not check.ok or _is_refusal(check)),
            *(need.text for need in workspace.needs(view)),
            *notices,
        ),
        share=None if workspace.embedder is None else share(counts.corpora),
        behind=counts.behind,
        busy=bool(jobs.running) or background.worker_runs(workspace.settings.home),
    )


def read_submodules(view: "View") -> tuple[Check, ...]:
    """The status line of the submodules that are read, with their commits and numbers of files; empty for none."""
    read = [f"{one.citation.removeprefix('@ ')}: {counted(len(one.files), 'file')}" for one in view.submodules]
    more = f" and {len(read) - NAMED:,} more" if len(read) > NAMED else ""
    found = f"{'; '.join(read[:NAMED])}{more}"
    return (Check("submodules read", True, found, "", "shown behind this repository's own"),) if read else ()


def _masked_and_skipped(counts: "ViewCounts", left_out: "LeftOut", commits: int) -> tuple[Check, Check]:
    """The status lines of masked lines, and of files and commits that were skipped."""
    like = "looks like a secret" if counts.masked == 1 else "look like secrets"
    masked = f"{counted(counts.masked, 'line')} {like}"
    why = "`scrubjay log` gives the reasons" if left_out.files or counts.cut or commits else ""
    files = counted(len(left_out.rest), "file") + "".join(f"; {line}" for line in file_lines(left_out.rest, NAMED))
    skipped = files + (f"; {counts.cut:,} indexed in part" if counts.cut else "")
    skipped += f"; {counted(commits, 'commit')} can't be read" if commits else ""
    return Check("masked", True, masked, masked, "`scrubjay log --masked` lists them" * bool(counts.masked)), Check(
        "skipped", True, skipped, "", why
    )


def _not_started(workspace: "Workspace") -> tuple[Check, ...]:
    """What a guard of this home refused to start; nothing where none did."""
    lines = refusals(workspace.settings.home)
    return (Check("launcher", False, " ".join(lines), "started", "run `scrubjay init`"),) if lines else ()


def _conversations(workspace: "Workspace") -> tuple[Check, ...]:
    """How much of what was said is kept; nothing where nothing is and nothing shall be."""
    counts = workspace.conversations.counts()
    followed = workspace.settings.conversations.index
    if not counts.turns and not followed:
        return ()
    last = f", the last {counts.last_at[:10]}" if counts.last_at else ""
    by_hand = "" if followed else "`scrubjay import transcripts` imports later ones"
    text = f"{counted(counts.turns, 'turn')} of {counted(counts.sessions, 'session')}{last}"
    return (Check("conversations", True, text, text, by_hand),)


def _provided_checks(workspace: "Workspace", kind: str) -> "Iterator[Check]":
    """The checks of one kind that extensions make of a worktree."""
    return (check for examine in workspace.provided(kind) for check in examine(workspace))


def _clients(workspace: "Workspace") -> Check:
    """Which clients this project is set up for."""
    titles = clients.set_up(Receipt.of(workspace.project.folder))
    how = "" if titles else "`scrubjay init` sets them up"
    return Check("clients", True, ", ".join(titles) or "none is set up", "", how)


def _lost_memories(workspace: "Workspace") -> tuple[Check, ...]:
    """The status line of memories that no branch can show any more; empty for none."""
    lost = workspace.memories.lost()
    text = f"{len(lost):,} lost: git no longer has the commits that they depend on"
    return (Check("memories", True, text, "none lost", "`scrubjay memories --lost` lists them"),) if lost else ()


def _acts(home: "App", workspace: "Workspace") -> tuple[Check, ...]:
    """How often lately somebody acted as a person where an agent could have; nothing where nobody did."""
    count, last = count_person_acts(workspace.memories, iso(home.clock() - timedelta(days=ACTS_DAYS)))
    text = f"{counted(count, 'act')} that an agent could have caused in {ACTS_DAYS} days, the last {last[:10]}"
    return (Check("as a person", True, text, "", "`scrubjay audit show --scope user` lists them"),) if count else ()


def _is_refusal(check: Check) -> bool:
    """Whether a check tells that the repository's configuration was refused something."""
    return check.name == "repository config" and check.found != check.expected


def _size_check(workspace: "Workspace") -> Check:
    logs = sizes.logs(workspace.settings.home, workspace.repository.worktree)
    databases = sum(file.stat().st_size for file in workspace.project.folder.glob("*.db*") if file.is_file())
    return Check(
        "size", True, f"databases {sizes.megabytes(databases)}, logs {str(logs.found).partition(' in ')[0]}", ""
    )


def _recent_lines(workspace: "Workspace") -> list[str]:
    return [
        f"{run.at} {run.cause}: {counted(run.added, 'document')} in {counted(run.passages, 'passage')} "
        f"at {run.commit[:10]}"
        for run in workspace.documents.log(RECENT)
    ]
