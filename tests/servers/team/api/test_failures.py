"""Errors as answers: the database's own no is a refusal in words, and what is no refusal stays a failure."""

import psycopg
import pytest

from scrubjay_team.api.failures import REFUSED_BELOW, failure_of
from scrubjay_team.errors import NotGranted


def test_the_database_s_no_is_a_refusal_that_says_nothing_of_the_database_s_inside() -> None:
    said = failure_of(psycopg.errors.InsufficientPrivilege("permission denied for table access_token"))
    assert said == REFUSED_BELOW
    assert (said.status, "access_token" in said.message) == (403, False)
    assert failure_of(NotGranted()).status == said.status
    with pytest.raises(psycopg.errors.UndefinedTable):
        failure_of(psycopg.errors.UndefinedTable("no"))
