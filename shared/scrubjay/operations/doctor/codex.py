"""Check of our hooks in Codex: it runs only what the user has reviewed, and says nothing about the others."""

from pathlib import Path

from scrubjay.integrations.clients.codex.hooks import REVIEW
from scrubjay.integrations.clients.codex.trust import waiting
from scrubjay.model.check import Check


def codex_hooks(folder: Path, home: Path) -> Check:
    """Which of this home's hooks Codex trusts. Untrusted ones are no error: to review them is the user's choice.

    `folder` is Codex' own.
    """
    expected = "reviewed in Codex, or left to you"
    events = waiting(folder, home)
    if not events:
        return Check("codex hooks", True, "all trusted", expected)
    return Check("codex hooks", True, f"untrusted, so Codex does not run them: {', '.join(events)}", expected, REVIEW)
