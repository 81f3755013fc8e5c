"""`scrubjay graph`: a small shop, asked how it hangs together, at HEAD, on a branch, as of then."""

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.shared.cli.conftest import Scrubjay

pytestmark = pytest.mark.story

SHOP = {
    ".github/CODEOWNERS": "* @shop/all\n/docs/ @ada\n",
    "docs/services/shop.md": "---\nservice: shop\ndepends_on: [payments]\n---\n"
    "# Shop\n\nSee [queue](../decisions/0003-queue.md).\n",
    "docs/services/payments.md": "---\nservice: payments\n---\n# Payments\n",
    "docs/incidents/2026-02-01-carts.md": "# Carts were lost\n\nService: shop\nDate: 2026-02-01\n",
    "docs/incidents/2026-02-02-mail.md": "# Mail was late\n\nService: mail\nDate: 2026-02-02\n",
    "docs/decisions/0003-queue.md": "# Use a queue\n\n## Status\n\nAccepted\n\n## Decision\n\nCarts wait in a queue.\n",
    "app/__init__.py": "from .db import connect\n",
    "app/db.py": "def connect():\n    return 1\n",
    "app/main.py": "from app import connect\n\n\ndef run():\n    return connect()\n",
    "app/alone.py": "import json\n",
}


@pytest.fixture
def shop(ready: Scrubjay, magpie: Any, environment: dict[str, str]) -> Scrubjay:
    file = Path(environment["SCRUBJAY_HOME"]) / "config.yaml"
    file.write_text("ingestion:\n  code: [python]\n", encoding="utf-8")
    magpie.commit("Open the shop (#7)", files=SHOP)
    assert ready("ingest").code == 0
    return ready


def found(shop: Scrubjay, *words: str) -> list[str]:
    told = shop("graph", *words, "--json")
    answer = json.loads(told.out)
    assert told.code == (0 if answer["found"] else 1)
    return answer["found"]


def test_questions_are_answered_by_what_is_stated(shop: Scrubjay, magpie: Any) -> None:
    sha = magpie.git("rev-parse", "HEAD")
    for question, expected in {
        "incidents of services that depend on payments": ["file:docs/incidents/2026-02-01-carts.md"],
        "incidents of services that depend on shop": [],
        "decisions that supersede ADR-1": ["file:docs/decisions/0002-use-sqlite.md"],
        "decisions that supersede ADR-2": [],
        "who owns docs/decisions/0003-queue.md": ["person:@ada"],
        "who changed app/db.py": ["person:Ada"],
        "files that import app/db.py": ["file:app/__init__.py"],
        "files that transitively import app/db.py": ["file:app/__init__.py", "file:app/main.py"],
        "files that import app/alone.py": [],
        "symbols that call connect": ["symbol:app/main.py#run"],
        "files that link to ADR-3": ["file:docs/services/shop.md"],
        "commits that touch README.md and app/db.py": [],
        "commits that touch app/db.py and app/main.py": [f"commit:{sha}"],
        "pull requests that touch app/db.py": ["request:#7"],
    }.items():
        assert found(shop, "find", question) == expected, question


def test_a_way_is_told_with_its_evidence_and_none_is_said(shop: Scrubjay, magpie: Any) -> None:
    short = magpie.git("rev-parse", "HEAD")[:10]
    told = shop("graph", "path", "app/main.py", "connect")
    assert told.code == 0
    assert f"1. app/main.py defines run · app/main.py:4-5 @ {short}" in told.out
    assert f"2. run calls connect · app/main.py:5 @ {short}" in told.out
    none = shop("graph", "path", "app/alone.py", "payments")
    assert none.code == 1
    assert "No way is stated; looked at: " in none.out
    assert shop("graph", "path", "app/alone.py", "app/db.py", "--either-way").code == 1


