"""What a program asks is checked before its person sees it, and wrong requests lead nobody anywhere."""

import pytest

from tests.servers.team.oauth.conftest import CALLBACK, OAuthTeam, query_of


def test_a_request_is_kept_and_its_person_led_to_the_consent(web: OAuthTeam) -> None:
    answer = web.served.visit("", "GET", web.program().asks())
    assert answer.status == 303
    assert answer.headers["location"].startswith("/oauth/consent?request=")
    asked = web.served.visit("", "GET", answer.headers["location"])
    assert (asked.status, asked.headers["location"].startswith("/sign-in?next=%2Foauth%2Fconsent")) == (303, True)


@pytest.mark.parametrize(
    ("field", "value", "error"),
    [
        ("response_type", "token", "unsupported_response_type"),
        ("code_challenge_method", "plain", "invalid_request"),
        ("code_challenge_method", "", "invalid_request"),
        ("code_challenge", "", "invalid_request"),
        ("code_challenge", "short", "invalid_request"),
        ("resource", "https://other.example/mcp", "invalid_target"),
        ("scope", "admin", "invalid_scope"),
    ],
)
def test_a_wrong_request_is_told_to_the_program_with_the_issuer(
    web: OAuthTeam, field: str, value: str, error: str
) -> None:
    answer = web.served.visit(web.cookie, "GET", web.program().asks(**{field: value}))
    assert answer.status == 303
    assert answer.headers["location"].startswith(f"{CALLBACK}?")
    told = query_of(answer.headers["location"])
    assert (told["error"], told["state"], told["iss"]) == (error, "its-state", web.base)
    assert "code" not in told


@pytest.mark.parametrize(
    "redirect",
    [
        f"{CALLBACK}/more", f"{CALLBACK}?x=1", f"{CALLBACK}#part", "http://127.0.0.1:53127/",
        "http://localhost:53127/callback",
        "http://user@127.0.0.1:53127/callback", "http://127.0.0.1.evil.example/callback",
        "https://evil.example/callback", "",
    ],
)  # fmt: skip
def test_an_address_that_isnt_the_programs_is_led_to_by_nothing(web: OAuthTeam, redirect: str) -> None:
    answer = web.served.visit(web.cookie, "GET", web.program().asks(redirect_uri=redirect))
    assert answer.status == 400
    assert "location" not in answer.headers
    assert "Nothing was allowed" in answer.body


def test_nobody_is_led_to_a_site_by_a_wrong_request_that_anybody_could_register(web: OAuthTeam) -> None:
    program = web.program(redirect_uris=["https://evil.example/"])
    answer = web.served.visit(web.cookie, "GET", program.asks(response_type="token"))
    assert answer.status == 400
    assert "location" not in answer.headers
    assert web.opened(web.cookie, program.asks()).status == 200


def test_any_port_of_this_machine_is_the_programs(web: OAuthTeam) -> None:
    path = web.program().asks(redirect_uri="http://127.0.0.1:1025/callback")
    assert web.served.visit(web.cookie, "GET", path).status == 303


def test_a_program_that_isnt_known_or_says_a_thing_twice_is_led_nowhere(web: OAuthTeam) -> None:
    program = web.program()
    for path in (
        program.asks(client_id="0f0f0f0f-0000-4000-8000-000000000000"), program.asks(client_id="me"),
        f"{program.asks()}&redirect_uri=https%3A%2F%2Fevil.example%2F", f"{program.asks()}&code_challenge_method=plain",
    ):  # fmt: skip
        answer = web.served.visit(web.cookie, "GET", path)
        assert answer.status == 400
        assert "location" not in answer.headers


def test_a_second_resource_of_another_server_is_refused(web: OAuthTeam) -> None:
    answer = web.served.visit(web.cookie, "GET", f"{web.program().asks()}&resource=https%3A%2F%2Fother.example%2Fmcp")
    assert query_of(answer.headers["location"])["error"] == "invalid_target"
