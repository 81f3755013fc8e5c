"""The one identity provider of a server: ours by its section, or an extension's; else nobody comes in by one."""

from pathlib import Path
from typing import Any

import pytest

from scrubjay.errors import ConfigError, UsageError
from scrubjay.extensions.kinds.identity import IdentityRefused, ProviderAway
from scrubjay.extensions.registry import ExtensionRegistry
from scrubjay_team.place import TeamPlace
from scrubjay_team.settings import OidcSection, TeamSection
from scrubjay_team.signin.attempts import SignInBrowser
from scrubjay_team.signin.configured import client_of, provider_of, sign_in_of
from tests.servers.team.conftest import Databases, SetClock
from tests.servers.team.makers import NOW

GIVEN: Any = {"issuer": "https://id.example.org", "client_id": "scrubjay"}


def made(home: Path, environment: dict[str, str] | None = None, **fields: Any) -> Any:
    return provider_of(OidcSection(**fields), home, SetClock(NOW), environment or {}, ExtensionRegistry.of(home))


def test_without_a_section_there_is_none(tmp_path: Path) -> None:
    assert made(tmp_path) is None


def test_it_is_called_by_its_host_where_it_has_no_name(tmp_path: Path) -> None:
    assert (made(tmp_path, **GIVEN).name, made(tmp_path, **GIVEN, name="Acme").name) == ("id.example.org", "Acme")
    assert made(tmp_path, **GIVEN).issuer == "https://id.example.org"


def test_a_secret_comes_from_a_file_or_a_variable_and_stands_in_no_repr(tmp_path: Path) -> None:
    file = tmp_path / "secret"
    file.write_text("quiet\n")
    file.chmod(0o600)
    ways: tuple[tuple[Any, dict[str, str]], ...] = (
        ({"client_secret_file": "secret"}, {}),
        ({"client_secret_env": "ID_SECRET"}, {"ID_SECRET": "quiet"}),
    )
    for fields, environment in ways:
        client = client_of(OidcSection(**GIVEN, **fields), tmp_path, environment)
        assert client.secret == "quiet"
        assert "quiet" not in repr(client)
    file.chmod(0o644)
    with pytest.raises(UsageError):
        client_of(OidcSection(**GIVEN, client_secret_file="secret"), tmp_path, {})


@pytest.mark.parametrize(
    "fields",
    [
        {"issuer": "https://id.example.org"},
        {"client_id": "scrubjay"},
        {**GIVEN, "client_secret_env": "MISSING"},
        {**GIVEN, "client_secret_env": "A", "client_secret_file": "b"},
    ],
)
def test_half_a_section_is_an_error_and_lets_nobody_in(databases: Databases, tmp_path: Path, fields: Any) -> None:
    with pytest.raises(ConfigError, match=r"team\.oidc"):
        made(tmp_path, **fields)
    section = TeamSection(oidc=OidcSection(**fields))
    place = TeamPlace(
        home=tmp_path, data=tmp_path / "team", dsn="", owner_dsn="", worker_dsn="", listen_dsn="", host="127.0.0.1",
        port=0, url="", section=section,
    )  # fmt: skip
    ways = sign_in_of(place, databases.app, databases.clock, {}, ExtensionRegistry.of(tmp_path))
    with pytest.raises(IdentityRefused):
        ways.join("sj_inv_" + "A" * 43, address="a", agent="")
    with pytest.raises(ProviderAway, match="Nobody can sign in"):
        ways.begin(SignInBrowser.of(""), "", "/", "a")


@pytest.mark.parametrize(
    "issuer",
    ["http://id.example.org", "id.example.org", "https://a:b@id.example.org", "https://id.example.org?x", "ftp://a"],
)
def test_an_issuer_is_an_https_address(issuer: str) -> None:
    with pytest.raises(ValueError, match="issuer"):
        OidcSection(issuer=issuer)