def test_none_is_said_only_where_what_could_state_it_was_read(shop: Scrubjay, environment: dict[str, str]) -> None:
    none = shop("graph", "find", "files that import app/alone.py")
    assert none.code == 1
    assert "Nothing is stated that fits" in none.out
    assert "not read" not in none.out
    file = Path(environment["SCRUBJAY_HOME"]) / "config.yaml"
    file.write_text("ingestion:\n  code: []\n", encoding="utf-8")
    off = shop("graph", "find", "files that import app/alone.py")
    assert off.code == 1
    assert "not read: imports in Python files (4 files that `ingestion.code` doesn't select)" in off.out
    assert "Nothing is stated" not in off.out


def test_who_changed_something_is_told_by_commits_also_of_what_went_away(shop: Scrubjay, magpie: Any) -> None:
    magpie.git("config", "user.name", "Zoe")
    for number in range(3):
        magpie.commit(f"Try {number}", files={"docs/gone.md": f"# Gone {number}\n"})
    magpie.git("rm", "-q", "docs/gone.md")
    magpie.git("commit", "-q", "-m", "Drop it")
    told = shop("graph", "find", "who changed docs/").out
    assert told.index("person Zoe · 4 commits") < told.index("person Ada")
    assert found(shop, "find", "who changed docs/")[0] == "person:Zoe"


def test_who_changed_something_is_counted_as_git_counts_it(shop: Scrubjay, magpie: Any) -> None:
    for branch, who in (("bot", "dependabot[bot]"), ("zoe", "Zoe")):
        magpie.git("checkout", "-q", "-b", branch, "main")
        magpie.git("config", "user.name", who)
        magpie.commit(f"By {who}", files={"app/db.py": f"def connect():\n    return {who!r}\n", "AUTHORS": who})
    magpie.git("merge", "-q", "-s", "ours", "-m", "Merge bot", "bot")
    magpie.git("checkout", "-q", "main")
    magpie.git("merge", "-q", "--no-ff", "-m", "Merge zoe", "zoe")
    magpie.git("rm", "-q", "app/main.py", "AUTHORS", "docs/incidents/2026-02-02-mail.md")
    magpie.git("commit", "-q", "-m", "Drop them")
    for place in (
        "app/db.py",
        "app/",
        "app/main.py",
        "AUTHORS",
        "docs/incidents/",
        "file docs/incidents/2026-02-02-mail.md",
    ):
        path = place.removeprefix("file ")
        listed = magpie.git("shortlog", "-sn", "HEAD", "--", path).split("\n")
        told = shop("graph", "find", "who changed", place).out
        for line in listed:
            many, _, who = line.strip().partition("\t")
            assert f"- person {who} · {many} commit" in told, (place, told)
        assert told.count("- person ") == len(listed), place
        commits = magpie.git("log", "--format=%H", "HEAD", "--", path).split()
        assert sorted(found(shop, "find", "commits that touch", place)) == sorted(f"commit:{sha}" for sha in commits)
    never = shop("graph", "find", "who changed app/never.py")
    assert (never.code, "Nothing is called" in never.err) == (1, True)


def test_who_changed_a_file_that_is_called_as_secrets_are_is_never_told(shop: Scrubjay, magpie: Any) -> None:
    magpie.commit("Keep a key", files={"config/id_rsa": "nothing\n"})
    magpie.git("rm", "-q", "config/id_rsa")
    magpie.git("commit", "-q", "-m", "Drop it")
    assert "Nothing is called" in shop("graph", "find", "who changed config/id_rsa").err


