"""The vectors that the team's server has of this home's own passages: asked for by blob and hash, never by text."""

from base64 import b64decode
from collections.abc import Mapping, Sequence
from typing import Any, Final

from scrubjay.errors import ScrubjayError
from scrubjay.extensions.kinds.vectors import VectorSource
from scrubjay.git.process import Git
from scrubjay.log import Log
from scrubjay.model.encoded import Fingerprint
from scrubjay.model.given import GivenVectors, PassageKey
from scrubjay.wiring.workspace import Workspace
from scrubjay_joined.errors import NotATeamServer
from scrubjay_joined.membership import Joined, joined_server

TIMEOUT_S: Final = 20.0
"""For one answer, of 8 MB at most; what is late is computed here."""

_log = Log(__name__)


class JoinedVectors:
    """The team's server as a source of vectors for one project of the home."""

    whole = False

    def __init__(self, joined: Joined, project: str, git: Git) -> None:
        """`project` is the home's id of it, and `git` its clone, by which the server knows it."""
        self.name = joined.membership.giver
        self._joined = joined
        self._project = project
        self._git = git

    def vectors(self, fingerprint: Fingerprint, wanted: Sequence[PassageKey]) -> GivenVectors:
        """What the server has; nothing where the team doesn't have the repository, or didn't grant it."""
        there = self._joined.projects.match(self._project, self._git).id
        if not there:
            return GivenVectors(fingerprint.key)
        keys = [[key.blob, key.hash] for key in wanted]
        asked = {"project": there, "fingerprint": fingerprint.key, "wanted": keys}
        return _read(self._joined.client.post("/vectors", asked), fingerprint.key)

    def close(self) -> None:
        """Close its connections."""
        self._joined.client.close()


def vector_sources(workspace: Workspace) -> Sequence[VectorSource]:
    """The team's server, where this home is in a team. A damaged membership is told by `scrubjay doctor`."""
    try:
        joined = joined_server(workspace.user_settings, TIMEOUT_S, workspace.clock)
    except ScrubjayError as error:
        _log.info("no vectors of the team: %s", error)
        return ()
    return (JoinedVectors(joined, workspace.project.id, workspace.git),) if joined else ()


def _read(said: Mapping[str, Any], fingerprint: str) -> GivenVectors:
    """What a server said, as far as it has the form of it; the intake looks at the rest. Raises NotATeamServer."""
    try:
        places, lengths = _numbers(said["places"]), _numbers(said["lengths"])
        codes, states = b64decode(said["codes"], validate=True), b64decode(said["states"], validate=True)
    except (KeyError, TypeError, ValueError):
        raise NotATeamServer("What the team's server answers to a request for vectors isn't in their form.") from None
    parts: list[bytes] = []
    start = 0
    for length in lengths:
        parts.append(states[start : start + length])
        start += length
    if start != len(states):
        raise NotATeamServer("What the team's server gives as token states isn't as long as it says.")
    return GivenVectors(fingerprint, places, codes, tuple(parts))


def _numbers(value: Any) -> tuple[int, ...]:
    """A list of whole numbers of 0 or more. Raises ValueError for anything else."""
    if not isinstance(value, list) or not all(type(one) is int and one >= 0 for one in value):
        raise ValueError
    return tuple(value)
