"""Repositories fetched over ssh from an sshd on this machine: by the accepted key and the checked IP alone."""

import os
import shutil
import socket
import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from scrubjay_team.errors import FetchFailed, HostKeyChanged
from scrubjay_team.mirrors.addresses import read_address
from scrubjay_team.mirrors.credentials import Credential
from scrubjay_team.mirrors.fetching import fetch
from scrubjay_team.mirrors.host_keys import check_unchanged, host_keys, read_host_key
from scrubjay_team.mirrors.opening import held_key
from scrubjay_team.mirrors.resolving import CheckedEndpoint
from scrubjay_team.mirrors.route import Route, ssh_route
from tests.conftest import Repo
from tests.patience import PATIENCE_S
from tests.servers.team.mirrors.routes import LIMITS, silent

pytestmark = [pytest.mark.optin, pytest.mark.skipif(not shutil.which("sshd"), reason="needs an sshd")]

CHECKED = "127.0.0.2"


def make_key(file: Path) -> Path:
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", file], check=True)
    return file


@pytest.fixture
def origin(make_repo: Callable[..., Repo]) -> Repo:
    repo = make_repo("origin")
    repo.commit("first", {"README.md": "# Payments\n"})
    return repo


@pytest.fixture
def deploy_key(tmp_path: Path) -> Path:
    return make_key(tmp_path / "deploy")


@pytest.fixture
def endpoint(tmp_path: Path, origin: Repo, deploy_key: Path) -> Iterator[CheckedEndpoint]:
    """An sshd on a checked address of this machine, where the deploy key gets in."""
    with closing(socket.socket()) as free:
        free.bind((CHECKED, 0))
        port = free.getsockname()[1]
    host_key = make_key(tmp_path / "host")
    accepted = deploy_key.with_suffix(".pub").read_text()
    (tmp_path / "authorized").write_text(accepted)
    config = tmp_path / "sshd_config"
    config.write_text(
        f"ListenAddress {CHECKED}:{port}\nHostKey {host_key}\nAuthorizedKeysFile {tmp_path / 'authorized'}\n"
        "StrictModes no\nUsePAM no\nPasswordAuthentication no\nPermitRootLogin yes\nPidFile none\n"
        "AcceptEnv GIT_PROTOCOL\n"
    )
    with subprocess.Popen([str(shutil.which("sshd")), "-D", "-e", "-f", config], stderr=subprocess.PIPE) as sshd:
        assert sshd.stderr
        while b"listening" not in (line := sshd.stderr.readline()):
            assert line, "sshd ended"
        user = os.environ.get("USER", "root")
        yield CheckedEndpoint(read_address(f"ssh://{user}@git.example:{port}{origin.path}"), CHECKED)
        sshd.terminate()
        sshd.wait(PATIENCE_S)


def route(endpoint: CheckedEndpoint, tmp_path: Path, key: Path, line: str) -> Route:
    known = tmp_path / "known hosts"
    known.write_text(f"{endpoint.address.host} {line}\n")
    (tmp_path / "home").mkdir(exist_ok=True)
    return ssh_route(endpoint, os.environ["PATH"], tmp_path / "home", known, line.partition(" ")[0], key)


def test_a_mirror_is_fetched_with_the_accepted_key_and_a_key_in_memory(
    endpoint: CheckedEndpoint, origin: Repo, tmp_path: Path, deploy_key: Path
) -> None:
    (shown,) = host_keys(endpoint, os.environ["PATH"])
    assert shown.line == " ".join((tmp_path / "host.pub").read_text().split()[:2])
    printed = subprocess.run(["ssh-keygen", "-lf", tmp_path / "host.pub"], check=True, capture_output=True, text=True)
    assert shown.fingerprint == printed.stdout.split()[1]
    with held_key(tmp_path, Credential(deploy_key.read_text()).secret) as key:
        mirror = fetch(tmp_path / "m", route(endpoint, tmp_path, key, shown.line), LIMITS, silent)
    assert mirror.commit == origin.git("rev-parse", "HEAD")
    assert not (tmp_path / "key").exists()


def test_a_host_with_another_key_is_refused_and_told(
    endpoint: CheckedEndpoint, tmp_path: Path, deploy_key: Path
) -> None:
    other = " ".join(make_key(tmp_path / "other").with_suffix(".pub").read_text().split()[:2])
    with (
        held_key(tmp_path, deploy_key.read_text()) as key,
        pytest.raises(FetchFailed, match="IDENTIFICATION HAS CHANGED"),
    ):
        fetch(tmp_path / "m", route(endpoint, tmp_path, key, other), LIMITS, silent)
    with pytest.raises(HostKeyChanged, match=r"SHA256:.*SHA256:"):
        check_unchanged(endpoint.address.host, read_host_key(other), host_keys(endpoint, os.environ["PATH"]))


def test_a_key_that_gets_nowhere_is_told_without_it(endpoint: CheckedEndpoint, tmp_path: Path) -> None:
    stranger = make_key(tmp_path / "stranger").read_text()
    (shown,) = host_keys(endpoint, os.environ["PATH"])
    with held_key(tmp_path, stranger) as key, pytest.raises(FetchFailed, match="Permission denied") as failed:
        fetch(tmp_path / "m", route(endpoint, tmp_path, key, shown.line), LIMITS, silent)
    assert not any(line in str(failed.value) for line in Credential(stranger).hidden)
