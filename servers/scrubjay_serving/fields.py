"""Argument types that several tools share."""

from typing import Annotated, Any

from pydantic import Field

Limit = Annotated[int, Field(ge=1, le=50)]
"""Maximum number of entries in an answer."""

Budget = Annotated[int, Field(ge=150, le=10_000)]
"""Maximum number of tokens in an answer."""

Offset = Annotated[int, Field(ge=0)]
"""Entries that were shown before."""

AsOf = Annotated[str, Field(description="commit, tag, branch or date")]
"""Revision that the answer is about; empty is HEAD."""

Repo = Annotated[str, Field(description="path inside another worktree")]
"""Worktree of the call; empty: see `scrubjay_serving.worktree`."""


def about(description: str) -> Any:
    """The description of an argument whose name doesn't say enough, for `Annotated`."""
    return Field(description=description)
