"""What a long-lived process holds of a worktree is never stale: after others change it, it equals a fresh answer."""

import itertools
import shutil
import tempfile
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay.errors import RepositoryError
from scrubjay.git.ancestry import ahead_behind, base_branches
from scrubjay.git.branches import branches
from scrubjay.git.clone_state import worktree_marks
from scrubjay.git.comparing import without_filters
from scrubjay.git.discovery import RepositoryCache, UserConfig
from scrubjay.git.head import head
from scrubjay.git.history import newest_commits
from scrubjay.git.process import Git, GitEnvironment
from scrubjay.git.repository import Repository, open_repository
from scrubjay.git.worktree import MOST, IdleProcesses, Worktree
from scrubjay.storage.files import RACY_NS, Looks
from tests.conftest import Repo

pytestmark = pytest.mark.story

COMMANDS = (
    "commit -q --allow-empty -m more",
    "commit -q --amend --allow-empty -m amended",
    "switch -q one",
    "switch -q main",
    "switch -q -C two",
    "switch -q --orphan empty",
    "checkout -q --detach",
    "reset -q --hard HEAD~1",
    "rebase -q one",
    "rebase -q -x false HEAD~1",
    "rebase --abort",
    "branch -m main trunk",
    "branch -m trunk main",
    "branch -q -D one",
    "branch one HEAD",
    "pack-refs --all",
    "gc -q",
    "tag main",
    "tag -d main",
    "update-ref refs/remotes/origin/main HEAD",
    "symbolic-ref refs/remotes/origin/HEAD refs/remotes/origin/main",
    "symbolic-ref --delete refs/remotes/origin/HEAD",
    "symbolic-ref HEAD refs/heads/one",
    "symbolic-ref refs/heads/alias refs/heads/main",
    "bisect start HEAD HEAD~1",
    "bisect reset",
    "worktree add -q -f ../beside -B side",
    "worktree move ../beside ../moved",
    "worktree remove -f ../beside",
    "worktree prune",
    "init -q docs",
    "-C docs commit -q --allow-empty -m nested",
    "replace -f HEAD HEAD~1",
)


SECTIONS = {
    "a filter": '[filter "a"]\n\tclean = cat\n',
    "ignore rules": "[core]\n\texcludesFile = .ignored\n",
    "another folder": "[core]\n\tworktree = ../docs\n",
    "bare": "[core]\n\tbare = true\n",
    "a worktree's own": "[extensions]\n\tworktreeConfig = true\n",
    "another file": "[include]\n\tpath = more\n",
    "damage": "[damaged\n",
}
"""What a configuration gains, and loses at the next step of the same name."""


def toggle(file: Path, text: str) -> None:
    """Write a text at the end of a file, or take it away if it is there."""
    before = file.read_text() if file.exists() else ""
    file.write_text(before.replace(text, "") if text in before else before + text)


def outside(folder: Path) -> dict[str, Callable[[], object]]:
    """Changes that no command of git makes."""
    top, beside = folder / "top", folder / "beside" / ".git"
    git_dir = top / ".git"
    account, own = folder / "account" / ".gitconfig", SECTIONS
    return {
        **{f"{name} in the configuration": partial(toggle, git_dir / "config", text) for name, text in own.items()},
        **{f"{name} of the user": partial(toggle, account, own[name]) for name in ("a filter", "ignore rules")},
        **{f"{name} beside": partial(toggle, git_dir / "config.worktree", own[name]) for name in ("a filter", "bare")},
        "a filter in another file": partial(toggle, git_dir / "more", own["a filter"]),
        "no nested repository": lambda: shutil.rmtree(top / "docs" / ".git", ignore_errors=True),
        "beside points elsewhere": lambda: beside.is_file() and beside.write_text(f"gitdir: {git_dir}\n"),
        "HEAD is cut": lambda: (git_dir / "HEAD").write_text("ref: "),
        "HEAD returns": lambda: (git_dir / "HEAD").write_text("ref: refs/heads/main\n"),
        "shallow": lambda: toggle(git_dir / "shallow", f"{0:040}\n"),
        "a branch is overwritten": lambda: (
            (git_dir / "refs/heads/main").is_file()
            and (git_dir / "refs/heads/one").is_file()
            and (git_dir / "refs/heads/main").write_bytes((git_dir / "refs/heads/one").read_bytes())
        ),
        "a link in place of the folder": lambda: (
            git_dir.is_symlink() or (git_dir.rename(folder / "moved.git"), git_dir.symlink_to(folder / "moved.git"))
        ),
        "the folder again": lambda: git_dir.is_symlink() and (git_dir.unlink(), (folder / "moved.git").rename(git_dir)),
    }


