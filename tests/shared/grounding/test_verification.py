"""A citation counts when it holds at HEAD, and its text is compared with the claim."""

import pytest

from scrubjay.app import Workspace
from scrubjay.grounding.citations import CitationDetector
from scrubjay.grounding.verification import CitationVerifier
from scrubjay.model.evidence import CitationResult, CitationStatus, Support
from scrubjay.model.view import View
from tests.conftest import Repo
from tests.shared.grounding.conftest import GUIDE

S = CitationStatus


def verify(verifier: CitationVerifier, claim: str, view: View) -> CitationResult:
    (result,) = verifier.verify(claim, CitationDetector().detect(claim), view)
    return result


@pytest.mark.parametrize(
    ("claim", "status", "support"),
    [
        ("Per ADR-003, we use Redis for caching", S.VERIFIED, Support.SUPPORTED),
        ("Per ADR-3, we use MySQL for caching", S.VERIFIED, Support.UNRELATED),
        ("Per ADR-003, the moon is made of cheese", S.VERIFIED, Support.UNRELATED),
        ("Per ADR-003, we use Valkey for caching", S.VERIFIED, Support.UNRELATED),  # only an option that was weighed
        ("See ADR-003", S.VERIFIED, Support.NOT_ASSESSABLE),
        ("Per ADR-999, we use magic", S.NOT_FOUND, Support.NOT_ASSESSABLE),
        ("Per ADR-002, we use Memcached for caching", S.SUPERSEDED, Support.SUPPORTED),
        ("Per ADR-004, all events move to Kafka topics", S.UNVERIFIABLE, Support.SUPPORTED),  # only proposed
        ("We use Memcached for caching (docs/adr/0002-use-memcached.md)", S.SUPERSEDED, Support.SUPPORTED),
        ("All events move to Kafka topics (docs/adr/0004-move-to-kafka.md)", S.UNVERIFIABLE, Support.SUPPORTED),
        ("We use Valkey for caching (docs/adr/0003-use-redis.md:9)", S.VERIFIED, Support.UNRELATED),  # its heading says
        ("0003-use-redis.md: sessions expire after 30 minutes", S.VERIFIED, Support.SUPPORTED),
        ("docs/guide.md:3 says the server listens on port 8080", S.VERIFIED, Support.SUPPORTED),
        ("docs/guide.md:3 says the server listens on port 9090", S.VERIFIED, Support.CONTRARY),
        ("docs/guide.md:900 says so", S.NOT_FOUND, Support.NOT_ASSESSABLE),
        ("docs/absent.md says so", S.NOT_FOUND, Support.NOT_ASSESSABLE),
        ("docs/adr/sub says so", S.NOT_FOUND, Support.NOT_ASSESSABLE),
        ("../../etc/passwd.txt says so", S.NOT_FOUND, Support.NOT_ASSESSABLE),
        ("`Pool.acquire` blocks", S.UNVERIFIABLE, Support.NOT_ASSESSABLE),
        ("#12 says so", S.UNVERIFIABLE, Support.NOT_ASSESSABLE),
        ("https://example.org/x says so", S.UNVERIFIABLE, Support.NOT_ASSESSABLE),
        ("Fixed in commit 0123456789abcdef", S.NOT_FOUND, Support.NOT_ASSESSABLE),
    ],
)
def test_each_kind_is_looked_up_where_it_lives(
    verifier: CitationVerifier, view: View, claim: str, status: CitationStatus, support: Support
) -> None:
    result = verify(verifier, claim, view)
    assert (result.status, result.support) == (status, support)


def test_a_commit_counts_only_while_head_has_it(verifier: CitationVerifier, view: View, project: Repo) -> None:
    project.git("checkout", "-q", "-b", "aside")
    aside = project.commit("Fix the crash of the pool", {"docs/pool.md": "# Pool\n"})
    project.git("checkout", "-q", "main")
    assert verify(verifier, f"Fixed in commit {view.commit[:10]}", view).carries
    gone = verify(verifier, f"Fixed in commit {aside[:10]}", view)
    assert (gone.status, gone.carries) == (S.UNREACHABLE, False)


def test_a_blob_is_no_commit(verifier: CitationVerifier, view: View) -> None:
    blob = view.files[0].blob
    assert verify(verifier, f"Fixed in commit {blob[:12]}", view).status is S.NOT_FOUND


def test_two_records_with_one_number_are_both_named(
    verifier: CitationVerifier, workspace: Workspace, project: Repo
) -> None:
    project.commit("Again", {"docs/adr/0003-use-redis-too.md": "# 3. Use Redis too\n\n## Status\n\nAccepted\n"})
    view = workspace.documents.view()
    workspace.documents.ingest(view, cause="test")
    result = verify(verifier, "Per ADR-003, we use Redis for caching", view)
    assert result.status is S.AMBIGUOUS
    assert "0003-use-redis.md" in result.detail
    assert "0003-use-redis-too.md" in result.detail


def test_a_place_at_a_revision_is_read_there(
    verifier: CitationVerifier, workspace: Workspace, view: View, project: Repo
) -> None:
    project.commit("Move the port", {"docs/guide.md": "# Guide\n\nThe server listens on port 9090.\n"})
    later = workspace.documents.view()
    claim = f"docs/guide.md@{view.commit[:10]}:3 says the server listens on port 8080"
    seen = verify(verifier, claim, later)
    assert (seen.status, seen.support) == (S.CHANGED, Support.SUPPORTED), "it was so then, and is not now"
    project.commit("Move it back", {"docs/guide.md": "# Guide\n\nMore.\n" + GUIDE.partition("\n\n")[2]})
    assert verify(verifier, claim, workspace.documents.view()).status is S.VERIFIED
    project.git("rm", "-q", "docs/guide.md")
    project.commit("Drop the guide")
    assert verify(verifier, claim, workspace.documents.view()).status is S.GONE
    assert verify(verifier, "docs/guide.md:3 says the server listens on port 8080", later).support is Support.CONTRARY
