"""Machines on one computer: a network namespace, an address and an unprivileged account each, joined by a bridge.

The bridge lies in a namespace of its own, so that nothing of the computer's own network is touched, and no machine
reaches anything but the others. Accounts exist in the machines only (`/etc/netns`). Needs root.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from scrubjay.model.frozen import dataclass

HOST: Final = "memory.example.test"
"""The name by which all machines know the server."""

SERVER: Final = "server"
FIRST_ACCOUNT: Final = 61_041
ACCOUNTS_OF: Final = Path("/etc/netns")

ENTER: Final = """
set -e
hidden=$1 kept=$2 spare=$3; shift 3
if [ "$hidden" ]; then
    mount --bind "$kept" "$spare"; mount -t tmpfs -o mode=0755 none "$hidden"; mkdir -p "$kept"
    mount --move "$spare" "$kept"
fi
exec setpriv --reuid "$ACCOUNT" --regid "$ACCOUNT" --clear-groups --inh-caps=-all --bounding-set=-all \
    --no-new-privs -- "$@"
"""
"""Becomes the machine's account. Where the interpreter lies in a folder that is root's alone, it alone shows there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Machine:
    """One machine: its name, namespace, address and account, and its folder on the disk."""

    name: str
    namespace: str
    bridge: str
    address: str
    account: int
    folder: Path
    variables: dict[str, str]
    before: tuple[str, ...] = ()
    """Words before each command, such as those of `env`."""

    @property
    def environment(self) -> dict[str, str]:
        """The variables of the account's programs."""
        return {
            "PATH": f"{Path(sys.executable).parent}:/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8",
            "HOME": str(self.folder), "USER": self.name, "LOGNAME": self.name, "ACCOUNT": str(self.account),
            "SCRUBJAY_HOME": str(self.folder / "home"), "TMPDIR": str(self.folder / "tmp"), "TZ": "UTC",
            "GIT_AUTHOR_NAME": self.name, "GIT_AUTHOR_EMAIL": f"{self.name}@example.test",
            "GIT_COMMITTER_NAME": self.name, "GIT_COMMITTER_EMAIL": f"{self.name}@example.test",
            **self.variables,
        }  # fmt: skip

    def words(self, *command: str) -> list[str]:
        """A command line that runs a command in the machine as its account."""
        spare = str(self.folder.parent / "spare")
        hidden, kept = hidden_interpreter()
        return [
            "ip",
            "netns",
            "exec",
            self.namespace,
            "sh",
            "-c",
            ENTER,
            "enter",
            hidden,
            kept,
            spare,
            *self.before,
            *command,
        ]

    def start(self, *command: str, **more: object) -> subprocess.Popen[str]:
        """Start a program of the account; its streams are text."""
        return subprocess.Popen(
            self.words(*command), env=self.environment, text=True, cwd=self.folder,
            **({"stdin": subprocess.DEVNULL} | more),
        )  # type: ignore[call-overload]  # fmt: skip

    def run(self, *command: str, said: str = "", cwd: Path | None = None, check: bool = True) -> str:
        """What a program of the account prints. Raises RuntimeError where it fails."""
        done = subprocess.run(
            self.words(*command), env=self.environment, cwd=cwd or self.folder, input=said, text=True,
            capture_output=True, timeout=300, check=False,
        )  # fmt: skip
        if check and done.returncode:
            raise RuntimeError(f"{self.name}: {' '.join(command)}: {done.returncode}\n{done.stdout}{done.stderr}")
        return done.stdout

    def wire(self, state: str) -> None:
        """Cut the machine's cable ("down"), or put it in again ("up")."""
        ip(f"-n {self.bridge} link set {self.name} {state}")

    def processes(self) -> list[int]:
        """The ids of all that runs there."""
        return [int(one) for one in ip(f"netns pids {self.namespace}", check=False).split()]


def ip(words: str, check: bool = True) -> str:
    """What `ip` prints; no name of ours has a space."""
    return subprocess.run(["ip", *words.split()], check=check, capture_output=True, text=True).stdout


def hidden_interpreter() -> tuple[str, str]:
    """The topmost folder above the interpreter that only root enters, and the interpreter's own; empty for none."""
    base = Path(sys.base_prefix)
    barred = [one for one in base.parents if not one.stat().st_mode & 0o001]
    return (str(barred[-1]), str(base)) if barred else ("", "")


@contextmanager
def network(folder: Path, names: Sequence[str], variables: dict[str, str]) -> Iterator[dict[str, Machine]]:
    """Machines by name, each with a folder of its account; all of it is gone afterwards, and whatever ran there."""
    run, machines = f"sj{os.getpid()}", {}
    bridge = f"{run}-net"
    (folder / "spare").mkdir()
    try:
        ip(f"netns add {bridge}")
        ip(f"-n {bridge} link add bridge type bridge")
        ip(f"-n {bridge} link set bridge up")
        for number, name in enumerate(names):
            machines[name] = Machine(
                name=name, namespace=f"{run}-{name}", bridge=bridge, address=f"10.41.0.{number + 1}",
                account=FIRST_ACCOUNT + number, folder=folder / name, variables=variables,
            )  # fmt: skip
        for one in machines.values():
            _make(one, machines)
        yield machines
    finally:
        for one in machines.values():
            _end(one)
        ip(f"netns del {bridge}", check=False)
        with suppress(OSError):
            ACCOUNTS_OF.rmdir()


def _make(machine: Machine, machines: dict[str, Machine]) -> None:
    own = ACCOUNTS_OF / machine.namespace
    own.mkdir(parents=True)
    rows = [f"{one.name}:x:{one.account}:{one.account}::{one.folder}:/bin/sh" for one in machines.values()]
    root = "root:x:0:0:root:/root:/bin/sh"
    (own / "passwd").write_text("\n".join([root, *rows, ""]))
    groups = [f"{one.name}:x:{one.account}:" for one in machines.values()]
    (own / "group").write_text("\n".join(["root:x:0:", *groups, ""]))
    server = machines[SERVER].address
    (own / "hosts").write_text(f"127.0.0.1 localhost\n{server} {HOST}\n")
    (own / "resolv.conf").write_text("")
    ip(f"netns add {machine.namespace}")
    ip(f"-n {machine.bridge} link add {machine.name} type veth peer name eth0 netns {machine.namespace}")
    ip(f"-n {machine.bridge} link set {machine.name} master bridge up")
    ip(f"-n {machine.namespace} addr add {machine.address}/24 dev eth0")
    ip(f"-n {machine.namespace} link set eth0 up")
    ip(f"-n {machine.namespace} link set lo up")
    for path in (machine.folder, machine.folder / "tmp"):
        path.mkdir(mode=0o700)
        os.chown(path, machine.account, machine.account)


def _end(machine: Machine) -> None:
    """End what runs in a machine, and the machine."""
    for _ in range(3):
        for process in machine.processes():
            with suppress(ProcessLookupError):
                os.kill(process, 9)
    ip(f"netns del {machine.namespace}", check=False)
    shutil.rmtree(ACCOUNTS_OF / machine.namespace, ignore_errors=True)
