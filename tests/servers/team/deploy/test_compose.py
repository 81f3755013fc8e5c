"""Compose's services: what each may, what each waits for, and how long it may take to end."""

from pathlib import Path
from typing import Any

import pytest

from scrubjay_team.mirrors.worker import STOP_S
from scrubjay_team.serving.life import GRACE_S
from tests.servers.team.deploy import files


def seconds(text: str) -> int:
    """A duration in seconds, as "45s" or "2m" is one."""
    return int(text[:-1]) * {"s": 1, "m": 60}[text[-1]]


@pytest.mark.parametrize("name", files.ours())
def test_ours_may_write_nothing_but_their_volumes(name: str) -> None:
    service = files.ours()[name]
    assert (service["read_only"], service["cap_drop"]) == (True, ["ALL"])
    assert service["user"] == f"{files.ACCOUNT}:{files.ACCOUNT}"
    assert "no-new-privileges:true" in service["security_opt"]


def test_the_schema_comes_before_every_server() -> None:
    for name in ("server", "worker"):
        assert files.ours()[name]["depends_on"]["schema"] == {"condition": "service_completed_successfully"}
    assert files.ours()["schema"]["depends_on"]["db"] == {"condition": "service_healthy"}


@pytest.mark.parametrize("name", ["server", "worker"])
def test_a_server_has_the_time_to_end(name: str) -> None:
    assert seconds(files.ours()[name]["stop_grace_period"]) >= GRACE_S + STOP_S


def test_whatever_runs_on_is_started_again_watched_and_bounded() -> None:
    services: dict[str, Any] = files.compose()["services"]
    lasting = {name: one for name, one in services.items() if name not in ("schema", "office")}
    for name, service in lasting.items():
        assert service["restart"] == "unless-stopped", name
        assert service["healthcheck"]["test"][0] == "CMD", name
        assert service["deploy"]["resources"]["limits"].keys() == {"cpus", "memory"}, name
        assert "no-new-privileges:true" in service["security_opt"], name


def test_images_of_others_have_a_version_and_no_host() -> None:
    for service in files.compose()["services"].values():
        image, _, tag = service["image"].partition(":")
        assert "." not in image.split("/")[0], image
        assert image == "scrubjay-team" or any(sign.isdigit() for sign in tag), image


def test_only_the_proxy_is_published_and_the_database_has_no_way_out() -> None:
    services: dict[str, Any] = files.compose()["services"]
    assert [name for name, one in services.items() if "ports" in one] == ["caddy"]
    assert services["db"]["networks"] == ["back"]
    assert files.compose()["networks"]["back"] == {"internal": True}


def test_the_proxy_that_is_believed_is_the_one_in_front() -> None:
    (network,) = files.compose()["networks"]["front"]["ipam"]["config"]
    assert network["subnet"] in (files.FOLDER / "config.yaml").read_text()
    on_it = {name for name, one in files.compose()["services"].items() if "front" in one.get("networks", ())}
    assert on_it == {"server", "caddy"}


def test_every_file_that_it_names_is_there_but_for_the_secrets_which_git_never_takes() -> None:
    for kind in ("configs", "secrets"):
        for name, one in files.compose()[kind].items():
            assert (files.FOLDER / one["file"]).is_file() is (kind == "configs"), name
            assert kind == "configs" or Path(one["file"]).parts[0] == "secrets", name
    assert "/servers/scrubjay_team/deploy/secrets/" in (files.TOP / ".gitignore").read_text().splitlines()


def test_every_volume_network_and_secret_is_declared() -> None:
    whole = files.compose()
    for name, service in whole["services"].items():
        volumes = {one.split(":")[0] for one in service.get("volumes", ()) if not one.startswith((".", "/"))}
        assert volumes <= set(whole["volumes"]), name
        assert set(service.get("networks", ())) <= set(whole["networks"]), name
        assert set(service.get("secrets", ())) <= set(whole["secrets"]), name
        assert {one["source"] for one in service.get("configs", ())} <= set(whole["configs"]), name
