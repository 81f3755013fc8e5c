"""A session's hooks keep what it would lose: at a compaction, at its end, and when it is killed."""

import json
import re
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from scrubjay.app import App
from scrubjay.inference.tokens import count_tokens
from scrubjay.integrations.client_hooks.event import handle_event
from scrubjay.integrations.client_hooks.switches import compile_switches
from scrubjay.session.tasks.task import Note, SessionSave, TaskChange
from tests.conftest import Repo
from tests.shared.integrations.client_hooks.conftest import Client, prepare

pytestmark = pytest.mark.story

DEAD_ENDS = [f"Tried plan {n} for the queue -> it lost message {n * 7} when the broker went away" for n in range(6)]
DECISIONS = [f"Decision {n}: the worker acknowledges after write number {n * 11}" for n in range(6)]
CONSTRAINTS = [f"Constraint {n}: no more than {n * 13} connections to the broker" for n in range(7)]
TASK = "Make the order queue survive a restart of the broker"


def plant(app: App, project: Repo) -> list[str]:
    """Twenty facts, written as an agent does."""
    at, head = app.workspace(project.path), project.git("rev-parse", "HEAD")
    at.tasks.set("main", head, TaskChange(TASK, {"constraints": CONSTRAINTS}, session="s1"))
    at.tasks.save("main", head, SessionSave(summary="Began.", dead_ends=tuple(DEAD_ENDS[:3]), session="s1"))
    for kind, texts in (("dead_end", DEAD_ENDS[3:]), ("decision", DECISIONS)):
        for text in texts:
            at.tasks.note("main", head, Note(text, "dead_end" if kind == "dead_end" else "decision", "s1"))
    at.briefer.prepare()
    return [TASK, *CONSTRAINTS, *DEAD_ENDS, *DECISIONS]


@pytest.mark.parametrize("prepared", [True, False])
def test_of_twenty_facts_all_are_told_after_a_compaction_within_1500_tokens(
    client: Client, project: Repo, app: App, prepared: bool
) -> None:
    for n in range(30):
        project.commit(f"Change number {n} with a subject of some words", {f"docs/page{n}.md": f"# Page {n}\n"})
    prepare(app, project.path)
    client.start(project.path)
    facts = plant(app, project)
    project.write("half_done.py", "x")
    if not prepared:  # as after kill -9 between the last note and the briefing
        app.workspace(project.path).session_database.write(lambda c: c.execute("DELETE FROM prepared"))
    assert client.fire("PreCompact", project.path, trigger="auto") == ""
    text = client.start(project.path, source="compact")
    assert [fact for fact in facts if fact not in text] == []
    assert count_tokens(text) <= 1500


def test_a_large_working_set_that_nobody_prepared_fits_as_well(client: Client, project: Repo, app: App) -> None:
    client.start(project.path)
    at, head = app.workspace(project.path), project.git("rev-parse", "HEAD")
    long = tuple(f"Dead end {n} -> " + "it failed for reasons of some length " * 6 for n in range(40))
    at.tasks.save("main", head, SessionSave(summary="Began.", dead_ends=long, session="s1"))
    at.session_database.write(lambda c: c.execute("DELETE FROM prepared"))
    text = client.start(project.path, source="compact")
    assert "more lines; get_task_context shows them" in text
    assert count_tokens(text) <= 1500


def test_a_compaction_notes_where_the_transcript_ends_and_wakes_the_worker(
    client: Client, project: Repo, app: App, tmp_path: Path
) -> None:
    transcript = tmp_path / "s1.jsonl"
    transcript.write_text('{"type": "user"}\n{"half a li')
    client.start(project.path)
    client.fire("PreCompact", project.path, transcript_path=str(transcript))
    point = app.workspace(project.path).session_points.of("s1", "main")
    assert point is not None
    assert (point.event, point.transcript, point.position) == ("PreCompact", str(transcript), 28)
    assert app.queue.counts().waiting == 1
    transcript.unlink()
    client.fire("Stop", project.path, transcript_path=str(transcript))
    point = app.workspace(project.path).session_points.of("s1", "main")
    assert point is not None
    assert (point.event, point.position) == ("Stop", 28)


def test_the_next_session_hears_of_one_that_was_killed(client: Client, project: Repo, app: App) -> None:
    client.start(project.path, session="killed-one")
    project.commit("Half of it", {"src/queue.py": "x = 1\n"})
    project.write("src/worker.py", "y = 2\n")
    client.fire("Stop", project.path, session="killed-one")
    prepare(app, project.path)
    text = client.start(project.path, session="s2")
    assert "Session killed-o was last at work here just now and left no save" in text
    assert "- " + project.git("log", "-1", "--abbrev=10", "--format=%h %s") in text
    assert "Files touched: src/queue.py" in app.workspace(project.path).briefer.compose(session="s3").text
    assert "src/worker.py" in text


