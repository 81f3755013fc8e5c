"""Passwords are taken out of whatever is told of a failure."""

import psycopg
import pytest

from scrubjay_team.database.failures import redacted, unavailable


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("host=a password=heron user=b", "host=a password=… user=b"),
        ("password = 'he ron\\'s' user=b", "password = … user=b"),
        ("at postgresql://anna:heron@host/db", "at postgresql://anna:…@host/db"),
        ("at postgres://anna:he:ron@host/db", "at postgres://anna:…@host/db"),
        ("at postgresql://anna:he@ro/n@host/db", "at postgresql://anna:…@host/db"),
        ("postgresql://USER@HOST:5432/DATABASE", "postgresql://USER@HOST:5432/DATABASE"),
        ("postgresql://anna@host/db", "postgresql://anna@host/db"),
        ("postgresql://h/db?user=a&password=heron&x=1", "postgresql://h/db?user=a&password=…"),
        ("password authentication failed", "password authentication failed"),
    ],
)
def test_a_password_is_left_out(text: str, told: str) -> None:
    assert redacted(text) == told


def test_a_password_that_is_not_taken_is_no_server_that_is_away() -> None:
    said = 'connection failed: FATAL:  password authentication failed for user "scrubjay_owner"'
    told = str(unavailable(psycopg.OperationalError(said)))
    assert "doesn't take the password" in told
    assert "`passwords` of the data folder" in told
    assert "Is PostgreSQL running" not in told
    assert "Is PostgreSQL running" in str(unavailable(psycopg.OperationalError("connection refused")))
