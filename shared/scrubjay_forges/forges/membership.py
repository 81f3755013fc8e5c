"""Asks a forge once a round who is a member, where its texts don't say it; a change counts for what is kept too."""

from dataclasses import replace
from typing import Final

from scrubjay.errors import ForgeRefuses
from scrubjay_forges.discussions.values import ForgeBatch
from scrubjay_forges.forges.asking import ForgeRequests
from scrubjay_forges.forges.client import ForgeFails
from scrubjay_forges.forges.listing import Forge
from scrubjay_forges.forges.session import Session

NAME: Final = "members"
"""Where the bookmark says that they weren't told."""


def learn_members(session: Session, asking: ForgeRequests, forge: Forge) -> None:
    """Let a forge's plan know who is a member: as it is told now, else as it was told last, else nobody; and say so."""
    session.at = replace(session.at, said={name: words for name, words in session.at.said.items() if name != NAME})
    before = session.kept.told_members(session.name)
    asking.partly = False
    try:
        told = forge.ask_members(asking.all_pages)
        why = "not all of them could be read" if asking.partly else ""
    except (ForgeRefuses, ForgeFails) as error:
        told, why = frozenset(), str(error).rstrip(".")
    if told is None:
        return
    if why:
        who = "nobody counts as one" if before is None else "those it told last count"
        session.at = session.at.saying(NAME, [f"who is a member, so {who} (name others by `members`): {why}"])
        told = before or frozenset()
    elif told != before:
        session.put(ForgeBatch(members=tuple(sorted(told))))
    forge.begin(told)
