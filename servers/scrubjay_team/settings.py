"""The section `team:` of the user's file: a team's server's data, address and sign-in, and what a mirror may take.

What a member's machine that joined a team sends of its sessions is chosen there too (`evidence`). It stands in the
file alone: no variable but those of the three DSNs, and no repository, sets any of it.
"""

from ipaddress import ip_network
from typing import Annotated, Final, Literal
from urllib.parse import urlsplit

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from scrubjay.model.pattern import pattern

_HOST_NAME: Final = pattern(r"(?=.{1,253}\Z)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*")
_PASSWORD: Final = pattern(r"(?i)\bpassword\s*=")


def holds_password(dsn: str) -> bool:
    """Whether a DSN, in either of its forms, has a password in it; what can't be read counts as one."""
    if _PASSWORD.search(dsn):
        return True
    try:
        return "://" in dsn and urlsplit(dsn).password is not None
    except ValueError:
        return True


def _without_password(dsn: str) -> str:
    if holds_password(dsn):
        raise ValueError("a password doesn't belong here; name a file that only you can read and that holds the DSN")
    return dsn


def public_url(url: str) -> str:
    """A server's public address as it is kept, without a slash at its end. Raises ValueError for what is none."""
    address = _address_of_server(url)
    if urlsplit(address).path:
        raise ValueError("the server's address has no path: https:// or http://, a host, and perhaps a port")
    return address


def _address_of_server(url: str) -> str:
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise ValueError("this is no address; one is written as https://memory.example.org") from None
    plain = not (parts.username or parts.password or parts.query or parts.fragment) and port != 0
    if url and not (plain and parts.hostname and parts.scheme in ("http", "https") and url.isascii()):
        raise ValueError("an address is https:// or http://, a host, perhaps a port and a path, and nothing else")
    return url.rstrip("/")


def _private_address(text: str) -> str:
    try:
        return str(ip_network(text.strip()))
    except ValueError:
        name = text.strip().lower()
    if not _HOST_NAME.fullmatch(name):
        raise ValueError(f"{text[:60]!r} is no host name, IP address or network, such as 10.1.0.0/16")
    return name


def _network(text: str) -> str:
    try:
        return str(ip_network(text.strip()))
    except ValueError:
        raise ValueError(f"{text[:60]!r} is no IP address or network, such as 127.0.0.1 or 10.1.0.0/16") from None


def _listening(address: str) -> str:
    host, _, port = address.rpartition(":")
    if address and not (host and port.isascii() and port.isdecimal() and 0 < int(port) < 65_536):
        raise ValueError("this is no address to listen on; one is written as 127.0.0.1:9464")
    return address


_S3: Final = "s3://"
_BUCKET: Final = pattern(r"s3://[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](/[A-Za-z0-9!_.*'()/-]*)?")


def _store(place: str) -> str:
    if "://" in place and not _BUCKET.fullmatch(place):
        raise ValueError("a store is a folder, or s3://BUCKET/PREFIX")
    return place


Dsn = Annotated[str, Field(max_length=2_000), AfterValidator(_without_password)]
PublicUrl = Annotated[str, Field(max_length=500), AfterValidator(public_url)]
Private = Annotated[str, Field(max_length=253), AfterValidator(_private_address)]
Network = Annotated[str, Field(max_length=50), AfterValidator(_network)]
Variable = Annotated[str, Field(max_length=200, pattern=r"^([A-Za-z_][A-Za-z0-9_]*)?$")]


def _issuer(url: str) -> str:
    plain = _address_of_server(url)
    if plain.startswith("http://") and urlsplit(plain).hostname not in ("localhost", "127.0.0.1", "::1"):
        raise ValueError("an issuer is https://…; only one on this machine may be http://")
    return url


Issuer = Annotated[str, Field(max_length=500), AfterValidator(_issuer)]
OidcScope = Annotated[str, Field(pattern=r"^[!#-\[\]-~]{1,100}$")]


class OidcSection(BaseModel):
    """How people sign in: an identity provider that speaks OpenID Connect."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    issuer: Issuer = ""
    """people to sign in at Google, Entra, Okta, Keycloak or another OpenID Connect provider: its issuer, exactly as it
    writes it, such as https://accounts.google.com; empty: by the owner's invitations and links."""
    client_id: Annotated[str, Field(max_length=500)] = ""
    """the name under which the provider knows this server. There, allow the address `URL/sign-in/callback`."""
    client_secret_file: Annotated[str, Field(max_length=1_000)] = ""
    """the provider's secret for this server, in a file that only you can read; relative to the home."""
    client_secret_env: Annotated[str, Field(max_length=100)] = ""
    """the same in a variable of the environment: the variable's name."""
    name: Annotated[str, Field(max_length=60)] = ""
    """what the button for it says: "Google"; empty: the host of the issuer."""
    scopes: Annotated[tuple[OidcScope, ...], Field(max_length=20)] = ("openid", "email", "profile", "offline_access")
    """a provider that wants others. With `offline_access`, where it knows that, it is asked every 12 hours whether
    somebody is still there."""


