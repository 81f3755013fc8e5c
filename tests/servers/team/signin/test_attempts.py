"""The secrets of a sign-in are made from its browser's cookie, and only that makes them again."""

from scrubjay_team.signin.attempts import SignInBrowser, cookie_of_sign_in, new_state, set_cookie


def test_a_browser_makes_the_same_attempt_again_and_no_other_does() -> None:
    browser, state = SignInBrowser.of(""), new_state()
    begun = browser.attempt(state, "https://a.example")
    assert SignInBrowser.of(browser.value).attempt(state, "https://a.example") == begun
    assert begun.redirect == "https://a.example/sign-in/callback"
    others = (SignInBrowser.of("").attempt(state, ""), browser.attempt(new_state(), ""))
    made = {one for each in (begun, *others) for one in (each.nonce, each.verifier)}
    assert len(made) == 6
    assert all(43 <= len(one) <= 128 for one in made)
    assert browser.value not in repr(browser) + repr(begun)


def test_a_cookie_that_has_no_such_form_is_replaced() -> None:
    for cookie in ("", "short", "x" * 44, "é" * 43, "x" * 42 + ";"):
        assert SignInBrowser.of(cookie).value != cookie


def test_over_https_cookies_are_of_this_host_alone_and_never_go_in_the_clear() -> None:
    line = set_cookie("https://a.example", cookie_of_sign_in("https://a.example"), "v", 60)
    assert line == "__Host-scrubjay-sign-in=v; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure"
    assert "Secure" not in set_cookie("", cookie_of_sign_in(""), "v", 60)
