"""Bounds in time of the beliefs that count: those of now, or of the moments that were asked for. Pure."""

ALWAYS = "9999"
"""Later than any moment that is written as ISO 8601."""


def moments(now: str, valid_at: str = "", known_at: str = "") -> dict[str, object]:
    """The parameters of a query for what was believed at a moment (`known_at`) about another (`valid_at`); empty is
    now.

    What holds now is what is believed to hold: of the clock is only asked whether a day that somebody gave is over. So
    one that is set back hides nothing that was kept, and brings back nothing that was replaced.
    """
    return {
        "at": valid_at or now,
        "begun": valid_at or ALWAYS,
        "known": known_at or ALWAYS,
        "past": bool(valid_at or known_at),
    }
