"""What can a repository be asked without anybody labelling it?"""

from scrubjay.git.record import Commit
from scrubjay_bench.repository import from_commits, from_links

DOCUMENTS = ("docs/parcels.md", "docs/letters.md", "CHANGELOG.md", "docs/index.md")


def commit(number: int, subject: str, *paths: str) -> Commit:
    return Commit(
        sha=f"{number:040x}",
        short=f"{number:07x}",
        author="Ada",
        committed_at="2026-03-01T12:00:00Z",
        subject=subject,
        body="",
        paths=paths,
    )


def test_a_subject_asks_for_the_documents_that_are_still_there() -> None:
    (question,) = from_commits([commit(1, "Explain how parcels travel (#12)", "docs/parcels.md", "old.md")], DOCUMENTS)
    assert (question.query, question.gold) == ("Explain how parcels travel", ("docs/parcels.md",))


def test_subjects_that_say_nothing_are_left_out() -> None:
    subjects = [
        "Merge branch 'main' of somewhere",
        "Fix typo",
        "Update all documents weekly",
        "Update all documents weekly",
    ]
    assert from_commits([commit(n, s, "docs/parcels.md") for n, s in enumerate(subjects)], DOCUMENTS) == []


def test_a_sweep_over_many_documents_is_left_out() -> None:
    many = tuple(f"{n}.md" for n in range(6))
    assert from_commits([commit(1, "Rename parcels to packets everywhere", *many)], many) == []


def test_a_changelog_that_every_commit_touches_answers_none() -> None:
    words = [
        "alpha",
        "bravo",
        "charlie",
        "delta",
        "echo",
        "foxtrot",
        "golf",
        "hotel",
        "india",
        "juliet",
        "kilo",
        "lima",
    ]
    commits = [
        commit(n, f"Describe {one} and {two}", "CHANGELOG.md", f"docs/{one}-{two}.md")
        for n, (one, two) in enumerate((a, b) for a in words for b in words[:2] if a != b)
    ]
    known = [path for one in commits for path in one.paths]
    questions = from_commits(commits, known)
    assert len(questions) == len(commits) >= 20
    assert all(len(question.gold) == 1 and question.excluded == ("CHANGELOG.md",) for question in questions)


def test_a_link_text_asks_for_its_page_and_its_own_page_does_not_count() -> None:
    found = [
        ("docs/index.md", "how parcels travel", "docs/parcels"),
        ("README.md", "how parcels travel", "docs/parcels.md"),
    ]
    (question,) = from_links(found, DOCUMENTS)
    assert (question.gold, question.excluded) == (("docs/parcels.md",), ("README.md", "docs/index.md"))


def test_texts_that_lead_anywhere_or_nowhere_are_left_out() -> None:
    anywhere = [("docs/index.md", "see this page", path) for path in (*DOCUMENTS[:3], "README.md")]
    nowhere = [("docs/index.md", "how stamps look", "stamps.md"), ("docs/index.md", "here", "docs/parcels.md")]
    assert from_links([*anywhere, *nowhere], [*DOCUMENTS, "README.md"]) == []
