"""A place that a memory names is looked up where it lives, and shows its own words with its state."""

from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scrubjay.memory.grounding.citations import citations_of
from scrubjay.memory.grounding.likeness import is_same_claim
from scrubjay.memory.grounding.verification import MOST
from scrubjay.model.evidence import CitationStatus, PlaceKind
from scrubjay.model.grade import Grade
from tests.conftest import Repo
from tests.shared.memory.grounding.conftest import ADR_4, GUIDE, POOL, Sources

S, G = CitationStatus, Grade
SPEAKS = "The server speaks HTTP/3 on each port"
NOTED = f"{GUIDE}\n{SPEAKS}.\n"


LOOKED_UP: list[tuple[str, CitationStatus, Grade, tuple[str, ...]]] = [
    ("Sessions expire after 30 minutes (ADR-003).", S.RESOLVED, G.QUOTED, ()),
    ("We use Redis for caching session data (docs/adr/0003-use-redis.md)", S.RESOLVED, G.QUOTED, ()),
    ("We use Redis for caching session data. Sessions expire after 30 minutes. (ADR-3)", S.RESOLVED, G.QUOTED, ()),
    ("Per ADR-003, session data is cached in Redis", S.RESOLVED, G.GROUNDED, ()),
    ("0003-use-redis.md: sessions end after 30 minutes", S.RESOLVED, G.GROUNDED, ()),
    ("Sessions expire after 60 minutes (ADR-003)", S.RESOLVED, G.SAID, ("60 minutes",)),
    ("docs/guide.md:3 The server listens on port 9090", S.RESOLVED, G.SAID, ("9090",)),
    ("Cached session data lives in MySQL (ADR-3)", S.RESOLVED, G.SAID, ("MySQL",)),
    # a denial, an order, a plan: no mark, never a quotation; the words shown say it
    ("We do not use Redis for caching session data (ADR-003)", S.RESOLVED, G.GROUNDED, ()),
    ("We use Valkey for caching (docs/adr/0003-use-redis.md:9)", S.RESOLVED, G.GROUNDED, ()),
    ("Use Valkey for caching (docs/adr/0003-use-redis.md:9)", S.RESOLVED, G.GROUNDED, ()),  # an option
    ("We use magic (ADR-999)", S.NOT_FOUND, G.SAID, ()),
    ("We use Memcached for caching (ADR-002)", S.SUPERSEDED, G.SAID, ()),
    ("We use Memcached for caching (docs/adr/0002-use-memcached.md)", S.SUPERSEDED, G.SAID, ()),
    ("All events move to Kafka topics (ADR-004)", S.RESOLVED, G.GROUNDED, ()),  # only proposed
    ("docs/guide.md:900 says so", S.NOT_FOUND, G.SAID, ()),
    ("docs/absent.md says so", S.NOT_FOUND, G.SAID, ()),
    ("../../etc/passwd.txt says so", S.NOT_FOUND, G.SAID, ()),
    ("Connections are limited by `MAX_CONNECTIONS = 20`", S.RESOLVED, G.GROUNDED, ()),
    ("Connections are limited by `MAX_CONNECTIONS = 30`", S.RESOLVED, G.SAID, ("30",)),
    ("The pool's `MAX_ABSENT = 3` is low", S.NOT_FOUND, G.SAID, ()),
    ("#12 says so", S.UNVERIFIABLE, G.SAID, ()),
    ("https://example.org/x says so", S.UNVERIFIABLE, G.SAID, ()),
    ("Fixed in commit 0123456789abcdef", S.NOT_FOUND, G.SAID, ()),
]
"""What a claim names, how that stands, the grade that it gives, and what its words don't name."""


def test_each_kind_is_looked_up_where_it_lives(sources: Sources) -> None:
    view = sources.view()
    for claim, *expected in LOOKED_UP:
        (seen, *_) = sources.verifier.verify(claim, citations_of(claim)[-1:], view)
        assert [seen.status, seen.grade, seen.lacks] == expected, seen


def test_a_series_of_which_the_project_has_no_record_is_no_ground(sources: Sources) -> None:
    claim = "Requests must be idempotent, as RFC 7231 says"
    assert citations_of(claim)
    assert sources.verifier.verify(claim, citations_of(claim), sources.view()) == ()


