"""A container without a daemon: a service of compose as a process with namespaces and a read-only root of its own.

It has the package at the image's place, the account's number and no right, its secrets as files, the mark that the
image bears, and no process above its first. The network is this machine's. What else an image has comes from this
machine's system; where SCRUBJAY_IMAGE names the unpacked tree of one, all of it comes from there.
"""

import os
import shlex
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, Final

import psutil

from tests import persons
from tests.patience import PATIENCE_S
from tests.servers.team.deploy import files

IMAGE: Final = os.environ.get("SCRUBJAY_IMAGE", "")
HOME: Final = "/var/lib/scrubjay"
SCRIPT: Final = """set -e
mount --make-rprivate /
{tree}
mount -t proc proc proc
mkdir -p run/secrets var/lib/scrubjay office tmp
{mark}
{binds}
mount -t tmpfs -o mode=1777 temporary tmp
mount -o remount,bind,ro .
exec {session} chroot . setpriv --reuid {account} --regid {account} --clear-groups --no-new-privs \
 --bounding-set=-all --inh-caps=-all env -i {variables} {words}
"""
TREE_OF_MACHINE: Final = """mount -t tmpfs -o mode=755 root {root}
cd {root}
for each in usr bin sbin lib lib64 etc dev; do
  if [ -L /$each ]; then cp -P /$each $each; elif [ -d /$each ]; then mkdir $each; mount --rbind /$each $each; fi
done
mkdir -p opt/scrubjay var run proc .{python}
mount --bind {python} .{python}
mount --bind {package} opt/scrubjay"""
TREE_OF_IMAGE: Final = """mount --bind {image} {root}
cd {root}
mount --rbind /dev dev"""


@dataclass
class Container:
    """A service of compose; `top` is an empty folder, `package` the installed one, `port` where it answers (0: not)."""

    name: str
    top: Path
    package: Path
    home: Path
    secrets: Path
    port: int = 0
    process: "subprocess.Popen[bytes] | None" = field(default=None, repr=False)

    @property
    def service(self) -> dict[str, Any]:
        """What compose says of it."""
        return files.ours()[self.name]

    def words(self, *typed: str, person: bool = False) -> list[str]:
        """A command line of this machine that runs it: its own command, or what is `typed` in its place."""
        (self.top / "root").mkdir(exist_ok=True)
        tree = TREE_OF_IMAGE if IMAGE else TREE_OF_MACHINE
        entry = self.service.get("entrypoint", files.of_image("ENTRYPOINT").words)
        command = [*entry, *typed] if typed else files.command(self.service)
        path = files.of_image("ENV").words[0].replace("$PATH", "/usr/local/bin:/usr/bin:/bin")
        variables = {"SCRUBJAY_HOME": HOME, "HOME": HOME, **self.service.get("environment", {})}
        script = SCRIPT.format(
            tree=tree.format(root=self.top / "root", image=IMAGE, package=self.package, python=sys.base_prefix),
            mark="" if IMAGE else "touch .dockerenv", binds="\n".join(self._binds()), account=files.ACCOUNT,
            session="setsid --ctty --wait" if person else "",
            variables=shlex.join([path, *(f"{name}={value}" for name, value in variables.items())]),
            words=shlex.join([*_with_init(command), *(["--port", str(self.port)] if self.port else [])]),
        )  # fmt: skip
        return ["unshare", "--mount", "--pid", "--kill-child", "--fork", "sh", "-c", script]

    def _binds(self) -> list[str]:
        """Its home, the secrets and settings that compose gives it, and where `db` is."""
        hosts = self.top / "hosts"
        hosts.write_text("127.0.0.1 localhost db\n")
        files_of = {f"run/secrets/{name}": self.secrets / name for name in self.service.get("secrets", ())}
        files_of |= {"var/lib/scrubjay/config.yaml": files.FOLDER / "config.yaml"} if "configs" in self.service else {}
        office = [f"mount --bind {self.secrets} office"] if self.name == "office" else []
        return [
            f"mount --bind {self.home} var/lib/scrubjay",
            f"mount --bind {hosts} etc/hosts",
            *office,
            *(f"touch {inside}; mount --bind -o ro {outside} {inside}" for inside, outside in files_of.items()),
        ]

    def run(self, *typed: str) -> subprocess.CompletedProcess[str]:
        """Run it to its end, without a terminal."""
        return subprocess.run(
            self.words(*typed), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            env={"PATH": os.environ["PATH"]}, text=True, timeout=PATIENCE_S, check=False,
        )  # fmt: skip

    def by_person(self, *typed: str, keys: Sequence[tuple[str, str]] = ()) -> persons.Ended:
        """Run what a person types, at a terminal."""
        return persons.run(self.words(*typed, person=True), self.top, {"PATH": os.environ["PATH"]}, keys)

    def start(self) -> "subprocess.Popen[bytes]":
        """Start it; what it prints is kept in its folder."""
        with (self.top / "log").open("ab") as log:
            self.process = subprocess.Popen(
                self.words(), stdin=subprocess.DEVNULL, stdout=log, stderr=log, env={"PATH": os.environ["PATH"]}
            )
        return self.process

    @property
    def printed(self) -> str:
        """All that it printed."""
        return (self.top / "log").read_text()

    def end(self, seconds: float) -> None:
        """Ask its first process to end, and see that it does in time. Raises TimeoutExpired."""
        assert self.process is not None
        (first,) = psutil.Process(self.process.pid).children()
        first.terminate()
        self.process.wait(seconds)

    def kill(self) -> None:
        """End it at once, whatever it does."""
        if self.process is not None and self.process.poll() is None:
            self.process.kill()  # its child is killed with it
            self.process.wait(PATIENCE_S)

    def state(self, path: str) -> int:
        """The status of a probe; 0 while nothing answers."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=5)
        try:
            connection.request("GET", path)
            return connection.getresponse().status
        except OSError:
            return 0
        finally:
            connection.close()


def _with_init(command: list[str]) -> list[str]:
    """The command without the image's first process, where this machine has no such program."""
    first = Path(IMAGE or "/") / "usr/bin/tini"
    return command if first.exists() or command[0] != "tini" else command[2:]
