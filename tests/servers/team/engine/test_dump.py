"""A dump's programs are given an address without its password."""

import pytest
from psycopg.conninfo import conninfo_to_dict

from scrubjay_team.engine.dump import split_password


@pytest.mark.parametrize(
    "dsn",
    [
        "host=/socket user=postgres password=heron dbname=scrubjay",
        "postgresql://postgres:heron@/scrubjay?host=/socket",
        "postgresql://postgres@/scrubjay?host=/socket&password=heron",
    ],
)
def test_the_password_goes_apart_from_the_address(dsn: str) -> None:
    address, password = split_password(dsn)
    assert password == "heron"
    assert "heron" not in address
    assert conninfo_to_dict(address) == {"host": "/socket", "user": "postgres", "dbname": "scrubjay"}
