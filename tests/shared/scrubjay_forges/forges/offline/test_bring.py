"""What a newer archive doesn't have any more goes, and nothing else: not by an older one, not what the forge gave."""

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from scrubjay.errors import UsageError
from scrubjay.model.discussion import DiscussionRef
from scrubjay_forges.discussions.store import DiscussionStore
from scrubjay_forges.forges.offline.bring import FileImport, OfflineReport
from tests.shared.scrubjay_forges.discussions.conftest import REPOSITORY, batch, comment, head, part

LABEL = REPOSITORY.partition("/")[2]
Kept = list[tuple[int, list[str]]]


def said(id: int, body: str = "Seen.", day: int = 3, **more: Any) -> dict[str, Any]:
    """A comment of an archive; without an id where it is 0."""
    url = {"url": f"https://{REPOSITORY}/issues/1#issuecomment-{id}"} if id else {}
    at = f"2026-01-{day:02}T10:00:00Z"
    return {"author": "ann", "authorAssociation": "MEMBER", "body": body, "createdAt": at, **url, **more}


def issue(number: int, *comments: dict[str, Any], **more: Any) -> dict[str, Any]:
    """An issue of an archive, or of what gh printed."""
    return {
        "number": number, "title": "Stalls", "state": "OPEN", "author": "ann", "authorAssociation": "MEMBER",
        "url": f"https://{REPOSITORY}/issues/{number}", "body": "At noon.", "createdAt": "2026-01-02T10:00:00Z",
        "updatedAt": "2026-01-04T10:00:00Z", "comments": list(comments),
    } | more  # fmt: skip


def pull(number: int, **more: Any) -> dict[str, Any]:
    return issue(number, url=f"https://{REPOSITORY}/pull/{number}", reviews=[]) | more


@pytest.fixture
def archive(tmp_path: Path) -> Callable[..., Path]:
    """Writes an archive of a day in February."""
    count = iter(range(100))

    def write(day: int, *items: dict[str, Any]) -> Path:
        lists = {"issues": [one for one in items if "/pull/" not in one["url"]]}
        lists["pulls"] = [one for one in items if "/pull/" in one["url"]]
        file = tmp_path / f"archive-{next(count)}.json"
        file.write_text(json.dumps({"repo": LABEL, "timestamp": f"2026-02-{day:02}T00:00:00Z", **lists}))
        return file

    return write


@pytest.fixture
def printed(tmp_path: Path) -> Callable[..., Path]:
    """Writes what gh printed on a day in February."""
    count = iter(range(100))

    def write(day: int, *items: dict[str, Any]) -> Path:
        file = tmp_path / f"printed-{next(count)}.json"
        file.write_text(json.dumps(list(items)))
        os.utime(file, (at := 1_769_904_000 + (day - 1) * 86_400, at))
        return file

    return write


Write = Callable[..., Path]


def bring(store: DiscussionStore, *files: Path, **more: Any) -> OfflineReport:
    """Import files, after saying what would go: the same."""
    found = FileImport(store, REPOSITORY, files, **more)
    told = found.run(dry_run=True)
    report = found.run()
    assert (told.gone, told.issues, told.skips, told.as_of) == (report.gone, report.issues, report.skips, report.as_of)
    return report


def kept(store: DiscussionStore, *numbers: int) -> Kept:
    """The discussions that are kept, with the keys of their texts but the openings."""
    refs = [DiscussionRef(REPOSITORY, number) for number in numbers]
    return [
        (ref.number, [one.key for one in store.parts(ref) if one.role != "opening"]) for ref in refs if store.head(ref)
    ]


def test_a_newer_archive_takes_away_what_it_lacks(store: DiscussionStore, archive: Write) -> None:
    bring(store, archive(1, issue(1, said(11), said(12)), issue(2, said(21)), pull(3)))
    assert bring(store, archive(2, issue(1, said(12)), pull(3))).gone == 2
    assert kept(store, 1, 2, 3) == [(1, ["comment/12"]), (3, [])]


def test_an_older_archive_takes_away_nothing(store: DiscussionStore, archive: Write) -> None:
    newest = archive(9, issue(1, said(11), said(12)), issue(2))
    bring(store, newest)
    before = kept(store, 1, 2)
    for older in (archive(3, issue(1)), archive(2), archive(9, issue(1))):
        assert bring(store, older).gone == 0
        assert kept(store, 1, 2) == before


