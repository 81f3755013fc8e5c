"""What the extension offers to the command `scrubjay team`: joining, leaving, and how a membership stands."""

from scrubjay_joined.archive_commands import archive
from scrubjay_joined.commands import join, leave, own_standing
from scrubjay_joined.errors import NotJoined
from scrubjay_joined.evidence_commands import evidence
from scrubjay_joined.standing import TeamStanding

__all__ = ["NotJoined", "TeamStanding", "archive", "evidence", "join", "leave", "own_standing"]
