"""Argument types that several tools share."""

from typing import Annotated

from pydantic import Field

Limit = Annotated[int, Field(ge=1, le=50)]
"""Maximum number of entries in an answer."""

Budget = Annotated[int, Field(ge=150, le=10_000)]
"""Maximum number of tokens in an answer."""

Offset = Annotated[int, Field(ge=0)]
"""Entries that were shown before."""

AsOf = Annotated[str, Field(description="commit, tag, branch, date")]
"""Revision that the answer is about; empty is HEAD."""
