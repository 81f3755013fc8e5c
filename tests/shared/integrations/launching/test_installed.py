"""What an installer wrote into the environment is seen by the guard itself; what git may have written never is."""

import base64
import hashlib
import os
import shutil
import sys
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from scrubjay.integrations.launching.record import plan
from tests.conftest import Repo
from tests.environments import hostile_branch
from tests.shared.integrations.launching.test_guard import Inside

BEFORE, AFTER = 1_700_000_000, 1_700_000_500
"""When the environment stood as `init` saw it, and when something was written into it, in seconds."""


class Environment(Inside):
    """An environment whose Python is a link to one outside, as `python -m venv` makes it, set up a while ago."""

    def __init__(self, repo: Repo, home: Path) -> None:
        super().__init__(repo, home)
        self.python.unlink()
        self.python.symlink_to(Path(sys.executable).resolve())
        self.site = self.environment / "lib/site"
        self.dated(BEFORE)
        self.set_up()

    def dated(self, when: int) -> None:
        """Give every file of the environment a time."""
        for file in self.environment.rglob("*"):
            os.utime(file, (when, when), follow_symlinks=False)

    def write(self, files: Mapping[str, str], record: str | None = None) -> None:
        """Write files below the packages, and RECORD as an installer does, or as it is given."""
        said = []
        for name, text in files.items():
            file = self.site / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
            said.append(f'"{name}",{hashed(text)},{len(text)}\n')
            os.utime(file, (AFTER, AFTER))
        if record != "":
            place = self.site / "magpie-1.dist-info/RECORD"
            place.parent.mkdir(exist_ok=True)
            place.write_text(record or "".join([*said, "magpie-1.dist-info/RECORD,,\n"]), encoding="utf-8")
            os.utime(place, (AFTER, AFTER))


def hashed(text: str, algorithm: str = "sha256") -> str:
    digest = hashlib.new(algorithm, text.encode()).digest()
    return f"{algorithm}={base64.urlsafe_b64encode(digest).rstrip(b'=').decode()}"


@pytest.fixture
def inside(repo: Repo, tmp_path: Path) -> Environment:
    return Environment(repo, tmp_path / "home")


PACKAGE = {"magpie/__init__.py": "x = 1\n", "magpie/sorts, twice.py": "y = 2\n", "../../bin/magpie": "#!/bin/sh\n"}


def test_what_an_installer_wrote_starts_without_another_init(inside: Environment) -> None:
    inside.write(PACKAGE)
    assert inside.finding() == "fits"
    assert inside.guard.stat().st_mtime == AFTER
    assert oct(inside.guard.stat().st_mode)[-3:] == "600"
    assert plan(inside.home, inside.launcher, inside.variables).changes == (), "as init would have written it"
    inside.write({"magpie/__init__.py": "x = 2\n"}, record="")
    os.utime(inside.site / "magpie/__init__.py", (AFTER + 1, AFTER + 1))
    assert inside.finding() == "written", "the next file is looked at again"


def lock(i: Environment, text: str = "") -> None:
    (i.environment / ".lock").write_text(text)
    os.utime(i.environment / ".lock", (AFTER, AFTER))


FITTING: dict[str, Callable[[Environment], object]] = {
    "the lock of uv": lambda i: (i.write(PACKAGE), lock(i)),
    "touched, and what was recorded before": lambda i: (
        i.write(PACKAGE),
        i.finding(),
        os.utime(i.site / "magpie/__init__.py", (AFTER + 1, AFTER + 1)),
    ),
    "another hash": lambda i: i.write({"m.py": "1"}, record=f"m.py,{hashed('1', 'sha512')},1\n"),
    "beside a list that can't be read": lambda i: (
        i.write({}, record="m.py\n"),
        (i.site / "magpie-1.dist-info").rename(i.site / "other-1.dist-info"),
        i.write(PACKAGE),
    ),
    "names outside that nobody wrote": lambda i: i.write(
        {"m.py": "1"}, record=f"../../../../../../etc/passwd,{hashed('')},0\n/etc/passwd,,\nm.py,{hashed('1')},1\n"
    ),
}

REFUSED: dict[str, Callable[[Environment], object]] = {
    "no RECORD": lambda i: i.write({"m.py": "1"}, record=""),
    "a file beside": lambda i: (i.write(PACKAGE), i.write({"sitecustomize.py": ""}, record="")),
    "another content": lambda i: i.write({"m.py": "1"}, record=f"m.py,{hashed('2')},1\n"),
    "no hash": lambda i: i.write({"m.py": "1"}, record="m.py,,1\n"),
    "a weak hash": lambda i: i.write({"m.py": "1"}, record=f"m.py,{hashed('1', 'md5')},1\n"),
    "one column": lambda i: i.write({"m.py": "1"}, record="m.py\n"),
    "no text": lambda i: i.write({"m.py": "1"}, record="\udcff".encode("utf-8", "replace").decode() + "\0"),
    "a list elsewhere": lambda i: (
        i.write({"m.py": "1", "magpie-1/RECORD": f"../m.py,{hashed('1')},1\n"}, record="")
    ),
    "a link": lambda i: (
        i.write(PACKAGE), (i.site / "m.py").symlink_to("magpie/__init__.py"),
        i.write({}, record=f"m.py,{hashed(PACKAGE['magpie/__init__.py'])},6\n"),
    ),
    "a list that is a link": lambda i: (
        i.write({"m.py": "1", "list": f"m.py,{hashed('1')},1\n"}, record=""),
        (i.site / "magpie-1.dist-info").mkdir(), (i.site / "magpie-1.dist-info/RECORD").symlink_to("../list"),
    ),
    "a lock that says something": lambda i: lock(i, "import os"),
    "a time to come": lambda i: (i.write(PACKAGE), os.utime(i.site / "magpie/__init__.py", (2**32, 2**32))),
    "a Python in the place of the link": lambda i: (i.python.unlink(), i.write({"../../bin/python": "1"})),
}  # fmt: skip


