"""The section `acme-notion:` of the user's file."""

from pydantic import BaseModel, ConfigDict


class Acme(BaseModel):
    """How many results a lookup has."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    most: int = 2
