"""The newest day on which each author wrote a commit to some files, by the name that is shown."""

from scrubjay.git.process import Git, GitEnvironment
from scrubjay.search.history.authors import last_days
from tests.conftest import Repo


def commit(repo: Repo, who: str, path: str, day: str) -> None:
    repo.write(path, f"{who} {day}\n")
    repo.git("add", "-A")
    repo.git("commit", "-q", "-m", "Write", "--author", f"{who} <a@example.org>", date=f"{day}T17:00:00-08:00")


def test_the_newest_day_is_the_authors_own_whatever_the_order_of_commits(
    repo: Repo, environment: dict[str, str]
) -> None:
    commit(repo, "Ada", "a.md", "2025-03-01")
    commit(repo, "Ada", "a.md", "2025-02-01")
    commit(repo, "wren@example.org", "b.md", "2025-04-01")
    commit(repo, "Ada", "[ab].md", "2025-05-01")
    git, head = Git(repo.path, GitEnvironment.of(environment)), repo.git("rev-parse", "HEAD")
    assert last_days(git, head, {"a.md"}) == {"Ada": "2025-03-01"}
    assert last_days(git, head, {"a.md", "b.md"}) == {"Ada": "2025-03-01", "wren": "2025-04-01"}
    assert last_days(git, head, {"[ab].md"}) == {"Ada": "2025-05-01"}
    assert last_days(git, head, {"absent.md"}) == last_days(git, head, ()) == {}