def test_a_name_in_code_marks_that_is_a_file_is_that_file_and_no_value_is_looked_for(
    sources: Sources, project: Repo
) -> None:
    project.commit("Begin a module", {"go.mod": "module example.org/shop\n", "ci.sh": "go build -mod=vendor\n"})
    seen = sources.cite("The module is called example.org/shop in `go.mod`")
    assert (seen.status, seen.path) == (S.RESOLVED, "go.mod")
    assert sources.cite("All is vendored by `Build.flags`").status is S.NOT_FOUND


def test_a_name_whose_definition_was_not_read_is_told_with_the_line_that_names_it(
    sources: Sources, project: Repo
) -> None:
    project.commit("Route", {"router.lua": "-- shop\n\nfunction Router.AddRoute(path) end\n"})
    seen = sources.cite("Paths are added by `Router.AddRoute`")
    assert (seen.status, seen.detail) == (
        S.UNVERIFIABLE, "no definition of it was read; it is named at router.lua:3",
    )  # fmt: skip


def test_the_sources_own_words_are_shown_with_their_heading_and_status(sources: Sources) -> None:
    seen = sources.cite("Redis holds the cached session data (ADR-003)")
    assert seen.words == "We use Redis for caching session data. Sessions expire after 30 minutes."
    assert seen.heading == "3. Use Redis for caching › Decision"
    assert (seen.standing, seen.place, seen.lines) == ("accepted", PlaceKind.STATES, (13, 13))
    proposed = sources.cite("Events move to Kafka (ADR-004)")
    assert (proposed.standing, proposed.place, proposed.detail) == ("proposed", PlaceKind.DRAFT, "only proposed")


def test_lines_that_are_named_are_shown_whatever_they_say(sources: Sources) -> None:
    seen = sources.cite("The moon is bright (docs/guide.md:3)")
    assert seen.words.startswith("The API returns errors")
    assert (seen.grade, sources.cite("The moon is bright (docs/guide.md)").words) == (G.GROUNDED, "")


WORDS = ["sessions", "Sessions", "expire", "after", "30", "minutes", "We", "use", "Redis", "for", "caching", "session",
         "data", "not", "never", "60", "all"]  # fmt: skip
STATED = "Sessions expire after 30 minutes"


