"""Where does a bare password count? With a digit wherever it stands; a mere word only where it can be no name."""

import pytest

from scrubjay.privacy.secrets.masking import find_secrets, mask

MIXED = "hunter" + "2"
WORD = "sword" + "fish"
ANYWHERE = (
    "password={}",
    "password: {}",
    "password => {}",
    "set password={} and go on",
    "user=jay password={} db=shop",
    "user: jay password: {} db: shop",
    "user=jay,password={},db=shop",
    "2026-01-01 INFO login ok password={}",
    "java -Dpassword={} -jar shop.jar",
    "connect(user, password={})",
    "(password={})",
    "[passwd={}]",
    "use `db_password={}` here",
    "/srv/password={}",
    "/srv/password={}/docs/notes.txt",
    "https://db.internal/password={}/x",
    "c:\\srv\\password={}\\x",
    "#password={}",
    "Cookie: password={}; a=b",
    "curl -d password={} http://db.internal",
    '{{"password":{}}}',
)
NO_NAME = (
    "DB_PASSWORD={} ./run",
    "export DB_PASSWORD={}",
    "http://db.internal/?user=jay&password={}&page=2",
    "password: {}",
)
LEFT = (
    "docs/password={}.md",
    "password={}(user)",
    "password={}[0]",
    "password_field={}",
    "reset_password={}",
    "is_password={}",
)


@pytest.mark.parametrize("place", ANYWHERE)
def test_a_password_with_a_digit_goes_wherever_it_stands(place: str) -> None:
    assert MIXED not in mask(f"before\n{place.format(MIXED)}\nafter").text


@pytest.mark.parametrize("place", NO_NAME)
@pytest.mark.parametrize("value", [MIXED, WORD, "blue-" + WORD, "840271" + "95"])
def test_a_word_or_a_number_goes_where_no_name_can_stand(place: str, value: str) -> None:
    assert value not in mask(f"before\n{place.format(value)}\nafter").text


@pytest.mark.parametrize("place", LEFT)
def test_a_file_a_call_and_what_is_said_about_passwords_are_left_alone(place: str) -> None:
    assert find_secrets(f"before\n{place.format(MIXED)}\nafter") == ()


@pytest.mark.parametrize("name", ["keyboard", "monkey", "hockey", "keyframe", "secretary", "tokenizer", "author"])
@pytest.mark.parametrize("form", ['{} = "{}"', "{}: {}", "{}={}", '"{}": "{}"'])
def test_a_word_inside_another_tells_nothing(name: str, form: str) -> None:
    assert find_secrets(form.format(name, "f3k29dk3l4m5" + "n6b7v8c9x0z1")) == ()


@pytest.mark.parametrize("name", ["public_key", "publishable_key", "primary_key", "cache_key", "idempotency_key"])
def test_a_key_that_everybody_may_see_is_no_secret(name: str) -> None:
    for value in ("7d1c93be" + "-4f02-4a8e-9b6d-" + "52c0e8af1937", "f3k29dk3l4m5" + "n6b7v8c9x0z1"):
        assert find_secrets(f'{name} = "{value}"') == ()


NAMES = (
    "token", "api_key", "X-Api-Key", "access_token", "client_secret", "subscription_key", "license_key", "project_key",
    "InstrumentationKey", "routing_key", "webhook_secret", "credentials", "bearer", "key",
)  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("form", ['{} = "{}"', "{}: {}", "{}={}", '"{}": "{}"'])
def test_a_uuid_that_is_named_as_a_key_or_token_is_a_secret(name: str, form: str) -> None:
    value = "7d1c93be" + "-4f02-4a8e-9b6d-" + "52c0e8af1937"
    assert value not in mask(form.format(name, value)).text
