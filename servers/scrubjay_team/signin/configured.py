"""The identity provider that a server's owner configured: an extension's, else ours by `team.oidc`."""

import logging
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from scrubjay.errors import ConfigError, ScrubjayError
from scrubjay.extensions.registry import ExtensionRegistry
from scrubjay.model.clock import Clock
from scrubjay_team.errors import SecretsLocked
from scrubjay_team.mirrors.api import Sealer, key_provider, sampled_state
from scrubjay_team.place import TeamPlace, private_text
from scrubjay_team.signin.oidc import OidcClient, OidcProvider
from scrubjay_team.signin.service import SignIn

if TYPE_CHECKING:
    from scrubjay.extensions.kinds.identity import IdentityProvider
    from scrubjay_team.database.connecting import TeamDatabase
    from scrubjay_team.settings import OidcSection

KIND: Final = "identity_provider"

_log = logging.getLogger(__name__)


def sign_in_of(
    place: TeamPlace,
    database: "TeamDatabase",
    clock: Clock,
    environment: Mapping[str, str],
    registry: ExtensionRegistry,
) -> SignIn:
    """The ways in of a place. A provider that can't be made signs nobody in: never is anybody let in without it."""
    try:
        provider = provider_of(place.section.oidc, place.home, clock, environment, registry)
    except ScrubjayError as error:
        _log.warning("nobody can sign in: %s", error)
        return SignIn(database, clock, off=f"Nobody can sign in: {error}")
    sealer = Sealer(place.data, key_provider(place, environment))
    if provider is not None and not place.dsn:
        with suppress(SecretsLocked), database.plain() as connection:  # without a key people sign in all the same
            if not sealer.has_key and not sampled_state(connection, sealer).sealed:
                sealer.make_key()  # a key that is lost is never replaced by a new one
    return SignIn(database, clock, provider, sealer)


def provider_of(
    section: "OidcSection", home: Path, clock: Clock, environment: Mapping[str, str], registry: ExtensionRegistry
) -> "IdentityProvider | None":
    """The one provider; None where none is configured. Raises ConfigError, UsageError."""
    wanted = [one.name for one in registry.others for each in one.provides if each.kind == KIND]
    ours = bool(section.issuer or section.client_id)
    if len(wanted) + ours > 1:
        named = ", ".join((*wanted, *(["team.oidc"] if ours else [])))
        raise ConfigError(
            f"There are several identity providers: {named}. Keep one: `scrubjay extensions disable NAME`, or empty "
            "team.oidc in config.yaml."
        )
    if wanted:
        made: list[Any] = [one.value for one in registry.made(KIND, lambda _: {})]
        if not made:
            raise ConfigError(f"The extension {wanted[0]} can't be loaded. See `scrubjay extensions show {wanted[0]}`.")
        provider: IdentityProvider = made[0]
        return provider
    return OidcProvider.of(client_of(section, home, environment), clock) if ours else None


def client_of(section: "OidcSection", home: Path, environment: Mapping[str, str]) -> OidcClient:
    """This server at the provider, with its secret. Raises ConfigError for what is missing, UsageError for the file."""
    if not (section.issuer and section.client_id):
        raise ConfigError("team.oidc needs both issuer and client_id. Write them into config.yaml, or neither.")
    if section.client_secret_file and section.client_secret_env:
        raise ConfigError("team.oidc has client_secret_file and client_secret_env. Keep one of them in config.yaml.")
    secret = ""
    if section.client_secret_file:
        secret = private_text(home / Path(section.client_secret_file).expanduser(), "the identity provider's secret")
    elif section.client_secret_env:
        secret = environment.get(section.client_secret_env, "").strip()
        if not secret:
            raise ConfigError(f"The variable {section.client_secret_env} of team.oidc.client_secret_env isn't set.")
    name = section.name.strip() or urlsplit(section.issuer).hostname or section.issuer
    return OidcClient(name=name, issuer=section.issuer, client=section.client_id, secret=secret, scopes=section.scopes)
