"""One job: text, then vectors; what is gone is dropped, what fails comes again."""

import json
import threading
from pathlib import Path

import pytest

from scrubjay.errors import DiskFull
from scrubjay.identity.person.lineage import Process
from scrubjay.integrations import skills
from scrubjay.integrations.client_hooks.event import handle_event
from scrubjay.integrations.edits import Receipt
from scrubjay.memory.transcript.session import CallingClient, Folders
from scrubjay.model.clock import system_clock
from scrubjay.operations.jobs.embed import BATCH, embed_pending
from scrubjay.operations.jobs.loop import run_queue
from scrubjay.operations.jobs.runner import JobRunner
from scrubjay.operations.jobs.step import JobStep, StepContext
from scrubjay.session.tasks.task import Note, TaskChange
from scrubjay.storage.queue.jobs import QueueCounts
from scrubjay.storage.queue.log import remove_log
from tests.conftest import Repo
from tests.shared.memory.transcript.stories import Story
from tests.shared.session.conversations.conftest import Transcript

from .conftest import LetterEmbedder, opened

EMPTY = QueueCounts(0, 0, 0)


def work_off(repo: Repo, home: Path, embedder: LetterEmbedder | None = None) -> QueueCounts:
    stopping = threading.Event()
    with opened(repo.environment, embedder) as app:
        run_queue(home, app.queue, JobRunner(app, system_clock, stopping).run, stopping, idle_s=0)
        return app.queue.counts()


def log_of(home: Path) -> str:
    return "".join(file.read_text(encoding="utf-8") for file in home.glob("projects/*/logs/ingestion.log"))


def ask(repo: Repo, worktree: Path | None = None) -> None:
    with opened(repo.environment) as app:
        (project,) = app.registry.list()
        app.queue.enqueue(project.id, worktree or repo.path.resolve(), "ingest", "test")


def test_text_then_vectors_equal_the_tree_and_are_logged(project: Repo, home: Path) -> None:
    embedder = LetterEmbedder()
    ask(project)
    assert work_off(project, home, embedder) == EMPTY
    with opened(project.environment, embedder) as app:
        at = app.workspace(project.path)
        view = at.documents.view()
        assert at.documents.verify(view).ok
        assert at.documents.counts(view).embedded == 1.0
    assert "test: 1 document" in log_of(home)
    assert "2 vectors, 0 passages left" in log_of(home)


def test_after_writes_to_a_working_set_the_next_briefing_is_prepared_once(project: Repo, home: Path) -> None:
    head = project.git("rev-parse", "HEAD")
    with opened(project.environment) as app:
        at = app.workspace(project.path)
        at.tasks.set("main", head, TaskChange("Count the turnips"))
        at.tasks.note("main", head, Note("counted half of them", "done"))
        assert [job.kind for job in app.queue.jobs()] == ["briefing"]
        assert at.ledger.prepared(str(at.repository.worktree), "main") is None
    assert work_off(project, home) == EMPTY
    with opened(project.environment) as app:
        at = app.workspace(project.path)
        prepared = at.ledger.prepared(str(at.repository.worktree), "main")
        assert prepared is not None
        assert prepared.task_version == 2
        assert "Count the turnips" in prepared.text
        assert "counted half of them" in prepared.text


