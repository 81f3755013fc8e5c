"""The route to a mirror's remote, open for one fetch: address resolved and checked, credential handed over."""

import os
import shlex
import socket
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final
from urllib.parse import quote

from scrubjay.model.frozen import dataclass, replace
from scrubjay_team.errors import FetchFailed
from scrubjay_team.mirrors.addresses import RepositoryAddress, read_address
from scrubjay_team.mirrors.credentials import Credential, read_credential
from scrubjay_team.mirrors.host_keys import HostKey, check_unchanged, host_keys, read_host_key
from scrubjay_team.mirrors.resolving import CheckedEndpoint, Resolve, endpoint_of, resolved
from scrubjay_team.mirrors.route import Route, https_route, ssh_route

ASKPASS: Final = Path(__file__).with_name("askpass.py")
"""The program that git asks: it runs apart from everything here, on the standard library alone."""

_WAIT_S: Final = 20.0


@dataclass(frozen=True, slots=True)
class RouteOpener:
    """Opens routes: `private` are addresses that an owner allows, `path` is where programs are looked for."""

    private: Sequence[str]
    path: str = os.defpath
    resolve: Resolve = resolved

    @contextmanager
    def __call__(self, address: str, host_key: str, credential: str) -> Iterator[Route]:
        """The route to an address while the context lasts. Raises AddressRefused, FetchFailed.

        A fetch that fails at an ssh host whose key changed raises HostKeyChanged.
        """
        parts = read_address(address)
        endpoint = endpoint_of(parts, self.private, self.resolve)
        given = read_credential(parts, credential)
        with TemporaryDirectory(prefix="scrubjay-", ignore_cleanup_errors=True) as name, ExitStack() as handed:
            folder = Path(name)
            if parts.scheme == "https":
                asking = handed.enter_context(answering(folder, answers(parts, given))) if given else {}
                route = https_route(endpoint, self.path, folder, asking)
                yield replace(route, secrets=given.hidden if given else ())
            else:
                accepted = read_host_key(host_key)
                route = self._ssh(endpoint, accepted, given, folder, handed)
                try:
                    yield route
                except FetchFailed:
                    self._explain(endpoint, accepted)
                    raise

    def _ssh(
        self, endpoint: CheckedEndpoint, accepted: HostKey, given: Credential | None, folder: Path, handed: ExitStack
    ) -> Route:
        """The route over ssh, with the accepted key alone."""
        known = folder / "known_hosts"
        known.write_text(f"{endpoint.address.host} {accepted.line}\n")
        key = handed.enter_context(held_key(folder, given.secret)) if given else Path(os.devnull)
        route = ssh_route(endpoint, self.path, folder, known, accepted.algorithm, key)
        return replace(route, secrets=given.hidden if given else ())

    def _explain(self, endpoint: CheckedEndpoint, accepted: HostKey) -> None:
        """Raise HostKeyChanged where that is why a fetch failed."""
        try:
            shown = host_keys(endpoint, self.path)
        except FetchFailed:
            return
        check_unchanged(endpoint.address.host, accepted, shown)


def answers(address: RepositoryAddress, credential: Credential) -> dict[str, str]:
    """What git may ask over https, with the answers; any other question, such as one of another host, has none."""
    scheme, _, rest = address.text.partition("://")
    host = rest.partition("/")[0]
    users = {credential.user, quote(credential.user, safe="")}  # git escapes the user since CVE-2024-50349
    passwords = {f"Password for '{scheme}://{user}@{host}': ": credential.secret for user in users}
    return {f"Username for '{scheme}://{host}': ": credential.user} | passwords


@contextmanager
def answering(folder: Path, replies: Mapping[str, str]) -> Iterator[dict[str, str]]:
    """Answer git's questions while the context lasts; yields the variables that lead git here.

    `folder` is private (0700): its socket is reached by this account alone. The secret is in no file, argument or
    variable: it passes through the socket and the pipe from which git reads.
    """
    place, program = folder / "asking", folder / "askpass"
    command = shlex.join([sys.executable, "-I", "-S", str(ASKPASS), str(place)])
    program.write_text(f'#!/bin/sh\nexec {command} "$1"\n')
    program.chmod(0o700)
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(place))
        listening.listen(4)
        ended = threading.Event()
        thread = threading.Thread(target=_answer_all, args=(listening, replies, ended), daemon=True)
        thread.start()
        try:
            yield {"GIT_ASKPASS": str(program)}
        finally:
            ended.set()
            with socket.socket(socket.AF_UNIX) as last:
                last.connect(str(place))  # wakes the thread, which waits for a question
            thread.join(_WAIT_S)


def _answer_all(listening: socket.socket, replies: Mapping[str, str], ended: threading.Event) -> None:
    """Answer one question after the other until the end is told."""
    while True:
        asking, _ = listening.accept()
        if ended.is_set():
            asking.close()
            return
        with asking, suppress(OSError):
            asking.settimeout(_WAIT_S)
            if reply := replies.get(_read(asking)):
                asking.sendall(f"{reply}\n".encode())


def _read(asking: socket.socket) -> str:
    """The whole question, up to where git's program ended it."""
    return b"".join(iter(lambda: asking.recv(4096), b"")).decode("utf-8", "replace")


@contextmanager
def held_key(folder: Path, key: str) -> Iterator[Path]:
    """A private key as a file that ssh can read: in this process's memory, where the system has such files.

    ssh closes what it inherits and opens its key more than once, so it is given the name that this process's own file
    has for processes of the same account. Elsewhere (macOS) it is a file (0600) in the private folder meanwhile.
    """
    if not hasattr(os, "memfd_create"):
        path = folder / "key"
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    else:
        descriptor = os.memfd_create("key", os.MFD_CLOEXEC)
        os.fchmod(descriptor, 0o600)
        path = Path(f"/proc/{os.getpid()}/fd/{descriptor}")
    try:
        os.write(descriptor, key.encode())
        yield path
    finally:
        os.close(descriptor)
        with suppress(OSError):
            (folder / "key").unlink(missing_ok=True)
