"""What an extension adds to an answer comes in time, or is left out, named, and not asked a third time."""

import threading
from pathlib import Path

import pytest

from scrubjay.errors import NotFound
from scrubjay.extensions import in_time as module
from scrubjay.extensions.in_time import in_time
from scrubjay.extensions.registry import ExtensionRegistry

KEY = "AKIA" + "IOSFODNN7" + "EXAMPLQ"


@pytest.fixture
def registry(tmp_path: Path) -> ExtensionRegistry:
    return ExtensionRegistry.of(tmp_path)


def test_what_comes_in_time_counts(registry: ExtensionRegistry) -> None:
    assert [in_time(registry, "acme", lambda: "word", str) for _ in range(3)] == ["word"] * 3
    assert registry.degraded == ()


def test_what_is_late_is_left_out_and_off_after_the_second_time(
    registry: ExtensionRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "LIMIT_S", 0.05)
    waits, asked = threading.Event(), [0]

    def late() -> str:
        asked[0] += 1
        waits.wait()
        return "word"

    assert in_time(registry, "acme", late, str) is None
    assert registry.degraded == ("degraded: acme: TimeoutError: took longer than 0.05 s",)
    assert [in_time(registry, "acme", late, str) for _ in range(3)] == [None] * 3
    assert registry.degraded[0].endswith("; not asked again by this process")
    assert in_time(registry, "other", lambda: "word", str) == "word"
    waits.set()
    assert asked == [2]
    assert "not asked again" in registry.error_of("acme")


def test_what_is_wrong_or_breaks_is_named(registry: ExtensionRegistry) -> None:
    assert in_time(registry, "acme", lambda: 1, str) is None  # type: ignore[arg-type, return-value]
    assert list(registry.degraded) == ["degraded: acme: TypeError: gave a int"]
    assert in_time(registry, "owl", lambda: [][0], str) is None
    assert registry.degraded[1].startswith("degraded: owl: IndexError: ")


def test_what_says_what_to_do_is_its_answer(registry: ExtensionRegistry) -> None:
    def asleep() -> str:
        raise NotFound("The tracker is asleep.")

    for _ in range(3):
        with pytest.raises(NotFound, match="asleep"):
            in_time(registry, "acme", asleep, str)
    assert registry.degraded == ()


def test_with_a_limit_of_its_own_only_what_goes_beyond_limits_is_a_strike(registry: ExtensionRegistry) -> None:
    waits = threading.Event()
    for _ in range(3):
        assert in_time(registry, "acme", lambda: [][0], str, 5) is None
    assert in_time(registry, "acme", lambda: "word", str, 5) == "word"
    for _ in range(2):
        assert in_time(registry, "acme", lambda: str(waits.wait()), str, 0.05) is None
    assert in_time(registry, "acme", lambda: "word", str, 5) is None
    assert registry.why("acme") == "TimeoutError: took longer than 0.05 s; not asked again by this process"
    waits.set()


def test_what_it_says_is_bounded_and_masked(registry: ExtensionRegistry) -> None:
    def says() -> str:
        raise NotFound(f"{KEY} {'a' * 10_000}")

    with pytest.raises(NotFound) as error:
        in_time(registry, "acme", says, str)
    assert (KEY in str(error.value), len(str(error.value)) < 1_000) == (False, True)

    def breaks() -> str:
        raise ValueError(KEY)

    assert in_time(registry, "acme", breaks, str) is None
    assert KEY not in registry.degraded[0] + registry.error_of("acme")
