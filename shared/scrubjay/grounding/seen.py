"""What does the session's transcript show of a claim? Agents and scripts are looked up; a person's word needs none."""

from functools import partial

from scrubjay.grounding.claim import Claim
from scrubjay.grounding.printed import speaks_of
from scrubjay.grounding.speaks import Support
from scrubjay.model.evidence import Origin
from scrubjay.observed.observer import Observed, Observer


def observe(observer: Observer | None, claim: Claim, support: Support | None = None) -> Observed:
    """What was observed, first by the claim's way in; nothing, and no reason, where nobody could have looked.

    `support` reads lines that say a claim in other words.
    """
    if claim.observation is not None or claim.turn is not None:
        return Observed(claim.observation, claim.turn)
    if observer is None or claim.origin is Origin.PERSON:
        return Observed()
    observed = observer.observe(claim.content, claim.quote, partial(speaks_of, support=support))
    return observed if claim.quote else Observed(observed.observation, observed.turn)
