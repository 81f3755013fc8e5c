"""What is one job? Text first, so that a commit is found by its words; then vectors, which may take long."""

import sys
import threading
from pathlib import Path

from scrubjay.app import App, Workspace
from scrubjay.clients import claude_code, session_hooks, skills
from scrubjay.conversations.claude_folder import project_transcripts
from scrubjay.errors import GitFailed, NotARepository, NotInitialised, ScrubjayError
from scrubjay.githooks.event import NEW_WORKTREE
from scrubjay.githooks.rebase import rebasing
from scrubjay.guest import Receipt
from scrubjay.jobs.embed import Embedded, embed_pending
from scrubjay.jobs.greeting import prepare_greeting
from scrubjay.model.clock import Clock
from scrubjay.queue import Job
from scrubjay.queue.log import log

REBASE_S = 30.0
"""A worktree in the middle of a rebase is left alone so long; the end of the rebase asks again."""


class _Stopped(Exception):
    """The worker was told to end; what is stored stays, the rest comes later."""


class Work:
    """Does jobs with an App, and tells the queue and the log how each went. `client` is Claude Code's own folder."""

    def __init__(self, app: App, clock: Clock, stopping: threading.Event, client: Path | None = None) -> None:
        self._app = app
        self._client = client
        self._clock = clock
        self._stopping = stopping

    def perform(self, job: Job) -> None:
        """Do one job. No failure gets out: it is written down, and the job comes again after a while."""
        queue = self._app.queue
        try:
            at = self._app.at(job.worktree)
            if at.project.id != job.project:
                raise NotInitialised(f"{job.worktree} belongs to another project now.")
            match job.kind:
                case "ingest":
                    self._ingest(job, at)
                case "transcripts":
                    self._transcripts(job, at)
                case "extract":
                    self._extract(job, at)
                case "embed":
                    self._embed(job, at)
        except (NotARepository, NotInitialised) as error:
            queue.drop(job)
            self._log(job, f"dropped: {error}")
        except _Stopped:
            queue.postpone(job)
        except ScrubjayError as error:
            self._failed(job, str(error))
        except Exception as error:  # a bug in one job must not stop the others
            self._failed(job, f"{type(error).__name__}: {error}")

    def _ingest(self, job: Job, at: Workspace) -> None:
        queue = self._app.queue
        if rebasing(at.repository.git_dir):
            queue.postpone(job, REBASE_S)
            return
        view = at.documents.view()
        report = at.documents.ingest(view, cause=job.cause, progress=self._stop_between_batches)
        if report.added or report.skipped or report.behind:
            self._log(
                job,
                f"{job.cause}: {report.added} documents in {report.passages} passages, {report.skipped} skipped, "
                f"{report.masked} lines masked, {report.behind} behind, {report.seconds:.2f} s at {view.short}",
            )
        at.archive.note_refused(at.refused, str(at.repository.worktree))
        at.memories.index_missing()
        at.memories.expire_waiting()
        new = at.commits.ingest(view)
        if new:
            self._log(job, f"{new} commits at {view.short}")
        confirmed = at.confirm_waiting(view)
        if confirmed:
            self._log(job, f"{confirmed} waiting claims confirmed at {view.short}")
        self._follow(job, at)
        receipt = Receipt.of(at.project.folder)
        fresh = job.cause == NEW_WORKTREE
        if at.settings.skills.auto_discover:
            skills.follow(at.git, at.repository, at.settings.skills.directory, receipt, new=fresh)
        launch = claude_code.Launch(Path(sys.executable), str(self._app.settings.home))
        session_hooks.follow(at.git, at.repository, launch, receipt, new=fresh)
        at.conversations.expire()
        if at.settings.conversations.index and self._client is not None:
            queue.enqueue(job.project, job.worktree, "transcripts", job.cause)
        if at.extraction.waiting():
            queue.enqueue(job.project, job.worktree, "extract", job.cause)
        self._ask_for_vectors(job, at)
        queue.done(job)
        prepare_greeting(self._app.settings.home, at)

    def _transcripts(self, job: Job, at: Workspace) -> None:
        """Take what is new. The user may have changed their mind since the job was asked for."""
        if at.settings.conversations.index and self._client is not None:
            clones = (*at.project.clones, at.repository.common_dir)
            files, places = project_transcripts(self._client, self._app.registry.clones(at.project), clones, at.git)
            found = at.conversations.import_transcripts(files, places.holds, stop=self._stopping.is_set)
            if found.turns:
                self._log(job, f"{job.cause}: {found.turns} turns of {found.files} transcripts, {found.masked} masked")
                self._app.queue.enqueue(job.project, job.worktree, "extract", job.cause)
                self._ask_for_vectors(job, at)
            if self._stopping.is_set():
                raise _Stopped
        self._app.queue.done(job)

    def _extract(self, job: Job, at: Workspace) -> None:
        """Read what people said for memories; each turn once."""
        done = at.extraction.read_turns(stop=self._stopping.is_set)
        if done.stored or done.pending or done.blocked or done.stopped:
            self._log(
                job,
                f"{done.turns} turns read: {done.stored} memories, {done.pending} wait for review, "
                f"{done.blocked} not kept{f'; {done.stopped}' if done.stopped else ''}",
            )
        if self._stopping.is_set():
            raise _Stopped
        self._app.queue.done(job)

    def _ask_for_vectors(self, job: Job, at: Workspace) -> None:
        if at.settings.embedding.background and at.embedder is not None:
            self._app.queue.enqueue(job.project, job.worktree, "embed", job.cause)

    def _follow(self, job: Job, at: Workspace) -> None:
        try:
            self._app.registry.follow(at.repository, at.project)
        except GitFailed as error:  # the text is searchable all the same; the next job tries again
            self._log(job, f"root commits: {error}")

    def _embed(self, job: Job, at: Workspace) -> None:
        queue = self._app.queue
        if at.embedder is None:
            queue.done(job)
            return
        done = embed_pending(at.knowledge, at.embedder, stop=self._must_make_way)
        if at.memories.user_exists() and not done.left:
            own = embed_pending(self._app.user_database(), at.embedder, stop=self._must_make_way)
            done = Embedded(done.made + own.made, own.left)
        if not done.left:
            said = embed_pending(at.session, at.embedder, stop=self._must_make_way)
            done = Embedded(done.made + said.made, said.left)
        if done.made:
            self._log(job, f"{done.made} vectors, {done.left} passages left")
        if done.left:
            queue.postpone(job)
        else:
            queue.done(job)
            prepare_greeting(self._app.settings.home, at)

    def _stop_between_batches(self, done: int, total: int) -> None:
        if self._stopping.is_set() and done < total:
            raise _Stopped

    def _must_make_way(self) -> bool:
        return self._stopping.is_set() or self._app.queue.text_is_due()

    def _failed(self, job: Job, error: str) -> None:
        again = self._app.queue.failed(job, error)
        self._log(job, f"{job.kind} failed{'' if again else ', given up'}: {error}")

    def _log(self, job: Job, message: str) -> None:
        log(job.worktree, self._folder(job.project), message, self._clock)

    def _folder(self, project: str) -> Path:
        return self._app.settings.home / "projects" / project
