"""Did the user say so? Their words must hold the claim, not merely be theirs."""

from scrubjay.grounding.support import assess
from scrubjay.model.evidence import Support


def vouches(quote: str, claim: str) -> bool:
    """Whether a sentence of a quotation says a claim. "Yes, do it" vouches for nothing."""
    return bool(quote) and assess(claim, quote).support is Support.SUPPORTED