def test_a_session_that_only_looked_hides_no_crash_and_is_none_itself(
    client: Client, project: Repo, app: App, clock: Callable[[], datetime]
) -> None:
    client.start(project.path, session="looked-1")
    client.fire("SessionEnd", project.path, session="looked-1")
    client.start(project.path, session="killed-one")
    project.commit("Half of it", {"src/queue.py": "x = 1\n"})
    client.fire("Stop", project.path, session="killed-one")
    prepare(app, project.path)
    client.start(project.path, session="looked-2")
    text = client.start(project.path, session="s3")
    assert "Session killed-o was last at work here" in text
    assert "Commits since the last session here began:\n- " in text
    assert text.count("left no save") == 1


def test_what_a_session_commits_is_not_taken_for_the_work_of_one_that_only_looked(
    environment: dict[str, str], client: Client, project: Repo, app: App, clock: Callable[[], datetime]
) -> None:
    client.start(project.path, session="looked-1")
    Client(environment, lambda: clock() + timedelta(minutes=1)).start(project.path, session="s2")
    project.commit("Mine", {"src/queue.py": "x = 1\n"})
    assert "looked-1" not in app.workspace(project.path).briefer.compose(session="s2").text


def test_a_session_that_went_to_another_branch_is_not_missed_on_the_first(
    client: Client, project: Repo, app: App
) -> None:
    client.start(project.path, session="moved-on")
    project.git("switch", "-q", "-c", "feature")
    client.start(project.path, session="moved-on", source="resume")
    project.commit("Its work", {"src/queue.py": "x = 1\n"})
    client.fire("Stop", project.path, session="moved-on")
    project.git("switch", "-q", "main")
    project.git("merge", "-q", "--no-ff", "--no-edit", "feature")
    prepare(app, project.path)
    assert "left no save" not in client.start(project.path, session="s2")
    app.workspace(project.path).merged_tasks.sweep()
    assert "left no save" not in client.start(project.path, session="s3")


def test_after_a_reset_a_session_hears_nothing_of_what_was_taken_back(client: Client, project: Repo, app: App) -> None:
    project.commit("Decide on a stack", {"docs/adr/0002-stack.md": "# 2. Use a stack\n\n## Status\n\nAccepted\n"})
    prepare(app, project.path)
    assert "ADR-002" in client.start(project.path)
    project.git("reset", "-q", "--hard", "HEAD~1")
    text = client.start(project.path, session="s2")
    assert "stack" not in text
    assert "knowledge: being brought up to date" in text


def test_a_rebase_that_stopped_is_told(client: Client, project: Repo) -> None:
    project.commit("one", {"a.txt": "1\n"})
    project.git("switch", "-q", "-c", "side", "HEAD~1")
    project.commit("other", {"a.txt": "2\n"})
    project.git("rebase", "-q", "main", check=False)
    assert " · rebase in progress · " in client.start(project.path).splitlines()[0]


def test_a_session_in_a_fresh_worktree_hears_everything_from_session_init(
    client: Client, project: Repo, app: App, tmp_path: Path
) -> None:
    for n, part in enumerate(("parcels", "parcels", "labels", "queues", "stamps", "scales"), 2):
        title = f"{n}. Decide on {part} of the system, in a title of very many words that fill its line to the end"
        project.commit(f"Decide {n}", {f"docs/adr/000{n}-part.md": f"# {title}\n\n## Status\n\nAccepted\n"})
    project.git("worktree", "add", "-q", "-b", "weigh-parcels", str(tmp_path / "side"))
    text = client.start(tmp_path / "side")
    assert "knowledge: not read yet" in text
    assert "session_init shows decisions" in text
    at = app.workspace(tmp_path / "side")
    at.documents.ingest(at.documents.view(), cause="test")
    answer = at.briefer.compose(session="s1").text
    assert "more lines" not in answer
    assert re.findall(r"^- (ADR-\d+) ", answer, re.MULTILINE) == ["ADR-003", "ADR-002"]


