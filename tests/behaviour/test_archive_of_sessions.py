"""A session outlives the machine that it was on: found again by its member alone, and forgotten to the last object."""

import json
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from scrubjay.app import Workspace
from scrubjay.search.recall.conversation_values import ConversationRequest
from scrubjay.session.conversations import store
from scrubjay.wiring.sessions import forget_elsewhere
from scrubjay_joined.archive import ArchiveFile, ArchiveState, archives_mine, number_of, send_archive
from scrubjay_joined.membership import joined_server
from scrubjay_joined.projects import ProjectThere
from scrubjay_team.archives.archives import Archives
from scrubjay_team.archives.objects import ArchiveObjects
from scrubjay_team.people.teams import Teams
from tests.behaviour.joined_homes import MemberHome
from tests.behaviour.joined_homes import member as member
from tests.behaviour.joined_homes import patient as patient
from tests.behaviour.joined_homes import proxy as proxy
from tests.conftest import Repo
from tests.servers.team.conftest import Databases
from tests.servers.team.conftest import databases as databases
from tests.servers.team.conftest import postgres as postgres
from tests.servers.team.index.conftest import LiveMirror
from tests.servers.team.index.conftest import make_mirror as make_mirror
from tests.servers.team.serving.conftest import ServedTeam, serving

obstore = pytest.importorskip("obstore")
pytest.importorskip("zstandard")
pytestmark = [pytest.mark.story]

MINE = "team:\n  archive: mine\n"
SESSION = "11111111-2222-4333-8444-555555555555"
SAID = "We chose the zanzibar queue because the mailer loses letters."
Member = Callable[..., MemberHome]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "archives"
    made.mkdir()
    return made


@pytest.fixture
def served(databases: Databases, tmp_path: Path, folder: Path) -> Iterator[ServedTeam]:
    """The server of acme, whose owner is anna, with an archive in a folder."""
    with databases.owner.transaction() as connection:
        team, _ = Teams(connection, databases.clock).create("acme", "anna")
    objects = ArchiveObjects(obstore.store.LocalStore(str(folder)), time.monotonic)
    archives = Archives(databases.app, objects, databases.clock)
    with serving(databases, tmp_path, archives=archives) as (port, services, leave):
        yield ServedTeam(port, databases, services, team=team.id, leave=leave)


@pytest.fixture
def match(served: ServedTeam, repo: Repo, make_mirror: Callable[..., LiveMirror]) -> Callable[[Workspace], None]:
    """Lets a home's repository be the team's shop."""
    made: list[LiveMirror] = []

    def matched(at: Workspace) -> None:
        assert served.team is not None
        if not made:
            made.append(make_mirror(repo, served.team, "shop"))
        joined = joined_server(at.user_settings)
        assert joined is not None
        there = ProjectThere(made[0].project.hex, "shop", "", "2026-03-02T00:00:00Z")
        joined.projects._write(at.project.id, there)

    return matched


def say(at: Workspace, tmp_path: Path, *texts: str, session: str = SESSION) -> None:
    """Import what was said in a session, two hours ago."""
    file = tmp_path / "said.jsonl"
    when = (at.clock() - timedelta(hours=2)).isoformat()
    lines = [{"session": session, "role": "user", "text": text, "time": when, "turn": f"{n}"}
             for n, text in enumerate(texts)]  # fmt: skip
    file.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    report = at.conversations.import_file(file)
    assert report.turns + report.existing == len(texts), report


def work(at: Workspace) -> list[str]:
    """What the worker's step says."""
    told: list[str] = []
    send_archive(SimpleNamespace(workspace=at, log=told.append))  # type: ignore[arg-type]
    return told


def begin_before(at: Workspace) -> None:
    """As if the member had chosen it three hours ago."""
    kept = ArchiveFile(at.user_settings.home)
    work(at)
    kept.write(ArchiveState(since=(at.clock() - timedelta(hours=3)).isoformat()))


