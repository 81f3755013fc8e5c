"""A mirror refreshed: what is kept of a fetch and of an index, of their failures, and of what ends them."""

from datetime import timedelta
from uuid import UUID, uuid4

import pytest
from psycopg.errors import InsufficientPrivilege

from scrubjay.errors import ModelUnavailable
from scrubjay.model.visible import visible
from scrubjay.storage.filesystem import file_lock
from scrubjay_team.errors import FetchFailed
from scrubjay_team.mirrors.mirror import Mirror
from scrubjay_team.mirrors.removing import folder_of
from scrubjay_team.mirrors.states import WorkerStops
from scrubjay_team.mirrors.watching import FetchLimits, Progress, failure
from tests.servers.team.makers import NOW, make_member, make_project, make_token
from tests.servers.team.mirrors.conftest import ADDRESS, Mirrored, add


def test_a_fetch_keeps_what_it_found_and_asks_for_the_index(mirrored: Mirrored) -> None:
    mirrored.clear_jobs()
    mirrored.refresher.fetch(mirrored.project)
    state = mirrored.mirror()
    assert (state["branch"], state["commit"]) == ("main", mirrored.origin.git("rev-parse", "HEAD"))
    assert (state["fetched_at"], state["indexed_at"], state["error"]) == (NOW, None, "")
    assert timedelta(minutes=5) <= state["due_at"] - NOW < timedelta(minutes=6)  # type: ignore[operator]
    assert state["size"]
    assert mirrored.jobs() == [("index", NOW)]
    assert mirrored.opened == [(ADDRESS, "", "anna:token-of-test")]


def test_a_fetch_keeps_whom_codeowners_names_as_it_stands_now(mirrored: Mirrored) -> None:
    def kept() -> tuple[object, object]:
        mirrored.refresher.fetch(mirrored.project)
        return mirrored.mirror()["owners_path"], mirrored.mirror()["owners"]

    assert kept() == ("", "")
    mirrored.origin.commit("owners", {"docs/CODEOWNERS": "* @anna\n"})
    assert kept() == ("docs/CODEOWNERS", "* @anna\n")
    mirrored.origin.commit("more", {".github/CODEOWNERS": f"* @ben\n# token: {'AKIA' + 'IOSFODNN7EXAMPLE'}\n"})
    where, text = kept()
    assert (where, str(text).startswith("* @ben"), "IOSFODNN" in str(text)) == (".github/CODEOWNERS", True, False)
    mirrored.origin.commit("long", {".github/CODEOWNERS": "* @ben\n" * 40_000})
    assert kept() == ("", "")


def test_an_index_is_made_once_for_what_a_mirror_shows(mirrored: Mirrored) -> None:
    head = mirrored.origin.git("rev-parse", "HEAD")
    mirrored.refresher.fetch(mirrored.project)
    mirrored.refresher.index(mirrored.project)
    mirrored.clear_jobs()
    mirrored.refresher.fetch(mirrored.project)
    assert mirrored.indexed == [head]
    assert mirrored.jobs() == []
    mirrored.origin.git("tag", "v1")
    mirrored.refresher.fetch(mirrored.project)
    assert mirrored.jobs() == [("index", NOW)]


def test_a_server_without_the_mirror_fetches_before_it_indexes(mirrored: Mirrored) -> None:
    mirrored.refresher.index(mirrored.project)
    assert mirrored.indexed == [mirrored.origin.git("rev-parse", "HEAD")]
    assert mirrored.mirror()["indexed_at"] == NOW


def test_a_failed_fetch_is_kept_in_plain_words_and_tried_later_each_time(mirrored: Mirrored) -> None:
    mirrored.refresher.fetch(mirrored.project)
    before = mirrored.mirror()
    mirrored.origin.path.rename(mirrored.origin.path.parent / "away")
    for failures, minutes in ((1, 1), (2, 2), (3, 4)):
        mirrored.refresher.fetch(mirrored.project)
        state = mirrored.mirror()
        assert state["failures"] == failures
        assert "could not be fetched" in str(state["error"])
        assert state["due_at"] == NOW + timedelta(minutes=minutes)
        assert state["commit"] == before["commit"]
    (mirrored.origin.path.parent / "away").rename(mirrored.origin.path)
    mirrored.refresher.index(mirrored.project)
    mirrored.refresher.fetch(mirrored.project)
    assert (mirrored.mirror()["failures"], mirrored.mirror()["error"]) == (0, "")


def test_what_a_remote_says_of_a_failure_is_kept_visible(mirrored: Mirrored) -> None:
    said = b"remote: \x1b[31mrun\x07 \xe2\x80\xaethis\n\x9b31m"
    told = str(failure(128, said, "git.example", ()))
    assert told == visible(told)
    assert "\\x1b[31mrun\\x07 \\u202ethis" in told
    mirrored.states.failed(mirrored.project, FetchFailed("one\ntwo \x1b[31m\u202e"))
    assert mirrored.mirror()["error"] == "one two \\x1b[31m\\u202e"


