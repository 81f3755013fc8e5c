"""The section `stores:` of the user's file: other stores of memories that this home searches and writes."""

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from scrubjay.errors import UsageError
from scrubjay_joined.address import checked_url, is_private

RESERVED = ("home", "team")
"""Names of the stores that are there without a section."""


def _address(url: str) -> str:
    try:
        address = checked_url(url) if url else url
    except UsageError as error:
        raise ValueError(str(error)) from None
    if address and not is_private(address):
        raise ValueError("plain http goes to this machine alone, since a key and memories go there: take https")
    return address


def _free(name: str) -> str:
    if name in RESERVED:
        raise ValueError(f"{name} is the name of a store that is there already")
    return name


Name = Annotated[str, Field(pattern=r"^[a-z][a-z0-9-]{0,39}$"), AfterValidator(_free)]
Variable = Annotated[str, Field(max_length=200, pattern=r"^([A-Za-z_][A-Za-z0-9_]*)?$")]


class StorePlace(BaseModel):
    """One store. A service takes `url` and a key; `space` is whose memories it has: a user, agent, graph, bank."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: Literal["file", "mem0", "letta", "zep", "hindsight"]
    path: Annotated[str, Field(max_length=4_000)] = ""
    url: Annotated[str, Field(max_length=500), AfterValidator(_address)] = ""
    space: Annotated[str, Field(max_length=200, pattern=r"^[^\x00-\x1f]*$")] = ""
    key_env: Variable = ""
    key_file: Annotated[str, Field(max_length=4_000)] = ""
    search: bool = True
    scope: Literal["", "team"] = ""

    @model_validator(mode="after")
    def _whole(self) -> "StorePlace":
        if self.kind == "file":
            if not self.path or self.url or self.space or self.key_env or self.key_file or self.scope:
                raise ValueError("a file has a path, and is only read")
        elif self.path or not self.space:
            raise ValueError(f"a store of {self.kind} has a space, and no path")
        if self.key_env and self.key_file:
            raise ValueError("a key stands in key_env or in key_file, not in both")
        return self


class StoresSection(BaseModel):
    """Other stores of memories. Without an entry nothing of it is loaded."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    places: Annotated[dict[Name, StorePlace], Field(max_length=20)] = {}
    """search and write memories that another program keeps: a name for each store, with `kind` (file, mem0, letta, zep,
    hindsight), `path` of an export, or `url`, `space` (whose memories), `key_env` or `key_file`; `search: false` keeps
    questions here, `scope: team` makes it the one that scope team is written to."""
    timeout_s: Annotated[float, Field(gt=0, le=120)] = 10.0
    """a service that takes longer to answer `scrubjay stores` than that."""

    @model_validator(mode="after")
    def _one_writer(self) -> "StoresSection":
        if len(names := [name for name, place in self.places.items() if place.scope]) > 1:
            raise ValueError(f"one store is written to for scope team, and these say so: {', '.join(names)}")
        return self
