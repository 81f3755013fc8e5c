"""Commits of one second have the places that git gives them: a parent's is below its children's."""

from pathlib import Path

from scrubjay.git.commits import places
from scrubjay.git.process import Git, GitEnvironment
from tests.conftest import Repo

NOON = "2025-01-11T12:00:00Z"


def test_every_parent_has_a_lower_place_than_its_children(repo: Repo) -> None:
    made = [repo.commit(f"change {number}", {"a.txt": f"{number}\n"}, NOON) for number in range(4)]
    repo.git("switch", "-q", "-c", "side", made[1])
    made.append(repo.commit("side", {"b.txt": "x\n"}, NOON))
    repo.git("switch", "-q", "main")
    repo.git("merge", "-q", "--no-ff", "-m", "merge", "side", date=NOON)
    made.append(repo.git("rev-parse", "HEAD"))
    git = Git(Path(repo.path), GitEnvironment.of(repo.environment))
    found = places(git, made[-1], made, NOON)
    assert found.keys() == set(made)
    for sha in made:
        parents = repo.git("rev-list", "--parents", "-1", sha).split()[1:]
        assert all(found[parent] < found[sha] for parent in parents if parent in found)
    assert places(git, made[-1], ["0" * 40], NOON) == places(git, "0" * 40, made, NOON) == {}