def test_a_failed_index_is_tried_again_with_the_next_fetch_and_later_each_time(mirrored: Mirrored) -> None:
    def fails(project: UUID, mirror: Mirror, progress: Progress) -> None:
        raise ModelUnavailable

    mirrored.index = fails  # type: ignore[method-assign]
    for failures in (1, 2):
        mirrored.clear_jobs()
        mirrored.refresher.fetch(mirrored.project)
        assert mirrored.jobs() == [("index", NOW)]
        mirrored.refresher.index(mirrored.project)
        assert mirrored.mirror()["failures"] == failures
    assert "model" in str(mirrored.mirror()["error"])
    assert mirrored.mirror()["due_at"] == NOW + timedelta(minutes=2)


def test_what_nobody_expected_is_kept_and_raised(mirrored: Mirrored) -> None:
    def breaks(project: UUID, mirror: Mirror, progress: Progress) -> None:
        raise ZeroDivisionError("by zero")

    mirrored.index = breaks  # type: ignore[method-assign]
    with pytest.raises(ZeroDivisionError):
        mirrored.refresher.index(mirrored.project)
    assert mirrored.mirror()["error"] == "ZeroDivisionError where none was expected: by zero"


def test_a_mirror_that_grew_too_large_is_told(mirrored: Mirrored) -> None:
    mirrored.refresher.fetch(mirrored.project)
    mirrored.limits = FetchLimits(size=100, objects=100, seconds=60)
    mirrored.refresher.fetch(mirrored.project)
    assert "team.mirror_mb" in str(mirrored.mirror()["error"])


def test_a_server_that_ends_leaves_no_failure(mirrored: Mirrored) -> None:
    with pytest.raises(WorkerStops):
        mirrored.refresher.fetch(mirrored.project, lambda: True)
    assert (mirrored.mirror()["failures"], mirrored.mirror()["error"]) == (0, "")


def test_a_project_that_goes_ends_its_fetch_and_its_index(mirrored: Mirrored) -> None:
    mirrored.refresher.fetch(mirrored.project)
    with mirrored.databases.owner.transaction() as connection:
        connection.execute("UPDATE project SET removed_at = now()")
    mirrored.refresher.index(mirrored.project)
    mirrored.refresher.fetch(mirrored.project)
    assert mirrored.indexed == []
    assert mirrored.mirror()["failures"] == 0
    mirrored.refresher.fetch(uuid4())


def test_how_far_it_is_can_be_read(mirrored: Mirrored) -> None:
    tell = mirrored.states.progress(mirrored.project, lambda: False)
    tell("receiving objects", 1_200, 9_000)
    tell("receiving objects", 1_201, 9_000)
    assert mirrored.mirror()["progress"] == "receiving objects: 1,200 of 9,000"


def test_only_due_mirrors_are_asked_for_each_once(mirrored: Mirrored) -> None:
    mirrored.clear_jobs()
    assert mirrored.states.ask_due() == 1
    assert mirrored.states.ask_due() == 1
    assert mirrored.jobs() == [("fetch", NOW)]
    mirrored.clear_jobs()
    mirrored.refresher.fetch(mirrored.project)
    mirrored.clear_jobs()
    assert mirrored.states.ask_due() == 0
    mirrored.databases.clock.now = NOW + timedelta(minutes=6)
    assert mirrored.states.ask_due() == 1


def test_a_mirror_in_use_is_not_indexed_at_the_same_time(mirrored: Mirrored) -> None:
    mirrored.refresher.fetch(mirrored.project)
    with file_lock(folder_of(mirrored.data, mirrored.project) / "lock"):
        mirrored.refresher.index(mirrored.project)
    assert "being fetched or removed" in str(mirrored.mirror()["error"])


def test_a_folder_of_no_project_is_swept_away(mirrored: Mirrored) -> None:
    mirrored.refresher.fetch(mirrored.project)
    left, other = folder_of(mirrored.data, uuid4()), mirrored.data / "mirrors" / "a-b-c-d-e"
    for folder in (left, other):
        (folder / "mirror.git").mkdir(parents=True)
    mirrored.refresher.sweep()
    assert not left.exists()
    assert other.exists()
    assert folder_of(mirrored.data, mirrored.project).exists()


def test_a_member_sees_how_far_a_granted_mirror_is_and_no_more(mirrored: Mirrored) -> None:
    databases = mirrored.databases
    closed = make_project(databases.owner, mirrored.team, "closed", open=False)
    add(databases, closed, mirrored.data)
    digest = make_token(databases.owner, make_member(databases.owner, mirrored.team, role="owner"))
    with databases.app.entered(digest) as entered:
        rows = entered.connection.execute("SELECT project FROM mirror").fetchall()
        assert [row["project"] for row in rows] == [mirrored.project]
        for refused in ("SELECT * FROM mirror_source", "SELECT error FROM mirror", "UPDATE mirror SET progress = 'x'"):
            with pytest.raises(InsufficientPrivilege), entered.connection.transaction():
                entered.connection.execute(refused)
    with databases.app.plain() as connection:
        assert connection.execute("SELECT project FROM mirror").fetchall() == []
        owned = connection.execute("SELECT sealed_hook(%s) AS secret", [closed]).fetchone()
        assert owned is not None  # anybody's, and nobody's without the key
        assert mirrored.hook_secret.encode() not in owned["secret"]
    with databases.worker.working(closed) as work:
        found = work.connection.execute("SELECT project FROM mirror_source").fetchall()
        assert [row["project"] for row in found] == [closed]
