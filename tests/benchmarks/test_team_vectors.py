"""Does a member's home take in a repository as one alone does, with the real model? In small; full by `python -m`."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from scrubjay.inference.embedding.onnx import OnnxEmbedder
from tests.benchmarks.team_mirror import mirrored, serving
from tests.benchmarks.team_vectors import asked, measured
from tests.conftest import Repo
from tests.servers.team.conftest import Databases
from tests.servers.team.conftest import databases as databases
from tests.servers.team.conftest import postgres as postgres
from tests.servers.team.makers import make_member, make_project, make_team

PAGES = {
    f"docs/part{n}.md": f"# Part {n} of the shop\n\nHow order {n} is packed.\n\n## Rules\n\nSend {n} on day {n}.\n"
    for n in range(10)
}


def test_a_member_s_home_answers_as_one_alone(
    databases: Databases, make_repo: Callable[..., Repo], tmp_path: Path, environment: dict[str, str]
) -> None:
    source = make_repo("shop")
    for number in range(3):
        source.commit(f"note {number}", {"NOTES.md": f"# Notes of the shop\n\nNumber {number}.\n"})
    source.commit("pages", PAGES)
    databases.clock.now = datetime.now(UTC)
    team, embedder = make_team(databases.owner), OnnxEmbedder()
    foreign = make_project(databases.owner, make_team(databases.owner, "rival"), "vault")
    project = mirrored(databases, team, source.path, tmp_path / "server", embedder, foreign)
    with serving(databases, tmp_path / "server", embedder, team, make_member(databases.owner, team)) as server:
        figure, keys = measured(source.path, tmp_path, server, environment, embedder, 5)
        assert figure.taken == figure.passages > 10
        assert figure.alike == figure.questions > 3
        answer = asked(server, keys, embedder.fingerprint.key, project, foreign, repeated=1)
        assert answer.bytes > figure.passages * 384
