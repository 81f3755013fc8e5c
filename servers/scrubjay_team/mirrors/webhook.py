"""Webhooks of forges: a signature over raw bytes, whose only effect is that a mirror is fetched soon."""

import hashlib
import hmac
from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Final
from uuid import UUID, uuid4

from scrubjay.extensions.kinds.keys import KeyProvider
from scrubjay_team.database.connecting import TeamDatabase
from scrubjay_team.mirrors.sealing import WEBHOOK, Sealer
from scrubjay_team.mirrors.states import Q

LONGEST: Final = 1_000_000
"""Bytes of a body that are read."""

TAKEN: Final = 202
REFUSED: Final = 401


def is_signed(secret: str, headers: Mapping[str, str], body: bytes) -> bool:
    """Whether a request shows that its sender knows the secret; names of headers are in small letters.

    GitHub and Gitea sign the body by HMAC-SHA-256; GitLab sends the secret itself. Nothing of the body is parsed.
    """
    digest = hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
    shown = (
        (headers.get("x-hub-signature-256", ""), f"sha256={digest}"),
        (headers.get("x-gitea-signature", ""), digest),
        (headers.get("x-gitlab-token", ""), secret),
    )
    same = [hmac.compare_digest(given.encode(), wanted.encode()) for given, wanted in shown]
    return True in same


class Hooks:
    """Receives webhooks: 202 or 401, at the same cost for an unknown project as for a wrong signature."""

    def __init__(
        self, database: TeamDatabase, data: Path, clock: Callable[[], datetime], keys: KeyProvider | None = None
    ) -> None:
        """`keys` opens the secrets; None: the key of the data folder."""
        self._database, self._clock, self._sealer = database, clock, Sealer(data, keys)
        self._nobody = uuid4()
        self._stand_in: bytes | None = None

    def received(self, project: str, headers: Mapping[str, str], body: bytes) -> int:
        """The status that answers a request. Raises SecretsLocked, and what the database raises."""
        try:
            named = UUID(project)
        except ValueError:
            named = self._nobody
        given = {name.lower(): value for name, value in headers.items()}
        with self._database.plain() as connection:
            row = connection.execute(Q.sealed_hook, {"project": named}).fetchone()
        sealed = row["secret"] if row else None
        if sealed is None and not self._sealer.has_key:
            return REFUSED
        owner, sealed = (self._nobody, self._unknown()) if sealed is None else (named, sealed)
        signed = is_signed(self._sealer.open(owner, WEBHOOK, sealed), given, body[:LONGEST])
        if not signed or owner != named or len(body) > LONGEST:
            return REFUSED
        with self._database.plain() as connection:
            connection.execute(Q.ask_fetch, {"project": named, "at": self._clock()})
        return TAKEN

    def _unknown(self) -> bytes:
        """A sealed secret for projects that aren't there, made once, so that it costs as much to open."""
        if self._stand_in is None:
            self._stand_in = self._sealer.seal(self._nobody, WEBHOOK, uuid4().hex)
        return self._stand_in
