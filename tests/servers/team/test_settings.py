"""The section `team:` of the user's file: bounds, no password, and defaults that serve this machine alone."""

import pytest
from pydantic import ValidationError

from scrubjay_team.settings import TeamSection, holds_password


def test_without_a_line_it_serves_this_machine_from_an_embedded_database() -> None:
    section = TeamSection()
    assert (section.host, section.port, section.dsn, section.url) == ("127.0.0.1", 8737, "", "")


@pytest.mark.parametrize(
    "dsn",
    [
        "postgresql://scrubjay_app:secret@db/scrubjay", "host=db password=secret", "host=db PASSWORD = 'x'",
        "postgres://app:@db/x", "postgresql://[db/x", "postgresql://db/x?password=y",
    ],
)  # fmt: skip
def test_a_password_does_not_stand_in_the_file(dsn: str) -> None:
    assert holds_password(dsn)
    with pytest.raises(ValidationError, match="a password doesn't belong here") as refused:
        TeamSection.model_validate({"owner_dsn": dsn})
    assert refused.value.errors()[0]["msg"].count("secret") == 0


@pytest.mark.parametrize("dsn", ["", "/etc/scrubjay/dsn", "postgresql://app@db/x", "host=db passfile=/etc/pgpass"])
def test_a_dsn_without_one_or_a_file_is_taken(dsn: str) -> None:
    assert TeamSection.model_validate({"dsn": dsn}).dsn == dsn


@pytest.mark.parametrize("url", ["https://memory.example.org", "http://127.0.0.1:8737/"])
def test_the_public_address_is_kept_without_its_last_slash(url: str) -> None:
    assert TeamSection.model_validate({"url": url}).url == url.rstrip("/")


@pytest.mark.parametrize(
    "url",
    [
        "memory.example.org",
        "ftp://x",
        "https://u:p@x",
        "https://x?y",
        "https://x#y",
        "https://",
        "http://x:99999",
        "https://é",
    ],
)
def test_what_is_no_address_of_a_server_is_refused(url: str) -> None:
    with pytest.raises(ValidationError):
        TeamSection.model_validate({"url": url})


def test_private_addresses_are_hosts_addresses_or_networks() -> None:
    section = TeamSection.model_validate({"private_addresses": ["Git.Intern", "10.1.0.0/16", "fd00::1"]})
    assert section.private_addresses == ("git.intern", "10.1.0.0/16", "fd00::1/128")


@pytest.mark.parametrize("address", ["", "a b", "https://x", "10.1.0.1/16", "-x", "*"])
def test_anything_else_opens_no_private_network(address: str) -> None:
    with pytest.raises(ValidationError):
        TeamSection.model_validate({"private_addresses": [address]})


@pytest.mark.parametrize(
    "section", [{"port": "0"}, {"port": "70000"}, {"fetch_minutes": "0"}, {"mirror_mb": "x"}, {"key": "x"}]
)
def test_a_value_out_of_bounds_and_an_unknown_key_are_refused(section: dict[str, str]) -> None:
    with pytest.raises(ValidationError):
        TeamSection.model_validate(section)


@pytest.mark.parametrize("wrong", ["proxy.example.org", "*", "10.0.0.0/99", ""])
def test_proxies_are_addresses_or_networks(wrong: str) -> None:
    assert TeamSection.model_validate({"proxies": ["127.0.0.1", " 10.1.0.0/16"]}).proxies == (
        "127.0.0.1/32",
        "10.1.0.0/16",
    )
    with pytest.raises(ValidationError):
        TeamSection.model_validate({"proxies": [wrong]})
