"""A member's archives: parts are kept, found, read and forgotten. No transaction is open while the store is asked."""

import hashlib
import time
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID, uuid4

from scrubjay.errors import LimitExceeded, NotFound, UsageError
from scrubjay.model.clock import Clock
from scrubjay.model.counted import counted
from scrubjay.model.frozen import from_row, replace
from scrubjay.privacy.personal.policy import masked_turn
from scrubjay.privacy.secrets.masking import masked_text
from scrubjay_team.archives.objects import MOST_RAW, ArchiveObjects, packed, path_of
from scrubjay_team.archives.scoring import scored
from scrubjay_team.archives.values import (
    ANSWER_S,
    MOST_FOUND,
    MOST_READ,
    SETTLED,
    ArchivedTurn,
    ArchivePart,
    ForgottenArchives,
    FoundTurn,
    FoundTurns,
    KeptPart,
    ListedArchive,
)
from scrubjay_team.database.queries import load
from scrubjay_team.errors import ArchiveAway, ArchiveForgotten, NotGranted
from scrubjay_team.memories.words import MOST_TERMS, key_of, terms

if TYPE_CHECKING:
    from datetime import datetime

    from scrubjay_team.database.connecting import Connection, TeamDatabase
    from scrubjay_team.settings import ArchivesSection

Q = load(__package__)

MOST_GOING: Final = 500
"""Objects that one call deletes; the worker deletes the others."""

Who = Mapping[str, Any]
"""What `TeamDatabase.entered` takes for a caller."""


class Archives:
    """The archives of a server. Every method is for one caller, in transactions of theirs."""

    def __init__(
        self, database: "TeamDatabase", objects: ArchiveObjects, clock: Clock, days: int = 365, most_mb: int = 1_000
    ) -> None:
        """`days` is how long a conversation is kept after it came last, `most_mb` what one member may have."""
        self._database, self._objects, self._clock = database, objects, clock
        self._kept, self._most = timedelta(days=days), most_mb * 1_000_000

    def keep(self, who: Who, given: ArchivePart) -> KeptPart:
        """Keep a part in place of the one that was there. The same again changes nothing.

        Raises NotFound, NotGranted, ArchiveForgotten, LimitExceeded, UsageError, ArchiveAway.
        """
        turns = [replace(turn, text=masked_turn(masked_text(turn.text), "auto")) for turn in given.turns]
        raw = packed([{"number": one.number, "at": one.at, "role": one.role, "text": one.text} for one in turns])
        if len(raw) > MOST_RAW:
            raise UsageError(f"A part has at most {MOST_RAW:,} bytes; this one has {len(raw):,}. Send smaller ones.")
        now, part = self._clock(), uuid4()
        words = {term for one in turns for term in terms(one.text)}
        with self._database.entered(**who) as entered:
            member, connection = entered.caller.member, entered.connection
            row = connection.execute(Q.begin_part, {
                "archive": uuid4(), "object": part, "session": given.session, "client": given.client,
                "project": _project(connection, given.project), "branch": given.branch, "started": given.started_at,
                "ended": given.ended_at, "parts": given.parts, "part": given.part, "turns": len(turns),
                "digest": hashlib.sha256(raw).digest(), "bytes": len(raw), "now": now, "expires": now + self._kept,
                "keys": sorted(key_of(member.hex, word) for word in words), "most": self._most,
            }).fetchone()  # fmt: skip
            team = entered.caller.team
        if row is None or row["why"]:
            raise _refused(row["why"] if row else "", self._most)
        if row["known"]:
            return KeptPart(archive=row["archive"], part=given.part, known=True)
        path = path_of(team, row["archive"], part)
        size = self._objects.write(path, raw)
        with self._database.entered(**who) as entered:
            kept = entered.connection.execute(Q.keep_part, {"object": part, "bytes": size}).fetchone()
        self._delete(who, [given.session], everything=False)
        if kept is None or not kept["kept"]:
            self._objects.delete(path)
            raise ArchiveForgotten
        return KeptPart(archive=row["archive"], part=given.part, known=False)

    def search(self, who: Who, query: str, project: str, before: "datetime | None", limit: int) -> FoundTurns:
        """The turns that answer a question best. Objects that are away or broken are told. Raises NotFound."""
        until, asked = time.monotonic() + ANSWER_S, list(dict.fromkeys(terms(query)))[:MOST_TERMS]
        with self._database.entered(**who) as entered:
            area = entered.caller.member.hex
            rows = entered.connection.execute(Q.candidates, {
                "keys": [key_of(area, term) for term in asked], "project": _project(entered.connection, project),
                "before": before, "most": MOST_READ,
            }).fetchall()  # fmt: skip
        there: list[tuple[Mapping[str, Any], ArchivedTurn]] = []
        degraded: list[str] = []
        for place, row in enumerate(rows):
            if time.monotonic() > until:
                degraded.append(f"{counted(len(rows) - place, 'part')} of archives couldn't be read in time")
                break
            try:
                there += [(row, turn) for turn in self._turns(row)]
            except (ArchiveAway, NotFound) as error:
                degraded.append(f"archive of {row['session']}: {error}")
        found = scored(query, [turn for _, turn in there])[: min(limit, MOST_FOUND)]
        return FoundTurns(
            turns=tuple(_found(there[place][0], there[place][1], score) for score, place in found),
            degraded=tuple(dict.fromkeys(degraded)),
        )

    def read(self, who: Who, session: str, part: int) -> tuple[ArchivedTurn, ...]:
        """The turns of a part. Raises NotFound, ArchiveAway."""
        with self._database.entered(**who) as entered:
            row = entered.connection.execute(Q.find_part, {"session": session, "part": part}).fetchone()
        if row is None:
            raise NotFound("You have no such part of an archive here. GET /api/v1/archives lists yours.")
        return self._turns(row)

    def listed(
        self, who: Who, limit: int, before: "datetime | None" = None, below: UUID | None = None
    ) -> tuple[ListedArchive, ...]:
        """The caller's archives, the newest first, behind the end and the id of one."""
        params = {"before": before, "below": below, "most": limit}
        with self._database.entered(**who) as entered:
            rows = entered.connection.execute(Q.archives, params).fetchall()
        return tuple(from_row(ListedArchive, row, project=row["project"] or "") for row in rows)

    def forget(self, who: Who, sessions: Sequence[str], *, everything: bool = False) -> ForgottenArchives:
        """Hide conversations at once and delete their objects; what the store doesn't delete now, the worker does."""
        params = {"sessions": list(sessions), "everything": everything, "now": self._clock()}
        with self._database.entered(**who) as entered:
            row = entered.connection.execute(Q.forget, params).fetchone()
        going = self._delete(who, sessions, everything=everything)
        return ForgottenArchives(forgotten=row["forgotten"] if row else 0, going=going)

    def _delete(self, who: Who, sessions: Sequence[str], *, everything: bool) -> int:
        """Delete the caller's objects that are to go; returns how many still wait."""
        params = {
            "sessions": list(sessions), "everything": everything, "settled": self._clock() - SETTLED,
            "most": MOST_GOING + 1,
        }  # fmt: skip
        with self._database.entered(**who) as entered:
            rows = entered.connection.execute(Q.own_going, params).fetchall()
        gone = deleted(self._objects, [row for row in rows if row["due"]][:MOST_GOING])
        if gone:
            with self._database.entered(**who) as entered:
                entered.connection.execute(Q.gone, {"parts": gone})
        return len(rows) - len(gone)

    def _turns(self, row: Mapping[str, Any]) -> tuple[ArchivedTurn, ...]:
        """The turns of a part. Raises ArchiveAway, and NotFound where its object isn't what was written."""
        lines = self._objects.read(path_of(row["team"], row["archive"], row["id"]), bytes(row["digest"]))
        if lines is not None:
            return tuple(map(ArchivedTurn.of, lines))
        raise NotFound("the store has no such object, or another one: the owner of the server may have lost it")


