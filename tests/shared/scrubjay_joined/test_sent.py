"""What leaves a home that joined: what the person was told, field by field, and nothing else."""

from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from scrubjay.git.process import Git, GitEnvironment
from scrubjay.model.far import FarRequest
from scrubjay_joined.client import TeamClient
from scrubjay_joined.link import TeamLink
from scrubjay_joined.searching import TeamSearch
from scrubjay_joined.sent import SENT, announced, request_of, undeclared
from tests.conftest import Repo
from tests.shared.scrubjay_joined.conftest import FarServer, FarTeam
from tests.shared.scrubjay_joined.test_searching import link as link
from tests.shared.scrubjay_joined.test_searching import waited

GUIDE = Path("docs/how-to/join-a-team.md")
PRIVATE = "git.private-employer.example"


@pytest.mark.parametrize(
    ("path", "fields"),
    [("/search", ["query", "cwd"]), ("/other", []), ("/memories/0123456789ab", ["path"]), ("/me", ["host"])],
)
def test_what_nobody_was_told_of_is_never_sent(
    far: FarServer, client: TeamClient, path: str, fields: list[str]
) -> None:
    with pytest.raises(ValueError, match="nobody was told"):
        client.post(path, dict.fromkeys(fields, "x"))
    assert far.asked == []


def test_all_that_a_search_sends_was_announced_and_names_no_address(far: FarServer, link: TeamLink, repo: Repo) -> None:
    repo.commit("first")
    repo.git("remote", "add", "origin", f"https://alice:pw@{PRIVATE}/hidden/moonshot.git")
    far.answer = team = FarTeam("git.example.org/acme/shop")
    team.server = "s" * 32
    git = Git(repo.path, GitEnvironment.of(repo.environment))
    waited(TeamSearch(link, "p1", git), FarRequest(query="why a queue", also_ask=("jobs",), kinds=("memory",)))
    joined = link.joined()
    assert joined is not None
    joined.projects.match("p1", git, again=True)
    assert {"/search", "/projects/nonce", "/projects/match"} <= {one.path.removeprefix("/api/v1") for one in far.asked}
    for one in far.asked:
        parts = urlsplit(one.path)
        fields = {*(one.body or {}), *parse_qs(parts.query)}
        assert not undeclared(parts.path.removeprefix("/api/v1"), fields)
    assert not any(word in str(far.asked) for word in (PRIVATE, "hidden", "moonshot", "alice", "pw@", str(repo.path)))


def test_the_guide_and_the_question_before_joining_say_the_same() -> None:
    rows = [line for line in GUIDE.read_text().splitlines() if line.startswith("| ")]
    assert [f"| {one.what} | {one.when} |" for one in SENT] == rows[1 : len(SENT) + 1]
    assert all(one.what in line for one, line in zip(SENT, announced()[1:], strict=True))


def test_a_request_is_declared_once() -> None:
    requests = [path for one in SENT for path in one.fields]
    assert len(requests) == len({*requests})
    assert request_of("/handoffs/0123456789ab/accept") == "/handoffs/ID/accept"
