"""The route to a mirror's remote, open for one fetch: address resolved and checked, credential handed over."""

import os
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from scrubjay.model.frozen import dataclass, replace
from scrubjay_team.errors import FetchFailed
from scrubjay_team.mirrors.addresses import read_address
from scrubjay_team.mirrors.credentials import Credential, read_credential
from scrubjay_team.mirrors.handing import answering, answers, held_key
from scrubjay_team.mirrors.host_keys import HostKey, check_unchanged, host_keys, read_host_key
from scrubjay_team.mirrors.resolving import CheckedEndpoint, Resolve, endpoint_of, resolved
from scrubjay_team.mirrors.route import Route, https_route, ssh_route


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
