"""What members of several teams may see and do with memories, pools and handoffs, in plain Python.

Written from the laws of team.md alone: it shares no line with the service or its SQL. An answer is a tuple.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from tests.servers.team.memories.oracle_values import Claim, Left, Person, Pool, Repository

Answer = tuple[object, ...]

WRITERS = ("writer", "reviewer", "owner")
FAILURES = ("NotGranted", "UnknownHandoff", "UsageError", "HandoffUnavailable")


@dataclass
class Oracle:
    """The whole server; `now` is its clock."""

    now: datetime
    people: dict[str, Person] = field(default_factory=dict)
    repositories: dict[str, Repository] = field(default_factory=dict)
    claims: dict[str, Claim] = field(default_factory=dict)
    used: dict[tuple[str, str], tuple[tuple[object, ...], str]] = field(default_factory=dict)
    pools: dict[tuple[str, str], Pool] = field(default_factory=dict)
    handoffs: dict[str, Left] = field(default_factory=dict)

    def granted(self, who: str) -> set[str]:
        return {
            one.name
            for one in self.repositories.values()
            if one.team == self.people[who].team and (one.open or who in one.members)
        }

    def may(self, who: str, scope: str) -> bool:
        return self.people[who].role in WRITERS and scope in self.people[who].scopes

    def sees(self, who: str, claim: Claim) -> bool:
        if claim.scope == "global":
            return claim.accepted or claim.author == who
        return claim.team == self.people[who].team and (not claim.repository or claim.repository in self.granted(who))

    def holds(self, claim: Claim) -> bool:
        return claim.status == "active" and (claim.until is None or claim.until > self.now)

    def texts(self, who: str, word: str = "", repository: str = "") -> Answer:
        """What a list or a search shows."""
        return tuple(
            sorted(
                one.text
                for one in self.claims.values()
                if self.sees(who, one) and self.holds(one) and word in one.text
                and (not repository or one.repository in ("", repository))
            )
        )  # fmt: skip

    def contents(self, who: str) -> Answer:
        """What a member may read of repositories."""
        return tuple(sorted(text for name in self.granted(who) for text in self.repositories[name].documents.values()))

    def told(self, who: str, id: str) -> Answer:
        """What is known of one memory."""
        claim = self.claims.get(id)
        if claim is None or not self.sees(who, claim):
            return ("NotFound",)
        document = self.repositories[claim.repository].documents if claim.repository else {}
        quoted = claim.source and claim.text in document.get(claim.source, "")
        return (claim.text, claim.status, "quoted" if quoted else "said", claim.author == who)

    def remember(self, who: str, new: Claim, replaced: str = "") -> Answer:
        """What becomes of a claim; `new.id` is the id that it gets where it is kept."""
        if not self.may(who, "remember"):
            return ("NotGranted",)
        if new.repository and new.repository not in self.granted(who):
            return ("UsageError",)
        asked = (new.text, new.scope, new.repository, new.source, new.until)
        before, id = self.used.get((who, new.key), (asked, "")) if new.key else (asked, "")
        if before != asked:
            return ("KeyUsed",)
        if id:
            there = id in self.claims and self.sees(who, self.claims[id])
            return ("known", id) if there else ("blocked",)
        for one in self.claims.values():
            same = (one.text, one.scope, one.repository) == (new.text, new.scope, new.repository)
            if same and one.id != replaced and self.sees(who, one) and self.holds(one):
                self.used[who, new.key] = asked, one.id
                return ("known", one.id)
        documents = self.repositories[new.repository].documents if new.repository else {}
        new.source = new.source if new.text in documents.get(new.source, "") else ""
        self.claims[new.id] = new
        self.used[who, new.key] = asked, new.id
        if replaced:
            self.claims[replaced].status = "superseded"
        return ("held" if new.scope == "global" else "stored", new.id)

    def _changeable(self, who: str, id: str) -> str:
        """Why a member may not change a memory; empty where they may."""
        claim = self.claims.get(id)
        if claim is None or not self.sees(who, claim):
            return "NotFound"
        others = claim.scope == "team" and self.people[who].role in ("reviewer", "owner")
        mine = claim.author == who or others
        return "" if self.may(who, "remember") and mine and not claim.accepted else "NotGranted"

    def change(self, who: str, id: str, how: str, new: Claim) -> Answer:
        if why := self._changeable(who, id):
            return (why,)
        old = self.claims[id]
        if old.status != "active" or (how == "supersede" and not self.holds(old)):
            return ("VersionConflict",)
        if how in ("retract", "invalidate"):
            old.status = "retracted" if how == "retract" else "expired"
            return (old.status,)
        new.scope, new.repository, new.until = old.scope, old.repository, old.until
        return self.remember(who, new, id)

    def forget(self, who: str, id: str) -> Answer:
        if why := self._changeable(who, id):
            return (why,)
        del self.claims[id]
        return ("forgotten",)

    def decide(self, id: str, *, accept: bool) -> Answer:
        """What the server's owner decides on a memory of scope global."""
        claim = self.claims.get(id)
        if claim is None or claim.scope != "global" or claim.status != "active" or (accept and claim.accepted):
            return ("NotFound",)
        claim.accepted = accept
        claim.status = "active" if accept else "retracted"
        return ("done",)

    def join(self, who: str, name: str, wanted: int) -> Answer:
        if not self.may(who, "remember"):
            return ("NotGranted",)
        pool = self.pools.get((self.people[who].team, name))
        held = pool.members.get(who, 0) if pool else 0
        if pool is None or wanted > max(2, held):
            return ("PermissionDenied",)
        pool.members[who] = max(wanted, held)
        return ("joined", pool.members[who])

    def create(self, who: str, name: str) -> Answer:
        if not self.may(who, "remember"):
            return ("NotGranted",)
        there = self.pools.get((self.people[who].team, name))
        if there is not None:
            return ("created",) if there.creator == who and self._permission(who, there) == 3 else ("UsageError",)
        self.pools[self.people[who].team, name] = Pool({who: 3}, creator=who)
        return ("created",)

    def _permission(self, who: str, pool: Pool) -> int:
        """What a member may do in a pool; an owner of the team administers one that nobody else does."""
        owns = self.people[who].role == "owner" and 3 not in pool.members.values()
        return 3 if owns else pool.members.get(who, 0)

    def leave(self, who: str, name: str) -> Answer:
        if not self.may(who, "remember"):
            return ("NotGranted",)
        key = (self.people[who].team, name)
        pool = self.pools.get(key)
        if pool is None:
            return ("PermissionDenied",)
        if who not in pool.members:
            return ("PermissionDenied",) if self._permission(who, pool) else ("left",)
        if list(pool.members.values()).count(3) == 1 and pool.members[who] == 3 and len(pool.members) > 1:
            return ("UsageError",)
        del pool.members[who]
        if not pool.members:
            del self.pools[key]
        return ("left",)

    def share(self, who: str, name: str, id: str) -> Answer:
        if not self.may(who, "remember"):
            return ("NotGranted",)
        pool, claim = self.pools.get((self.people[who].team, name)), self.claims.get(id)
        if pool is None or who not in pool.members:
            return ("PermissionDenied",)
        if pool.members[who] < 2:
            return ("NotGranted",)
        if claim is None or not self.sees(who, claim):
            return ("NotFound",)
        if claim.scope != "team" or claim.status != "active":
            return ("UsageError",)
        pool.shared.add(id)
        return ("shared",)

    def ask(self, who: str, name: str) -> Answer:
        pool = self.pools.get((self.people[who].team, name))
        if pool is None or who not in pool.members:
            return ("PermissionDenied",)
        claims = [self.claims[id] for id in pool.shared if id in self.claims]
        return tuple(sorted(one.text for one in claims if self.sees(who, one) and self.holds(one)))

    def _there(self, who: str, id: str) -> Left | str:
        """A handoff as time has left it, if a member may see it; else why not."""
        if not self.may(who, "handoff"):
            return "NotGranted"
        for one in self.handoffs.values():
            if one.team == self.people[who].team:
                self._settle(one)
        one = self.handoffs.get(id)  # type: ignore[assignment]
        if one is None or one.team != self.people[who].team:
            return "UnknownHandoff"
        concerned = not one.target or who in (one.sender, one.target, one.taker)
        reached = not one.repository or one.repository in self.granted(who)
        return one if concerned and reached else "UnknownHandoff"

    def _settle(self, one: Left) -> None:
        over = one.until is not None and one.until <= self.now
        if one.state == "ACCEPTED" and (over or not self._able(one.taker, one)):
            one.state = "PENDING"
        if one.state == "PENDING" and one.target and one.expires > self.now and not self._able(one.target, one):
            one.state, one.given_back = "REJECTED", False
        if one.state == "PENDING" and one.expires <= self.now:
            one.state = "EXPIRED"

    def _able(self, who: str, one: Left) -> bool:
        """Whether a member can take a handoff: as a writer who is granted its repository."""
        return self.people[who].role in WRITERS and (not one.repository or one.repository in self.granted(who))

    def tried(self, work: Callable[[], Answer]) -> Answer:
        """What an act on handoffs comes to; one that fails leaves nothing behind, nor what time has made meanwhile."""
        before = {id: replace(one) for id, one in self.handoffs.items()}
        answer = work()
        if answer and answer[0] in FAILURES:
            self.handoffs = before
        return answer

    def initiate(self, who: str, new: Left) -> Answer:
        if not self.may(who, "handoff"):
            return ("NotGranted",)
        self._there(who, "")
        if (new.target and (new.target == who or self.people[new.target].team != self.people[who].team)) or (
            new.repository and new.repository not in self.granted(who)
        ):
            return ("UsageError",)
        if new.target and not self._able(new.target, new):
            return ("UsageError",)
        self.handoffs[new.id] = new
        return ("left", new.id)

    def act(self, who: str, id: str, action: str) -> Answer:
        """What accepting, completing, rejecting or cancelling a handoff comes to: its state, or why not."""
        one = self._there(who, id)
        if isinstance(one, str):
            return (one,)
        if action == "accept":
            if one.state == "ACCEPTED" and one.taker == who:
                return ("ACCEPTED",)
            if one.state != "PENDING" or (one.target and one.target != who):
                return ("HandoffUnavailable",)
            one.state, one.taker, one.until = "ACCEPTED", who, self.now + timedelta(minutes=30)
            one.takers = (*one.takers, who)
        elif action == "complete":
            if one.taker != who:
                return ("HandoffUnavailable",)
            one.state = "COMPLETED" if one.state in ("ACCEPTED", "PENDING") else one.state
        elif action == "reject":
            took, its = one.taker == who, one.target == who
            if took and one.state == "ACCEPTED":
                one.state, one.given_back = "PENDING", True
            elif not (its and one.state == "REJECTED") and not (one.given_back and who in one.takers):
                if one.state != "PENDING" or not (its or took):
                    return ("HandoffUnavailable",)
                one.state, one.given_back = "REJECTED" if its else "PENDING", True
        elif one.sender == who and one.state == "CANCELLED":
            return ("CANCELLED",)
        elif one.sender != who or one.state not in ("PENDING", "ACCEPTED"):
            return ("HandoffUnavailable",)
        else:
            one.state = "CANCELLED"
        return (one.state,)

    def pending(self, who: str) -> Answer:
        if not self.may(who, "handoff"):
            return ("NotGranted",)
        seen = [one for one in list(self.handoffs.values()) if isinstance(self._there(who, one.id), Left)]
        return tuple(sorted(one.id for one in seen if one.state == "PENDING" and one.target in ("", who)))
