"""What HEAD says of a claim that names no source, and what another document says against it."""

from dataclasses import replace

import pytest
from scrubjay.grounding.search import doubted, unnamed

from scrubjay.model.evidence import CitationKind, CitationStatus, PlaceKind, Relation
from scrubjay.model.grade import Grade
from tests.conftest import Repo
from tests.shared.grounding.conftest import GUIDE, POOL, Sources


@pytest.mark.parametrize(
    ("claim", "path", "grade"),
    [
        ("The server listens on port 8080.", "docs/guide.md", Grade.VERIFIED),
        ("Session data is cached in Redis", "docs/adr/0003-use-redis.md", Grade.CITED),
        ("The server listens on port 9090", "", Grade.UNCONFIRMED),
        ("We use Memcached for caching", "", Grade.UNCONFIRMED),  # superseded
        ("All events move to Kafka topics", "", Grade.UNCONFIRMED),  # only proposed
        ("Valkey for caching", "", Grade.UNCONFIRMED),  # only an option
        ("The moon is made of cheese", "", Grade.UNCONFIRMED),
    ],
)
def test_a_passage_that_is_found_counts_like_a_named_one(sources: Sources, claim: str, path: str, grade: Grade) -> None:
    found = sources.search.find(claim, sources.view()).citation
    assert (found.path, found.grade, found.attached) == (path, grade, True) if path and found else found is None


@pytest.mark.parametrize(
    "claim",
    [
        "Sessions break",  # two words stand together by chance
        "Session data of a caching proxy is encrypted on disks of the cluster",
        "Session data isn't cached in Redis",
    ],
)
def test_a_passage_that_nobody_named_says_more_than_half(sources: Sources, claim: str) -> None:
    assert sources.search.find(claim, sources.view()).citation is None


def test_of_several_passages_the_one_that_says_most_is_found(sources: Sources, project: Repo) -> None:
    """In whatever order the index gives them: the words stand verbatim in one, and nearly so in others."""
    near = "The core writes the environment of a process, and reads its environment, in one place of the core.\n"
    said = "A variable. It is the one place where the core writes the environment of its process.\n"
    files: dict[str, str | bytes] = {f"docs/{n}.md": f"# Core and environment\n\n{near}" for n in "abd"}
    project.commit("Add", files | {"docs/c.md": f"# Variables\n\n{said}"})
    found = sources.search.find(said.strip(), sources.view()).citation
    assert found is not None
    assert (found.path, found.relation) == ("docs/c.md", Relation.SAME)


@pytest.mark.parametrize(
    ("named", "vouches"),
    [
        ((), True),
        ((Relation.SILENT,), True),
        ((Relation.UNREAD,), True),
        ((Relation.UNSTATED,), False),
        ((Relation.OTHERWISE,), False),
        ((Relation.SILENT, Relation.UNSTATED), False),
        ((Relation.SPEAKS,), False),  # it carries the claim itself
    ],
)
def test_where_a_named_source_was_read_and_says_less_no_other_vouches(
    sources: Sources, named: tuple[Relation, ...], vouches: bool
) -> None:
    found = sources.search.find("Session data is cached in Redis", sources.view())
    assert found.citation is not None
    cited = [replace(found.citation, attached=False, relation=relation) for relation in named]
    assert (unnamed(found, cited) is not None) is vouches
    lacking = replace(found.citation, attached=False, lacks=("60",))
    assert unnamed(found, [lacking]) is None
    assert unnamed(replace(found, against=(lacking,)), []) is None
    same = replace(found.citation, relation=Relation.SAME)
    assert unnamed(replace(found, citation=same), [lacking]) is same


def test_a_commit_message_cites(sources: Sources, project: Repo) -> None:
    sha = project.commit("Fix the overflow of the queue in the importer", {"src/pool.py": POOL + "x = 1\n"})
    found = sources.search.find("The overflow of the importer's queue was fixed", sources.view()).citation
    assert found is not None
    assert (found.kind, found.commit, found.grade) == (CitationKind.COMMIT, sha, Grade.CITED)


def test_a_commit_of_this_session_or_one_taken_back_does_not(sources: Sources, project: Repo) -> None:
    start = project.git("rev-parse", "HEAD")
    sha = project.commit("Fix the overflow of the queue in the importer", {"src/pool.py": POOL + "x = 1\n"})
    claim = "The overflow of the importer's queue was fixed"
    assert sources.search.find(claim, sources.view(), start).citation is None
    project.git("revert", "--no-edit", sha)
    assert sources.search.find(claim, sources.view()).citation is None


def test_a_figure_that_another_current_document_gives_otherwise_verifies_nothing(
    sources: Sources, project: Repo
) -> None:
    project.commit("Add", {"docs/ports.md": "# Ports\n\nThe server listens on port 9090.\n"})
    claim = "The server listens on port 8080"
    named = sources.cite(f"{claim} (docs/guide.md)")
    found = sources.search.find(claim, sources.view())
    assert [(one.path, one.relation) for one in found.against] == [("docs/ports.md", Relation.OTHERWISE)]
    both = doubted(named, found.against)
    assert (named.grade, both.grade, both.place) == (Grade.VERIFIED, Grade.CITED, PlaceKind.TAKEN_BACK)


def test_what_says_otherwise_is_found_behind_many_that_speak_of_it(sources: Sources, project: Repo) -> None:
    near = "An accumulative approach to pipelines of filters.\n\nFilters: an accumulative pipeline, used for filters.\n"
    files: dict[str, str | bytes] = {f"docs/how{n}.md": f"# Filters, pipeline, approach\n\n{near}" for n in range(8)}
    record = "# 7. Filters\n\n## Status\n\nAccepted\n\n## Decision\n\n"
    record += "We decided **not** to use the accumulative approach as the only pipeline for filters.\n"
    record += "\nWho reads it meets it in the midst of much else that nobody asks for here.\n" * 12
    project.commit("Add", files | {"docs/adr/0007-filters.md": record})
    claim = "We decided to use the accumulative approach as the only pipeline for filters"
    found = sources.search.find(claim, sources.view())
    assert [one.path for one in found.against] == ["docs/adr/0007-filters.md"]
    assert unnamed(found, ()) is None


def test_what_this_session_wrote_is_not_found_as_support(sources: Sources, project: Repo) -> None:
    start = project.git("rev-parse", "HEAD")
    project.commit("Note it", {"docs/guide.md": GUIDE + "\nThe server speaks HTTP/3 on each port.\n"})
    found = sources.search.find("The server speaks HTTP/3 on each port", sources.view(), start)
    assert found.citation is None
    assert found.nearest[0].startswith("docs/guide.md")
    assert CitationStatus.OWN not in {one.status for one in found.against}


def test_what_only_a_branch_says_is_kept_as_support_for_after_its_merge(sources: Sources, project: Repo) -> None:
    project.git("checkout", "-q", "-b", "feat")
    project.commit("Note it", {"docs/guide.md": GUIDE + "\nThe server speaks HTTP/3 on each port.\n"})
    found = sources.search.find("The server speaks HTTP/3 on each port", sources.view())
    assert found.citation is not None
    assert (found.citation.status, found.citation.grade) == (CitationStatus.UNMERGED, Grade.UNCONFIRMED)
    assert not found.citation.supports_as_written, "what it doesn't name ties the claim to no branch"
