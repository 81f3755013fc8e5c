"""What the worker keeps of a session unasked: only what its transcript shows, with the grade that this earns."""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import pytest

from scrubjay.app import App, Workspace
from scrubjay.context.extraction.capture import MOST, Capture, Captured
from scrubjay.context.extraction.stated import Stated
from scrubjay.identity.person.lineage import Process
from scrubjay.integrations.client_hooks.context import note_client
from scrubjay.integrations.client_hooks.message import Message
from scrubjay.memory.grounding.likeness import is_same_claim
from scrubjay.memory.store.request import RememberRequest
from scrubjay.memory.transcript.here import observer_of
from scrubjay.memory.transcript.session import CallingClient
from scrubjay.model.evidence import Act, Origin
from scrubjay.model.grade import Grade
from scrubjay.model.memory import Known
from scrubjay.session.tasks.points import HookReport
from tests.conftest import Repo
from tests.shared.memory.transcript.stories import Story

HOOK, CLAUDE, CODEX = Process(31, "310", ("sh",)), Process(20, "200", ("claude",)), Process(10, "100", ("codex",))
MISSING = "ModuleNotFoundError: No module named 'httpx'"


class Sessions:
    """Sessions of one person in one clone, read by the worker's reader."""

    def __init__(self, app: App, at: Workspace, repo: Repo, top: Path, clock: Callable[[], datetime]) -> None:
        self.app, self.at, self.repo, self.top, self.clock = app, at, repo, top, clock
        self.story = self.begin("3f2a8c1e-7d5b-4a69-9c01-5e8f2b6d7a10")

    def begin(self, session: str) -> Story:
        """A new session."""
        self.story = Story(self.repo, self.top, session)
        return self.story

    def hook(self, event: str = "Stop", *ancestors: Process, transcript: str | None = None) -> None:
        """What a hook of the session's client writes down."""
        story = self.story
        file = str(story.file) if transcript is None else transcript
        message = Message(event=event, session=story.session, folder=self.repo.path, source="", transcript=file)
        note_client(self.app.home_database, self.clock, message, ancestors or (HOOK, CLAUDE), lambda: story.began)
        place = str(self.at.repository.worktree)
        self.at.session_points.report(
            HookReport(
                session=story.session,
                branch="main",
                head=story.began,
                event=event,
                worktree=place,
                transcript=file,
                position=1,
            )
        )

    def read(self) -> Captured:
        """What the worker does after a hook."""
        story, at = self.story, self.at
        client = CallingClient(tuple, story.folders, story.account)
        reader = Capture(
            at.session_database,
            at.memories,
            "anna",
            self.app.client_sessions.of_session,
            lambda one: observer_of(
                reported=lambda: (one,),
                git=at.git,
                repository=at.repository,
                client=client,
                same=is_same_claim,
                person="anna",
                home=story.home,
                now=lambda: 0.0,
            ),
            Stated(None),
        )
        return reader.read_sessions(at.repository.worktree)

    def kept(self) -> dict[str, Grade]:
        """What holds, with its grade at HEAD."""
        found = self.at.memories.believed()
        grades = self.at.grades.grades_only([one.id for one in found], self.at.documents.view())
        return {one.content: grades[one.id] for one in found}


@pytest.fixture
def sessions(app: App, repo: Repo, tmp_path: Path, clock: Callable[[], datetime]) -> Sessions:
    repo.commit("docs", {"README.md": "# Stand\n\nA stand for bikes.\n", "Makefile": "test:\n\t@echo ok\n"})
    at = app.initialise(repo.path)
    at.documents.ingest(at.documents.view(), cause="test")
    return Sessions(app, at, repo, tmp_path, clock)


def test_what_was_typed_is_told_and_what_commands_showed_is_said_beside_the_line(sessions: Sessions) -> None:
    sessions.story.typed("Remember that the staging database is postgres 16. Now run the tests.")
    sessions.story.ran("pytest -q", MISSING, 1)
    sessions.story.ran("uv run pytest -q", "3 passed")
    sessions.hook()
    assert sessions.read() == Captured(1, 2)
    assert sessions.kept() == {
        "The staging database is postgres 16.": Grade.TOLD,
        f"`pytest -q` fails here ({MISSING}); `uv run pytest -q` works.": Grade.GROUNDED,
    }


