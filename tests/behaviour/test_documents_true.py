"""True at HEAD and then: moved records, equal files, links, and a revision that nobody has indexed."""

import json

import pytest
from mcp import Client

from scrubjay.app import App
from scrubjay.errors import NotIndexed
from scrubjay.search.recall.answer import RecallRequest
from scrubjay.search.recall.reading import AS_OF_MOST
from tests.behaviour.conftest import ingest
from tests.behaviour.processes import ask, knowledge_of, scrubjay
from tests.conftest import Repo

pytestmark = pytest.mark.anyio

OLD = "# 3. Keep nests in Redis\n\n## Status\n\nAccepted\n\nNests are kept in Redis: twigs, many twigs, of all trees.\n"
NEW = "# 9. Keep nests in SQLite\n\n## Status\n\nAccepted\n\nSupersedes [3](../adr/0003-redis.md)\n\nNests in SQLite.\n"


@pytest.fixture
def plain(repo: Repo) -> Repo:
    repo.environment = repo.environment | {"SCRUBJAY_EMBEDDING_PROVIDER": "none"}
    return repo


def test_what_a_record_replaces_is_followed_to_where_it_moved(app: App, repo: Repo) -> None:
    repo.commit("first", {"docs/adr/0003-redis.md": OLD, "docs/adr/0004-other.md": "# 4. Other\n\nStatus: accepted\n"})
    repo.commit("second", {"docs/decisions/0009-sqlite.md": NEW})
    for old, new in (
        ("docs/adr/0003-redis.md", "docs/decisions/0005-cache.md"),
        ("docs/decisions/0005-cache.md", "docs/decisions/0006-nests.md"),
    ):
        repo.git("mv", old, new)
        repo.commit(f"move to {new}")
    repo.commit("another three", {"docs/decisions/0003-else.md": "# 3. Else\n\nStatus: accepted\n"})
    at = app.initialise(repo.path)
    ingest(at)
    standing = {entry.path: entry.standing for entry in at.documents.decisions(at.documents.view())}
    assert standing["docs/decisions/0006-nests.md"].superseded_by == ("docs/decisions/0009-sqlite.md",)
    assert standing["docs/decisions/0003-else.md"].superseded_by == ()


def test_a_revision_that_nobody_indexed_is_indexed_when_it_is_asked_for_and_freed_by_gc(plain: Repo) -> None:
    plain.commit("then", {"docs/a.md": "# A\n\nGabbro once.\n"})
    plain.git("tag", "then")
    plain.commit("now", {"docs/a.md": "# A\n\nBasalt now.\n"})
    scrubjay(plain, "init", "--yes", "--wait")
    assert "Gabbro once" in scrubjay(plain, "search", "gabbro", "--as-of", "then")
    assert "1 of past revisions" in scrubjay(plain, "gc")
    assert "0 of past revisions" in scrubjay(plain, "gc")
    assert "verified" in scrubjay(plain, "verify")
    assert "Gabbro once" in scrubjay(plain, "search", "gabbro", "--as-of", "then")
    plain.git("branch", "kept", "then")
    assert "0 of past revisions" in scrubjay(plain, "gc")


def test_more_than_a_question_may_index_names_the_command(app: App, repo: Repo) -> None:
    repo.commit("few", {f"docs/{n}.md": f"# {n}\n\nGabbro.\n" for n in range(4)})
    repo.git("tag", "few")
    repo.commit("many", {f"docs/{n}.md": f"# {n}\n\nSchist.\n" for n in range(AS_OF_MOST + 1)})
    repo.git("tag", "many")
    repo.git("rm", "-q", "-r", "docs")
    repo.commit("now", {"a.md": "# A\n"})
    at = app.initialise(repo.path)
    with pytest.raises(NotIndexed, match=r"2,001 documents not indexed yet\. Run `scrubjay ingest "):
        at.recall.search(RecallRequest(query="schist", as_of="many"))
    told: list[tuple[int, int]] = []
    assert at.recall.search(
        RecallRequest(query="gabbro", as_of="few"), lambda done, all_: told.append((done, all_))
    ).hits
    assert told[-1] == (4, 4)


async def test_equal_files_name_each_other_and_a_link_opens_what_it_means(plain: Repo) -> None:
    plain.commit("start", {"CLAUDE.md": "# Rules\n\nGabbro first.\n", "docs/deep/b.md": "# B\n\nSchist.\n"})
    plain.write("copy/RULES.md", "# Rules\n\nGabbro first.\n")
    for name, target in (
        ("AGENTS.md", "CLAUDE.md"), ("doc", "docs/deep"), ("out.md", "../../etc/passwd"), ("round.md", "round.md"),
        ("via.md", "doc/b.md"),
    ):  # fmt: skip
        (plain.path / name).symlink_to(target)
    plain.commit("links")
    scrubjay(plain, "init", "--yes")
    (hit,) = json.loads(scrubjay(plain, "search", "gabbro", "--json"))["results"]
    assert {hit["path"], *hit["also"]} == {"CLAUDE.md", "copy/RULES.md"}
    assert "also at copy/RULES.md" in scrubjay(plain, "search", "gabbro")
    async with Client(knowledge_of(plain)) as client:
        said = await ask(client, "get_document", path="AGENTS.md")
        assert "CLAUDE.md:1-" in said
        assert "AGENTS.md is a link to it" in said
        for path in ("doc/b.md", "via.md"):
            assert "Schist." in await ask(client, "get_document", path=path)
        for path in ("out.md", "round.md"):
            answer = await client.call_tool("get_document", {"path": path})
            assert answer.is_error


def test_the_newest_version_of_a_page_answers_and_a_list_of_links_does_not(plain: Repo) -> None:
    page = "# Pool\n\nThe pool keeps {} gabbro connections.\n"
    files = {"docs/pool.md": page.format("eight"), "docs/v1/pool.md": page.format("four")}
    files |= {f"docs/{n}.md": f"# {n}\n\nGabbro is named in page {n}.\n" for n in "abc"}
    files["docs/list.md"] = "# Gabbro\n\n- [All of the gabbro connections](pool.md)\n"
    plain.commit("pages", files)
    scrubjay(plain, "init", "--yes")
    told = scrubjay(plain, "search", "gabbro connections")
    assert "docs/pool.md:1-3" in told
    assert "also in 1 older version" in told
    assert "docs/list.md" not in told
    assert "older version; the newest is docs/pool.md" in scrubjay(plain, "search", "gabbro connections in v1")


def test_a_kep_tells_its_own_word_and_a_record_outside_the_folders_tells_its_successor(plain: Repo) -> None:
    plain.commit(
        "start",
        {"keps/sig-a/5978-pod-template-status/kep.yaml": "title: Pod template\nkep-number: 5978\nstatus: provisional\n",
         "keps/sig-a/5978-pod-template-status/README.md": "# Pod template\n\nGabbro.\n",
         "notes/redis.md": "# Redis\n\n## Status\n\nSuperseded by\n[sqlite](sqlite.md)\n\nSchist.\n"},
    )  # fmt: skip
    scrubjay(plain, "init", "--yes")
    said = scrubjay(plain, "search", "gabbro")
    assert "KEP-5978" in said
    assert "draft" in said
    assert "its own word: provisional" in said
    (hit,) = json.loads(scrubjay(plain, "search", "schist", "--json"))["results"]
    assert (hit["kind"], hit["status"]) == ("decision", "superseded")
