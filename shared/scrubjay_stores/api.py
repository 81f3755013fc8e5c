"""What the extension offers to the command `scrubjay team`: replay between the home and the team."""

from scrubjay_stores.commands import DryRun, Since, replay

__all__ = ["DryRun", "Since", "replay"]
