"""Routes opened for one fetch: which IP, which key and which credential git gets, and what is left afterwards."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from scrubjay_team.errors import AddressRefused
from scrubjay_team.mirrors.opening import RouteOpener
from tests.servers.team.mirrors.routes import PROGRAMS
from tests.servers.team.mirrors.test_credentials import TOKEN, private_key
from tests.servers.team.mirrors.test_host_keys import ED, RSA


def at(ip: str) -> RouteOpener:
    def resolve(host: str, port: int) -> Sequence[str]:
        return [ip]

    return RouteOpener((), PROGRAMS, resolve)


def test_https_gets_the_ip_and_a_way_to_ask_and_no_token() -> None:
    with at("140.82.121.3")("https://git.example:8443/a/b", "", f"u:{TOKEN}") as route:
        variables = route.environment.variables
        settings = {
            variables[f"GIT_CONFIG_KEY_{number}"]: variables[f"GIT_CONFIG_VALUE_{number}"]
            for number in range(int(variables["GIT_CONFIG_COUNT"]))
        }
        assert settings["http.curloptResolve"] == "git.example:8443:140.82.121.3"
        assert settings["http.followRedirects"] == "false"
        assert variables["GIT_ALLOW_PROTOCOL"] == "https"
        folder = Path(variables["HOME"])
        assert folder.stat().st_mode & 0o777 == 0o700
        assert not any(TOKEN in value for value in variables.values())
        assert TOKEN in route.secrets
    assert not folder.exists()


def test_an_ipv6_address_is_given_in_brackets() -> None:
    with at("2606:50c0:8000::153")("https://git.example/a/b", "", "") as route:
        assert "git.example:443:[2606:50c0:8000::153]" in route.environment.variables.values()
        assert "GIT_ASKPASS" not in route.environment.variables


@pytest.mark.parametrize(("key", "algorithms"), [(ED, "ssh-ed25519"), (RSA, "rsa-sha2-512,rsa-sha2-256")])
def test_ssh_gets_the_ip_the_accepted_key_and_nothing_of_the_account(key: "object", algorithms: str) -> None:
    with at("140.82.121.3")("ssh://git@git.example/a/b", key.line, private_key()) as route:  # type: ignore[attr-defined]
        command = route.environment.variables["GIT_SSH_COMMAND"]
        for option in (
            "-F /dev/null", "-oHostName=140.82.121.3", "-oHostKeyAlias=git.example", "-oStrictHostKeyChecking=yes",
            "-oBatchMode=yes", "-oIdentityAgent=none", "-oProxyCommand=none", f"-oHostKeyAlgorithms={algorithms}",
            "-oGlobalKnownHostsFile=/dev/null",
        ):  # fmt: skip
            assert option in command
        folder = Path(route.environment.variables["HOME"])
        assert (folder / "known_hosts").read_text() == f"git.example {key.line}\n"  # type: ignore[attr-defined]
        assert route.environment.variables["GIT_ALLOW_PROTOCOL"] == "ssh"
        assert "PRIVATE" not in command
    assert not folder.exists()


def test_an_address_that_became_private_is_not_opened() -> None:
    with pytest.raises(AddressRefused), at("10.0.0.1")("https://git.example/a/b", "", ""):
        raise AssertionError("opened")
