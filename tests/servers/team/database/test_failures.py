"""Passwords are taken out of whatever is told of a failure."""

import pytest

from scrubjay_team.database.failures import redacted


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("host=a password=heron user=b", "host=a password=… user=b"),
        ("password = 'he ron\\'s' user=b", "password = … user=b"),
        ("at postgresql://anna:heron@host/db", "at postgresql://anna:…@host/db"),
        ("at postgres://anna:he:ron@host/db", "at postgres://anna:…@host/db"),
        ("postgresql://anna@host/db", "postgresql://anna@host/db"),
        ("postgresql://h/db?user=a&password=heron&x=1", "postgresql://h/db?user=a&password=…"),
        ("password authentication failed", "password authentication failed"),
    ],
)
def test_a_password_is_left_out(text: str, told: str) -> None:
    assert redacted(text) == told