STEPS = (*COMMANDS, *outside(Path()))


TICK_NS = 10_000_000
"""As far as two changes of a file may lie apart and yet bear one time, on the disks of tests."""


class Server:
    """The caches of a server, as its App keeps them."""

    def __init__(self, environment: GitEnvironment) -> None:
        self.environment = environment
        self.repositories, self.user_config = RepositoryCache(environment), UserConfig(environment)
        self.worktrees: dict[Repository, Worktree] = {}
        self.call = ExitStack()

    def says(self, path: Path) -> object:
        """What it holds of the worktree at a path."""
        with ExitStack() as self.call:
            return told(path, self.repositories.open, self.git)

    def git(self, repository: Repository) -> Git:
        """git in the worktree, for one moment; its files are believed once they are a tick old."""
        if repository not in self.worktrees:
            idle = IdleProcesses(0)
            self.worktrees[repository] = Worktree(repository, self.user_config, idle, worktree_marks)
        worktree = self.worktrees[repository]
        self.call.enter_context(worktree.moment(Looks(racy_ns=TICK_NS)))
        return Git(repository.worktree, self.environment, worktree=worktree)


def told(path: Path, opened: Callable[[Path], Repository], git_in: Callable[[Repository], Git]) -> object:
    try:
        repository = opened(path)
    except RepositoryError as error:
        return str(error)
    git = git_in(repository)
    filters = refused(lambda: without_filters(git).environment.variables)
    more = (
        refused(lambda: newest_commits(git, 3)),
        refused(lambda: branches(git)),
        refused(lambda: ahead_behind(git, "HEAD~1", head(git).commit)),
    )
    return repository, refused(lambda: head(git)), refused(lambda: [*base_branches(git)]), filters, more


def refused(ask: Callable[[], object]) -> object:
    try:
        return ask()
    except RepositoryError as error:
        return type(error)


@pytest.mark.parametrize("part", range(4))
def test_after_any_change_by_another_process_everything_held_equals_a_fresh_answer(
    part: int, environment: dict[str, str]
) -> None:
    @settings(max_examples=2)
    @given(st.lists(st.sampled_from(STEPS), min_size=8, max_size=14), st.just(part))
    def run(steps: list[str], _: int) -> None:
        with tempfile.TemporaryDirectory() as folder:
            story(Path(folder), environment, steps[part:])

    run()


def test_each_change_in_turn_is_seen(tmp_path: Path, environment: dict[str, str]) -> None:
    story(tmp_path, environment, [*COMMANDS, *(change for change in outside(tmp_path) for _ in range(2))])


@pytest.mark.parametrize(
    "steps",
    [
        ("another file in the configuration", "a filter in another file", "a filter in another file"),
        ("a worktree's own in the configuration", "bare beside", "bare beside", "a filter beside"),
        ("worktree add -q -f ../beside -B side", "beside points elsewhere", "worktree prune"),
        ("tag one", "tag -d one", "update-ref refs/remotes/one/HEAD HEAD"),
        ("pack-refs --all", "update-ref -d refs/heads/one", "commit -q --allow-empty -m more", "pack-refs --all"),
    ],
)
def test_changes_that_only_matter_after_others_are_seen(
    steps: tuple[str, ...], tmp_path: Path, environment: dict[str, str]
) -> None:
    story(tmp_path, environment, steps)


def test_answers_have_a_bound_and_the_least_used_go(repo: Repo, environment: dict[str, str]) -> None:
    plain, asked = GitEnvironment.of(environment), list[int]()
    worktree = Worktree(open_repository(repo.path, plain), UserConfig(plain), IdleProcesses(0))
    for number in [*range(MOST), 0, MOST, 0, 1]:
        worktree.answer(number, tuple, lambda number=number: asked.append(number))  # type: ignore[misc]
    assert asked == [*range(MOST), MOST, 1], "1 made room for the last, and 0 was used meanwhile"