def test_a_session_is_read_again_only_when_it_has_grown(sessions: Sessions) -> None:
    sessions.story.typed("Remember that the staging database is postgres 16.")
    sessions.hook()
    assert sessions.read() == Captured(1, 1)
    assert sessions.read() == Captured()
    sessions.story.typed("Remember that the review queue lives in Redis.")
    assert sessions.read() == Captured(1, 1)


def test_a_session_gives_at_most_five_however_often_it_is_read(sessions: Sessions) -> None:
    for bird in ("ducks", "geese", "swans", "herons", "storks", "cranes", "gulls"):
        sessions.story.typed(f"Remember that {bird} nest beside the {bird}' own pond.")
        sessions.hook()
        sessions.read()
    assert len(sessions.kept()) == MOST


def test_what_had_no_room_is_told(sessions: Sessions) -> None:
    birds = ("ducks", "geese", "swans", "herons", "storks", "cranes", "gulls")
    for bird in birds:
        sessions.story.typed(f"Remember that {bird} nest beside the {bird}' own pond.")
    sessions.hook()
    captured = sessions.read()
    assert captured.stored == MOST
    assert [claim.split()[0] for claim in captured.left_out] == ["Geese", "Ducks"]


def test_the_last_words_take_the_room_of_the_first_however_often_it_is_read(sessions: Sessions) -> None:
    for animal in ("Geese", "Ducks", "Swans", "Cranes", "Herons"):
        sessions.story.typed(f"Remember that {animal} rest on the pond in winter.")
    sessions.hook()
    assert sessions.read() == Captured(1, 5)
    sessions.story.typed("Remember that storks never nest on the barn.")
    captured = sessions.read()
    assert (captured.stored, [claim.split()[0] for claim in captured.left_out]) == (1, ["Geese"])
    assert {claim.split()[0] for claim in sessions.kept()} == {"Ducks", "Swans", "Cranes", "Herons", "Storks"}
    sessions.story.typed("go on")
    assert sessions.read() == Captured(1)


def test_what_a_person_typed_again_since_keeps_its_room(sessions: Sessions) -> None:
    for animal in ("Geese", "Ducks", "Swans", "Cranes", "Herons"):
        sessions.story.typed(f"Remember that {animal} rest on the pond in winter.")
    sessions.hook()
    sessions.read()
    (geese,) = [one for one in sessions.kept() if one.startswith("Geese")]
    by_hand = RememberRequest(content=geese, author="ada", origin=Origin.PERSON, act=Act.TYPED)
    assert isinstance(sessions.at.memories.remember(by_hand), Known)
    sessions.story.typed("Remember that storks never nest on the barn.")
    assert [claim.split()[0] for claim in sessions.read().left_out] == ["Ducks"]
    assert "Geese" in {claim.split()[0] for claim in sessions.kept()}


def test_what_was_taken_back_leaves_its_room(sessions: Sessions) -> None:
    for bird in ("ducks", "geese", "swans", "herons", "storks"):
        sessions.story.typed(f"Remember that {bird} nest beside the {bird}' own pond.")
        sessions.story.typed("go on")
        sessions.story.typed("thanks")
    sessions.hook()
    sessions.read()
    sessions.story.typed("I was wrong about the ducks.")
    sessions.story.typed("Remember that the gulls nest on the roof.")
    sessions.hook()
    captured = sessions.read()
    assert (captured.stored, captured.taken_back, captured.left_out) == (1, 1, ())