def archives_of(
    section: "ArchivesSection", objects: ArchiveObjects | None, database: "TeamDatabase", clock: Clock
) -> Archives | None:
    """The archives that the settings ask for; None without a store."""
    return Archives(database, objects, clock, section.days, section.most_mb) if objects else None


def deleted(objects: ArchiveObjects, rows: Sequence[Mapping[str, Any]]) -> list[UUID]:
    """Delete objects until the store is away; returns the ids of those that are gone."""
    gone: list[UUID] = []
    for row in rows:
        try:
            objects.delete(path_of(row["team"], row["archive"], row["part"]))
        except ArchiveAway:
            break
        gone.append(row["part"])
    return gone


def _project(connection: "Connection", name: str) -> UUID | None:
    """The repository of a name that the caller is granted; None for no name. Raises NotFound."""
    if not name:
        return None
    row = connection.execute(Q.project_named, {"name": name}).fetchone()
    if row is None:
        raise NotFound(f"You are granted no repository {name[:60]!r} here. GET /api/v1/me lists yours.")
    return UUID(str(row["id"]))


def _refused(why: str, most: int) -> ArchiveForgotten | NotGranted | LimitExceeded:
    if why == "forgotten":
        return ArchiveForgotten()
    if why == "full":
        return LimitExceeded(
            f"You have as much in archives as one member may ({most // 1_000_000:,} MB), so nothing was kept. Forget "
            "some: `scrubjay team archive --forget`; or the owner raises `team.archives.most_mb`."
        )
    return NotGranted("Your role, or the repositories that you are granted, don't allow this. Nothing was kept.")


def _found(row: Mapping[str, Any], turn: ArchivedTurn, score: float) -> FoundTurn:
    return FoundTurn(
        archive=row["archive"], session=row["session"], project=row["project"] or "", client=row["client"],
        branch=row["branch"], expires_at=row["expires_at"], turn=turn, score=score,
    )  # fmt: skip
