"""What the oracle keeps: people, repositories, claims, pools and handoffs."""

from dataclasses import dataclass, field
from datetime import datetime


@dataclass
class Person:
    name: str
    team: str
    role: str
    scopes: set[str]


@dataclass
class Repository:
    name: str
    team: str
    open: bool
    members: set[str] = field(default_factory=set)
    documents: dict[str, str] = field(default_factory=dict)


@dataclass
class Claim:
    id: str
    text: str
    author: str
    team: str
    scope: str
    repository: str
    until: datetime | None
    source: str = ""
    key: str = ""
    status: str = "active"
    accepted: bool = False


@dataclass
class Pool:
    members: dict[str, int]
    creator: str = ""
    shared: set[str] = field(default_factory=set)


@dataclass
class Left:
    id: str
    team: str
    repository: str
    sender: str
    target: str
    expires: datetime
    state: str = "PENDING"
    taker: str = ""
    takers: tuple[str, ...] = ()
    given_back: bool = False
    until: datetime | None = None
