"""Quoted is what a granted repository's indexed text states, word for word, for as long as it does."""

from scrubjay.model.evidence import CitationResult
from scrubjay.model.grade import Grade
from scrubjay.model.memory import Stored
from scrubjay_team.memories.claims import TeamClaim
from scrubjay_team.memories.memory import TeamMemory, memory_lines
from tests.conftest import Repo
from tests.servers.team.index.conftest import MakeMirror
from tests.servers.team.index.conftest import make_mirror as make_mirror
from tests.servers.team.memories.conftest import People
from tests.servers.team.memories.mirrors import drop_document, put_document

CACHE = "The cache keeps a page for sixty minutes."
DOCUMENT = f"# Cache\n\nPages are kept in memory first. {CACHE}\n\nNothing else is kept.\n"


def remembered(people: People, content: str, *sources: str, repo: str = "shop") -> TeamMemory:
    with people.entered("anna") as entered:
        outcome = people.memories.remember(entered, TeamClaim(content=content, repo=repo, sources=sources))
    assert isinstance(outcome, Stored)
    return read(people, outcome.id)


def read(people: People, id: str) -> TeamMemory:
    with people.entered("anna") as entered:
        return people.memories.provenance(entered, id).memory


def only(memory: TeamMemory) -> CitationResult:
    (ground,) = memory.grounds
    return ground


def test_a_sentence_of_the_named_document_is_quoted(people: People) -> None:
    put_document(people.databases, people.projects["shop"], "docs/cache.md", DOCUMENT)
    memory = remembered(people, CACHE, "docs/cache.md")
    assert memory.grade is Grade.QUOTED
    assert memory_lines(memory)[1] == f'  docs/cache.md:3: "{CACHE}"'


def test_other_words_are_said_with_the_words_that_they_lean_on(people: People) -> None:
    put_document(people.databases, people.projects["shop"], "docs/cache.md", DOCUMENT)
    memory = remembered(people, "A page stays in the cache for an hour at most.", "docs/cache.md:3")
    assert str(memory.grade) == "said"
    assert CACHE in only(memory).words


def test_a_quoted_memory_falls_when_its_source_says_something_else(people: People) -> None:
    shop = people.projects["shop"]
    put_document(people.databases, shop, "docs/cache.md", DOCUMENT)
    memory = remembered(people, CACHE, "docs/cache.md")
    put_document(people.databases, shop, "docs/cache.md", DOCUMENT.replace("sixty", "thirty"))
    assert read(people, memory.id).grade is Grade.SAID
    assert "changed since" in memory_lines(read(people, memory.id))[1]


def test_a_source_that_moved_within_its_document_stays_the_same(people: People) -> None:
    shop = people.projects["shop"]
    put_document(people.databases, shop, "docs/cache.md", DOCUMENT)
    memory = remembered(people, CACHE, "docs/cache.md")
    put_document(people.databases, shop, "docs/cache.md", DOCUMENT.replace("# Cache", "# Cache\n\nA new paragraph."))
    assert (read(people, memory.id).grade, only(read(people, memory.id)).lines) == (Grade.QUOTED, (5, 5))


def test_a_source_that_is_gone_is_said_to_be_gone(people: People) -> None:
    put_document(people.databases, people.projects["shop"], "docs/cache.md", DOCUMENT)
    memory = remembered(people, CACHE, "docs/cache.md")
    drop_document(people.databases, people.projects["shop"], "docs/cache.md")
    assert "source gone" in memory_lines(read(people, memory.id))[1]


def test_a_document_of_another_repository_quotes_nothing(people: People) -> None:
    put_document(people.databases, people.projects["pay"], "docs/cache.md", DOCUMENT)
    memory = remembered(people, CACHE, "docs/cache.md")
    assert str(memory.grade) == "said"
    assert "not in the index of shop" in memory_lines(memory)[1]


def test_a_record_that_is_only_proposed_quotes_nothing(people: People) -> None:
    record = f"# Keep pages\n\n* Status: {{}}\n\n## Decision\n\n{CACHE}\n"
    for status, grade in (("proposed", "said"), ("accepted", "quoted")):
        put_document(
            people.databases, people.projects["shop"], "docs/adr/0003-keep.md", record.format(status), kind="decision"
        )
        with people.entered("anna") as entered:
            outcome = people.memories.remember(
                entered, TeamClaim(content=CACHE, repo="shop", sources=("ADR-003",), applies=status)
            )
        assert isinstance(outcome, Stored)
        assert str(read(people, outcome.id).grade) == grade


def test_a_source_without_a_repository_belongs_to_the_only_one_that_is_granted(people: People) -> None:
    with people.entered("ben") as entered:
        outcome = people.memories.remember(entered, TeamClaim(content=CACHE, sources=("docs/cache.md",)))
    assert isinstance(outcome, Stored)
    assert read(people, outcome.id).project_name == "shop"


def test_a_sentence_that_nobody_named_is_found_in_the_mirror_and_quoted(
    people: People, repo: Repo, make_mirror: MakeMirror
) -> None:
    repo.commit("Say how long a page is kept", {"docs/cache.md": DOCUMENT})
    make_mirror(repo, people.teams["acme"], "pages").index()
    memory = remembered(people, CACHE, repo="pages")
    assert (memory.grade, only(memory).path) == (Grade.QUOTED, "docs/cache.md")
    assert remembered(people, "The cache keeps a page for ninety minutes.", repo="pages").grounds == ()


def test_an_address_in_the_words_of_a_claim_is_its_place_without_the_commit(people: People) -> None:
    put_document(people.databases, people.projects["shop"], "docs/cache.md", DOCUMENT)
    said = "As shop:docs/cache.md:3 @ 0a1b2c3d4e says, a page stays in the cache for an hour at most."
    ground = only(remembered(people, said, "docs/cache.md:3"))
    assert (ground.path, ground.lacks) == ("docs/cache.md", ())


def test_a_named_document_that_is_not_there_is_said_though_the_claim_names_it_too(people: People) -> None:
    ground = only(remembered(people, "Test of docs/none.md: pages stay.", "docs/none.md"))
    assert (str(ground.status), ground.detail) == ("not found", "not in the index of shop")
