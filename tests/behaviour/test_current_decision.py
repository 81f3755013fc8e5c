"""Forty questions about what holds now: the current decision stands first, and never below what it replaced."""

from collections.abc import Callable

import pytest

from scrubjay.app import App, Workspace
from scrubjay.operations.jobs.embed import embed_pending
from scrubjay.search.recall.answer import RecallAnswer, RecallRequest
from tests.behaviour.adr_forms import FORMS, Record, files
from tests.conftest import Repo

OLD = "Nests are kept in PostgreSQL: a nest has twigs, and PostgreSQL keeps twigs. Where are nests kept? In PostgreSQL."
MIDDLE = "Nests move to Redis, since twigs are many."
NEW = "Nests are kept in SQLite."
QUESTION = "where are nests kept, in PostgreSQL?"
ASKED = 40


def ingest(at: Workspace) -> None:
    """Text and vectors of HEAD, so that both arms rank what was replaced."""
    at.documents.ingest(at.documents.view(), cause="test")
    assert at.embedder is not None
    embed_pending(at.knowledge_database, at.embedder, stop=lambda: False)


@pytest.fixture
def make(repo: Repo, app: App) -> Callable[..., Workspace]:
    """Commit files and make HEAD searchable; again for the next commit."""

    def make_(texts: dict[str, str | bytes], date: str = "2026-01-01T12:00:00+00:00") -> Workspace:
        repo.commit("decide", texts, date=date)
        at = app.initialise(repo.path)
        ingest(at)
        return at

    return make_


def ask(at: Workspace, question: str = QUESTION, **more: object) -> RecallAnswer:
    return at.recall.search(RecallRequest(query=question, kinds=("decision",), **more))  # type: ignore[arg-type]


def titles(answer: RecallAnswer) -> list[str]:
    """The titles of the hits in order, each once, without numbers."""
    return list(dict.fromkeys(hit.title.partition(" ")[2] for hit in answer.hits))


def pair(*, stated_by: str = "both", status: str = "accepted", words: str = NEW) -> tuple[Record, Record]:
    """An old decision whose text answers the question best, and the one that replaced it."""
    old = (("superseded-by", 9),) if stated_by in ("old", "both") else ()
    new = (("supersedes", 3),) if stated_by in ("new", "both") else ()
    return (
        Record(3, "Keep nests in PostgreSQL", OLD, "superseded" if old else "accepted", "2025-01-01", old),
        Record(9, "Keep nests in SQLite", words, status, "2026-01-01", new),
    )


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("stated_by", ["old", "new", "both"])
def test_the_successor_stands_first_whoever_states_it(
    make: Callable[..., Workspace], form: str, stated_by: str
) -> None:
    answer = ask(make(files(form, *pair(stated_by=stated_by))))
    assert titles(answer) == ["Keep nests in SQLite", "Keep nests in PostgreSQL"]
    new = answer.hits[0]
    old = next(hit for hit in answer.hits if hit.title.endswith("PostgreSQL"))
    name = "KEP-3" if form == "kep" else "ADR-003"
    assert new.replaces == (name,)
    assert any(mark.startswith(f"replaces {name}") for mark in new.marks)
    assert old.status == "superseded"


@pytest.mark.parametrize("form", FORMS)
def test_a_chain_ends_with_what_holds(make: Callable[..., Workspace], form: str) -> None:
    first = Record(3, "Keep nests in PostgreSQL", OLD, "superseded", "2025-01-01", (("superseded-by", 5),))
    second = Record(5, "Keep nests in Redis", MIDDLE, "superseded", "2025-06-01", (("superseded-by", 9),))
    third = Record(9, "Keep nests in SQLite", NEW, date="2026-01-01", links=(("supersedes", 5),))
    found = titles(ask(make(files(form, first, second, third))))
    assert found[0] == "Keep nests in SQLite"
    assert found[-1] == "Keep nests in PostgreSQL"


@pytest.mark.parametrize("form", [form for form in FORMS if form != "kep"])
def test_an_amended_decision_holds_and_says_what_amends_it(make: Callable[..., Workspace], form: str) -> None:
    old = Record(3, "Keep nests in PostgreSQL", OLD, links=(("amended-by", 9),))
    new = Record(9, "Keep eggs in SQLite", "Eggs are kept in SQLite.", links=(("amends", 3),))
    answer = ask(make(files(form, old, new)))
    assert titles(answer)[0] == "Keep nests in PostgreSQL"  # both hold, so the order is that of the scores
    assert answer.hits[0].status == "accepted"
    assert any(mark.startswith("amended by ADR-009") for mark in answer.hits[0].marks)


@pytest.mark.parametrize("form", FORMS)
def test_a_successor_on_an_unmerged_branch_does_not_count_until_it_is_merged(
    make: Callable[..., Workspace], repo: Repo, form: str
) -> None:
    at = make(files(form, Record(3, "Keep nests in PostgreSQL", OLD)))
    repo.git("checkout", "-qb", "sqlite")
    make(files(form, *pair()))
    repo.git("checkout", "-q", "main")
    ingest(at)
    answer = ask(at)
    assert titles(answer) == ["Keep nests in PostgreSQL"]
    assert answer.hits[0].status != "superseded"
    repo.git("merge", "-q", "sqlite")
    ingest(at)
    assert titles(ask(at))[0] == "Keep nests in SQLite"