def test_archives_that_are_given_together_count_by_their_times(
    store: DiscussionStore,
    archive: Write,
) -> None:
    newer, older = archive(5, issue(1)), archive(2, issue(1, said(11)), issue(2))
    FileImport(store, REPOSITORY, [newer, older]).run()
    assert kept(store, 1, 2) == [(1, [])]


def test_what_was_written_after_the_archive_stays(
    store: DiscussionStore,
    archive: Write,
    printed: Write,
) -> None:
    late: dict[str, Any] = {"createdAt": "2026-02-20T10:00:00Z", "updatedAt": "2026-02-20T10:00:00Z"}
    bring(store, printed(1, issue(1, said(11, **late)), issue(2, **late)))
    assert bring(store, archive(10, issue(1))).gone == 0
    assert kept(store, 1, 2) == [(1, ["comment/11"]), (2, [])]


def test_what_the_forge_gave_stays(store: DiscussionStore, archive: Write) -> None:
    of_file = archive(1, issue(1, said(11), said(12)), issue(2), issue(4))
    bring(store, of_file)
    times = {"created_at": "2026-01-02T10:00:00Z", "updated_at": "2026-01-04T10:00:00Z"}
    read = comment(1, 12, "Seen.", created_at="2026-01-03T10:00:00Z")
    store.put(REPOSITORY, batch(read, head(2, **times), part(2, **times), head(3, **times), part(3, **times)))
    assert bring(store, of_file).gone == 0
    assert bring(store, archive(8, issue(1), issue(4))).gone == 1
    assert bring(store, archive(9, issue(4))).gone == 0
    assert kept(store, 1, 2, 3, 4) == [(1, ["comment/12"]), (2, []), (3, []), (4, [])]


def test_a_text_without_an_id_is_known_by_who_said_it_when(
    store: DiscussionStore,
    archive: Write,
) -> None:
    bring(store, archive(1, issue(1, said(11), said(0, "Late.", 5))))
    assert bring(store, archive(2, issue(1, said(0), said(52, "Late.", 5)))).gone == 0
    assert [one.text for one in store.parts(DiscussionRef(REPOSITORY, 1))] == ["At noon.", "Seen.", "Late."]
    assert bring(store, archive(3, issue(1, said(0)))).gone == 1
    assert [one.text for one in store.parts(DiscussionRef(REPOSITORY, 1))] == ["At noon.", "Seen."]


def test_what_is_damaged_in_an_archive_is_there_nevertheless(
    store: DiscussionStore,
    archive: Write,
) -> None:
    bring(store, archive(1, issue(1), issue(2), issue(3)))
    assert bring(store, archive(2, issue(1), issue(2, state="LOST"))).gone == 1
    assert kept(store, 1, 2, 3) == [(1, []), (2, [])]
    report = bring(store, archive(3, issue(1), issue(2) | {"number": "2"}))
    assert (report.gone, "some numbers can't be read" in report.not_compared) == (0, True)
    assert kept(store, 2) == [(2, [])]


def test_an_archive_with_nothing_of_a_kind_takes_none_of_it(store: DiscussionStore, archive: Write) -> None:
    bring(store, archive(1, issue(1), pull(2)))
    assert bring(store, archive(2, issue(1))).gone == 0
    assert bring(store, archive(3)).gone == 0
    assert kept(store, 1, 2) == [(1, []), (2, [])]


def test_what_gh_printed_takes_away_comments_of_what_it_has_and_more_when_it_is_complete(
    store: DiscussionStore,
    printed: Write,
) -> None:
    bring(store, printed(1, issue(1, said(11), said(12)), issue(2), pull(3)))
    assert bring(store, printed(2, issue(1, said(12)))).gone == 1
    assert kept(store, 1, 2, 3) == [(1, ["comment/12"]), (2, []), (3, [])]
    assert bring(store, printed(3, issue(1, said(12))), complete=True).gone == 1
    assert kept(store, 1, 2, 3) == [(1, ["comment/12"]), (3, [])]
    parts = printed(4, issue(1, said(12))), printed(5, issue(4))
    assert bring(store, *parts, complete=True).gone == 0


def test_what_has_no_comments_or_a_full_page_of_them_takes_none_away(
    store: DiscussionStore,
    printed: Write,
) -> None:
    bring(store, printed(1, issue(1, said(11))))
    without = {key: value for key, value in issue(1).items() if key != "comments"}
    assert bring(store, printed(2, without)).gone == 0
    page = [said(100 + number) for number in range(100)]
    assert bring(store, printed(3, issue(1, *page))).gone == 0


