"""Which addresses a program may be led to, and that only those it registered are the same."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrubjay_team.oauth.redirects import is_registered, led_to, origin_of, redirect_problem, shown_place

TAKEN = (
    "https://app.example/callback", "https://app.example:8443/a/b?fixed=1", "http://127.0.0.1:53127/callback",
    "http://localhost/cb", "http://[::1]:1/", "com.example.app:/oauth", "com.example.app://host/cb",
)  # fmt: skip

REFUSED = (
    "", "http://app.example/callback", "http://127.0.0.1.evil.example/cb", "http://127.0.0.2/cb",
    "http://localhost.evil/cb",
    "https://user@app.example/cb", "https://user:word@app.example/cb", "https://app.example/cb#part", "https:///cb",
    "https://app.example\\@evil.example/", "https://app.example/a/../b",
    "https://app.example/%2e%2E/b", "javascript:alert(1)",
    "data:text/html,x", "file:///etc/passwd", "cursor://any/cb", "//app.example/cb", "/callback",
    "https://app.example/ cb",
    "HTTPS://app.example/cb", "https://app.example:0/cb", "https://app.example:65536/cb", "http://2130706433/cb",
    "https://app.example/cb\n", "https://äpp.example/cb", "vbscript.x", "com.example.app",
    f"https://app.example/{'a' * 500}",
)  # fmt: skip


@pytest.mark.parametrize("address", TAKEN)
def test_an_address_of_a_program_is_taken(address: str) -> None:
    assert redirect_problem(address) == ""


@pytest.mark.parametrize("address", REFUSED)
def test_an_address_that_could_lead_elsewhere_is_refused(address: str) -> None:
    assert redirect_problem(address)
    assert not is_registered(address, ("https://app.example/cb", "http://127.0.0.1/cb"))


@pytest.mark.parametrize(
    "asked",
    [
        "https://app.example/cb/", "https://app.example/cbx", "https://app.example/cb?x=1",
        "https://app.example:444/cb",
        "https://app.example.evil/cb", "https://app.example/CB", "http://app.example/cb", "https://app.example/cb#x",
        "http://localhost:80/cb", "http://127.0.0.1:9/cb/x", "http://127.0.0.1@evil.example/cb",
    ],
)  # fmt: skip
def test_another_suffix_port_or_host_is_another_address(asked: str) -> None:
    assert not is_registered(asked, ("https://app.example/cb", "http://127.0.0.1:53127/cb"))


@given(st.integers(1, 65_535), st.integers(1, 65_535))
def test_this_machine_has_any_port_and_others_have_one(first: int, second: int) -> None:
    for host in ("127.0.0.1", "[::1]", "localhost"):
        assert is_registered(f"http://{host}:{first}/cb", (f"http://{host}:{second}/cb",))
        assert is_registered(f"http://{host}:{first}/cb", (f"http://{host}/cb",))
        assert not is_registered(f"http://{host}:{first}/cb", (f"http://{host}:{second}/other",))
    assert is_registered(f"https://a.example:{first}/", (f"https://a.example:{second}/",)) == (first == second)


@given(st.sampled_from(TAKEN), st.text(max_size=3), st.integers(0, 40))
def test_what_is_registered_is_taken_to_the_letter(address: str, piece: str, place: int) -> None:
    changed = address[:place] + piece + address[place:]
    if is_registered(changed, (address,)):
        assert changed == address or (address.startswith("http://") and not redirect_problem(changed))


def test_an_address_is_led_to_and_told_with_what_belongs_to_it() -> None:
    assert led_to("https://a.example/cb", code="x y", state="") == "https://a.example/cb?code=x+y"
    assert led_to("https://a.example/cb?k=1", iss="http://h") == "https://a.example/cb?k=1&iss=http%3A%2F%2Fh"
    assert [origin_of(one) for one in ("https://a.example:1/cb", "com.example.app:/cb")] == [
        "https://a.example:1", "com.example.app:",
    ]  # fmt: skip
    assert shown_place("https://a.example/cb") == "a.example"
    assert shown_place("http://[::1]:7/cb") == "this computer ([::1]:7)"
    assert shown_place("com.example.app:/cb") == "a program on this computer (com.example.app:)"