@pytest.mark.parametrize("form", FORMS)
def test_as_of_then_the_old_one_was_current(make: Callable[..., Workspace], repo: Repo, form: str) -> None:
    make(files(form, Record(3, "Keep nests in PostgreSQL", OLD)), date="2025-01-01T12:00:00+00:00")
    repo.git("tag", "v1")
    at = make(files(form, *pair()), date="2026-01-01T12:00:00+00:00")
    for then in ("v1", "2025-06-30"):
        answer = ask(at, as_of=then)
        assert titles(answer) == ["Keep nests in PostgreSQL"]
        assert not any("superseded" in mark for mark in answer.hits[0].marks)
    assert titles(ask(at))[0] == "Keep nests in SQLite"


def test_a_reverted_successor_gives_its_place_back(make: Callable[..., Workspace], repo: Repo) -> None:
    make(files("madr", Record(3, "Keep nests in PostgreSQL", OLD)))
    at = make(files("madr", *pair()))
    repo.git("revert", "--no-edit", "HEAD")
    ingest(at)
    assert titles(ask(at)) == ["Keep nests in PostgreSQL"]
    assert ask(at).hits[0].status == "accepted"


def test_a_revert_of_the_revert_makes_it_current_again(make: Callable[..., Workspace], repo: Repo) -> None:
    make(files("adr-tools", Record(3, "Keep nests in PostgreSQL", OLD)))
    at = make(files("adr-tools", *pair()))
    repo.git("revert", "--no-edit", "HEAD")
    repo.git("revert", "--no-edit", "HEAD")
    ingest(at)
    assert titles(ask(at))[0] == "Keep nests in SQLite"


def test_decisions_in_a_circle_both_stand_and_nothing_hangs(make: Callable[..., Workspace]) -> None:
    one = Record(3, "Keep nests in PostgreSQL", OLD, links=(("supersedes", 9),))
    two = Record(9, "Keep nests in SQLite", NEW, links=(("supersedes", 3),))
    answer = ask(make(files("nygard", one, two)))
    assert sorted(titles(answer)) == ["Keep nests in PostgreSQL", "Keep nests in SQLite"]
    assert {hit.status for hit in answer.hits} == {"accepted"}


def test_a_proposal_replaces_nothing_yet(make: Callable[..., Workspace]) -> None:
    answer = ask(make(files("nygard", *pair(stated_by="new", status="proposed"))))
    assert titles(answer)[0] == "Keep nests in PostgreSQL"
    assert answer.hits[0].status == "accepted"


def test_a_successor_that_no_word_finds_is_shown_above(make: Callable[..., Workspace]) -> None:
    new = Record(9, "Zebra finches", "Quite other words.", links=(("supersedes", 3),))
    old = Record(3, "Keep nests in PostgreSQL", OLD)
    answer = ask(make(files("madr", old, new)), recipe="keyword")
    assert titles(answer) == ["Zebra finches", "Keep nests in PostgreSQL"]


def test_two_successors_share_the_place(make: Callable[..., Workspace]) -> None:
    old = Record(3, "Keep nests in PostgreSQL", OLD, "superseded")
    new = (
        Record(8, "Keep twigs in SQLite", "Twigs of nests go to SQLite.", links=(("supersedes", 3),)),
        Record(9, "Keep nests in SQLite", NEW, links=(("supersedes", 3),)),
    )
    found = titles(ask(make(files("madr", old, *new))))
    assert set(found[:2]) == {"Keep twigs in SQLite", "Keep nests in SQLite"}


def test_sentences_in_the_text_count_and_examples_do_not(make: Callable[..., Workspace]) -> None:
    told = f"{NEW}\n\nThis decision replaces ADR-3.\n\n```\nThis decision supersedes ADR-5.\n```\n"
    answer = ask(
        make(
            files(
                "nygard",
                Record(3, "Keep nests in PostgreSQL", OLD),
                Record(5, "Keep eggs in PostgreSQL", "Eggs are kept in PostgreSQL too, where nests are kept."),
                Record(9, "Keep nests in SQLite", told),
            )
        )
    )
    statuses = {hit.title.partition(" ")[2]: hit.status for hit in answer.hits}
    assert titles(answer).index("Keep nests in SQLite") < titles(answer).index("Keep nests in PostgreSQL")
    assert (statuses["Keep nests in PostgreSQL"], statuses["Keep eggs in PostgreSQL"]) == ("superseded", "accepted")


def test_a_denial_is_no_succession(make: Callable[..., Workspace]) -> None:
    told = f"{NEW} This decision does not supersede ADR-3."
    old, new = pair(stated_by="none", words=told)
    answer = ask(make(files("rst", old, new)))
    assert titles(answer)[0] == "Keep nests in PostgreSQL"
    assert {hit.status for hit in answer.hits} == {"accepted"}


def test_what_was_replaced_is_found_by_its_own_words_and_marked(make: Callable[..., Workspace]) -> None:
    answer = ask(make(files("madr", *pair())), question="ADR-003")
    assert titles(answer) == ["Keep nests in SQLite", "Keep nests in PostgreSQL"]
    assert answer.hits[1].marks == ("superseded by ADR-009 (2026-01-01)",)


def test_forty_questions_were_asked(request: pytest.FixtureRequest) -> None:
    chosen = [item for item in request.session.items if item.path == request.node.path]
    assert len(chosen) - 1 >= ASKED
