"""A project reads the repositories that the user's file names for it: by hand, and by the worker once an hour."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, replace
from datetime import timedelta
from pathlib import Path

import pytest

from scrubjay.app import App, Workspace, open_app
from scrubjay.errors import NotFound
from scrubjay.git.process import GitEnvironment
from scrubjay.model.discussion import DiscussionRef
from scrubjay.operations.jobs.runner import JobRunner
from scrubjay.settings.layers import load_settings
from scrubjay_forges.commands.forge_sync import repository_rows, synced
from scrubjay_forges.discussions.forgetting import forget_repository
from scrubjay_forges.discussions.stored import UNJUDGED
from scrubjay_forges.forges.reading import ReadingStopped
from scrubjay_forges.services import ForgeServices, unread
from tests.conftest import Repo
from tests.shared.cli.test_json import compare
from tests.shared.scrubjay_forges.forges.conftest import Desk
from tests.shared.scrubjay_forges.forges.forge_server import HOST, GitHubServer
from tests.shared.scrubjay_forges.forges.github_items import expected, fill, moment

NAME = f"{HOST}:PORT/acme/shop"


class Shop:
    """A repository that is a project, with a forge named in the user's file."""

    def __init__(self, desk: Desk, repo: Repo, environment: dict[str, str]) -> None:
        self.desk = desk
        self.repo = repo
        self.environment = environment | {"SCRUBJAY_EMBEDDING_PROVIDER": "none", "SHOP_TOKEN": "hush"}
        self.name = NAME.replace("PORT", str(desk.server.port))
        with self.opened() as app:
            self.project = app.initialise(repo.path).project

    def configure(self, project: str = "", name: str = "", **others: str) -> None:
        """Write the user's file."""
        lines = {"project": project or self.project.id, "api": f"https://{HOST}:{self.desk.server.port}", **others}
        text = "".join(f"    {key}: {value}\n" for key, value in lines.items())
        file = Path(self.environment["SCRUBJAY_HOME"]) / "config.yaml"
        file.write_text(f"forges:\n  {name or self.name}:\n{text}")

    @contextmanager
    def opened(self) -> Iterator[App]:
        """The home, with the network of the test."""
        settings, variables = load_settings(self.environment), GitEnvironment.of(self.environment)
        network = self.desk.network()
        with open_app(
            settings, git_environment=variables, wake=lambda: None, network=network, clock=lambda: self.desk.now
        ) as app:
            yield app

    @contextmanager
    def at(self) -> Iterator[Workspace]:
        """Its workspace."""
        with self.opened() as app:
            yield app.workspace(self.repo.path)

    def work(self) -> list[str]:
        """Run the worker until nothing is due; the kinds of jobs that ran."""
        done: list[str] = []
        with self.opened() as app:
            app.queue.enqueue(self.project.id, self.repo.path, "ingest", "test")
            runner = JobRunner(app, lambda: self.desk.now, threading.Event())
            while job := app.queue.claim():
                done.append(job.kind)
                runner.run(job)
        return done


@pytest.fixture
def shop(desk: Desk, make_repo: Callable[..., Repo], environment: dict[str, str]) -> Shop:
    repo = make_repo("shop")
    repo.commit("one", {"a.md": "# A\n"})
    return Shop(desk, repo, environment)


def test_by_hand_everything_is_kept_as_it_was_read(shop: Shop, server: GitHubServer) -> None:
    fill(server.repository)
    merge = shop.repo.commit("merge", {"src/merged.py": "x = 1\n"})
    server.repository.pull(90, 90, merged=merge)
    shop.configure(token_env="SHOP_TOKEN")
    with shop.at() as workspace:
        (report,) = synced(workspace, "acme/shop")
        assert report.complete
        store = ForgeServices.of(workspace).discussion_store
        assert store.keys(shop.name) == expected(server.repository)
        head = store.head(DiscussionRef(shop.name, 90))
        assert head is not None
        assert (head.files, head.merge_commit) == (("src/merged.py",), merge)
        (row,) = repository_rows(workspace)
    compare("forge sync", json.dumps({"repositories": [asdict(report) | {"complete": report.complete}]}))
    compare("forge list", json.dumps({"repositories": [row]}))
    assert server.tokens == {"Bearer hush"}
    assert "hush" not in str(row) + str(report)
    assert (row["issues"], row["pull_requests"], row["as_of"], row["token"]) == (12, 10, "2026-10-28 00:00", "present")
    assert (row["left"], row["configured"]) == (f"39 texts {UNJUDGED}", True)
    files = [file for file in Path(shop.environment["SCRUBJAY_HOME"]).rglob("*") if file.is_file()]
    assert not [file for file in files if b"hush" in file.read_bytes()]


