"""What a forge brought is kept as it is now: once each, masked, and searchable."""

from collections.abc import Callable
from typing import Any

import pytest

from scrubjay.app import App, Workspace
from scrubjay.errors import NotFound, UsageError
from scrubjay.model.discussion import DiscussionRef
from scrubjay.text.references import NamedDiscussion
from scrubjay_forges.discussions.store import DiscussionStore
from scrubjay_forges.services import ForgeServices
from tests.shared.scrubjay_forges.discussions.conftest import REPOSITORY, batch, comment, head, part

ONE = DiscussionRef(REPOSITORY, 1)
Put = Callable[..., Any]


def words_found(store: DiscussionStore, word: str) -> int:
    sql = "SELECT count(*) FROM passage_fts WHERE passage_fts MATCH ?"
    return int(store.database.read(lambda c: c.execute(sql, (word,)).fetchone()[0]))


def test_where_no_forge_was_named_reading_makes_no_file(at: Workspace) -> None:
    store = ForgeServices.of(at).discussion_store
    assert (store.repositories(), store.position(REPOSITORY), store.head(ONE), store.parts(ONE)) == ((), "{}", None, ())
    assert not ForgeServices.of(at).discussions.exists()
    assert not (at.project.folder / "forge.db").exists()


@pytest.mark.parametrize("name", ["magpie", "Github.com/a/b", "github.com/a", "github.com/../b", "https://a/b/c", ""])
def test_a_name_that_is_no_repository_is_refused(at: Workspace, name: str) -> None:
    with pytest.raises(UsageError):
        ForgeServices.of(at).discussion_store.ensure(name, "github")
    assert not ForgeServices.of(at).discussions.exists()


@pytest.mark.parametrize(
    "name",
    ["github.com/a/b.git", "github.com/a/b/", "github.com/a/b.Git/", "github.com:443/a/b", "https://github.com/a/b",
     "https://u:p@GitHub.com/a/b.git", "git@github.com:a/b.git", "ssh://git@github.com/a/b.git"],
)  # fmt: skip
def test_another_name_of_a_repository_is_refused_with_the_right_one(at: Workspace, name: str) -> None:
    with pytest.raises(UsageError, match=r"Name it as github\.com/a/b\."):
        ForgeServices.of(at).discussion_store.ensure(name, "github")
    assert not ForgeServices.of(at).discussions.exists()


def test_nothing_is_put_for_a_repository_that_was_not_named(at: Workspace, store: DiscussionStore) -> None:
    with pytest.raises(NotFound):
        store.put("github.com/other/other", batch(head()))


def test_a_batch_is_read_back_with_its_bookmark(store: DiscussionStore) -> None:
    report = store.put(
        REPOSITORY,
        batch(head(labels=("bug",)), part(), comment()),
        position='{"a": 1}',
        synced_at="2026-02-01T08:09:10Z",
    )
    assert (report.new, report.changed, report.gone) == (2, 0, 0)
    assert store.position(REPOSITORY) == '{"a": 1}'
    found = store.head(ONE)
    assert found is not None
    assert (found.title, found.labels, found.state) == ("Parcels are sorted twice", ("bug",), "open")
    assert [one.key for one in store.parts(ONE)] == ["opening/1", "comment/1"]
    (repository,) = store.repositories()
    assert (repository.issues, repository.texts, repository.unindexed) == (1, 2, 0)
    assert repository.as_of == "2026-02-01 08:09"


def test_the_same_batch_twice_changes_nothing(store: DiscussionStore, put: Put) -> None:
    put(head(), part(), comment())
    report = put(head(), part(), comment())
    assert (report.new, report.changed) == (0, 0)
    assert len(store.parts(ONE)) == 2
    assert words_found(store, "belt") == 1


def test_an_edited_text_takes_the_place_of_the_old_one_in_the_index(store: DiscussionStore, put: Put) -> None:
    put(head(), part(text="The belt runs twice."))
    put(head(), part(text="The conveyor runs twice."))
    assert (words_found(store, "belt"), words_found(store, "conveyor")) == (0, 1)


def test_a_new_title_is_that_of_every_text(store: DiscussionStore, put: Put) -> None:
    put(head(), part(), comment())
    put(head(title="Sorting takes two rounds"))
    assert (words_found(store, "parcels"), words_found(store, "rounds")) == (0, 2)


def test_a_comment_that_comes_before_its_issue_is_found_when_that_arrives(store: DiscussionStore, put: Put) -> None:
    put(comment(text="Look at the lever."))
    assert (words_found(store, "lever"), store.repositories()[0].unread) == (0, 1)
    put(head(), part())
    assert (words_found(store, "lever"), store.repositories()[0].unread) == (1, 0)