def test_what_is_not_lasting_or_changes_while_git_is_asked_is_not_kept(repo: Repo, environment: dict[str, str]) -> None:
    plain, ticks = GitEnvironment.of(environment), itertools.count()
    worktree = Worktree(open_repository(repo.path, plain), UserConfig(plain), IdleProcesses(0))
    for state, lasting in ((lambda: next(ticks), True), (tuple, False), (lambda: None, True)):
        answers = [worktree.answer("key", state, lambda: next(ticks), lambda _, keep=lasting: keep) for _ in range(2)]  # type: ignore[misc]
        assert answers[0] != answers[1]


def story(folder: Path, environment: dict[str, str], steps: Sequence[str]) -> None:
    account = folder / "account"
    shutil.copytree(environment["HOME"], account)
    environment = environment | {"HOME": str(account)}
    repo = Repo(folder / "top", environment)
    repo.path.mkdir()
    repo.git("init", "-q")
    repo.write(".git/info/exclude", "/docs/kept\n")
    repo.write("docs/kept", "a folder that no checkout deletes")
    for number in range(3):
        repo.commit(f"{number}", {"docs/a.md": f"{number}"})
    repo.git("branch", "one", "HEAD~1")
    plain = GitEnvironment.of(environment)
    server, changes, believed = Server(plain), outside(folder), 0
    places = (repo.path, repo.path / "docs", folder / "beside", folder / "moved")
    for step in itertools.chain([""], steps):
        if step in changes:
            changes[step]()
        elif step:
            repo.git(*step.split(), check=False)
        for path in places:
            fresh = told(path, lambda p: open_repository(p, plain), lambda r: Git(r.worktree, plain))
            assert server.says(path) == fresh, (step, path)
            assert server.says(path) == fresh, ("again", step, path)
        believed += sum(one.is_known for one in server.worktrees.values())
    assert believed, "no file was ever as old as a tick"


def test_what_stands_in_files_is_read_once_until_one_of_them_changes(repo: Repo, environment: dict[str, str]) -> None:
    plain = GitEnvironment.of(environment)
    repo.commit("one", {"a.md": "a"})
    at = open_repository(repo.path, plain)
    worktree, read = Worktree(at, UserConfig(plain), IdleProcesses(0), worktree_marks), list[int]()
    for racy_ns, step, times in ((0, "", 1), (0, "", 1), (0, "tag new", 2), (0, "", 2), (RACY_NS, "", 2), (0, "", 2)):
        repo.git(*step.split()) if step else None
        with worktree.moment(Looks(racy_ns)):
            worktree.lasting("key", lambda: read.append(0) or 1)
            worktree.lasting("key", lambda: read.append(0) or 1)
        assert len(read) == times
    repo.git("tag", "newer")
    for _ in range(2):
        with worktree.moment():
            worktree.lasting("key", lambda: read.append(0) or 1)
    assert len(read) == 4, "nothing is believed so soon after a change"


def test_a_file_that_was_not_there_is_seen_once_it_is(repo: Repo, environment: dict[str, str], tmp_path: Path) -> None:
    plain, file = GitEnvironment.of(environment), tmp_path / "deep" / "user.db"
    repo.commit("one", {"a.md": "a"})
    worktree = Worktree(open_repository(repo.path, plain), UserConfig(plain), IdleProcesses(0), worktree_marks)
    there: list[bool] = []
    for step in (lambda: None, file.parent.mkdir, file.touch, lambda: file.write_text("more"), file.unlink):
        step()
        for _ in range(2):
            with worktree.moment(Looks(racy_ns=TICK_NS)):
                there.append(worktree.is_there(file))
                assert worktree.is_there(file) == there[-1]
            assert worktree.is_there(file) == there[-1]
    assert there == [False] * 4 + [True] * 4 + [False] * 2


def test_within_a_moment_head_is_as_it_was_read_first(repo: Repo, environment: dict[str, str]) -> None:
    plain = GitEnvironment.of(environment)
    worktree = Worktree(open_repository(repo.path, plain), UserConfig(plain), IdleProcesses(0))
    git = Git(repo.path, plain, worktree=worktree)
    first = repo.commit("one", {"a.md": "a"})
    with worktree.moment():
        assert head(git).commit == first
        second = repo.commit("two", {"a.md": "b"})
        with worktree.moment():
            assert head(git).commit == first
        assert head(git).commit == first
    assert head(git).commit == second
