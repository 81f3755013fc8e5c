"""What OAuth's own endpoints read and write: as nobody, by functions of the database that hold the rules."""

from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID, uuid4

from scrubjay.model.clock import Clock
from scrubjay.model.frozen import dataclass, from_row
from scrubjay_team.database.queries import load
from scrubjay_team.oauth.values import ACCESS, JOINED, MOST_CLIENTS, MOST_REQUESTS, OAuthClient
from scrubjay_team.people.secret import DEVICE, ISSUED, REFRESH, digest_of, made_from, new_secret

if TYPE_CHECKING:
    from psycopg.rows import DictRow

    from scrubjay_team.database.connecting import TeamDatabase

Q = load(__package__)


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenTokens:
    """Tokens as a program gets them: `scopes` are those of the access token, which ends at `until`."""

    access: str
    refresh: str
    scopes: tuple[str, ...]
    role: str
    until: datetime


class OAuthStore:
    """Registrations, requests, codes and tokens. Each method is a transaction; it raises TeamDatabaseUnavailable."""

    def __init__(self, database: "TeamDatabase", clock: Clock) -> None:
        self._database = database
        self.clock = clock

    def register(self, client: OAuthClient) -> bool:
        """Keep a program that registers; False where there is no room for one more."""
        values = {
            "id": client.id, "name": client.name, "redirects": list(client.redirects), "secret": client.secret,
            "most": MOST_CLIENTS, "at": client.created_at,
        }  # fmt: skip
        return bool(self._one(Q.register, values)["done"])

    def client(self, id: str) -> OAuthClient | None:
        """The program of an id, as a request names it; None for none."""
        row = self._row(Q.client, {"id": number, "at": self.clock()}) if (number := uuid_of(id)) else None
        return None if row is None else from_row(OAuthClient, row, redirects=tuple(row["redirects"]))

    def keep_request(
        self, client: OAuthClient, *, redirect: str, state: str, challenge: str, scopes: tuple[str, ...], resource: str
    ) -> UUID:
        """Keep what a program asks, until somebody consents; returns its id."""
        id = uuid4()
        self._one(
            Q.keep_request,
            {"id": id, "client": client.id, "redirect": redirect, "state": state, "challenge": challenge,
             "scopes": list(scopes), "resource": resource, "most": MOST_REQUESTS, "at": self.clock()},
        )  # fmt: skip
        return id

    def code(self, digest: bytes, client: UUID) -> "DictRow | None":
        """What a code of a program stands for; None where it isn't valid. A used one ends what it gave."""
        return self._row(Q.code, {"digest": digest, "client": client, "at": self.clock()})

    def redeemed(self, digest: bytes, client: UUID) -> tuple[str, str] | None:
        """The texts of an access and a refresh token for a code, once; None where it isn't valid."""
        now = self.clock()
        (access, access_digest), (refresh, refresh_digest) = new_secret(ISSUED), new_secret(REFRESH)
        row = self._one(
            Q.redeem,
            {"digest": digest, "client": client, "access": access_digest, "refresh": refresh_digest,
             "until": now + ACCESS, "at": now},
        )  # fmt: skip
        return (access, refresh) if row["done"] else None

    def refresh(self, text: str, client: UUID) -> "DictRow | None":
        """What a refresh token of a program stands for; None where it isn't valid."""
        return self._row(Q.refresh, {"digest": digest_of(text, REFRESH), "client": client, "at": self.clock()})

    def rotated(self, text: str, client: UUID, scopes: tuple[str, ...], new_salt: bytes) -> GivenTokens | None:
        """The tokens that follow a refresh token; the same once more within a minute. None where it isn't valid."""
        now, asked = self.clock(), {"digest": digest_of(text, REFRESH), "client": client}
        with self._database.plain() as connection:
            row = connection.execute(Q.refresh, {**asked, "at": now}).fetchone()
            if row is None:
                return None
            salt = new_salt if row["salt"] is None else bytes(row["salt"])
            (access, access_digest), (refresh, refresh_digest) = (
                made_from(ISSUED, text, salt), made_from(REFRESH, text, salt),
            )  # fmt: skip
            if row["salt"] is None:
                connection.execute(
                    Q.rotate,
                    {**asked, "salt": salt, "refresh": refresh_digest, "access": access_digest, "scopes": list(scopes),
                     "until": now + ACCESS, "at": now},
                )  # fmt: skip
            given = connection.execute(Q.access, {"digest": access_digest}).fetchone()
        if given is None:
            return None
        return GivenTokens(
            access=access, refresh=refresh, scopes=tuple(given["scopes"]), role=row["role"], until=given["expires_at"]
        )

    def note_checked(self, grant: UUID) -> None:
        """Note that sign-in still knows a grant's member."""
        self._one(Q.checked, {"grant": grant, "at": self.clock()})

    def revoke(self, text: str, client: UUID) -> None:
        """End the grant that gave a program a token, if it did."""
        if digest := digest_of(text, ISSUED, REFRESH):
            self._one(Q.revoke, {"digest": digest, "client": client, "at": self.clock()})

    def begin_device(
        self, *, code: str, machine: str, address: str, scopes: tuple[str, ...], resource: str
    ) -> str | None:
        """Keep a machine that waits for its code to be typed; its own text, None for a code that is taken."""
        text, digest = new_secret(DEVICE)
        row = self._one(
            Q.begin_device,
            {"id": uuid4(), "digest": digest, "code": code, "machine": machine, "address": address,
             "scopes": list(scopes), "resource": resource, "most": MOST_REQUESTS, "at": self.clock()},
        )  # fmt: skip
        return text if row["done"] else None

    def polled(self, text: str) -> "tuple[str, tuple[str, ...], str]":
        """What a machine that waits is told (empty: it isn't known), the scopes it got, and its access token."""
        now, (access, digest) = self.clock(), new_secret(ISSUED)
        row = self._row(
            Q.polled, {"digest": digest_of(text, DEVICE), "access": digest, "until": now + JOINED, "at": now}
        )
        return (row["said"], tuple(row["scopes"] or ()), access) if row else ("", (), "")

    def _row(self, statement: str, values: dict[str, object]) -> "DictRow | None":
        with self._database.plain() as connection:
            return connection.execute(statement, values).fetchone()

    def _one(self, statement: str, values: dict[str, object]) -> "DictRow":
        row = self._row(statement, values)
        assert row is not None  # noqa: S101 - a function without FROM always gives one
        return row


def uuid_of(text: str) -> UUID | None:
    """The id that a text from outside is; None for what is none."""
    try:
        return UUID(text) if len(text) in (32, 36) else None
    except ValueError:
        return None
