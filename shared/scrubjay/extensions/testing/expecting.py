"""The one way in which a suite says that something is wrong."""


def expect(holds: bool, promise: str) -> None:
    """Raises AssertionError with the promise that isn't kept."""
    if not holds:
        raise AssertionError(promise)