class ArchivesSection(BaseModel):
    """Where a server keeps the conversations that its members archive; without a store it keeps none."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    store: Annotated[str, Field(max_length=1_000), AfterValidator(_store)] = ""
    """members to find their sessions again from any machine: a folder, from the home where it is relative, or
    `s3://BUCKET/PREFIX`. It needs `[archive]`. Turn the bucket's versions off: an old version outlives what is
    forgotten."""
    endpoint: Annotated[str, Field(max_length=500), AfterValidator(_address_of_server)] = ""
    """a store of S3's protocol that isn't Amazon's: its address. Over http:// only on your own network."""
    region: Annotated[str, Field(max_length=60, pattern=r"^[a-z0-9-]*$")] = ""
    """the bucket's region; empty: us-east-1."""
    key_id_variable: Variable = ""
    """how the server signs in there: the name of a variable of its environment that holds the key's id."""
    secret_variable: Variable = ""
    """the same for the secret."""
    days: Annotated[int, Field(ge=1, le=3_650)] = 365
    """conversations to be kept for more or less than a year after they came last."""
    most_mb: Annotated[int, Field(ge=1, le=1_000_000)] = 1_000
    """one member to have more than 1 GB there."""

    @property
    def bucket(self) -> tuple[str, str] | None:
        """The bucket and the prefix in it; None for a folder."""
        if not self.store.startswith(_S3):
            return None
        bucket, _, prefix = self.store.removeprefix(_S3).partition("/")
        return bucket, prefix.strip("/")


class TeamSection(BaseModel):
    """A team's server: its data, its database, its address, and the limits of mirrors."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    data: Annotated[str, Field(max_length=1_000)] = ""
    """the server's data on another disk: a folder, from the home where it is relative; else `team` in the home."""
    dsn: Dsn = ""
    """your own PostgreSQL (16 or newer, with pgvector): how the server signs in, as a role that owns nothing. A DSN
    without a password, or the path of a file that only you can read and that holds one; empty: the embedded one."""
    owner_dsn: Dsn = ""
    """the same for `scrubjay team …` and upgrades, which sign in as the owner of the tables."""
    worker_dsn: Dsn = ""
    """the same for what fetches and indexes repositories, as a role of its own; a server without it answers alone."""
    listen_dsn: Dsn = ""
    """members to be told of changes at once although a pooler stands before the database: how the server signs in past
    it, as the same role."""
    host: Annotated[str, Field(min_length=1, max_length=253)] = "127.0.0.1"
    """others on your network to reach the server: the address that it listens on. Put TLS in front of it."""
    port: Annotated[int, Field(ge=1, le=65_535)] = 8737
    """another port."""
    url: PublicUrl = ""
    """the address by which members reach it, where a proxy with TLS stands in front of it."""
    oidc: OidcSection = OidcSection()
    """people to sign in at an identity provider instead of by invitations and links alone."""
    archives: ArchivesSection = ArchivesSection()
    """conversations of members to be kept in an object store, by their own choice."""
    metrics: Annotated[str, Field(max_length=260), AfterValidator(_listening)] = ""
    """Prometheus to watch the server: the address at which it is told, such as 127.0.0.1:9464. Whoever reaches it reads
    counts, no names; empty: nobody."""
    logs: Literal["text", "json"] = "text"
    """lines of log that a program reads, one JSON object each, with one for every request."""
    traces: Annotated[str, Field(max_length=500), AfterValidator(_address_of_server)] = ""
    """requests as traces: the address of an OpenTelemetry collector that takes OTLP over HTTP, such as
    http://127.0.0.1:4318. It needs `[traces]`."""
    traced: Annotated[float, Field(ge=0, le=1)] = 1.0
    """a part of the requests alone to be traced, such as 0.1."""
    proxies: Annotated[tuple[Network, ...], Field(max_length=100)] = ()
    """rates to count each member and stranger apart behind a proxy: its IP addresses or networks. What such a sender
    says in X-Forwarded-For is believed."""
    private_addresses: Annotated[tuple[Private, ...], Field(max_length=100)] = ()
    """repositories from your own network: host names, IP addresses or networks that a mirror may be fetched from
    although they are private."""
    key_variable: Variable = ""
    """the key that seals credentials from a variable of the server's environment, in place of the file `key` of its
    data."""
    key_command: Annotated[tuple[Annotated[str, Field(min_length=1, max_length=1_000)], ...], Field(max_length=50)] = ()
    """the same from a program of yours that prints it, such as age, gpg, vault or a cloud's own: its words as a list;
    no shell reads them."""
    fetch_minutes: Annotated[int, Field(ge=1, le=1_440)] = 5
    """mirrors that are fetched more or less often than every five minutes, where no webhook says that something is
    new."""
    fetch_seconds: Annotated[int, Field(ge=10, le=86_400)] = 600
    """a large repository whose first fetch takes longer than ten minutes."""
    mirror_mb: Annotated[int, Field(ge=1, le=1_000_000)] = 2_000
    """a repository that takes more than 2 GB on the server's disk."""
    mirror_objects: Annotated[int, Field(ge=1_000, le=1_000_000_000)] = 5_000_000
    """a repository with more than five million objects."""
    evidence: Literal["off", "counts"] = "off"
    """your sessions to count where the team decides what proved its worth: `counts` sends, of each session, which of
    the team's memories it had, how it ended, the day and the client's name, and never a text. It is the choice of a
    member, in the own home that joined the team."""
    archive: Literal["off", "mine"] = "off"
    """your sessions to be found from your other machines: `mine` sends what was said in them, masked and without what
    tools printed, to the team's server once they ended, for you alone. It is the choice of a member, in the own home
    that joined the team; the server's owner keeps archives by `archives`."""
