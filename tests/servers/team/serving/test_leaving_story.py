"""Three weeks of a team of four by a clock that is set: ben works, chooses, leaves, and is forgotten by name."""

from contextlib import contextmanager
from datetime import timedelta
from typing import TYPE_CHECKING, Any
from uuid import UUID

import psycopg

from scrubjay_team.audit.chaining import AuditChainer
from scrubjay_team.audit.reading import TeamAudit
from scrubjay_team.audit.verifying import ChainState, verify_audit
from scrubjay_team.people.choosing import choose
from scrubjay_team.people.leaving import Leaving
from scrubjay_team.people.secret import digest_of
from tests.servers.team.serving.conftest import ServedTeam

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scrubjay_team.database.connecting import Entered

RETRIES = "Payments are retried three times, since the bank answers late."
QUEUE = "Letters leave by the queue, because the provider limits us."
BENS_IDEA = "Ben wants invoices to be numbered by the billing service."
SCOPES = ("search", "remember", "handoff")


class Story:
    """The team, its members' tokens, and what each does."""

    def __init__(self, served: ServedTeam) -> None:
        self.served = served
        served.people(lambda members, _: [members.add(name, "writer") for name in ("ben", "carol")])
        served.people(lambda members, _: members.add("dora", "reader"))
        self.tokens = {name: served.token(name, *SCOPES) for name in ("anna", "ben", "carol")}
        self.tokens["dora"] = served.token("dora")

    def later(self, **more: float) -> None:
        self.served.databases.clock.now += timedelta(**more)

    def called(self, who: str, tool: str, **arguments: Any) -> Any:
        answer = self.served.call(self.tokens[who], tool, **arguments)
        assert answer.status == 200, answer.body
        assert not answer.json["result"].get("isError"), answer.text
        return answer.json["result"]

    def remember(self, who: str, content: str) -> str:
        id: str = self.called(who, "remember", content=content)["structuredContent"]["id"]
        return id

    def found(self, who: str, query: str) -> str:
        """The text of what a member's search answers."""
        return self.served.call(self.tokens[who], "search_knowledge", query=query, kinds=["memory"]).text

    @contextmanager
    def person(self, name: str) -> "Iterator[Entered]":
        session = self.served.person(name).partition("=")[2]
        with self.served.databases.app.entered(digest_of(session), person=True) as entered:
            yield entered

    @contextmanager
    def office(self) -> "Iterator[Leaving]":
        with self.person("anna") as entered:
            yield Leaving.by(entered, self.served.databases.clock)

    def chained(self) -> ChainState:
        """The state of the chain once the worker came by."""
        AuditChainer(self.served.databases.worker).run()
        assert self.served.team is not None
        with self.served.databases.owner.transaction() as connection:
            return verify_audit(connection, self.served.team)

    def tables_that_say(self, word: str) -> set[str]:
        with psycopg.connect(self.served.databases.addresses.superuser) as admin:
            tables = admin.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'scrubjay'").fetchall()
            return {
                table
                for (table,) in tables
                if admin.execute(f"SELECT FROM scrubjay.{table} AS t WHERE t::text ~* %s", [rf"\m{word}\M"]).fetchone()
            }


def test_somebody_comes_works_leaves_and_is_forgotten_by_name(served: ServedTeam) -> None:
    story = Story(served)

    # The first week: ben and carol work; anna leaves work for ben.
    kept, own = story.remember("ben", RETRIES), story.remember("ben", QUEUE)
    story.remember("carol", BENS_IDEA)
    task = {"task_description": "Finish the retries."}
    story.called("anna", "initiate_handoff", target_id="ben", context=task, ttl_seconds=2_000_000)
    story.called("ben", "create_pool", name="payments")
    assert "by ben" in story.found("dora", "payments retried bank late")
    assert story.chained().ok

    # The second week: ben will go. He chooses what goes to somebody else, on the page.
    story.later(days=8)
    with story.person("ben") as entered:
        choose(entered, [UUID(kept)])

    # Anna hands it to carol, and takes ben out.
    story.later(days=2)
    with story.office() as office:
        work = office.open_work("ben")
        given = office.hand_over("ben", "carol")
        office.remove("ben")
    assert (work.handoffs, work.memories) == (given.handoffs, given.memories) == (1, 1)

    # What leaves with him: his token, his session; what stays: his words, his pool, his name.
    assert served.rpc(story.tokens["ben"], "ping").status == 401
    assert "ben (left 2026-03-12)" in story.found("dora", "payments retried bank late")
    story.called("carol", "join_pool", pool_id="payments", permission="read")
    assert "Finish the retries." in str(story.called("carol", "get_pending_handoffs"))
    story.called("carol", "update_memory", id=kept, how="retract", content="It changed.")
    refused = served.call(story.tokens["carol"], "update_memory", id=own, how="retract", content="It changed.")
    assert "Somebody else wrote that" in refused.text

    # The third week: his name has to go. What others wrote of him is counted, and stays.
    story.later(days=9)
    with story.office() as office:
        gone = office.erase("ben")
    assert (gone.new, gone.naming) == ("former member 1", 1)
    shown = story.found("dora", "letters leave queue provider")
    assert "by former member 1" in shown
    assert "by ben" not in shown
    assert story.tables_that_say("ben") <= {"memory", "memory_passage"}

    # The audit knows what was done, by ids; its chain holds, and a row that is changed is found.
    state = story.chained()
    assert (state.ok, state.waiting) == (True, 0)
    with story.person("anna") as entered:
        acts = TeamAudit().page(entered, limit=200).acts
    told = {(one.entry.how, one.entry.kind, one.entry.act, one.object_name) for one in acts}
    for act in ("hand_over", "remove", "erase"):
        assert ("session", "member", act, "former member 1") in told
    with served.databases.owner.transaction() as connection:
        connection.execute("UPDATE audit_entry SET member = object WHERE act = 'erase'")
    assert not story.chained().ok