@pytest.mark.parametrize("case", FITTING)
def test_what_a_record_names_with_its_hash_fits(inside: Environment, case: str) -> None:
    FITTING[case](inside)
    assert inside.finding() == "fits"


@pytest.mark.parametrize("case", REFUSED)
def test_anything_else_is_refused(inside: Environment, case: str) -> None:
    before = inside.guard.read_bytes()
    REFUSED[case](inside)
    assert inside.finding() in ("written", "changed")
    assert inside.guard.read_bytes() == before


def test_a_pipe_that_a_record_names_is_not_opened(inside: Environment) -> None:
    os.mkfifo(inside.site / "m.py")
    inside.write({}, record=f"m.py,{hashed('')},0\n")
    assert inside.finding() == "written"


def hostile(inside: Environment, name: str = "hostile") -> None:
    """A branch that tracks a package with a RECORD that fits."""
    text = "import os\n"
    files = {"evil.py": text, "evil-1.dist-info/RECORD": f"evil.py,{hashed(text)},{len(text)}\n"}
    hostile_branch(inside.repo, {f"tools/.venv/lib/site/{path}": text for path, text in files.items()}, name)


def brought(inside: Environment) -> None:
    """What git wrote, a while ago."""
    assert (inside.site / "evil.py").exists()
    for file in inside.site.rglob("*"):
        os.utime(file, (AFTER, AFTER))


@pytest.mark.parametrize("then", [("reset", "-q", "HEAD^"), ("rm", "-r", "-q", "--cached", "tools/.venv"), ("status",)])
def test_a_record_that_git_brought_vouches_for_nothing(inside: Environment, then: tuple[str, ...]) -> None:
    hostile(inside)
    inside.repo.git("switch", "-q", "hostile")
    inside.repo.git(*then)
    brought(inside)
    assert inside.finding() in ("written", "tracked")


def test_nor_does_one_that_was_restored_from_what_was_only_fetched(inside: Environment, tmp_path: Path) -> None:
    other = tmp_path / "other"
    hostile(inside)
    shutil.copytree(inside.repo.path / ".git", other)
    inside.repo.git("branch", "-D", "hostile")
    inside.repo.git("reflog", "expire", "--expire=now", "--all")
    inside.repo.git("prune")
    inside.repo.git("fetch", "-q", str(other), "hostile")
    inside.repo.git("restore", "--source=FETCH_HEAD", "--worktree", "--", "tools/.venv")
    brought(inside)
    assert inside.finding() == "written"
    (inside.repo.path / ".git/FETCH_HEAD").unlink()
    assert inside.finding() == "written", "its RECORD is an object still"
    (inside.site / "evil-1.dist-info/RECORD").write_bytes(
        (inside.site / "evil-1.dist-info/RECORD").read_bytes().replace(b"\n", b"\r\n")
    )
    brought(inside)
    assert inside.finding() == "written", "as git writes it where an attribute asks for other line ends"


def test_starts_at_once_see_it_together(inside: Environment) -> None:
    inside.write(PACKAGE)
    with ThreadPoolExecutor(6) as pool:
        findings = list(pool.map(lambda _: inside.finding(), range(6)))
    assert set(findings) == {"fits"}
    assert [file.suffix for file in inside.guard.parent.iterdir()] == [".sh"]


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is read-only for root")
def test_a_home_that_can_not_be_written_refuses(inside: Environment) -> None:
    inside.write(PACKAGE)
    inside.guard.parent.chmod(0o500)
    try:
        assert inside.finding() == "written"
    finally:
        inside.guard.parent.chmod(0o700)


def test_a_python_inside_the_worktree_renews_nothing(repo: Repo, tmp_path: Path) -> None:
    """Its standard library lies where a checkout writes, too."""
    made = Inside(repo, tmp_path / "home")
    for file in made.environment.rglob("*"):
        os.utime(file, (BEFORE, BEFORE), follow_symlinks=False)
    made.set_up()
    assert made.launcher.outside is None
    file = made.environment / "lib/site/m-1.dist-info/RECORD"
    file.parent.mkdir()
    file.write_text("")
    assert made.finding() == "written"
