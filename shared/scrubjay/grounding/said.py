"""Did the user say so? Their words must hold the claim, not merely be theirs."""

import re
from collections.abc import Callable

from scrubjay.grounding.statements import statements
from scrubjay.grounding.support import assess
from scrubjay.model.evidence import Support

_LEAD = re.compile(
    r"^(?:(?:ok(?:ay)?|yes|yeah|so|well|and|also|btw|fyi|hey|hi|important|note|then|now|please|from now on|"
    r"going forward|remember|keep in mind|bear in mind|(?:don't|do not|never) forget)\b"
    r"[\s,:;.!–—-]*(?:(?:that|to)\b\s*)?)+",
    re.IGNORECASE,
)
"""How people begin what they want to be kept; it changes nothing of it."""


def vouches(quote: str, claim: str, turns_with: Callable[[str], tuple[str, ...]]) -> bool:
    """Whether the user said a claim, in a turn that a quotation is taken from. "Yes, do it" vouches for nothing.

    The whole turn is read: "we use Kafka" can be cut from "it isn't true that we use Kafka", or from a pasted file.
    """
    if not quote or assess(claim, quote).support is not Support.SUPPORTED:
        return False
    return any(
        assess(claim, [_LEAD.sub("", one) for one in statements(turn)]).support is Support.SUPPORTED
        for turn in turns_with(quote)
    )
