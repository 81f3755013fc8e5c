"""Check whether a quarantine, or what one would affect, changed since somebody looked at it. Pure."""

import hashlib
from collections.abc import Iterable
from dataclasses import fields

from scrubjay.model.counted import counted
from scrubjay.model.quarantine import BlastRadius, Quarantine

DIGITS = 16


def standing(listed: Iterable[Quarantine], who: str) -> str:
    """Since when somebody is quarantined, by whom and why, in words; empty where they aren't."""
    one = next((one for one in listed if one.who == who), None)
    if one is None:
        return ""
    return f"quarantined since {one.at} by {one.actor}{f': {one.reason}' if one.reason else ''}"


def reach(radius: BlastRadius) -> str:
    """How much a quarantine takes out and touches, in words."""
    return (
        f"{counted(len(radius.written), 'memory')} written, {len(radius.replaced)} of others replaced, "
        f"{len(radius.derived)} of others made of them, {len(radius.shared)} of others shared"
    )


def radius_stamp(radius: BlastRadius) -> str:
    """A hash of the memories that a quarantine withholds or touches; who was told them doesn't change it."""
    ids = (" ".join(getattr(radius, field.name)) for field in fields(radius) if field.name not in ("who", "told"))
    return hashlib.sha256("\n".join(ids).encode("utf-8", "replace")).hexdigest()[:DIGITS]
