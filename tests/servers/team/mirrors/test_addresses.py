"""Addresses of repositories: what is taken, in which form it is kept, and what is refused before anything is asked."""

import pytest

from scrubjay_team.errors import AddressRefused
from scrubjay_team.mirrors.addresses import LONGEST, RepositoryAddress, read_address

TAKEN = {
    "https://github.com/acme/payments.git": "https://github.com/acme/payments.git",
    "https://GitHub.com:443/acme/payments/": "https://github.com/acme/payments",
    "https://git.example.:8443/a": "https://git.example:8443/a",
    "https://dev.example/org/My%20Project/_git/repo": "https://dev.example/org/My%20Project/_git/repo",
    "https://[2606:50C0:8000:0::153]/a/b": "https://[2606:50c0:8000::153]/a/b",
    "https://140.82.121.3/a/b": "https://140.82.121.3/a/b",
    "https://xn--bcher-kva.example/a/b": "https://xn--bcher-kva.example/a/b",
    "ssh://git@github.com/acme/payments.git": "ssh://git@github.com/acme/payments.git",
    "ssh://git@git.example:2222/acme/payments": "ssh://git@git.example:2222/acme/payments",
    "git@github.com:acme/payments.git": "ssh://git@github.com/acme/payments.git",
    "git@GITHUB.com:/srv/payments.git": "ssh://git@github.com/srv/payments.git",
}


@pytest.mark.parametrize("typed", TAKEN)
def test_an_address_is_kept_in_one_form(typed: str) -> None:
    assert read_address(typed).text == TAKEN[typed]
    assert read_address(TAKEN[typed]) == read_address(typed)


REFUSED = (
    "", "payments", "/srv/payments.git", "file:///srv/payments.git", "http://github.com/a/b", "git://github.com/a/b",
    "ext::sh -c id", "ssh://-oProxyCommand=id/a/b", "ssh://git@-oProxyCommand=id/a/b", "--upload-pack=id",
    "-oProxyCommand=id@host:path", "https://-host/a/b", "https://user@github.com/a/b", "https://@github.com/a/b",
    "https://user:word@github.com/a/b", "ssh://git:word@github.com/a/b", "ssh://github.com/a/b", "https:///a/b",
    "https://github.com", "https://github.com/", "https://github.com:0/a", "https://github.com:/a",
    "https://github.com:65536/a", "https://github.com:https/a", "https://github.com/a?b=c", "https://github.com/a#b",
    "https://github.com/a b", "https://github.com/a\n", "https://github.com/a\x00", "https://github.com\\@evil/a",
    "https://github.com/../etc", "https://github.com/a/./b", "https://github.com/a/%2e%2e/b", "https://github.com/a%2Fb",
    "https://github.com/a%0ab", "https://github.com/-a", "https://github.com//a", "https://github_com/a",
    "https://a..b/c", "https://bücher.example/a", "https://１２７.0.0.1/a", "https://127。0。0。1/a",
    "https://2130706433/a", "https://0x7f000001/a", "https://0x7f.1/a", "https://0177.0.0.1/a", "https://127.1/a",
    "https://127.0.0.01/a", "https://1.2.3.4.5/a", "https://foo.0x7f/a", "https://[::1%25lo]/a", "https://[fe80::1%eth0]/a",
    "https://[::1/a", "https://%31%32%37.0.0.1/a", "HTTPS+x://github.com/a", f"https://github.com/{'a' * LONGEST}",
    "git@host:a:b", "git@[::1]:a",
)  # fmt: skip


@pytest.mark.parametrize("typed", REFUSED)
def test_another_form_is_refused_with_the_forms_that_are_taken(typed: str) -> None:
    with pytest.raises(AddressRefused):
        read_address(typed)


def test_no_refusal_repeats_a_password() -> None:
    word = "s3".join(["cr", "t"])
    for typed in (
        f"https://u:{word}@host/a",
        f"https://{word}@host/a",
        f"ssh://git:{word}@host/a",
        f"ftp://u:{word}@h/a",
    ):
        with pytest.raises(AddressRefused) as refused:
            read_address(typed)
        assert word not in str(refused.value)


def test_the_parts_of_an_address_are_told_apart() -> None:
    assert read_address("git@github.com:a/b") == RepositoryAddress("ssh", "github.com", 22, "/a/b", "git")
    assert read_address("https://[::1]:8443/a") == RepositoryAddress("https", "::1", 8443, "/a")