def test_the_worker_reads_once_an_hour_and_goes_on_where_it_was_stopped(shop: Shop, server: GitHubServer) -> None:
    fill(server.repository)
    shop.configure()
    assert "forges" in shop.work()
    asked = len(server.asked)
    assert asked > 4
    shop.desk.later(minutes=50)
    assert "forges" not in shop.work()
    shop.desk.later(minutes=11)
    assert "forges" in shop.work()
    assert len(server.asked) == asked + 5


def test_what_stopped_the_worker_is_read_at_its_next_job(shop: Shop, server: GitHubServer) -> None:
    fill(server.repository)
    shop.configure()
    with shop.at() as workspace:
        (target,) = ForgeServices.of(workspace).forge_sync.targets()
        answers = iter([False] * 6)
        with pytest.raises(ReadingStopped):
            ForgeServices.of(workspace).forge_sync.read(target, stop=lambda: next(answers, True))
    shop.work()
    with shop.at() as workspace:
        assert ForgeServices.of(workspace).discussion_store.keys(shop.name) == expected(server.repository)


def test_a_forge_that_asks_to_wait_is_not_asked_before(shop: Shop, server: GitHubServer) -> None:
    fill(server.repository)
    shop.configure()
    server.remaining, server.reset = 3, int((shop.desk.now + timedelta(minutes=45)).timestamp())
    shop.work()
    with shop.at() as workspace:
        (row,) = repository_rows(workspace)
        assert "not before 2026-10-28 00:45 UTC" in row["left"]
        (check,) = unread(workspace)
        assert check.found == f"{shop.name}: not before 2026-10-28 00:45 UTC"
    shop.desk.later(minutes=40)
    assert "forges" not in shop.work()
    with shop.at() as workspace:
        (report,) = synced(workspace, "")
    assert (report.complete, report.until) == (False, "2026-10-28T00:45:01Z")
    assert len(server.asked) == 3
    shop.desk.later(minutes=61)
    server.remaining = None
    shop.work()
    with shop.at() as workspace:
        assert ForgeServices.of(workspace).discussion_store.keys(shop.name) == expected(server.repository)


def test_a_repository_that_fails_is_said_and_read_again_after_an_hour(shop: Shop, server: GitHubServer) -> None:
    shop.configure(name=shop.name.replace("shop", "none"))
    assert shop.work().count("forges") == 1
    with shop.at() as workspace:
        (row,) = repository_rows(workspace)
    assert "shows no acme/none: it is gone, or needs a token" in row["left"]
    assert row["as_of"] == ""
    asked = len(server.asked)
    shop.desk.later(minutes=30)
    shop.work()
    assert len(server.asked) == asked


@pytest.mark.parametrize("project", ["shop", "the id", "the beginning of the id", "other"])
def test_a_repository_belongs_to_the_project_that_the_file_names(shop: Shop, project: str) -> None:
    named = {"the id": shop.project.id, "the beginning of the id": shop.project.id[:8]}.get(project, project)
    shop.configure(named)
    with shop.at() as workspace:
        assert [one.name for one in ForgeServices.of(workspace).forge_sync.targets()] == [shop.name] * (
            project != "other"
        )


def test_a_name_that_two_projects_have_is_neither_ones(shop: Shop, make_repo: Callable[..., Repo]) -> None:
    other = make_repo("elsewhere/shop")
    other.commit("theirs", {"b.md": "# B\n"})
    with shop.opened() as app:
        app.initialise(other.path)
    shop.configure("shop")
    with shop.opened() as app:
        assert ForgeServices.of(app.workspace(other.path)).forge_sync.targets() == ()
        assert ForgeServices.of(app.workspace(shop.repo.path)).forge_sync.targets() == ()


