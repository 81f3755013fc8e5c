"""What a document or a committed configuration says makes scrubjay open nothing, load nothing and never hang."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from scrubjay.app import App
from scrubjay.search.recall.answer import RecallRequest
from tests.behaviour.conftest import found, ingest
from tests.behaviour.hostile.conftest import DOCUMENTS, SECRET_WORD, Listener, Run, Traps, bytes_of
from tests.conftest import Repo
from tests.patience import PATIENCE_S

Tour = Callable[[Repo], str]


def test_rst_directives_insert_no_file_and_open_no_address(
    repo: Repo, traps: Traps, listener: Listener, tour: Tour, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url, file = f"http://127.0.0.1:{listener.port}/x", traps.canary
    directives = [
        f".. include:: {file}", f".. include:: {file}\n   :literal:", f".. raw:: html\n   :file: {file}",
        f".. raw:: html\n   :url: {url}", f".. csv-table:: T\n   :file: {file}", f".. csv-table:: T\n   :url: {url}",
        f".. image:: {url}", f".. figure:: {file}\n   :figwidth: image", f".. literalinclude:: {file}",
        ".. include:: untracked.md", f".. math:: \\input{{{file}}}",
    ]  # fmt: skip
    text = "Guide\n=====\n\nParcels are guided.\n\n" + "\n\n".join(directives) + "\n\nEnd\n---\n\nThe end.\n"
    repo.commit("start", {**DOCUMENTS, "docs/guide.rst": text, "docs/adr/0002-x.rst": text})
    repo.write("untracked.md", traps.canary.read_text())
    repo.write(
        "docutils.conf",
        "[general]\nfile_insertion_enabled: yes\nraw_enabled: yes\n[restructuredtext parser]\nraw_enabled: yes\n",
    )
    monkeypatch.chdir(repo.path)
    said = tour(repo)
    assert "Parcels are guided" in said
    assert SECRET_WORD not in said
    assert SECRET_WORD.encode() not in bytes_of(home)
    assert listener.connections == 0


def test_a_committed_configuration_opens_no_connection_and_raises_no_limit(
    repo: Repo, listener: Listener, tour: Tour, run: Run
) -> None:
    url = f"http://127.0.0.1:{listener.port}"
    repo.commit("start", {
        **DOCUMENTS,
        "big.md": "# Big\n\n" + "word " * 120_000,
        ".agent/config.yaml": (
            f"endpoint:\n  url: {url}\n  api_key: x\nembedding:\n  provider: sentence-transformers\n  model: {url}\n"
            f"trust:\n  scripts: true\ncitations:\n  urls: true\nproxy: {url}\n"
            "conversations:\n  index: true\nreview:\n  per_user: 100000\nuser:\n  id: root\n"
            "ingestion:\n  max_file_size_kb: 10240\nskills:\n  directory: ../../outside\n"
        ),
    })  # fmt: skip
    said = tour(repo)
    assert listener.connections == 0
    for key in ("endpoint.url", "embedding.model", "trust.scripts", "citations.urls", "conversations.index"):
        assert f"{key} belongs in the user's config" in said
    assert "unknown key proxy" in said
    assert "above 500" in said
    assert "1 file skipped" in said
    assert not (repo.path.parent.parent / "outside").exists()


FRONT = {
    "billion laughs": "a: &a [x,x,x,x,x,x,x,x,x]\n"
    + "".join(f"{c}: &{c} [{','.join([f'*{p}'] * 9)}]\n" for p, c in zip("abcdefghi", "bcdefghij", strict=True)),
    "a python object": "status: !!python/object/apply:os.system ['touch /nowhere']\n",
    "no end": "status: [accepted\n",
    "tabs": "status:\taccepted\n\tdate: x\n",
    "a list": "- status\n- accepted\n",
    "deep": "[" * 5000 + "\n",
    "deep map": "".join(" " * n + "a:\n" for n in range(400)),
    "merge keys": "<<: &a {status: accepted}\nx: {<<: *a}\n",
    "a huge number": "status: " + "9" * 5000 + "\n",
    "many keys": "".join(f"k{n}: v\n" for n in range(5000)),
}  # fmt: skip


def test_no_front_matter_stops_its_document(repo: Repo, app: App) -> None:
    files = {
        f"docs/adr/{n:04}-x.md": f"---\n{text}---\n\n# Number {n}\n\nBody{n} text.\n"
        for n, text in enumerate(FRONT.values(), 1)
    }
    repo.commit("start", files)
    at = app.initialise(repo.path)
    ingest(at)
    assert at.documents.verify(at.documents.view(), deep=True).ok
    for number, name in enumerate(FRONT, 1):
        assert any(f"Body{number} " in text for text in found(at, f"Body{number}")), name
    at.documents.decisions(at.documents.view())


MONSTERS: dict[str, str] = {
    "lists.rst": "".join("  " * n + "* item\n\n" for n in range(500)),
    "quotes.rst": "".join(" " * n + f"line {n}\n\n" for n in range(500)),
    "table.rst": "=" * 10 + " " + "=" * 10 + "\n" + "cell       cell\n" * 1500 + "=" * 10 + " " + "=" * 10 + "\n",
    "grid.rst": ("+" + "---+" * 60 + "\n" + "|" + " x |" * 60 + "\n") * 60 + "+" + "---+" * 60 + "\n",
    "substitution.rst": "".join(f".. |a{n}| replace:: |a{n + 1}| |a{n + 1}|\n" for n in range(300)) + "\n|a0|\n",
    "one paragraph.rst": "*a\n|b\n`c\n" * 5_000,
    "inline.rst": "*" * 5000 + "\n\n" + "`" * 5000 + "\n\n" + "|a " * 3000 + "\n",
    "titles.rst": "".join(f"T{n}\n{c * 4}\n\n" for n, c in enumerate("=-~^\"'#*+.`:_!$%&(),/;<>?@[]{|}")),
    "lists.md": "".join("  " * n + "- item\n" for n in range(600)),
    "quotes.md": ">" * 5000 + " deep\n",
    "brackets.md": "[" * 5_000 + "\n\n" + "](" * 5_000 + "\n",
    "emphasis.md": "*a_" * 5_000 + "\n",
    "ticks.md": "".join("`" * n + " " for n in range(600)) + "\n",
    "references.md": "".join(f"[a{n}]: /x\n" for n in range(5000)) + "[a1] " * 5000,
    "fences.md": "```\n" * 5001,
    "html.md": "<div>" * 5000 + "<!--" * 5000 + "\n",
    "table.md": "|" + "a|" * 500 + "\n|" + "-|" * 500 + "\n" + ("|" + "x|" * 500 + "\n") * 40,
    "entities.md": "&" * 10_000 + "\n",
    "headings.adoc": "".join("=" * (n % 8) + f" T{n}\n" for n in range(5000)),
}


def test_no_text_makes_a_parser_hang_or_a_passage_too_long(repo: Repo, app: App) -> None:
    files: dict[str, str | bytes] = {f"docs/{n}": f"Monster{i}\n\n{t}" for i, (n, t) in enumerate(MONSTERS.items())}
    repo.commit("start", files)
    at = app.initialise(repo.path)
    ingest(at)
    assert at.documents.verify(at.documents.view()).ok
    for number, name in enumerate(MONSTERS):
        hits = at.recall.search(RecallRequest(query=f"Monster{number}", limit=1)).hits
        assert [hit.path for hit in hits] == [f"docs/{name}"]


def test_modules_that_lie_in_the_repository_are_not_imported(
    repo: Repo, traps: Traps, environment: dict[str, str], run: Run
) -> None:
    repo.commit("start", DOCUMENTS)
    assert run(repo, "init", "--yes")[0] == 0
    trap = f"import pathlib\npathlib.Path({traps.script('module')!r}).with_name('imported').touch()\n"
    for name in ("json.py", "mcp.py", "sitecustomize.py", "scrubjay/__init__.py", "anyio/__init__.py"):
        repo.write(name, trap)
    repo.write(".env", "MCP_LOG_LEVEL=DEBUG\nSCRUBJAY_HOME=/nowhere\n")
    for module in ("scrubjay_session", "scrubjay_knowledge", "scrubjay.operations.jobs.worker"):
        done = subprocess.run(
            [sys.executable, "-I", "-m", module],
            cwd=repo.path,
            env=environment,
            input=b"",
            capture_output=True,
            timeout=PATIENCE_S,
            check=False,
        )
        assert done.returncode == 0, done.stderr
    assert not (traps.folder / "imported").exists()
