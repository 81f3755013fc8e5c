"""POST /vectors over HTTP: a real home of a member's takes its vectors from there; nobody learns of others' blobs."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest

from scrubjay.app import open_app
from scrubjay.git.process import GitEnvironment
from scrubjay.knowledge.index.given import askable, givers
from scrubjay.knowledge.index.vectors import VectorIndex
from scrubjay.model.encoded import Encoded
from scrubjay.operations.jobs.embed import Embedded, embed_pending
from scrubjay.operations.jobs.intake import intake_of
from scrubjay.settings.layers import load_settings
from scrubjay.wiring.workspace import Workspace
from scrubjay_joined.membership import Membership, keep
from scrubjay_team.index.writing import index_mirror
from scrubjay_team.mirrors.adding import CheckedAddress, add_mirror
from scrubjay_team.mirrors.addresses import read_address
from scrubjay_team.mirrors.refreshing import MirrorRefresher
from scrubjay_team.mirrors.states import MirrorStates
from tests.conftest import Repo
from tests.fakes import HashingEmbedder
from tests.servers.team.makers import NOW, make_project, make_team
from tests.servers.team.mirrors.routes import LIMITS, PROGRAMS, file_route
from tests.servers.team.serving.conftest import ServedTeam

ADDRESS = "https://git.example/shop.git"
PAGES = {f"docs/page{n}.md": f"# Page {n}\n\nWhat is said of subject {n} here.\n" for n in range(12)}


class CountingEmbedder(HashingEmbedder):
    """Counts the texts that it was given."""

    def __init__(self) -> None:
        super().__init__(384)
        self.texts = 0

    def embed_passages(self, texts: Sequence[str]) -> Encoded:
        self.texts += len(texts)
        return super().embed_passages(texts)


@pytest.fixture
def mirror(served: ServedTeam, make_repo: Callable[..., Repo], tmp_path: Path) -> "Mirrored":
    """The project shop of the team acme, mirrored and indexed by the server's worker."""
    source = make_repo("shop")
    for number in range(3):
        source.commit(f"note {number}", {"NOTES.md": f"# Notes\n\nNumber {number}.\n"})
    source.commit("pages", PAGES)
    assert served.team is not None
    return Mirrored(served, source, tmp_path / "data", make_project(served.databases.owner, served.team, "shop"))


class Mirrored:
    """A project whose mirror follows a repository on this disk."""

    def __init__(self, served: ServedTeam, source: Repo, data: Path, project: UUID) -> None:
        self.served, self.source, self.project = served, source, project
        databases = served.databases
        with databases.owner.transaction() as connection:
            add_mirror(connection, project, CheckedAddress(read_address(ADDRESS), None), None, data.parent, NOW)

        def index(project: UUID, mirror: Any, progress: object) -> None:
            index_mirror(
                databases.worker, project, mirror.tree, (), home=data / "home", embedder=HashingEmbedder(384),
                environment=source.environment,
            )  # fmt: skip

        self._refresher = MirrorRefresher(
            states=MirrorStates(databases.worker, databases.clock, 5), data=data, limits=LIMITS, path=PROGRAMS,
            open_route=lambda *_: nullcontext(file_route(source.path)), index=index,
        )  # fmt: skip
        self.refresh()

    def refresh(self) -> None:
        """Fetch and index, as the worker does."""
        self._refresher.fetch(self.project)
        self._refresher.index(self.project)


class Member:
    """A home of a member's, with a clone of the repository."""

    def __init__(self, mirror: Mirrored, folder: Path, url: str = "") -> None:
        served, self.home, self.clone = mirror.served, folder / "home", folder / "clone"
        mirror.source.git("clone", "-q", str(mirror.source.path), str(self.clone))
        mirror.source.git("-C", str(self.clone), "remote", "set-url", "origin", ADDRESS)
        token = served.token()
        server = str(served.api(token, "GET", "/me").json["server"])
        self.home.mkdir(mode=0o700, parents=True)
        (self.home / "config.yaml").touch(mode=0o600)
        keep(self.home, Membership(url or f"http://127.0.0.1:{served.port}", "acme", "anna", server), token)
        self.environment = {**mirror.source.environment, "SCRUBJAY_HOME": str(self.home)}

    @contextmanager
    def working(self) -> Iterator[Workspace]:
        """The services of the clone, with its documents read."""
        git = GitEnvironment.of(self.environment)
        with open_app(
            load_settings(self.environment), git_environment=git, embedder=CountingEmbedder(), wake=lambda: None
        ) as app:
            workspace = app.initialise(self.clone)
            workspace.documents.ingest(workspace.documents.view(), cause="test")
            yield workspace

    def embed(self) -> tuple[Embedded, int, dict[str, int]]:
        """What the worker does: what was done, how many texts the model read, and whose vectors are here."""
        embedder = CountingEmbedder()
        with self.working() as workspace:
            done = embed_pending(
                workspace.knowledge_database, embedder, stop=lambda: False, intake=intake_of(workspace)
            )
            return done, embedder.texts, workspace.knowledge_database.read(givers)