def test_what_is_known_is_judged_once(sessions: Sessions) -> None:
    for session in ("3f2a8c1e-7d5b-4a69-9c01-5e8f2b6d7a11", "3f2a8c1e-7d5b-4a69-9c01-5e8f2b6d7a12"):
        sessions.begin(session).typed("Remember that the staging database is postgres 16.")
        sessions.hook()
        sessions.read()
    before = len(sessions.at.memory_archive.audit("project", 1000))
    sessions.story.typed("go on")
    assert sessions.read() == Captured(1)
    assert len(sessions.at.memory_archive.audit("project", 1000)) == before


def test_what_is_taken_back_later_is_ended(sessions: Sessions) -> None:
    sessions.story.typed("Remember that the staging database is postgres 16.")
    sessions.hook()
    sessions.read()
    sessions.story.typed("no, scratch that")
    assert sessions.read() == Captured(1, 0, 1)
    assert sessions.kept() == {}


@pytest.mark.parametrize(
    "turn",
    [
        "<private>Remember that the door code is under the mat.</private>",
        "#private remember that the door code is under the mat",
        "fine\n  #PRIVATE Remember that the door code is under the mat.",
        "<private>\nRemember that the door code is under the mat.",
    ],
)
def test_what_is_private_is_never_read(sessions: Sessions, turn: str) -> None:
    sessions.story.typed(turn)
    sessions.hook()
    assert sessions.read() == Captured(1)


def test_a_session_that_ended_is_still_read(sessions: Sessions) -> None:
    sessions.story.typed("Remember that the staging database is postgres 16.")
    sessions.hook()
    sessions.hook("SessionEnd")
    assert sessions.read() == Captured(1, 1)


def test_another_agents_session_has_no_person_in_it(sessions: Sessions) -> None:
    sessions.story.typed("Remember that the staging database is postgres 16.")
    sessions.hook("Stop", HOOK, CLAUDE, CODEX)
    assert sessions.read() == Captured(1)


def test_a_session_that_could_have_written_its_transcript_proves_nothing(sessions: Sessions) -> None:
    sessions.story.typed("Remember that the staging database is postgres 16.")
    sessions.story.ran(f"ls {sessions.story.client}/projects", "-repo")
    sessions.hook()
    assert sessions.read() == Captured(1)


def test_a_transcript_elsewhere_or_named_otherwise_proves_nothing(sessions: Sessions, tmp_path: Path) -> None:
    sessions.story.typed("Remember that the staging database is postgres 16.")
    forged = tmp_path / sessions.story.file.name
    forged.write_bytes(sessions.story.file.read_bytes())
    sessions.hook(transcript=str(forged))
    assert sessions.read() == Captured(1)


def test_two_transcripts_of_one_session_prove_nothing(sessions: Sessions, tmp_path: Path) -> None:
    sessions.story.typed("Remember that the staging database is postgres 16.")
    sessions.hook()
    sessions.hook("Stop", HOOK, Process(21, "210", ("claude",)), transcript=str(tmp_path / "other.jsonl"))
    assert sessions.read() == Captured()


def test_an_error_in_an_agents_own_words_is_not_kept(sessions: Sessions) -> None:
    sessions.story.write("check.py", f'raise SystemExit("{MISSING}")')
    sessions.story.ran("python check.py", MISSING, 1)
    sessions.story.ran("uv run python check.py", "3 passed")
    sessions.hook()
    assert sessions.read() == Captured(1)


def test_the_same_lesson_of_another_session_is_known(sessions: Sessions) -> None:
    for session in ("3f2a8c1e-7d5b-4a69-9c01-5e8f2b6d7a11", "3f2a8c1e-7d5b-4a69-9c01-5e8f2b6d7a12"):
        story = sessions.begin(session)
        story.ran("pytest -q", MISSING, 1)
        story.ran("uv run pytest -q", "3 passed")
        sessions.hook()
        sessions.read()
    assert len(sessions.kept()) == 1


def test_a_persons_own_preference_follows_them(sessions: Sessions) -> None:
    sessions.story.typed("I prefer short answers in my language.")
    sessions.hook()
    sessions.read()
    (memory,) = sessions.at.memories.believed()
    assert (memory.scope, memory.kind) == ("user", "preference")