def test_other_forms_of_a_question_are_read(shop: Scrubjay, magpie: Any) -> None:
    magpie.commit("Test", files={"tests/test_db.py": "from app.db import connect\n\n\ndef test_it():\n    connect()\n"})
    for question, expected in {
        "what does app/__init__.py import": ["file:app/db.py"],
        "who calls connect": ["symbol:app/main.py#run", "symbol:tests/test_db.py#test_it"],
        "where is connect defined": ["symbol:app/db.py#connect"],
        "tests of app/db.py": ["file:tests/test_db.py"],
        "tests of connect": ["file:tests/test_db.py"],
        "what does run call": ["symbol:app/db.py#connect"],
        "documents that mention connect": [],
        "decisions that mention carts": ["file:docs/decisions/0003-queue.md"],
        "what links docs/services/shop.md and ADR-3": [
            "file:docs/services/shop.md",
            "file:docs/decisions/0003-queue.md",
        ],
    }.items():
        assert found(shop, "find", question) == expected, question


def test_a_call_that_only_its_name_tells_is_shown_apart(shop: Scrubjay, magpie: Any) -> None:
    text = "class Pool:\n    def close(self): pass\n\n\ndef end(pool):\n    pool.close()\n"
    magpie.commit("Pool", files={"app/pool.py": text})
    told = shop("graph", "find", "who calls Pool.close").out
    assert "By its name alone, nothing tells which one is meant:\n- end · app/pool.py:6" in told
    assert "Nothing is stated" not in told


def test_only_bases_are_told_by_name_of_what_extends_a_type_and_only_calls_of_what_calls_it(
    shop: Scrubjay, magpie: Any
) -> None:
    text = "class Pool:\n    class Part: pass\n\n\nclass Half(other.Part):\n    pass\n\n\ndef make(x):\n"
    text += "    return x.Part()\n"
    magpie.commit("Pool", files={"app/pool.py": text})
    told = shop("graph", "find", "what extends Pool.Part").out
    assert "- Half · app/pool.py:5" in told
    assert "app/pool.py:10" not in told
    told = shop("graph", "find", "who calls Pool.Part").out
    assert "- make · app/pool.py:10" in told
    assert "app/pool.py:5" not in told


def test_a_question_that_cannot_be_read_is_answered_with_those_that_can(shop: Scrubjay) -> None:
    told = shop("graph", "find", "please", "explain", "app/db.py", "to me")
    assert told.code == 2
    assert "- files that import app/db.py" in told.err
    assert "- who changed app/db.py" in told.err


def test_a_mermaid_picture_holds_names_as_text(shop: Scrubjay, magpie: Any) -> None:
    evil = 'docs/a"]; click x "javascript:alert(1)".md'
    magpie.commit("Evil", files={evil: "[x](services/shop.md) %%{init: {}}%%\n"})
    answer = json.loads(shop("graph", "export", "docs/services/shop.md").out)
    drawn = shop("graph", "export", "docs/services/shop.md", "--format", "mermaid").out
    assert drawn.startswith("flowchart LR\n")
    assert drawn.count(" -->|") == len(answer["edges"])
    assert drawn.count(":::") == len(answer["nodes"])
    assert 'docs/a#34;#93;#59; click x #34;javascript:alert#40;1#41;#34;.md"]:::file' in drawn


def test_a_mermaid_picture_that_was_cut_says_so_on_stderr(shop: Scrubjay, magpie: Any) -> None:
    whole = shop("graph", "export", "docs/services/shop.md", "--format", "mermaid")
    assert "note: the picture has" not in whole.err
    pages = {f"docs/pages/{'of a long name ' * 8}{number}.md": "[x](../services/shop.md)\n" for number in range(480)}
    magpie.commit("Many pages", files=pages)
    cut = shop("graph", "export", "docs/services/shop.md", "--hops=1", "--format=mermaid")
    assert cut.code == 0
    assert "most connected first: Mermaid draws at most 500 edges and 50,000 characters" in cut.err
    assert len(cut.out) < 50_000


def test_what_is_near_names_its_kinds_and_an_unknown_name_is_told(shop: Scrubjay) -> None:
    told = shop("graph", "around", "payments").out
    assert "- service shop" in told
    assert "shop depends on payments · docs/services/shop.md:3 @ " in told
    unknown = shop("graph", "around", "'; DROP TABLE graph_node; --")
    assert unknown.code == 1
    assert "Nothing is called" in unknown.err
    assert shop("graph", "find", "hello there").code == 2
    assert shop("graph", "around", "payments", "--relation", "sings").code == 2


