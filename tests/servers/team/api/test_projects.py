"""Which project a clone belongs to, over HTTP: real commits, real proofs, one answer for all that isn't so."""

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import replace
from datetime import timedelta
from hashlib import sha256
from pathlib import Path
from uuid import UUID

import pytest

from scrubjay.identity.projects.hints import normalised_address
from scrubjay_team.api.projects import FEWEST, NONCE_S, UNPROVEN, hashed, proven
from scrubjay_team.mirrors.adding import CheckedAddress, add_mirror
from scrubjay_team.mirrors.addresses import read_address
from scrubjay_team.mirrors.refreshing import MirrorRefresher
from scrubjay_team.mirrors.states import MirrorStates
from tests.conftest import Repo
from tests.servers.team.makers import NOW, grant, make_project, make_team
from tests.servers.team.mirrors.routes import LIMITS, PROGRAMS, file_route
from tests.servers.team.serving.conftest import Answered, ServedTeam, serving

ADDRESS = "https://git.example/shop.git"

AddProject = Callable[..., UUID]


@pytest.fixture
def origin(make_repo: Callable[..., Repo]) -> Repo:
    source = make_repo("shop")
    for number in range(6):
        source.commit(f"commit {number}", {"README.md": f"# Shop {number}\n"})
    return source


@pytest.fixture
def mirrored(served: ServedTeam, tmp_path: Path, origin: Repo) -> AddProject:
    """Adds a project whose mirror was fetched by the server's worker."""
    databases = served.databases

    def add(team: UUID | None = served.team, *, open: bool = True, source: Repo = origin) -> UUID:
        assert team is not None
        project = make_project(databases.owner, team, "shop", open=open)
        with databases.owner.transaction() as connection:
            add_mirror(connection, project, CheckedAddress(read_address(ADDRESS), None), None, tmp_path, NOW)
        MirrorRefresher(
            states=MirrorStates(databases.worker, databases.clock, 5), data=tmp_path, limits=LIMITS,
            open_route=lambda *_: nullcontext(file_route(source.path)), index=lambda *_: None, path=PROGRAMS,
        ).fetch(project)  # fmt: skip
        return project

    return add


def commits(repo: Repo, most: int = 200) -> list[str]:
    return repo.git("rev-list", f"--max-count={most}", "HEAD").split()


def nonce_for(served: ServedTeam, token: str) -> str:
    answer = served.api(token, "POST", "/projects/nonce", {})
    assert answer.status == 200, answer.body
    return str(answer.json["nonce"])


def matched(
    served: ServedTeam, token: str, known: Sequence[str], *, address: str = ADDRESS, nonce: str = ""
) -> Answered:  # fmt: skip
    nonce = nonce or nonce_for(served, token)
    shown, *proofs = [hashed(nonce, one) for one in (normalised_address(address), *known)]
    return served.api(token, "POST", "/projects/match", {"address": shown, "nonce": nonce, "proofs": proofs})


@pytest.mark.parametrize(
    "address", [ADDRESS, "git@git.example:shop.git", "git.example/shop", "ssh://me@git.example/shop"]
)
def test_a_clone_belongs_to_the_project_of_its_remote(
    served: ServedTeam, mirrored: AddProject, origin: Repo, address: str
) -> None:
    project = mirrored()
    answer = matched(served, served.token(), commits(origin), address=address)
    assert (answer.status, answer.json) == (200, {"project": {"id": project.hex, "name": "shop"}})


def test_a_clone_may_be_some_commits_behind_or_ahead(served: ServedTeam, mirrored: AddProject, origin: Repo) -> None:
    mirrored()
    assert matched(served, served.token(), commits(origin)[-FEWEST:]).status == 200
    origin.commit("ahead", {"README.md": "# Ahead\n"})
    assert matched(served, served.token(), commits(origin, FEWEST + 1)).status == 200


def test_a_repository_of_one_commit_is_known_by_it(
    served: ServedTeam, mirrored: AddProject, make_repo: Callable[..., Repo]
) -> None:
    source = make_repo("young")
    source.commit("first", {"README.md": "# Young\n"})
    mirrored(source=source)
    assert matched(served, served.token(), commits(source)).status == 200


def test_not_there_not_granted_and_not_proven_are_one_answer(
    served: ServedTeam, mirrored: AddProject, origin: Repo
) -> None:
    token, known = served.token(), commits(origin)
    refused = [matched(served, token, known)]
    mirrored(make_team(served.databases.owner, "rivals"))
    refused.append(matched(served, token, known))
    closed = mirrored(open=False)
    refused.append(matched(served, token, known))
    grant(served.databases.owner, closed, served.people(lambda members, _: members.add("ben", "writer")).id)
    ben = served.token("ben")
    foreign = nonce_for(served, ben)
    refused += [
        matched(served, ben, known[: FEWEST - 1]),
        matched(served, ben, [commit[:12] for commit in known]),
        matched(served, ben, []),
        matched(served, ben, known, address="https://git.example/other.git"),
        matched(served, ben, known, nonce="never made"),
        matched(served, token, known, nonce=foreign),
    ]
    assert {answer.status for answer in refused} == {404}
    assert {answer.json["message"] for answer in refused} == {UNPROVEN}
    assert matched(served, ben, known, nonce=foreign).status == 200


def test_a_nonce_holds_two_minutes(served: ServedTeam, mirrored: AddProject, origin: Repo) -> None:
    mirrored()
    token = served.token()
    nonce = nonce_for(served, token)
    served.databases.clock.now += timedelta(seconds=NONCE_S)
    assert matched(served, token, commits(origin), nonce=nonce).status == 200
    served.databases.clock.now += timedelta(seconds=1)
    assert matched(served, token, commits(origin), nonce=nonce).status == 404


def test_any_process_of_the_database_takes_a_nonce_whatever_its_data_folder_holds(
    served: ServedTeam, mirrored: AddProject, origin: Repo, tmp_path: Path
) -> None:
    mirrored()
    token, data = served.token(), tmp_path / "second"
    data.mkdir()
    with serving(served.databases, data) as (port, _, _):
        second = replace(served, port=port)
        pairs = [(one, other) for one in (served, second) for other in (served, second)]
        statuses = [matched(other, token, commits(origin), nonce=nonce_for(one, token)).status for one, other in pairs]
    assert statuses == [200] * 4


def test_a_mirror_without_commits_is_nobody_s() -> None:
    assert not proven("n", [sha256(b"n").hexdigest()], [])


def test_a_transaction_reads_addresses_and_commits_of_granted_projects_alone(
    served: ServedTeam, mirrored: AddProject
) -> None:
    other = mirrored(make_team(served.databases.owner, "rivals"))
    mirrored()
    with served.databases.app.entered(sha256(served.token().encode()).digest()) as entered:
        addresses = entered.connection.execute("SELECT project FROM granted_addresses()").fetchall()
        commits = entered.connection.execute("SELECT recent_commits(%s) AS recent", [other]).fetchone()
    assert (len(addresses), commits) == (1, {"recent": None})
    with served.databases.app.plain() as connection:
        assert connection.execute("SELECT project FROM granted_addresses()").fetchall() == []