def keys_of(member: Member) -> list[list[str]]:
    """What the member's home asks for, before it has anything."""
    with member.working() as workspace:
        index = VectorIndex(HashingEmbedder(384).fingerprint)
        found = workspace.knowledge_database.read(lambda c: askable(c, index.number(c), 2**62, 500))
    return [[one.key.blob, one.key.hash] for one in found]


def asked(served: ServedTeam, token: str, project: UUID, wanted: list[list[str]]) -> Any:
    body = {"project": str(project), "fingerprint": HashingEmbedder(384).fingerprint.key, "wanted": wanted}
    answer = served.api(token, "POST", "/vectors", body)
    assert answer.status == 200, answer.body
    return answer.json


def test_a_member_s_home_takes_its_vectors_from_the_team(mirror: Mirrored, tmp_path: Path) -> None:
    member = Member(mirror, tmp_path / "anna")
    done, read, whose = member.embed()
    assert (done.computed, done.taken, done.missing) == (0, 13, 0)
    assert 1 <= read < 13  # the sample
    assert list(whose.values()) == [13]
    assert next(iter(whose)).startswith("a team's server (")
    again, read, _ = member.embed()
    assert (again.computed, again.taken, read) == (0, 0, 0)


def test_what_the_team_lacks_is_computed_here(mirror: Mirrored, tmp_path: Path) -> None:
    mirror.source.commit("local", {"docs/new.md": "# New\n\nNot fetched by the server yet.\n"})
    done, _, _ = Member(mirror, tmp_path / "anna").embed()
    assert (done.computed, done.taken, done.missing) == (1, 13, 0)


def test_a_server_that_is_away_costs_nothing_but_its_vectors(mirror: Mirrored, tmp_path: Path) -> None:
    done, read, whose = Member(mirror, tmp_path / "anna", url="http://127.0.0.1:9").embed()
    assert (done.computed, done.taken, done.missing, whose) == (13, 0, 0, {})
    assert read == 13


def test_whatever_is_not_to_be_had_is_one_answer(mirror: Mirrored, tmp_path: Path) -> None:
    served, keys = mirror.served, keys_of(Member(mirror, tmp_path / "anna"))
    assert len(asked(served, served.token(), mirror.project, keys)["places"]) == 13
    rival = make_project(served.databases.owner, make_team(served.databases.owner, "rival"), "other")
    assert served.team is not None
    closed = make_project(served.databases.owner, served.team, "closed", open=False)
    empty = make_project(served.databases.owner, served.team, "empty")
    served.people(lambda members, _: members.add("eve", "reader"))
    narrow = served.token("eve", "search", projects=("empty",))
    lacking = [[blob[::-1], hash] for blob, hash in keys]
    answers = [
        *(asked(served, served.token(), project, keys) for project in (rival, closed, empty, uuid4())),
        asked(served, narrow, mirror.project, keys),
        asked(served, served.token(), mirror.project, lacking),
    ]
    assert all(one == {"places": [], "codes": "", "states": "", "lengths": []} for one in answers)


def test_a_token_without_the_scope_gets_nothing(mirror: Mirrored) -> None:
    token = mirror.served.token("anna", "remember")
    body = {"project": str(mirror.project), "fingerprint": "0" * 16, "wanted": []}
    assert mirror.served.api(token, "POST", "/vectors", body).status == 403


@pytest.mark.parametrize(
    "wrong",
    [
        {"wanted": [["0" * 40, "0" * 64]] * 501}, {"wanted": [["0" * 40]]}, {"wanted": [["0" * 40, "0" * 63]]},
        {"wanted": [["x" * 40, "0" * 64]]}, {"wanted": "all"}, {"fingerprint": "x"}, {"project": "shop"}, {"more": 1},
    ],
)  # fmt: skip
def test_a_request_of_another_form_is_refused(served: ServedTeam, wrong: dict[str, Any]) -> None:
    body = {"project": str(uuid4()), "fingerprint": "0" * 16, "wanted": []} | wrong
    assert served.api(served.token(), "POST", "/vectors", body).status == 422
