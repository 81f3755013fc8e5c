"""English stop words."""

STOP_WORDS = frozenset(
    """
    a about after all also am an and any are as at be because been before being between both but by can could
    did do does doing done down each few for from further get had has have having he her here hers him his
    how i if in into is it its itself just me more most my no nor not now of off on once only or other our
    out over own please same she should so some such than that the their them then there these they this
    those through to too under until up use used using very was we were what when where which while who whom
    why will with would you your
    """.split()  # noqa: SIM905 - a list would take a line a word
)