def test_a_write_is_kept_where_the_queue_cant_be_written(project: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    with opened(project.environment) as app:
        at = app.workspace(project.path)

        def full(*_: object, **__: object) -> bool:
            raise DiskFull(str(app.home_database.path))

        monkeypatch.setattr(app.queue, "enqueue", full)
        assert at.tasks.note("main", "", Note("counted", "done")).version == 1


def test_without_a_model_the_text_is_enough(project: Repo, home: Path) -> None:
    ask(project)
    assert work_off(project, home) == EMPTY


def test_a_job_whose_worktree_is_gone_is_dropped_and_logged(project: Repo, home: Path, tmp_path: Path) -> None:
    ask(project)
    assert work_off(project, home) == EMPTY
    ask(project, tmp_path / "gone")
    assert work_off(project, home) == EMPTY
    assert "dropped" in log_of(home)


def test_a_job_for_another_project_s_folder_is_dropped(project: Repo, home: Path) -> None:
    other = Repo(project.path.parent / "other", project.environment)
    other.path.mkdir()
    other.git("init", "-q")
    (other.path / ".agent").mkdir()
    ask(project, other.path.resolve())
    assert work_off(project, home) == EMPTY
    assert list((other.path / ".agent").iterdir()) == []
    assert "dropped" in log_of(home)


def test_what_a_step_says_after_the_clone_was_left_is_not_written_into_it(
    project: Repo, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def leave(context: StepContext) -> None:
        context.log("before")
        context.app.binder.release(context.workspace.repository, context.workspace.project)
        remove_log(project.path)
        context.log("after")

    monkeypatch.setattr("scrubjay.operations.jobs.runner.steps_of", lambda *_: (JobStep("leave", leave),))
    (project.path / ".agent").mkdir()
    ask(project)
    work_off(project, home)
    assert [*(project.path / ".agent").iterdir()] == []
    assert "after" in log_of(home)
    assert "before" not in log_of(home)


def test_a_wrong_configuration_is_said_and_tried_again_later(project: Repo, home: Path) -> None:
    project.write(".agent/config.yaml", "ingestion:\n  max_file_size_kb: many\n")
    ask(project)
    with opened(project.environment) as app:
        job = app.queue.claim()
        assert job is not None
        JobRunner(app, system_clock, threading.Event()).run(job)
        assert app.queue.counts() == QueueCounts(waiting=1, running=0, given_up=0)
        (step,) = app.queue.steps.failing()
        assert (step.name, step.attempts) == ("opening", 1)
        assert "max_file_size_kb" in step.error
    assert "failed" in (project.path / ".agent/logs/ingestion.log").read_text(encoding="utf-8")


def test_a_worktree_in_a_rebase_is_left_alone_without_counting(project: Repo, home: Path) -> None:
    (project.path / ".git/rebase-merge").mkdir()
    ask(project)
    assert work_off(project, home) == QueueCounts(waiting=1, running=0, given_up=0)
    with opened(project.environment) as app:
        assert app.queue.jobs()[0].attempts == 0
        assert app.workspace(project.path).documents.log() == ()


def test_vectors_make_way_for_text_and_go_on_after_it(project: Repo, home: Path) -> None:
    sections = "".join(f"# Part {number}\n\n{'turnips are stored ' * 60}\n\n" for number in range(BATCH * 2))
    project.commit("much", {"much.md": sections})
    embedder = LetterEmbedder()
    with opened(project.environment, embedder) as app:
        at = app.workspace(project.path)
        at.documents.ingest(at.documents.view(), cause="test")
        first = embed_pending(at.knowledge_database, embedder, stop=lambda: True)
        assert first.computed == BATCH
        rest = embed_pending(at.knowledge_database, embedder, stop=lambda: False)
        assert rest.computed == first.missing
        assert rest.missing == 0
        assert max(embedder.batches) == BATCH
        assert embed_pending(at.knowledge_database, embedder, stop=lambda: False).computed == 0


def test_a_worker_that_is_told_to_stop_keeps_what_is_stored(project: Repo, home: Path) -> None:
    ask(project)
    stopping = threading.Event()
    with opened(project.environment) as app:
        job = app.queue.claim()
        assert job is not None
        stopping.set()
        JobRunner(app, system_clock, stopping).run(job)
        counts = app.queue.counts()
    assert counts.given_up == counts.running == 0


def test_a_clone_that_an_earlier_version_bound_gets_its_folder_of_copies(project: Repo, home: Path) -> None:
    (folder,) = (project.path / ".git/scrubjay").glob("*.indexes")
    folder.rmdir()
    ask(project)
    work_off(project, home)
    assert folder.is_dir()


def test_a_new_worktree_gets_the_skills(project: Repo, home: Path) -> None:
    with opened(project.environment) as app:
        at = app.workspace(project.path)
        skills.install(at.git, at.repository, at.settings.skills.directory, Receipt.of(at.project.folder))
    project.git("worktree", "add", "-q", "../linked")
    linked = project.path.parent / "linked"
    ask(project, linked.resolve())
    assert work_off(project, home) == EMPTY
    assert (linked / ".claude/skills/session-init/SKILL.md").is_file()


def read_sessions(environment: dict[str, str], home: Path, folder: Path) -> None:
    """Work off the queue with the folder where a client keeps what was said."""
    client = CallingClient(tuple, Folders(folder, folder / "codex", folder / "gemini"), folder)
    stopping = threading.Event()
    with opened(environment) as app:
        run_queue(home, app.queue, JobRunner(app, system_clock, stopping, client).run, stopping, idle_s=0)
        assert app.queue.counts() == EMPTY


INDEXED = {"SCRUBJAY_CONVERSATIONS_INDEX": "true", "SCRUBJAY_CONVERSATIONS_RETENTION_DAYS": "3650"}


def test_what_was_said_comes_in_only_where_the_user_wants_it(project: Repo, home: Path, tmp_path: Path) -> None:
    Transcript(tmp_path / "claude", project.path.resolve()).says("user", "turnips, please")

    def work(environment: dict[str, str]) -> int:
        ask(project)
        read_sessions(environment, home, tmp_path / "claude")
        with opened(environment) as app:
            return app.workspace(project.path).conversations.counts().turns

    assert work(project.environment) == 0
    assert work(project.environment | INDEXED) == 1
    assert "1 turn of 1 transcript" in log_of(home)


def test_what_a_user_stated_in_a_transcript_is_a_memory_after_the_worker_ran(
    project: Repo, home: Path, tmp_path: Path
) -> None:
    Transcript(tmp_path / "claude", project.path.resolve()).says("user", "Remember that deploys run on Tuesdays.")
    for _ in range(2):
        ask(project)
        read_sessions(project.environment | INDEXED, home, tmp_path / "claude")
        with opened(project.environment) as app:
            (memory,) = app.workspace(project.path).memories.believed()
            assert memory.content == "Deploys run on Tuesdays."
    assert log_of(home).count("1 turn read: 1 memory") == 1


@pytest.mark.parametrize(("by", "kept"), [("rules", ["Deploys run on Tuesdays."]), ("off", [])])
def test_a_hook_has_the_worker_keep_what_a_session_showed(
    project: Repo, home: Path, tmp_path: Path, by: str, kept: list[str]
) -> None:
    (home / "config.yaml").write_text(f"extraction: {{by: {by}}}\n")
    story = Story(project, tmp_path)
    story.typed("Remember that deploys run on Tuesdays.")
    said = {
        "hook_event_name": "Stop", "session_id": story.session, "cwd": str(project.path),
        "transcript_path": str(story.file),
    }  # fmt: skip
    claude = (Process(20, "200", ("claude",)),)
    handle_event(json.dumps(said).encode(), home, project.environment, system_clock, lambda *_: None, ancestors=claude)
    read_sessions(project.environment, home, story.client)
    with opened(project.environment) as app:
        assert [memory.content for memory in app.workspace(project.path).memories.believed()] == kept
    assert ("1 session read: 1 kept" in log_of(home)) is bool(kept)
