"""Outcome: what says that a session went well."""

from typing import Protocol


class OutcomeSignal(Protocol):
    """Judges a session that has ended, by something that an agent can't say itself, such as a deployment."""

    def of(self, session: str, commits: tuple[str, ...]) -> float | None:
        """From 0 (went wrong) to 1 (went well); None where it can't tell. `commits` are whole ids, oldest first."""
        ...
