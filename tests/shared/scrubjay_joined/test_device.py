"""A machine waits for a person on the server's page: it asks at the pace it is told, and ends cleanly either way."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from scrubjay.errors import ScrubjayError, UsageError
from scrubjay_joined.device import DeviceFlow, machine_name
from scrubjay_joined.errors import NotATeamServer
from tests.shared.scrubjay_joined.conftest import FarServer, said

BEGUN = {"device_code": "secret", "user_code": "BCDF-GHJK", "expires_in": 600, "interval": 5}


@pytest.fixture
def slept() -> list[float]:
    return []


@pytest.fixture
def flow(far: FarServer, slept: list[float]) -> DeviceFlow:
    """A machine whose clock is what it slept."""
    return DeviceFlow(far.url, slept.append, lambda: sum(slept))


def answers(far: FarServer, *each: Any) -> None:
    """What the server says from now on, one after the other."""
    left: Iterator[Any] = iter(each)
    far.answer = lambda _: next(left)


def refused(error: str) -> Any:
    return said({"error": error}, 400)


def test_a_machine_waits_at_the_pace_it_is_told_and_gets_its_token(
    far: FarServer, flow: DeviceFlow, slept: list[float]
) -> None:
    given = said({"access_token": "sj_oat_x", "token_type": "Bearer"})
    answers(far, said(BEGUN), refused("authorization_pending"), refused("slow_down"), said({}, 503), given)
    waiting = flow.begin()
    assert (waiting.code, waiting.page) == ("BCDF-GHJK", f"{far.url}/device")
    assert "secret" not in repr(waiting)
    assert flow.token(waiting) == "sj_oat_x"
    assert slept == [5, 5, 10, 15]
    assert [one.path for one in far.asked] == ["/oauth/device", *["/oauth/token"] * 4]


@pytest.mark.parametrize("error", ["access_denied", "expired_token"])
def test_a_person_who_says_no_or_nothing_ends_it(far: FarServer, flow: DeviceFlow, error: str) -> None:
    answers(far, said(BEGUN), refused(error))
    with pytest.raises(UsageError, match="nothing was changed"):
        flow.token(flow.begin())


def test_a_server_that_never_decides_is_left_when_the_code_ends(
    far: FarServer, flow: DeviceFlow, slept: list[float]
) -> None:
    far.answer = lambda asked: said(BEGUN | {"expires_in": 10**9}) if "device" in asked.path else refused("slow_down")
    with pytest.raises(UsageError, match="in time"):
        flow.token(flow.begin())
    assert sum(slept) <= 900


def test_a_server_that_is_away_for_a_moment_is_asked_again(flow: DeviceFlow, far: FarServer) -> None:
    answers(far, said(BEGUN))
    waiting = flow.begin()
    far.close()
    with pytest.raises(UsageError, match="in time"):
        flow.token(waiting)


@pytest.mark.parametrize(
    "answer",
    [(404, {}, b""), (200, {}, b"<html>"), said({"user_code": "x\n", "device_code": "y"}), said({"user_code": "ABCD"}),
     said([])],
)  # fmt: skip
def test_a_server_that_lets_nobody_in_by_a_code_is_named(far: FarServer, flow: DeviceFlow, answer: Any) -> None:
    answers(far, answer)
    with pytest.raises(NotATeamServer, match="Ask an owner"):
        flow.begin()


def test_no_server_at_all_is_told(flow: DeviceFlow, far: FarServer) -> None:
    far.close()
    with pytest.raises(ScrubjayError, match="doesn't answer"):
        flow.begin()


def test_ctrl_c_ends_the_waiting_and_nothing_more_is_asked(far: FarServer) -> None:
    def interrupted(_: float) -> None:
        raise KeyboardInterrupt

    answers(far, said(BEGUN))
    flow: DeviceFlow = DeviceFlow(far.url, interrupted)
    with pytest.raises(KeyboardInterrupt):
        flow.token(flow.begin())
    assert len(far.asked) == 1


def test_a_machines_name_is_short_and_without_its_domain(monkeypatch: pytest.MonkeyPatch) -> None:
    name: Callable[[], str] = lambda: "laptop.corp.example.org"  # noqa: E731
    monkeypatch.setattr("platform.node", name)
    assert machine_name() == "laptop"
