"""Which beliefs count: those of now, or of the moments that were asked for?"""

ALWAYS = "9999"
"""Later than any moment that is written as ISO 8601."""


def moments(now: str, at: str = "", known: str = "") -> dict[str, object]:
    """The parameters of a query for what was believed at a moment (`known`) about another (`at`); empty is now.

    What holds now is what is believed to hold: of the clock is only asked whether a day that somebody gave is over. So
    one that is set back hides nothing that was kept, and brings back nothing that was replaced.
    """
    return {"at": at or now, "begun": at or ALWAYS, "known": known or ALWAYS, "past": bool(at or known)}
