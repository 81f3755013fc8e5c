"""Lines in JSON: one for each request, with its id on all that it logs, and never a secret."""

import logging

import pytest

from scrubjay_team.observing.observed import ObservedApplication
from tests.servers.team.observing.conftest import Lines, ask, teapot


def test_a_request_is_one_line_with_its_route_and_no_word_of_it(lines: Lines) -> None:
    assert ask(ObservedApplication(teapot), "GET", "/memories/0a1b?query=zanzibar", query_string=b"q=zanzibar") == 418
    (line,) = lines.told
    assert (line["route"], line["method"], line["status"], line["level"]) == ("/memories/{id}", "GET", 418, "info")
    assert line["ms"] >= 0
    assert len(line["request"]) == 16
    assert "zanzibar" not in lines.lines[0]


def test_what_a_request_logs_bears_its_id(lines: Lines) -> None:
    async def warns(scope: object, receive: object, send: object) -> None:
        logging.getLogger("scrubjay_team.test").warning("slow\nand on two lines")
        await teapot(scope, receive, send)

    ask(ObservedApplication(warns), "GET", "/")
    ask(ObservedApplication(warns), "GET", "/")
    first, access, second, _ = lines.told
    assert first["request"] == access["request"] != second["request"]
    assert "\n" not in lines.lines[0]
    logging.getLogger("scrubjay_team.test").warning("outside")
    assert "request" not in lines.told[-1]


@pytest.mark.parametrize(
    "secret",
    [
        "sj_pat_" + "Z9y8X7w6" * 5,
        "postgresql://scrubjay_app:" + "hunter" + "2hunter@db/scrubjay",
        "sj_ref_" + "A1b2C3d4" * 5,
        "sj_inv_" + "A1b2C3d4" * 5,
    ],
)
def test_no_secret_reaches_a_line(lines: Lines, secret: str) -> None:
    logging.getLogger("scrubjay_team.test").warning("failed for %s", secret)
    try:
        raise RuntimeError(f"with {secret}")
    except RuntimeError:
        logging.getLogger("scrubjay_team.test").exception("it failed")
    hidden = secret.partition(":")[2].partition("@")[0].rpartition(":")[2] or secret
    assert not any(hidden in line for line in lines.lines)
    assert len(lines.lines) == 2
