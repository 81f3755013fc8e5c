"""Advice of the core in answers of a team's server: what its clients can't do is said otherwise, or left out. Pure."""

from typing import Final

from scrubjay.memory.grounding.tiers import NAME_A_PLACE
from scrubjay.model.pattern import pattern
from scrubjay_team.errors import TeamDatabaseLost, TeamDatabaseRefused, TeamDatabaseUnavailable

AWAY: Final = (
    "The team's database is too busy, or can't be reached at this moment, so nothing of this call was stored. Try "
    "again; if it lasts, tell the owner of the server."
)
"""What a member is told of a database that is away, whatever its driver says of hosts, paths and roles."""

LOST: Final = (
    "The team's database went away while this call ran, so it isn't known whether it was stored. Say it again under "
    "the same key, as soon as the server answers: what is stored already isn't stored twice. Without a key, look first."
)
"""The same where the end of a transaction isn't known."""

_INSTEAD: Final = (
    (NAME_A_PLACE, "Name the place that says so in sources, as answers print it: repository:path:lines, or ADR-003."),
    ("`scrubjay provenance` or get_provenance", "get_provenance"),
    ("`scrubjay forget ID`", "forget_memory"),
    ("get_pending_handoffs, or `scrubjay handoff list`,", "get_pending_handoffs"),
    ("`scrubjay handoff list`", "get_pending_handoffs"),
    ("Run `scrubjay doctor`", "Tell the owner of the server"),
    ("run `scrubjay doctor`", "tell the owner of the server"),
)
"""What stands in place of advice that a home gives."""

_FOR_PROGRAMS: Final = pattern(
    r"\b(?:list_memories|search_knowledge|get_provenance|(?:accept|complete|reject|cancel)_handoff|get_pending_handoffs|"
    r"forget_memory|remember_fact)\b|\bAsk for the list\b|"
    r"scrubjay team (?:invite|memory|member (?:list|role|add|remove)|token|repository (?:list|grant|revoke))\b"
)
"""Advice that the pages of a browser stand in place of."""
_BY_COMMAND: Final = pattern(r":\s`scrubjay\steam\s[^`]*`(?:,?\s(?:or|then)\s`scrubjay\steam\s[^`]*`)*")
"""How a step is done at a terminal, behind the step in words."""
_SENTENCE: Final = pattern(r"[^.;]*(?:[.;](?!\s|\Z)[^.;]*)*(?:[.;](?=\s|\Z))?\s*")
_AT_HOME: Final = pattern(
    r"`scrubjay\s(?!team\b|serve team\b)|`(?:git|pip) |"
    r"(?<!')\.agent/config\.yaml|(?<!['/\w.-])(?:ingestion\.|config\.yaml)|\bat a terminal\b"
)


def served(text: str) -> str:
    """An error or a note as a client of the server reads it: without the sentences that only a home can follow."""
    for ours, theirs in _INSTEAD:
        text = text.replace(ours, theirs)
    if not _AT_HOME.search(text):
        return text
    kept = "".join(part for part in _SENTENCE.findall(text) if not _AT_HOME.search(part)).strip()
    return f"{kept[:-1]}." if kept.endswith(";") else kept


def shown(text: str) -> str:
    """An error as a page shows it to a person: without the sentences that name tools, or what the page has itself."""
    text = _BY_COMMAND.sub("", text)
    if not _FOR_PROGRAMS.search(text):
        return text
    kept = "".join(part for part in _SENTENCE.findall(text) if not _FOR_PROGRAMS.search(part)).strip()
    return f"{kept[:-1]}." if kept.endswith(";") else kept or "That isn't possible here. Open the page again."


def served_error(error: BaseException) -> str:
    """What a member is told of an error."""
    if isinstance(error, TeamDatabaseLost):
        return LOST
    return AWAY if isinstance(error, (TeamDatabaseUnavailable, TeamDatabaseRefused)) else served(str(error))
