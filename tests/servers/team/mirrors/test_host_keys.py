"""Keys of ssh hosts: read from what a scan prints, compared with the accepted one."""

import base64

import pytest

from scrubjay_team.errors import FetchFailed, HostKeyChanged
from scrubjay_team.mirrors.addresses import read_address
from scrubjay_team.mirrors.host_keys import HostKey, check_unchanged, host_keys, read_host_key, scanned_keys
from scrubjay_team.mirrors.resolving import CheckedEndpoint


def key(algorithm: str, fill: int = 7) -> HostKey:
    name = algorithm.encode()
    blob = len(name).to_bytes(4, "big") + name + bytes([fill]) * 40
    return HostKey(algorithm, base64.b64encode(blob).decode())


ED, EC, RSA = key("ssh-ed25519"), key("ecdsa-sha2-nistp256"), key("ssh-rsa")


def test_the_preferred_key_of_a_host_is_the_first() -> None:
    printed = "".join(f"10.0.0.1 {one.line}\n" for one in (RSA, EC, ED))
    assert scanned_keys(printed) == (ED, EC, RSA)
    assert scanned_keys(f"# git.example SSH-2.0-x\n[10.0.0.1]:2222 {ED.line}\n") == (ED,)


@pytest.mark.parametrize(
    "printed",
    ["", "# only a comment", f"host ssh-dss {ED.key}", f"host ssh-rsa {ED.key}", "host ssh-ed25519 !!!!", f"{ED.line}",
     f"host {ED.line} command=id", f"host ssh-ed25519 {'A' * 40}x=", f"host {ED.line}\x00"],
)  # fmt: skip
def test_what_is_no_key_of_a_known_type_is_passed_over(printed: str) -> None:
    assert scanned_keys(printed) == ()


def test_a_key_is_kept_in_one_line_and_shown_by_its_fingerprint() -> None:
    assert read_host_key(ED.line) == ED
    assert ED.fingerprint.startswith("SHA256:")
    assert len(ED.fingerprint) == 50


def test_another_key_than_the_accepted_one_is_told_with_both_fingerprints() -> None:
    check_unchanged("git.example", ED, (ED, RSA))
    check_unchanged("git.example", RSA, (ED, RSA))
    other = key("ssh-ed25519", 8)
    with pytest.raises(HostKeyChanged) as changed:
        check_unchanged("git.example", ED, (other,))
    assert ED.fingerprint in str(changed.value)
    assert other.fingerprint in str(changed.value)


def test_a_missing_program_and_a_silent_port_are_told() -> None:
    endpoint = CheckedEndpoint(read_address("ssh://git@git.example:1/a"), "127.0.0.1")
    with pytest.raises(FetchFailed, match="ssh-keyscan is missing"):
        host_keys(endpoint, "/nowhere")
    with pytest.raises(FetchFailed, match="shows no ssh key at port 1"):
        host_keys(endpoint, "/usr/bin:/bin")
