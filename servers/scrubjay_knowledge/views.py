"""How do the knowledge server's structured answers look?"""

from typing import Literal

from pydantic import BaseModel


class KnowledgeStatus(BaseModel):
    """What is indexed of a view."""

    at: str
    documents: int
    passages: int
    embedded: float
    behind: int
    masked_lines: int
    skipped_files: int
    note: str = ""


class Remembered(BaseModel):
    """What became of a claim."""

    at: str
    outcome: Literal["stored", "pending", "blocked"]
    id: str = ""
    checks: list[str] = []
    do: str = ""
