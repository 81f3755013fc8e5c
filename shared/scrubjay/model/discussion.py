"""Names of issues and pull requests, as every part of the product passes them on."""

from dataclasses import dataclass
from typing import Literal

Sign = Literal["#", "!"]
"""What stands before a number: GitLab counts merge requests by themselves, as `!12`. Elsewhere `#12` is either."""


@dataclass(frozen=True, slots=True, order=True)
class DiscussionRef:
    """A discussion: its repository as HOST/OWNER/NAME, its number there, and the sign before it."""

    repository: str
    number: int
    sign: Sign = "#"

    @property
    def short(self) -> str:
        """How texts of its repository name it: `#12`, and `!12` for a merge request of GitLab."""
        return f"{self.sign}{self.number}"

    @property
    def label(self) -> str:
        """How texts name it: `owner/name#12`."""
        return f"{self.repository.partition('/')[2]}{self.short}"

    @property
    def full(self) -> str:
        """How texts name it with its host: `github.com/owner/name#12`."""
        return f"{self.repository}{self.short}"
