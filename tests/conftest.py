"""What every test may use: real git repositories in a temporary folder, a private home, a clock that stands still."""

import gc
import os
import subprocess
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from shutil import disk_usage

import pytest
from _pytest.unittest import TestCaseFunction
from hypothesis import settings

from tests.patience import PATIENCE_S

TESTS = Path(__file__).parent
STORIES = {"behaviour", "benchmarks", "extensions"}
"""Where every test is a story: it starts processes of ours, or lives through days. Elsewhere a module says it."""

FIXED_DATE = "2026-03-01T12:00:00+00:00"

SHARE = 4
"""Of this many examples of hypothesis one is tried, but all where the tests that are opt-in run as well."""

pytest.register_assert_rewrite("tests.shared.knowledge.retrieval.index_contract")

settings.register_profile("repeatable", derandomize=True, deadline=None, database=None)
settings.load_profile("repeatable")
"""The same examples in every run; `--hypothesis-profile=default` looks for others."""

gc.disable()
"""Until the tests are collected: their many values all stay."""

MEMORY = Path("/dev/shm")  # noqa: S108
"""Where Linux keeps files in memory: a test's databases wait for no disk. `--basetemp` or TMPDIR choose otherwise."""

MEMORY_ROOM = 2**30
"""Bytes that must be free there: a container often has 64 MB."""

if "TMPDIR" not in os.environ and os.access(MEMORY, os.W_OK | os.X_OK) and disk_usage(MEMORY).free > MEMORY_ROOM:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--data", default="", help="folder with the evaluation data, for benchmarks")
    parser.addoption("--memories", type=int, default=100_000, help="memories among which a benchmark judges claims")


def pytest_collection_finish() -> None:
    """Look for garbage from now on, and not among the tests themselves."""
    gc.freeze()
    gc.enable()


def pytest_report_header() -> str:
    from scrubjay.storage.driver import DRIVER

    return f"scrubjay: SQLite {DRIVER.sqlite} through {DRIVER.module}, WAL {'on' if DRIVER.wal else 'off'}"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Say who is a story, which are skipped, and how many examples are tried.

    Benchmarks and tests that need a real client run only when they are asked for by their marker. A benchmark that asks
    for its `size` has a small form, of seconds, which runs always: what docs/figures.md quotes can't rot.
    """
    chosen = str(config.getoption("-m"))
    for item in items:
        if item.path.relative_to(TESTS).parts[0] in STORIES:
            item.add_marker("story")
        for marker in ("benchmark", "optin"):
            if marker == "benchmark" and "size" in getattr(item, "fixturenames", ()):
                continue
            if item.get_closest_marker(marker) and marker not in chosen:
                item.add_marker(pytest.mark.skip(reason=f"run with -m {marker}"))
    if "optin" not in chosen:
        _try_fewer(items)


def _try_fewer(items: Sequence[pytest.Item]) -> None:
    """Leave one in SHARE of the examples of each test of hypothesis, whatever number the test itself states."""
    held = "_hypothesis_internal_use_settings"
    given = {item.obj: held for item in items if isinstance(item, pytest.Function) and hasattr(item.obj, held)}
    machines = {item.cls: "settings" for item in items if isinstance(item, TestCaseFunction)}
    for owner, name in [*given.items(), *machines.items()]:
        stated = getattr(owner, name)
        setattr(owner, name, settings(stated, max_examples=-(-stated.max_examples // SHARE)))


@pytest.fixture
def data(request: pytest.FixtureRequest) -> Path:
    """The folder given with --data; skips where none was given."""
    folder = request.config.getoption("--data")
    if not folder:
        pytest.skip("needs --data FOLDER")
    return Path(folder).resolve()


@pytest.fixture(scope="session")
def thorough(pytestconfig: pytest.Config) -> bool:
    """Whether everything is to be tried: the tests that are opt-in run as well."""
    return "optin" in str(pytestconfig.getoption("-m"))


@pytest.fixture(scope="session")
def _environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    home = tmp_path_factory.mktemp("account")
    for folder in ("hooks", "info"):
        (home / "template" / folder).mkdir(parents=True)
    (home / ".gitconfig").write_text(
        "[user]\n\tname = Ada\n\temail = ada@example.org\n"
        f"[init]\n\tdefaultBranch = main\n\ttemplateDir = {home / 'template'}\n"
        '[commit]\n\tgpgsign = false\n[protocol "file"]\n\tallow = always\n'
        "[gc]\n\tauto = 0\n[maintenance]\n\tauto = false\n"
    )
    kept = {k: v for k, v in os.environ.items() if k in ("PATH", "LANG", "TMPDIR", "SYSTEMROOT", "VIRTUAL_ENV")}
    return kept | {
        "HOME": str(home),
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_AUTHOR_DATE": FIXED_DATE,
        "GIT_COMMITTER_DATE": FIXED_DATE,
    }


@pytest.fixture
def environment(_environment: dict[str, str], tmp_path: Path) -> dict[str, str]:
    """A process environment with an account of its own and a private scrubjay home; no SCRUBJAY_ variable leaks in."""
    return _environment | {"SCRUBJAY_HOME": str(tmp_path / "home")}


@pytest.fixture(autouse=True)
def _isolated(environment: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing a test starts may see the developer's own git configuration or home."""
    for name in [n for n in os.environ if n.startswith(("GIT_", "SCRUBJAY_", "CLAUDE_"))]:
        monkeypatch.delenv(name)
    for name in ("HOME", "SCRUBJAY_HOME", "GIT_CONFIG_NOSYSTEM"):
        monkeypatch.setenv(name, environment[name])


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Searches in this process read all that is new: how much of it 200 ms allow depends on the machine's load."""
    from scrubjay.search.recall import reading

    monkeypatch.setattr(reading, "INLINE_S", 30.0)


