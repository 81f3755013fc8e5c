"""Forms of the knowledge server's answers, and of the question that it puts to a person."""

from typing import Literal

from pydantic import BaseModel, Field

from scrubjay_serving.sanitising import Choice


class KnowledgeStatus(BaseModel):
    """What is indexed of HEAD; `embedded` is the share of its passages that have a vector."""

    at: str
    documents: int
    passages: int
    embedded: float
    behind: int
    masked_lines: int
    skipped_files: int
    skipped: list[str] = []
    not_read: dict[str, int] = {}
    note: str = ""


class Remembered(BaseModel):
    """The answer to a claim: outcome, grade, grounds, nearby memories, and what would help."""

    at: str
    outcome: Literal["stored", "known", "held", "blocked", "forgotten", "invalidated", "retracted"]
    grade: str = ""
    id: str = ""
    why: str = ""
    grounds: list[dict[str, str]] = []
    near: list[str] = []
    other: dict[str, str | float] = {}
    add: str = ""


class ReviewAnswer(Choice):
    """What the user picks; none of it is preset."""

    choice: Literal["keep", "reword", "no", "later"] = Field(description="keep: I stand behind it; no: never again")
    words: str = Field(default="", description="With reword: what it shall say")
