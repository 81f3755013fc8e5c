"""The law of masking: of a secret that was found, no four characters stay. Secrets are drawn at run time."""

import string

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from scrubjay.privacy.secrets.masking import find_secrets, mask

PLACES = (
    "password = '{}'",
    'api_key: "{}"',
    "auth_token={}",
    "export DB_PASSWORD={}",
    "  password: {}",
    "postgres://jay:{}@db.internal/app",
    "curl -u jay:{} https://db.internal",
    "mysql -u jay -p{} shop",
    "sshpass -p {} ssh jay@db",
    "redis-cli -h db -a {}",
    "docker login -u jay -p {}",
    "tool --password {} run",
    "CREATE USER jay IDENTIFIED BY '{}';",
    "<password>{}</password>",
    "machine db.internal login jay password {}",
    "the admin password is {}",
    "Authorization: Bearer {}",
    "Server=db;User=jay;Password={};",
    "?user=jay&password={}&page=2",
)
SECRETS = st.text(string.ascii_letters + string.digits + "!#%*+._~-=/(", min_size=8, max_size=48)


def grams(value: str) -> set[str]:
    return {value[at : at + 4] for at in range(len(value) - 3)}


@pytest.mark.parametrize("place", PLACES)
def test_no_four_characters_of_a_secret_that_was_found_stay(place: str) -> None:
    @settings(max_examples=20, derandomize=True, deadline=None, database=None)
    @given(SECRETS)
    def holds(secret: str) -> None:
        text = f"before\n{place.format(secret)}\nafter"
        start = text.index(secret)
        assume(any(one.start < start + len(secret) and one.end > start for one in find_secrets(text)))
        assume(not grams(secret) & grams(place + "before after [redacted: command-password spoken assigned-secret]"))
        left = {gram for gram in grams(secret) if gram in mask(text).text}
        assert not left, (text, mask(text).text)

    holds()


@settings(max_examples=40, derandomize=True, deadline=None, database=None)
@given(st.text(string.ascii_letters + string.digits, min_size=12, max_size=30), st.text(" \n.,'\"", max_size=9))
def test_a_secret_that_was_found_once_is_masked_wherever_it_stands(secret: str, between: str) -> None:
    text = f"password = '{secret}'\nLog in with {secret},{between} or{between} /{secret}."
    assume(find_secrets(f"password = '{secret}'") and not secret.isalpha())
    assert secret not in mask(text).text


def test_a_value_keeps_no_first_letter_that_looks_like_a_prefix_of_a_string() -> None:
    for letter in "brfu":
        secret = letter + "3a9c" + "71d0e8"
        assert secret[:2] not in mask(f"auth_token={secret}").text.split("=")[1]


@pytest.mark.parametrize(
    "token", ["gh" + "p_" + "aB3dE6gH9jK2mN5pQ8rS1tU4vW7xY0zA3bC6", "AK" + "IA" + "Z7Q3W5E2R4T6Y7U2"]
)
def test_what_is_glued_to_a_token_goes_with_it(token: str) -> None:
    assert mask(f"see {token}_x9f2-tail here").text.startswith("see [redacted: ")
    assert "x9f2" not in mask(f"see {token}_x9f2-tail here").text