def found(at: Workspace, query: str = "zanzibar queue") -> list[tuple[str, str]]:
    answer = at.conversation_search.search(ConversationRequest(query=query))
    assert not any("archive" in one for one in answer.degraded), answer.degraded
    return [(hit.turn.text, hit.title) for hit in answer.hits]


def objects(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


def test_a_session_is_found_from_a_new_machine_by_its_member_alone_and_forgotten_everywhere(
    member: Member, patient: None, match: Callable[[Workspace], None], folder: Path, tmp_path: Path, served: ServedTeam
) -> None:
    laptop = member("anna", config=MINE).at
    match(laptop)
    begin_before(laptop)
    say(laptop, tmp_path, SAID, "Mails wait there until the provider answers.")
    assert work(laptop) == ["archived at the team: 1 session"]
    assert work(laptop) == []
    assert len(objects(folder)) == 1
    assert SAID.encode() not in objects(folder)[0].read_bytes()
    assert not any("archive" in title for _, title in found(laptop))  # it is at home, so it comes from home

    new = member("anna", "-new", MINE).at  # the laptop is lost
    match(new)
    (text, title), *_ = found(new)
    assert text == SAID
    assert title.startswith("team acme's archive, until ")

    ben = member("ben", config=MINE).at
    match(ben)
    assert found(ben) == []

    assert forget_elsewhere(laptop, [SESSION]) == ()
    laptop.session_forgetting.forget(laptop.session_forgetting.found(SESSION))
    assert objects(folder) == []
    assert found(new) == []
    assert work(laptop) == []
    with served.databases.owner.transaction() as connection:
        assert connection.execute("SELECT id FROM archive UNION ALL SELECT id FROM archive_part").fetchall() == []
    assert ArchiveFile(laptop.user_settings.home).noted() == []
    say(new, tmp_path, SAID)  # the same session, from another machine
    begin_before(new)
    work(new)
    assert objects(folder) == []


def test_one_that_goes_on_is_sent_again_and_what_is_off_isn_t_sent(
    member: Member, patient: None, match: Callable[[Workspace], None], folder: Path, tmp_path: Path
) -> None:
    home = member("anna", config=MINE).at
    match(home)
    begin_before(home)
    say(home, tmp_path, SAID)
    work(home)
    say(home, tmp_path, SAID, "And then the parcels.")
    assert work(home) == ["archived at the team: 1 session"]
    assert len(objects(folder)) == 1
    off = member("dora").at
    match(off)
    say(off, tmp_path, "dora's own words", session="2" * 36)
    assert not archives_mine(off.user_settings)
    assert work(off) == []
    assert len(objects(folder)) == 1
    assert [one.begin("queue", 8) for one in off.far_conversations] == [None]


def test_nothing_of_before_the_choice_and_nothing_unmatched_is_sent(
    member: Member, patient: None, match: Callable[[Workspace], None], folder: Path, tmp_path: Path
) -> None:
    home = member("anna", config=MINE).at
    say(home, tmp_path, SAID)
    begin_before(home)
    assert work(home) == []  # not matched with a repository of the team's
    match(home)
    ArchiveFile(home.user_settings.home).file.unlink()
    assert work(home) == []  # chosen now, said before
    assert objects(folder) == []


def test_a_server_that_is_away_is_told_and_forgets_later(
    member: Member, match: Callable[[Workspace], None], folder: Path, tmp_path: Path, proxy: Any, patient: None
) -> None:
    home = member("anna", config=MINE).at
    match(home)
    begin_before(home)
    say(home, tmp_path, SAID)
    work(home)
    proxy.close()
    (left,) = forget_elsewhere(home, [SESSION])
    assert "the worker asks it again" in left
    assert ArchiveFile(home.user_settings.home).noted() == [number_of(SESSION)]
    home.session_forgetting.forget(home.session_forgetting.found(SESSION))
    answer = home.conversation_search.search(ConversationRequest(query="zanzibar"))
    assert answer.hits == ()
    assert any("archive" in one for one in answer.degraded)
    assert home.session_database.read(lambda c: c.execute(store.Q.all_sessions).fetchall()) == []