def test_a_file_says_nothing_about_another_repository(store: DiscussionStore, printed: Write) -> None:
    bring(store, printed(1, issue(1), issue(2)))
    other = issue(2, url="https://github.com/other/other/issues/2", title="Other")
    report = bring(store, printed(2, issue(1), other), complete=True)
    assert (report.skips, report.gone) == (1, 1)
    assert report.skipped[0][1] == f"is of github.com/other/other, not of {REPOSITORY}"


def test_an_archive_dated_ahead_makes_nothing_newer_than_now(store: DiscussionStore, archive: Write) -> None:
    file = archive(1, issue(1))
    file.write_text(file.read_text().replace("2026-02-01T00", "2099-02-01T00"))
    assert bring(store, file).as_of == "2026-03-01T12:00:00Z"
    assert store.repositories()[0].synced_at == "2026-03-01T12:00:00Z"
    with pytest.raises(UsageError, match="is of"):
        FileImport(store, "github.com/other/other", [file])


def test_stopped_anywhere_the_next_run_goes_on(store: DiscussionStore, archive: Write) -> None:
    bring(store, archive(1, *(issue(number, said(number * 10)) for number in range(1, 130))))
    newer = archive(2, *(issue(number) for number in range(1, 120)))
    stops: Iterator[int] = iter((50, 100))

    def stop(at: int) -> Callable[[int, int], None]:
        def progress(done: int, total: int) -> None:
            if done >= at:
                raise KeyboardInterrupt

        return progress

    gone = 0
    for at_ in stops:
        with pytest.raises(KeyboardInterrupt):
            FileImport(store, REPOSITORY, [newer]).run(progress=stop(at_))
        left = kept(store, *range(1, 130))
        gone = sum(not keys for _, keys in left)
        assert gone == at_
        assert len(left) == 129
    assert bring(store, newer).gone == 19 + 10
    assert kept(store, *range(1, 130)) == [(number, []) for number in range(1, 120)]


def test_what_a_newer_archive_lacked_does_not_come_back_with_an_older_one(
    store: DiscussionStore, archive: Write
) -> None:
    older = archive(1, issue(1, said(11), said(12)), issue(2, said(21)), issue(3))
    bring(store, older)
    assert bring(store, archive(2, issue(1, said(12)), issue(3))).gone == 2
    assert bring(store, older).new == 0
    assert kept(store, 1, 2, 3) == [(1, ["comment/12"]), (3, [])]
    bring(store, archive(3, issue(1, said(11), said(12)), issue(2, said(21)), issue(3)))
    assert kept(store, 1, 2, 3) == [(1, ["comment/12", "comment/11"]), (2, ["comment/21"]), (3, [])]
    assert bring(store, older).new == 0


def test_comments_that_each_discussion_numbers_from_one_are_all_kept(store: DiscussionStore, tmp_path: Path) -> None:
    def numbered(number: int, *comments: dict[str, Any]) -> dict[str, Any]:
        at = "2026-01-02T10:00:00Z"
        return {"kind": "issue", "number": number, "state": "open", "created_at": at, "comments": list(comments)}

    def answer(id: int, text: str) -> dict[str, Any]:
        return {"id": id, "author": "ann", "created_at": f"2026-01-0{id + 2}T10:00:00Z", "text": text}

    file = tmp_path / "numbered.jsonl"
    each = [numbered(number, answer(1, f"First {number}."), answer(2, "Second.")) for number in (1, 2, 3)]
    file.write_text("\n".join(map(json.dumps, each)))
    assert bring(store, file).new == 9
    texts = {number: [one.text for one in store.parts(DiscussionRef(REPOSITORY, number))[1:]] for number in (1, 2, 3)}
    assert texts == {number: [f"First {number}.", "Second."] for number in (1, 2, 3)}
    again = bring(store, file)
    assert (again.new, again.changed, again.gone) == (0, 0, 0)


def test_a_file_in_the_documented_form_does_not_take_away_what_gh_printed(
    store: DiscussionStore, printed: Write, tmp_path: Path
) -> None:
    bring(store, printed(1, issue(1, said(11), said(12, day=4))))
    mine = issue(1) | {"kind": "issue", "created_at": "2026-01-02T10:00:00Z", "state": "open", "text": "At noon."}
    mine = {key: value for key, value in mine.items() if key not in ("createdAt", "updatedAt", "body")}
    mine["comments"] = [{"id": 11, "author": "ann", "created_at": "2026-01-03T10:00:00Z", "text": "Seen."}]
    file = tmp_path / "mine.jsonl"
    file.write_text(json.dumps(mine))
    report = bring(store, file)
    assert (report.gone, kept(store, 1)) == (1, [(1, ["comment/11"])])