def test_what_is_gone_at_the_forge_is_gone_here(store: DiscussionStore, put: Put) -> None:
    put(head(1), part(1), comment(1, 1, "lever"), head(2), part(2, text="gone soon"), comment(2, 2, "pulley"))
    report = put(gone=(2,), gone_parts=("comment/1",))
    assert report.gone == 4
    assert store.head(DiscussionRef(REPOSITORY, 2)) is None
    assert [one.key for one in store.parts(ONE)] == ["opening/1"]
    assert (words_found(store, "lever"), words_found(store, "pulley"), words_found(store, "soon")) == (0, 0, 0)


def test_an_outsider_is_answered_when_a_member_speaks_later(store: DiscussionStore, put: Put) -> None:
    asked = comment(1, 1, "Why?", member=False, created_at="2026-01-05T10:00:00Z")
    put(head(), part(), asked)
    assert [one.counts for one in store.parts(ONE)] == [True, False]
    put(comment(1, 2, "Because.", created_at="2026-01-06T10:00:00Z"))
    assert [one.counts for one in store.parts(ONE)] == [True, True, True]
    assert store.parts(ONE)[1].answered_at == "2026-01-06T10:00:00Z"


def test_an_answer_does_not_cover_what_is_written_into_the_text_later(store: DiscussionStore, put: Put) -> None:
    first: dict[str, Any] = {"member": False, "created_at": "2026-01-05T10:00:00Z"}
    put(head(), part(**first), comment(1, 2, "Yes.", created_at="2026-01-06T10:00:00Z"))
    assert store.parts(ONE)[0].counts
    put(head(updated_at="2026-01-09T10:00:00Z"), part(text="Another text.", **first))
    assert not store.parts(ONE)[0].counts


def test_a_merge_answers_what_was_said_before_it_alone(store: DiscussionStore, put: Put) -> None:
    merged = head(kind="pull_request", state="merged", closed_at="2026-01-06T10:00:00Z", merge_commit="a" * 40)
    before = part(member=False, created_at="2026-01-05T10:00:00Z")
    put(merged, before, comment(1, 1, "Too late.", member=False, created_at="2026-01-07T10:00:00Z"))
    assert [one.counts for one in store.parts(ONE)] == [True, False]


def test_a_commit_is_turned_down_where_every_request_of_it_was_closed(store: DiscussionStore, put: Put) -> None:
    one, two, three = "a" * 40, "b" * 40, "c" * 40
    put(
        head(1, kind="pull_request", state="closed", head_commit=one),
        head(2, kind="pull_request", state="closed", head_commit=two),
        head(3, kind="pull_request", state="open", head_commit=two),
        head(4, kind="pull_request", state="merged", head_commit=three),
    )
    assert store.closed_with({one, two, three, "d" * 40}) == {one}


def test_a_bare_number_is_the_first_named_repository_s(store: DiscussionStore, put: Put) -> None:
    put(head(), part())
    store.ensure("github.com/other/other", "github")
    store.put("github.com/other/other", batch(head(1), head(7), part(1), part(7)))
    assert store.find(NamedDiscussion("", 1)) == ONE
    assert store.find(NamedDiscussion("", 7)) is None
    assert store.find(NamedDiscussion("Other/other", 7)) == DiscussionRef("github.com/other/other", 7)
    assert store.find(NamedDiscussion("github.com/magpie/magpie", 1)) == ONE
    assert store.find(NamedDiscussion("nobody/else", 1)) is None


def test_another_way_to_cut_makes_every_entry_again(at: Workspace, store: DiscussionStore, put: Put) -> None:
    put(head(), part(), comment())
    store.database.write(lambda c: c.execute("UPDATE content SET chunker = 'old'"))
    assert store.catch_up() == 2
    assert (store.catch_up(), words_found(store, "belt")) == (0, 1)


def test_the_database_closes_with_the_project(app: App, at: Workspace, put: Put) -> None:
    put(head(), part())
    app.release(at.project)
    again = app.workspace(at.repository.worktree)
    assert ForgeServices.of(again).discussion_store.head(ONE) is not None


def test_a_request_that_was_merged_counts_where_another_one_of_the_project_approved_it(
    store: DiscussionStore, put: Put
) -> None:
    given = {"role": "review", "verdict": "approved", "author": "ben"}

    def review(number: int, **more: Any) -> Any:
        return part(number, f"review/{number}", "Fine.", **{**given, **more})

    merged = [head(n, kind="pull_request", state="merged", head_commit=f"{n}" * 40) for n in range(1, 6)]
    put(*merged, review(1), review(2, author="ann"), review(3, member=False), review(4, verdict="changes requested"))
    put(head(6, kind="pull_request", state="open", head_commit="6" * 40), review(6))
    assert store.merged_heads() == {"1" * 40}