def test_a_session_that_saved_is_told_by_its_save(client: Client, project: Repo, app: App) -> None:
    client.start(project.path)
    head = project.commit("All of it", {"src/queue.py": "x = 1\n"})
    app.workspace(project.path).tasks.save("main", head, SessionSave(summary="Finished the queue.", session="s1"))
    client.fire("SessionEnd", project.path)
    prepare(app, project.path)
    text = client.start(project.path, session="s2")
    assert "Last session (just now), noted by the agent: Finished the queue." in text
    assert "left no save" not in text


def test_a_session_that_was_briefed_is_merged_with_what_another_wrote_since(
    client: Client, project: Repo, app: App
) -> None:
    tasks, head = app.workspace(project.path).tasks, project.git("rev-parse", "HEAD")
    for session in ("s1", "s2"):
        client.start(project.path, session=session)
    tasks.save("main", head, SessionSave(summary="One.", next_steps=("x",), session="s1"))
    tasks.save("main", head, SessionSave(summary="Two.", next_steps=("y",), session="s2"))
    found = tasks.get("main")
    assert found is not None
    assert found.next_steps == ("y", "x")


def test_a_new_branch_hears_the_working_set_it_was_made_from_at_once(client: Client, project: Repo, app: App) -> None:
    app.workspace(project.path).tasks.set("main", project.git("rev-parse", "HEAD"), TaskChange("Ship the queue"))
    project.git("switch", "-q", "-c", "feature")
    assert "Task: Ship the queue (v1, noted by the agent just now, copied from main)" in client.start(project.path)


@pytest.mark.parametrize(
    ("event", "switch"), [("PreCompact", "pre_compact"), ("Stop", "stop"), ("SessionEnd", "session_end")]
)
def test_each_hook_has_its_switch(client: Client, project: Repo, app: App, event: str, switch: str) -> None:
    at = app.workspace(project.path)
    compile_switches(at.project.folder, project.path, {switch: False}, ())
    client.fire(event, project.path)
    assert at.session_points.of("s1", "main") is None
    compile_switches(at.project.folder, project.path, {switch: True}, ())
    client.fire(event, project.path)
    assert at.session_points.of("s1", "main") is not None


def test_a_file_whose_name_may_be_a_secret_is_not_written_down(client: Client, project: Repo, app: App) -> None:
    secret = "gh" + "p_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    for name in (f"{secret}.txt", "0007-authentication-strategy.md"):
        project.write(name, "x")
    client.fire("Stop", project.path)
    point = app.workspace(project.path).session_points.of("s1", "main")
    assert point is not None
    first, second = point.files
    assert first == "0007-authentication-strategy.md"
    assert second.startswith("[redacted-")
    assert secret not in second


HOSTILE = [
    "/dev/zero",
    "/etc/passwd",
    "relative.jsonl",
    "/etc/\x00.jsonl",
    "/" + "x" * 5000 + ".jsonl",
    "/nowhere/s.jsonl",
]


@pytest.mark.parametrize("transcript", HOSTILE)
@pytest.mark.parametrize("event", ["PreCompact", "Stop", "SessionEnd"])
def test_a_transcript_that_is_none_is_not_looked_at(
    client: Client, project: Repo, app: App, event: str, transcript: str
) -> None:
    client.fire(event, project.path, transcript_path=transcript)
    point = app.workspace(project.path).session_points.of("s1", "main")
    assert point is not None
    assert (point.transcript, point.position) == ("", 0)


@pytest.mark.parametrize("event", ["PreCompact", "Stop", "SessionEnd", "UserPromptSubmit"])
def test_a_repository_that_is_not_set_up_hears_nothing(
    client: Client, project: Repo, make_repo: Callable[..., Repo], event: str
) -> None:
    assert client.fire(event, make_repo("other").path, prompt="anything at all") == ""


def test_a_disk_that_takes_no_writes_still_lets_a_session_hear_its_briefing(
    project: Repo, app: App, environment: dict[str, str], clock: Callable[[], datetime]
) -> None:
    folder = app.workspace(project.path).project.folder
    at = app.workspace(project.path)
    at.session_database.write(lambda c: c.execute("CREATE TABLE lock_me (a)"))
    app.close()
    home = Path(environment["SCRUBJAY_HOME"])
    said = {"hook_event_name": "SessionStart", "session_id": "s1", "cwd": str(project.path), "source": "startup"}
    from scrubjay.storage.driver import connect

    blocker = connect(folder / "session.db")
    blocker.execute("BEGIN IMMEDIATE")  # nobody else can write
    try:
        out = handle_event(json.dumps(said).encode(), home, environment, clock, lambda *_: None)
    finally:
        blocker.close()
    assert "ADR-001" in json.loads(out)["hookSpecificOutput"]["additionalContext"]
