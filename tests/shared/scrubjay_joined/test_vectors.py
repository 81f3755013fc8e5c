"""Vectors from a server that may say anything: what isn't in their form is an error, and the model computes them."""

from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest

from scrubjay.errors import ScrubjayError
from scrubjay.git.process import Git, GitEnvironment
from scrubjay.model.clock import system_clock
from scrubjay.model.given import GivenVectors, PassageKey
from scrubjay_joined.client import TeamClient
from scrubjay_joined.errors import NotATeamServer
from scrubjay_joined.membership import Joined, Membership
from scrubjay_joined.projects import ProjectsThere, ProjectThere
from scrubjay_joined.vectors import JoinedVectors
from tests.conftest import Repo
from tests.fakes import HashingEmbedder
from tests.shared.scrubjay_joined.conftest import FarServer, said

FINGERPRINT = HashingEmbedder(384).fingerprint
WANTED = [PassageKey("a" * 40, "b" * 64), PassageKey("c" * 40, "d" * 64)]
GOOD: dict[str, Any] = {
    "places": [1], "codes": b64encode(b"\x7f" * 384).decode(), "states": b64encode(b"s" * 24).decode(), "lengths": [24],
}  # fmt: skip


@pytest.fixture
def source(far: FarServer, client: TeamClient, home: Path, repo: Repo) -> JoinedVectors:
    """The vectors of a project that was matched before."""
    folder = home / "joined"
    folder.mkdir(mode=0o700)
    projects = ProjectsThere(folder, "server", client, system_clock)
    projects._write("ours", ProjectThere("f" * 32, "shop", "", "2026-03-01T12:00:00Z"))
    git = Git(repo.path, GitEnvironment.of(repo.environment))
    return JoinedVectors(Joined(Membership(far.url, "acme", "anna", "server"), client, projects), "ours", git)


def test_blobs_and_hashes_are_sent_and_no_text(far: FarServer, source: JoinedVectors) -> None:
    far.answer = lambda _: said(GOOD)
    given = source.vectors(FINGERPRINT, WANTED)
    assert given == GivenVectors(FINGERPRINT.key, (1,), b"\x7f" * 384, (b"s" * 24,))
    (asked,) = far.asked
    assert asked.path == "/api/v1/vectors"
    assert asked.body == {
        "project": "f" * 32, "fingerprint": FINGERPRINT.key, "wanted": [["a" * 40, "b" * 64], ["c" * 40, "d" * 64]],
    }  # fmt: skip
    assert source.name == "a team's server (server)"


@pytest.mark.parametrize(
    "wrong",
    [
        {"places": None}, {"places": "01"}, {"places": [True]}, {"places": [-1]}, {"places": [1.5]},
        {"places": [float("nan")]}, {"codes": "no base64!"}, {"codes": 7}, {"codes": None}, {"states": ["x"]},
        {"lengths": [23]}, {"lengths": [25]}, {"lengths": [-24, 48]}, {"lengths": [10**30]}, {"lengths": {}},
    ],
)  # fmt: skip
def test_an_answer_of_another_form_is_an_error(far: FarServer, source: JoinedVectors, wrong: dict[str, Any]) -> None:
    far.answer = lambda _: said(GOOD | wrong)
    with pytest.raises(NotATeamServer):
        source.vectors(FINGERPRINT, WANTED)


def test_an_answer_without_a_part_is_an_error(far: FarServer, source: JoinedVectors) -> None:
    for name in GOOD:
        far.answer = lambda _, name=name: said({key: value for key, value in GOOD.items() if key != name})  # type: ignore[misc]
        with pytest.raises(NotATeamServer):
            source.vectors(FINGERPRINT, WANTED)


def test_an_endless_answer_and_a_refusal_are_errors(far: FarServer, source: JoinedVectors) -> None:
    far.answer = lambda _: said({"codes": "A" * 21_000_000})
    with pytest.raises(ScrubjayError):
        source.vectors(FINGERPRINT, WANTED)
    far.answer = lambda _: said({"error": "not_allowed", "message": "no"}, 403)
    with pytest.raises(ScrubjayError):
        source.vectors(FINGERPRINT, WANTED)
    far.answer = lambda _: said({}, 503)
    with pytest.raises(ScrubjayError):
        source.vectors(FINGERPRINT, WANTED)


def test_nobody_is_asked_about_a_project_that_the_team_does_not_have(
    far: FarServer, source: JoinedVectors, client: TeamClient, home: Path, repo: Repo
) -> None:
    projects = ProjectsThere(home / "joined", "server", client, system_clock)
    joined = Joined(Membership(far.url, "acme", "anna", "server"), client, projects)
    other = JoinedVectors(joined, "another", Git(repo.path, GitEnvironment.of(repo.environment)))
    assert other.vectors(FINGERPRINT, WANTED) == GivenVectors(FINGERPRINT.key)
    assert [asked for asked in far.asked if asked.path.endswith("/vectors")] == []