def test_the_graph_is_that_of_the_view(shop: Scrubjay, magpie: Any) -> None:
    magpie.git("checkout", "-q", "-b", "feat")
    magpie.commit("Use the database alone", files={"app/alone.py": "from app import db\n"})
    assert found(shop, "find", "files that import app/db.py") == ["file:app/__init__.py", "file:app/alone.py"]
    assert found(shop, "find", "files that import app/db.py", "--as-of", "main") == ["file:app/__init__.py"]
    magpie.git("checkout", "-q", "main")
    assert found(shop, "find", "files that import app/db.py") == ["file:app/__init__.py"]


def test_with_people_off_nobody_is_named(shop: Scrubjay, environment: dict[str, str]) -> None:
    assert "person Ada" in shop("graph", "find", "who changed app/db.py").out
    file = Path(environment["SCRUBJAY_HOME"]) / "config.yaml"
    file.write_text("people: off\ningestion:\n  code: [python]\n", encoding="utf-8")
    for words in (
        ("around", "app/db.py", "--hops", "3"),
        ("find", "people of docs/decisions/0003-queue.md"),
        ("export", "app/db.py"),
    ):
        told = shop("graph", *words).out
        assert "person" not in told.replace("nodes[].person", "")
        assert "@ada" not in told
    assert "nobody is named here" in shop("graph", "around", "app/db.py").out
    who = shop("graph", "find", "who changed app/db.py").out
    assert "not read: nobody is named here" in who
    assert "Nothing is stated" not in who


def test_a_memory_hangs_on_what_it_cites_where_the_view_shows_it(shop: Scrubjay) -> None:
    kept = shop("remember", "Parcels are stored in SQLite (docs/decisions/0002-use-sqlite.md:11).", "--json")
    id = json.loads(kept.out)["id"]
    assert found(shop, "find", "memories that cite ADR-2") == [f"memory:{id}"]
    assert "Parcels are stored in SQLite" in shop("graph", "around", "ADR-2").out
    assert found(shop, "find", "memories that cite ADR-2", "--as-of", "HEAD~1") == []


def test_an_address_of_a_request_counts_where_it_is_this_repository(shop: Scrubjay, magpie: Any) -> None:
    magpie.git("remote", "add", "origin", "git@forge.example:acme/shop.git")
    theirs, ours = (f"https://forge.example/{name}/pull/7\n" for name in ("acme/other", "acme/shop"))
    magpie.commit("Name requests", files={"docs/theirs.md": theirs, "docs/ours.md": ours})
    assert found(shop, "find", "files that cite pull request 7") == ["file:docs/ours.md"]


def test_a_picture_is_xml_with_the_numbers_of_the_table(shop: Scrubjay) -> None:
    answer = json.loads(shop("graph", "export", "payments").out)
    root = ElementTree.fromstring(  # noqa: S314 - our own
        shop("graph", "export", "payments", "--format", "svg").out
    )
    space = "{http://www.w3.org/2000/svg}"
    assert root.attrib["role"] == "img"
    assert [child.tag for child in root][:2] == [f"{space}title", f"{space}desc"]
    assert len(root.findall(f"{space}g/{space}rect")) == len(answer["nodes"])
    assert len(root.findall(f"{space}g/{space}path")) == len(answer["edges"])
    table = shop("graph", "export", "payments", "--format", "table").out
    assert len(table.strip().split("\n")) == 1 + len(answer["edges"])
    assert shop("graph", "export", "--format", "dot").out.count("->") == len(
        json.loads(shop("graph", "export").out)["edges"]
    )
    assert shop("graph", "export", "--format", "gif").code == 2
