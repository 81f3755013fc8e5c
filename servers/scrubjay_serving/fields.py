"""Argument types that several tools share."""

from typing import Annotated

from pydantic import Field

Limit = Annotated[int, Field(ge=1, le=50)]
"""How many entries an answer may hold."""

Budget = Annotated[int, Field(ge=150, le=10_000)]
"""How many tokens an answer may take."""
