"""Which project is which: proven by commits at the remotes' addresses, kept, and asked again where it may differ."""

import hashlib
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from scrubjay.git.process import Git, GitEnvironment
from scrubjay_joined.client import TeamClient
from scrubjay_joined.errors import NotATeamServer, TeamAway, TeamRefusedCall
from scrubjay_joined.projects import AGAIN, ProjectsThere
from tests.conftest import Repo
from tests.patience import PATIENCE_S
from tests.shared.scrubjay_joined.conftest import TOKEN, FarServer, FarTeam, said

NOON = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
ADDRESS = "git.example.org/acme/shop"
Made = Callable[..., ProjectsThere]


@pytest.fixture
def made(home: Path, client: TeamClient) -> Made:
    (home / "joined").mkdir(mode=0o700)
    return lambda server="5e7", now=NOON: ProjectsThere(home / "joined", server, client, lambda: now)


@pytest.fixture
def shop(repo: Repo, far: FarServer) -> Repo:
    """A clone of a repository that the team has."""
    commits = [repo.commit(f"commit {number}") for number in range(3)]
    repo.git("remote", "add", "origin", "git@git.example.org:acme/shop.git")
    far.answer = FarTeam(ADDRESS, frozenset(commits[:1]))
    return repo


def git_of(repo: Repo) -> Git:
    return Git(repo.path, GitEnvironment.of(repo.environment))


def asked(far: FarServer) -> list[str]:
    paths = [one.path.removeprefix("/api/v1/projects/") for one in far.asked]
    far.asked.clear()
    return paths


def test_a_project_is_proven_by_hashes_of_its_commits_alone(far: FarServer, shop: Repo, made: Made) -> None:
    projects = made()
    assert projects.known("p1") == ""
    there = projects.match("p1", git_of(shop))
    assert (there.id, there.name, projects.known("p1"), made().named("p1")) == ("9r0", "shop", "9r0", "shop")
    nonce, match = (one.body for one in far.asked)
    assert nonce == {}
    assert match["address"] == hashlib.sha256((match["nonce"] + ADDRESS).encode()).hexdigest()
    assert ADDRESS.partition("/")[0] not in str(far.asked)
    commits = shop.git("rev-list", "HEAD").split()
    assert match["proofs"] == [hashlib.sha256((match["nonce"] + one).encode()).hexdigest() for one in commits]
    assert not any(one in str(far.asked) for one in commits)


def test_it_is_asked_once_and_again_for_another_remote_or_another_server(
    far: FarServer, shop: Repo, made: Made
) -> None:
    for _ in range(2):
        made().match("p1", git_of(shop))
    assert asked(far) == ["nonce", "match"]
    shop.git("remote", "add", "mirror", "https://anna:geheim@mirror.example.org/shop")
    assert made().match("p1", git_of(shop)).name == "shop"
    assert not any(word in str(far.asked) for word in ("geheim", "example.org", "shop"))
    assert asked(far) == ["nonce", "match"]
    assert made(server="another").known("p1") == ""
    made(server="another").match("p1", git_of(shop))
    assert asked(far) == ["nonce", "match"]
    made().forget("p1")
    assert made().known("p1") == ""


def test_one_that_isnt_there_is_asked_again_after_a_while(far: FarServer, shop: Repo, made: Made) -> None:
    team = FarTeam()
    far.answer = team
    assert made().match("p1", git_of(shop)).id == ""
    assert made(now=NOON + AGAIN).match("p1", git_of(shop)).id == ""
    assert asked(far) == ["nonce", "match"]
    team.address, team.commits = ADDRESS, frozenset([shop.git("rev-parse", "HEAD")])
    assert made(now=NOON + AGAIN + timedelta(seconds=1)).match("p1", git_of(shop)).id == "9r0"
    far.answer = FarTeam()
    assert made().match("p1", git_of(shop), again=True).id == ""


def test_no_folder_of_this_machine_and_no_clone_without_commits_is_asked_for(
    far: FarServer, make_repo: Callable[..., Repo], made: Made
) -> None:
    empty, local = make_repo("empty"), make_repo("local")
    empty.git("remote", "add", "origin", "https://git.example.org/acme/shop")
    local.commit()
    for name, address in (("a", "/srv/secret/repo"), ("b", "file:///srv/secret"), ("c", "../other"), ("d", "C:\\x")):
        local.git("remote", "add", name, address)
    assert made().match("p1", git_of(empty)).id == ""
    assert made().match("p2", git_of(local)).id == ""
    assert far.asked == []


def test_the_base_branch_as_the_remote_has_it_is_what_proves(far: FarServer, shop: Repo, made: Made) -> None:
    first = shop.git("rev-list", "--max-parents=0", "HEAD")
    shop.git("update-ref", "refs/remotes/origin/main", first)
    shop.git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/main")
    made().match("p1", git_of(shop))
    assert len(far.asked[1].body["proofs"]) == 1


def test_a_search_is_answered_at_once_and_the_project_is_matched_beside_it(
    far: FarServer, shop: Repo, made: Made
) -> None:
    projects = made()
    assert projects.soon("p1", git_of(shop)) == ""
    projects.wait(PATIENCE_S)
    assert projects.soon("p1", git_of(shop)) == "9r0"
    assert asked(far) == ["nonce", "match"]


def test_a_server_that_is_away_or_refuses_leaves_what_is_known(far: FarServer, shop: Repo, made: Made) -> None:
    made().match("p1", git_of(shop))
    far.answer = lambda _: said({}, 503)
    with pytest.raises(TeamAway):
        made().match("p1", git_of(shop), again=True)
    far.answer = lambda _: said({"error": "limited"}, 429)
    with pytest.raises(TeamRefusedCall):
        made().match("p1", git_of(shop), again=True)
    projects = made()
    projects.soon("p2", git_of(shop))
    projects.wait(PATIENCE_S)
    assert (made().known("p1"), made().known("p2")) == ("9r0", "")


@pytest.mark.parametrize("text", ["", "[", "[]", "{}", '{"server": "5e7"}', '{"server": "5e7", "projects": {"p1": 5}}'])
def test_a_damaged_file_is_asked_for_again(far: FarServer, shop: Repo, made: Made, home: Path, text: str) -> None:
    (home / "joined/projects.json").write_text(text)
    (home / "joined/projects.json").chmod(0o600)
    assert made().known("p1") == ""
    assert made().match("p1", git_of(shop)).id == "9r0"


def test_a_home_that_left_meanwhile_gets_no_file_back(shop: Repo, client: TeamClient, home: Path) -> None:
    there = ProjectsThere(home / "joined", "5e7", client, lambda: NOON)
    assert there.match("p1", git_of(shop)).id == "9r0"
    assert not (home / "joined").exists()
    assert TOKEN not in str([*home.rglob("*")])


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"nonce": 5},
        {"nonce": "a\nb" * 9},
        {"nonce": "nonce-of-it", "project": 5},
        {"nonce": "nonce-of-it", "project": {"id": "../x"}},
    ],
)
def test_an_answer_that_cannot_be_read_is_no_project(
    far: FarServer, shop: Repo, made: Made, wrong: dict[str, object]
) -> None:
    far.answer = lambda _: said(wrong)
    with pytest.raises(NotATeamServer, match="can't be read"):
        made().match("p1", git_of(shop))
    assert made().known("p1") == ""
