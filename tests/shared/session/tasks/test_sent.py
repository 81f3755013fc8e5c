"""What sessions were told is kept as it was sent, within bounds; what is forgotten or quarantined isn't shown."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from scrubjay.model.clock import iso
from scrubjay.session.tasks import sent
from scrubjay.session.tasks.quarantined import impose, lift
from scrubjay.session.tasks.sent import FORGOTTEN, SentTexts, Telling, forget_words
from scrubjay.storage.database import Database
from tests.fakes import MovingClock

ID = "0123456789abcdef" * 2
SAID = f"scrubjay · repo\nTold by people:\n- {ID[:8]} · fact: The gate opens at six.\n- no id · another line"


@pytest.fixture
def watch() -> MovingClock:
    return MovingClock()


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    with Database(tmp_path / "session.db", "session") as opened:
        yield opened


@pytest.fixture
def texts(database: Database, watch: MovingClock) -> SentTexts:
    return SentTexts(database, watch, 90)


def tell(texts: SentTexts, text: str = SAID, session: str = "s1", channel: str = "start") -> None:
    telling = Telling(session=session, worktree="/w", channel=channel, text=text, client="claude_code")
    texts.keep(telling, texts.mark())


def test_a_text_is_kept_as_it_was_sent(texts: SentTexts, watch: MovingClock) -> None:
    tell(texts)
    (kept,) = texts.told("s1")
    assert (kept.text, kept.channel, kept.client, kept.at) == (SAID, "start", "claude_code", iso(watch()))


def test_what_a_sub_agent_was_told_belongs_to_the_session_that_started_it(texts: SentTexts) -> None:
    for session in ("s1", "s1/a", "s10"):
        tell(texts, session=session)
    assert [kept.session for kept in texts.told("s1")] == ["s1", "s1/a"]


def test_a_text_of_no_session_is_not_kept(texts: SentTexts) -> None:
    tell(texts, session="")
    assert texts.told("") == ()


def test_the_session_of_a_moment_is_the_one_that_was_told_something_last(texts: SentTexts, watch: MovingClock) -> None:
    first = iso(watch())
    tell(texts)
    watch.now += timedelta(minutes=10)
    tell(texts, session="s2")
    assert texts.session_at(first) == ("s1", first)
    assert texts.session_at(iso(watch())) == ("s2", iso(watch()))
    assert texts.session_at("2001-01-01T23:59:59Z") is None


def test_who_was_told_a_memory_is_known(texts: SentTexts, watch: MovingClock) -> None:
    tell(texts)
    tell(texts, "nothing of it", "s2")
    assert texts.naming(ID) == (("s1", "start", iso(watch())),)


def test_the_newest_texts_of_a_session_are_kept(texts: SentTexts, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(sent.MAX_OF_SESSION + 3):
        tell(texts, f"text {number}")
    kept = texts.told("s1")
    assert (len(kept), kept[0].text) == (sent.MAX_OF_SESSION, "text 3")


def test_all_texts_together_stay_within_their_bytes(database: Database, texts: SentTexts) -> None:
    for number in range(6):
        tell(texts, f"text {number}", f"s{number}")
    database.write(lambda c: c.execute(sent.Q.drop_sent_beyond, {"bytes": 15}))
    left = [number for number in range(6) if texts.told(f"s{number}")]
    assert left == [4, 5]


def test_what_is_older_than_the_retention_goes(texts: SentTexts, watch: MovingClock) -> None:
    tell(texts)
    watch.now += timedelta(days=91)
    tell(texts, session="s2")
    texts.expire()
    assert (texts.told("s1"), len(texts.told("s2"))) == ((), 1)


def test_a_forgotten_memory_leaves_the_other_lines(database: Database, texts: SentTexts) -> None:
    tell(texts)
    database.write(lambda c: forget_words(c, [(ID, "The gate opens at six.")]))
    (kept,) = texts.told("s1")
    assert kept.text == f"scrubjay · repo\nTold by people:\n{FORGOTTEN}\n- no id · another line"
    assert texts.naming(ID) == ()


def test_where_it_isnt_known_what_was_forgotten_every_text_goes(database: Database, texts: SentTexts) -> None:
    tell(texts)
    database.write(lambda c: forget_words(c, ()))
    assert texts.told("s1") == ()


def test_what_was_gathered_before_a_memory_was_forgotten_is_not_kept_after(
    database: Database, texts: SentTexts
) -> None:
    since = texts.mark()
    database.write(lambda c: forget_words(c, [(ID, "The gate opens at six.")]))
    texts.keep(Telling(session="s1", worktree="/w", channel="start", text=SAID), since)
    assert texts.told("s1") == ()


def test_what_was_told_before_somebody_was_quarantined_is_withheld_until_nobody_is(
    database: Database, texts: SentTexts
) -> None:
    early = texts.mark()
    tell(texts, "before")
    database.write(lambda c: impose(c, "mallory", ()))
    tell(texts, "after")
    texts.keep(Telling(session="s1", worktree="/w", channel="start", text="gathered before"), early)
    assert [(kept.text, kept.withheld) for kept in texts.told("s1")] == [("", True), ("after", False), ("", True)]
    database.write(lambda c: lift(c, "mallory"))
    assert [kept.text for kept in texts.told("s1")] == ["before", "after", "gathered before"]


@pytest.mark.parametrize(
    ("trace", "since", "shown"),
    [
        ("", "9999", "before"),  # the first memory came later
        ("", "2026-01-01", ""),  # it was there already
        ("", "", ""),  # nothing says when
        ("INSERT INTO entry_writer (entry, session) VALUES ('e', 'mallory')", "9999", ""),
        ("INSERT INTO sent (session, worktree, client, channel, at, text, ids, doubted)"
         " VALUES ('mallory', '/w', '', 'start', '9998', x'00', '', 0)", "9999", "before"),
        ("INSERT INTO handoff (id, state, target, context, sender, sender_label, sender_session, created_at,"
         " expires_at, changed_at) VALUES ('h', 'PENDING', 'x', '{}', 'mallory', '', '', '2026', '', '')", "9999", ""),
    ],
)  # fmt: skip
def test_what_was_told_before_anybody_of_them_was_there_stays_readable(
    database: Database, texts: SentTexts, trace: str, since: str, shown: str
) -> None:
    tell(texts, "before")
    if trace:
        database.write(lambda c: c.execute(trace))
    database.write(lambda c: impose(c, "mallory", (), since))
    assert texts.told("s1")[0].text == shown


@pytest.mark.parametrize("length", [10, 7_999, 19_000])
def test_a_text_of_any_length_comes_back(texts: SentTexts, length: int) -> None:
    text = ("€ a line of a briefing\n" * length)[:length]
    tell(texts, text)
    assert texts.told("s1")[0].text == text