@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=8).map(" ".join) | st.just(STATED))
@settings(max_examples=40, derandomize=True, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_what_is_quoted_stands_in_the_document_at_head_and_no_paraphrase_is_quoted(
    sources: Sources, claim: str
) -> None:
    second, first = STATED, "We use Redis for caching session data"
    whole = any(is_same_claim(claim, one) for one in (first, second, f"{first}. {second}"))
    assert (sources.cite(f"{claim} (ADR-003)").grade is G.QUOTED) == whole


MARKS: list[Callable[[str], str]] = [
    str, lambda text: f"{text}.", lambda text: text[0].lower() + text[1:], lambda text: text.replace("30", "**30**"),
    lambda text: text.replace("30 minutes", "`30` _minutes_"), lambda text: text.replace(" ", "  "),
    lambda text: text.replace("expire", "[expire](x.md)"),
]  # fmt: skip


def test_what_the_law_of_the_whole_sentence_lets_differ_keeps_it_quoted(sources: Sources) -> None:
    view = sources.view()
    for place in ("(ADR-003)", "[docs/adr/0003-use-redis.md:13]", "(see docs/adr/0003-use-redis.md)"):
        (named,) = citations_of(place)
        for vary in MARKS:
            (seen,) = sources.verifier.verify(f"{vary(STATED)} {place}", [named], view)
            assert seen.grade is G.QUOTED, f"{vary(STATED)} {place}"


def test_a_symbol_is_part_of_the_sentence_that_is_quoted(sources: Sources, project: Repo) -> None:
    project.commit("Tell", {"docs/pool.md": "# Pool\n\nOnly `Pool.acquire` of src/pool.py opens a connection.\n"})
    claim = "Only `Pool.acquire` of src/pool.py opens a connection (docs/pool.md)"
    (seen, *_) = sources.verifier.verify(claim, citations_of(claim)[-1:], sources.view())
    assert seen.grade is G.QUOTED


def test_two_records_with_one_number_are_both_named(sources: Sources, project: Repo) -> None:
    project.commit("Again", {"docs/adr/0003-use-redis-too.md": "# 3. Use Redis too\n\n## Status\n\nAccepted\n"})
    result = sources.cite("We use Redis for caching (ADR-003)")
    assert (result.status, result.grade) == (S.AMBIGUOUS, G.SAID)
    assert "0003-use-redis.md" in result.detail
    assert "0003-use-redis-too.md" in result.detail


def test_a_commit_is_a_ground_and_never_quoted(sources: Sources, project: Repo) -> None:
    sha = project.commit("Fix the crash of the pool", {"src/pool.py": POOL + "# done\n"})
    seen = sources.cite(f"Fix the crash of the pool (commit {sha[:10]})")
    assert (seen.whole, seen.place, seen.grade) == (True, PlaceKind.MESSAGE, G.GROUNDED)


def test_a_commit_counts_only_while_head_has_it_and_nobody_took_it_back(sources: Sources, project: Repo) -> None:
    project.git("checkout", "-q", "-b", "aside")
    aside = project.commit("Fix the crash of the pool", {"docs/pool.md": "# Pool\n"})
    project.git("checkout", "-q", "main")
    locked = project.commit("Add a lock to the pool", {"src/pool.py": POOL + "LOCK = 1\n"})
    project.git("revert", "--no-edit", locked)
    lost, reverted = (sources.cite(f"Fix the crash, add a lock to the pool ({sha[:10]})") for sha in (aside, locked))
    assert (lost.status, lost.grade, reverted.status, reverted.grade) == (S.UNREACHABLE, G.SAID, S.REVERTED, G.SAID)
    assert reverted.words == "Add a lock to the pool"


def base(project: Repo, name: str = "main") -> None:
    """The remote has the branch as it is now."""
    project.git("update-ref", f"refs/remotes/origin/{name}", "HEAD")


def test_what_this_session_wrote_is_its_own_word(sources: Sources, project: Repo) -> None:
    start = project.git("rev-parse", "HEAD")
    project.commit("Note it", {"docs/guide.md": NOTED})
    mine = sources.cite(f"{SPEAKS} (docs/guide.md)", start)
    theirs = sources.cite("The server listens on port 8080 (docs/guide.md)", start)
    later = sources.cite(f"{SPEAKS} (docs/guide.md)")
    assert (mine.status, mine.grade, mine.detail) == (S.OWN, G.SAID, "written on main by this session")
    assert (theirs.grade, later.grade) == (G.QUOTED, G.QUOTED)


def test_where_the_remote_has_a_base_branch_only_its_lines_are_merged(sources: Sources, project: Repo) -> None:
    base(project)
    sha = project.commit("Note it", {"docs/guide.md": NOTED})
    waits = sources.cite(f"{SPEAKS} (docs/guide.md)")
    assert (waits.status, waits.grade, waits.detail) == (
        S.UNMERGED,
        G.SAID,
        "written on main, not on the base branch yet",
    )
    assert sources.cite(f"Note it {sha[:10]}").status is S.UNMERGED
    assert sources.cite("The server listens on port 8080 (docs/guide.md)").grade is G.QUOTED
    base(project)
    assert sources.cite(f"{SPEAKS} (docs/guide.md)").grade is G.QUOTED
    assert sources.cite(f"Note it {sha[:10]}").grade is G.GROUNDED


def test_the_remotes_own_default_branch_is_the_base(sources: Sources, project: Repo) -> None:
    base(project, "dev")
    project.git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/dev")
    project.commit("Note it", {"docs/guide.md": NOTED})
    assert sources.cite(f"{SPEAKS} (docs/guide.md)").status is S.UNMERGED
    base(project, "dev")
    assert sources.cite(f"{SPEAKS} (docs/guide.md)").grade is G.QUOTED


@pytest.mark.parametrize(
    ("acted", "status"), [("", S.RESOLVED), ("2000-01-01T00:00:00Z", S.UNMERGED), ("2100-01-01T00:00:00Z", S.RESOLVED)]
)
def test_without_a_remote_only_what_was_committed_before_a_person_last_acted_is_merged(
    sources: Sources, acted: str, status: CitationStatus
) -> None:
    verifier = sources.verifying(acted=lambda: acted)
    claim = f"{STATED} (ADR-003)"
    (seen,) = verifier.verify(claim, citations_of(claim), sources.view())
    assert seen.status is status
    assert ("since a person last acted here" in seen.detail) == (status is S.UNMERGED)


def test_a_renamed_document_keeps_its_old_lines(sources: Sources, project: Repo) -> None:
    base(project)
    project.git("mv", "docs/guide.md", "docs/server.md")
    project.commit("Rename the guide")
    assert sources.cite("The server listens on port 8080 (docs/server.md)").grade is G.QUOTED


ACCEPTED = ADR_4.replace("Proposed", "Accepted")
MOVED = "# 3. Cache\n\n## Status\n\nAccepted\n\n## Decision\n\nUse Valkey for caching.\n"


@pytest.mark.parametrize(
    ("file", "text", "claim"),
    [
        ("0004-move-to-kafka.md", ACCEPTED, "All events move to Kafka topics (ADR-004)"),
        ("0003-use-redis.md", MOVED, "Use Valkey for caching (ADR-003)"),
    ],
)
def test_what_only_a_branch_decides_is_not_decided(
    sources: Sources, project: Repo, file: str, text: str, claim: str
) -> None:
    base(project)
    project.git("checkout", "-q", "-b", "feat")
    project.commit("Decide", {f"docs/adr/{file}": text})
    assert sources.cite(claim).status is S.UNMERGED


def test_an_older_place_counts_while_head_says_the_same(sources: Sources, project: Repo) -> None:
    old = project.git("rev-parse", "HEAD")
    claim = f"The server listens on port 8080 (docs/guide.md@{old[:10]}:3)"
    project.commit("Grow", {"docs/guide.md": "# Preface\n\nHello to all of you.\n\n" + GUIDE})
    assert sources.cite(claim).grade is G.QUOTED
    project.commit("Change", {"docs/guide.md": GUIDE.replace("8080", "9090")})
    changed = sources.cite(claim)
    assert (changed.status, changed.grade) == (S.CHANGED, G.SAID)
    assert "8080" in changed.words
    project.git("rm", "-q", "docs/guide.md")
    project.commit("Drop")
    assert sources.cite(claim).status is S.GONE


def test_a_document_outside_the_included_ones_is_never_quoted(sources: Sources, project: Repo) -> None:
    project.commit("Add notes", {"node_modules/notes/README.md": "The server listens on port 7070.\n"})
    seen = sources.cite("The server listens on port 7070 (node_modules/notes/README.md)")
    assert (seen.status, seen.grade, seen.detail) == (S.RESOLVED, G.GROUNDED, "not among ingestion.include")


def test_secrets_in_a_sources_words_are_masked(sources: Sources, project: Repo) -> None:
    token = "ghp_" + "a1B2" * 9
    project.commit("Leak", {"docs/leak.md": f"# Leak\n\nThe deploy job logs in with the token {token} each night.\n"})
    seen = sources.cite("The deploy job logs in with the token each night (docs/leak.md)")
    assert "deploy job logs in" in seen.words
    assert token not in repr(seen)


def test_no_more_than_three_places_are_grounds(sources: Sources) -> None:
    claim = "The port is 8080 (docs/guide.md:1, docs/guide.md:2, docs/guide.md:3, ADR-003)"
    assert len(sources.verifier.verify(claim, citations_of(claim), sources.view())) == MOST == 3


def at(path: str, *lines: int) -> tuple[str, tuple[int, int]]:
    return path, (lines[0], lines[-1])


def test_the_place_whose_very_sentence_it_is_is_found_and_no_other(sources: Sources) -> None:
    view = sources.view()
    for claim, place, path in (
        (STATED, at("docs/adr/0003-use-redis.md", 11, 13), "docs/adr/0003-use-redis.md"),
        ("Use Valkey for caching", at("docs/adr/0003-use-redis.md", 7, 9), ""),  # an option
        ("We use Memcached for caching", at("docs/adr/0002-use-memcached.md", 9), "docs/adr/0002-use-memcached.md"),
        ("Sessions end after 30 minutes", at("docs/adr/0003-use-redis.md", 11, 13), ""),
    ):
        found = sources.verifier.sentence(claim, [at("docs/guide.md", 1, 3), place], view)
        assert [one.path for one in found] == ([path] if path else []), claim
        if "0002" in path:
            assert (found[0].status, found[0].grade) == (S.SUPERSEDED, G.SAID)