@pytest.mark.parametrize(
    ("mode", "content", "said"),
    [(0o600, "hush\n", ""), (0o644, "hush\n", "chmod 600"), (0o600, "", "no token in"), (0o600, "hu sh", "no token")],
)
def test_a_file_holds_the_token_where_only_its_owner_reads_it(
    shop: Shop, server: GitHubServer, mode: int, content: str, said: str
) -> None:
    file = Path(shop.environment["SCRUBJAY_HOME"]) / "token"
    file.write_text(content)
    file.chmod(mode)
    shop.configure(token_file="token")
    with shop.at() as workspace:
        (report,) = synced(workspace, "")
        state = repository_rows(workspace)[0]["token"]
    assert said in report.error
    assert bool(said) is not report.complete
    assert server.tokens == ({"Bearer hush"} if not said else set())
    assert "hu" not in state.replace(str(file), "").replace("present", "")


def test_a_link_is_no_token_file_and_an_unset_variable_is_named(shop: Shop) -> None:
    home = Path(shop.environment["SCRUBJAY_HOME"])
    (home / "real").write_text("hush")
    (home / "real").chmod(0o600)
    (home / "token").symlink_to(home / "real")
    for place, said in (({"token_file": "token"}, "must be no link"), ({"token_env": "NOT_SET"}, "variable NOT_SET")):
        shop.configure(**place)
        with shop.at() as workspace:
            (report,) = synced(workspace, "")
        assert said in report.error


def test_without_a_configured_repository_nothing_is_asked_or_made(shop: Shop) -> None:
    assert "forges" not in shop.work()
    with shop.at() as workspace:
        with pytest.raises(NotFound, match="names no repository for this project"):
            synced(workspace, "")
        assert repository_rows(workspace) == []
        assert not ForgeServices.of(workspace).discussions.exists()


def test_no_address_of_the_users_own_network_is_opened(shop: Shop, server: GitHubServer) -> None:
    shop.configure(api="https://inside.test:99")
    with shop.at() as workspace:
        (report,) = synced(workspace, "")
    assert "leads to a private address" in report.error
    assert server.asked == []


def test_what_changes_at_the_forge_changes_here_and_nothing_is_doubled(shop: Shop, server: GitHubServer) -> None:
    fill(server.repository)
    shop.configure()
    with shop.at() as workspace:
        synced(workspace, "")
        shop.desk.later(hours=1)
        now = 300 * 24 * 60 + 30
        server.repository.comments[0] |= {"body": "Edited.", "updated_at": moment(now)}
        (report,) = synced(workspace, "")
        assert (report.new, report.changed) == (0, 1)
        store = ForgeServices.of(workspace).discussion_store
        assert store.keys(shop.name) == expected(server.repository)
        assert [part.text for part in store.parts(DiscussionRef(shop.name, 1))][-1] == "Edited."
        assert replace(store.repositories()[0], unindexed=0) == store.repositories()[0]


def test_a_name_that_cannot_be_kept_is_reported_and_holds_up_no_other(shop: Shop, server: GitHubServer) -> None:
    fill(server.repository)
    long = f"{HOST}:{server.port}/acme/{'a' * 101}"
    shop.configure(name=long)
    file = Path(shop.environment["SCRUBJAY_HOME"]) / "config.yaml"
    first = file.read_text()
    shop.configure()
    file.write_text(first + file.read_text().replace("forges:\n", ""))
    with shop.at() as workspace:
        refused, read = synced(workspace, "")
        assert "names no repository of a forge" in refused.error
        assert read.complete
        assert ForgeServices.of(workspace).discussion_store.keys(shop.name) == expected(server.repository)


def test_a_repository_that_is_forgotten_while_it_is_read_stays_so_and_ends_no_other(
    shop: Shop, server: GitHubServer
) -> None:
    fill(server.repository)
    shop.configure()
    with shop.at() as workspace:
        store = ForgeServices.of(workspace).discussion_store

        def forget(path: str) -> None:
            if "/issues/comments" in path and store.exists():
                forget_repository(store, shop.name)

        server.before.append(forget)
        (report,) = synced(workspace, "")
        assert "isn't kept in this project" in report.error
        assert not store.exists()