class Repo:
    """A real git repository that a test drives."""

    def __init__(self, path: Path, environment: dict[str, str]) -> None:
        self.path = path
        self.environment = environment

    def git(self, *arguments: str, check: bool = True, date: str = "") -> str:
        """Run git in the repository; returns what it printed."""
        environment = self.environment
        if date:
            environment = environment | {"GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date}
        done = subprocess.run(
            ["git", *arguments], cwd=self.path, env=environment, capture_output=True, check=False, timeout=PATIENCE_S
        )
        if check and done.returncode:
            raise AssertionError(f"git {' '.join(arguments)}: {done.stderr.decode(errors='replace')}")
        return done.stdout.decode(errors="surrogateescape").strip()

    def write(self, name: str, content: str | bytes) -> Path:
        """Write a file in the working tree."""
        file = self.path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
        return file

    def commit(self, message: str = "change", files: Mapping[str, str | bytes] | None = None, date: str = "") -> str:
        """Write files, commit everything, return the commit."""
        for name, content in (files or {}).items():
            self.write(name, content)
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", message, date=date)
        return self._head()

    def _head(self) -> str:
        """The commit of HEAD, without a process where HEAD and its branch are plain files."""
        branch = self.path / ".git" / "HEAD"
        if branch.is_file() and (named := branch.read_text().strip()).startswith("ref: "):
            file = branch.parent / named.removeprefix("ref: ")
            if file.is_file():
                return file.read_text().strip()
        return self.git("rev-parse", "HEAD")


@pytest.fixture
def make_repo(tmp_path: Path, environment: dict[str, str]) -> Callable[..., Repo]:
    """Make an empty repository below tmp_path; extra arguments go to `git init`."""

    def make(name: str = "repo", *arguments: str) -> Repo:
        path = tmp_path / name
        path.mkdir(parents=True)
        repo = Repo(path, environment)
        repo.git("init", "-q", *arguments)
        return repo

    return make


@pytest.fixture
def repo(make_repo: Callable[..., Repo]) -> Repo:
    """An empty repository."""
    return make_repo()


@pytest.fixture
def clock() -> Callable[[], datetime]:
    """A clock that stands still."""
    return lambda: datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
