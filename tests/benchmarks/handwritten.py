"""A search written by hand with every arm that ours asks: what the same ranking costs with no product around it.

    python -m tests.benchmarks.handwritten CLONE HOME [--calls 40]

serves one tool, `floor`, over stdio with the SDK (`--serve`), or prints the median wall time of each step. The tables
are those of scrubjay's home, everything embedded; what is read once is read before the first question. It leaves out
named hits, successors, twins, evidence and grades, and nothing in it may change while it runs.
"""

import argparse
import importlib
import json
import statistics
import subprocess
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from scrubjay.inference.embedding.onnx import OnnxEmbedder
from scrubjay.inference.reranking import maxsim
from scrubjay.knowledge.retrieval.query import parse_query
from scrubjay.model.encoded import EncodedQuery
from scrubjay.search.recall.excerpts import excerpt
from scrubjay.storage.driver import DRIVER
from scrubjay.text.telling import telling_words

WORDS = (
    "SELECT rowid, bm25({table}, {weights}) AS score FROM {table} WHERE {table} MATCH ? AND +rowid IN"
    " (SELECT id FROM temp.{kept}) ORDER BY score, rowid DESC LIMIT {limit}"
)
PLACES = "SELECT rowid, bm25(path_fts) AS score FROM path_fts WHERE path_fts MATCH ? ORDER BY score LIMIT 200"
DIM, CENTRE_OF, POOL, VOTES, ARM, SHOWN = 384, 64, 50, 100, 200, 8
BLEND = {"bm25": 0.2, "cosine": 0.5, "centre": 0.5, "reranker": 1.0}


class Part:
    """The vectors of some contents in memory, by content: documents, commits, memories."""

    def __init__(self, rows: Sequence[tuple[int, int, bytes]]) -> None:
        self.ids = np.array([row[0] for row in rows], dtype=np.int64)
        owners = np.array([row[1] for row in rows], dtype=np.int64)
        codes = np.frombuffer(b"".join(row[2] for row in rows), dtype=np.int8).reshape(len(rows), DIM)
        self.vectors = codes.astype(np.float32)
        self.vectors /= np.maximum(np.linalg.norm(self.vectors, axis=1, keepdims=True), 1e-9)
        first = np.concatenate([[True], owners[1:] != owners[:-1]]) if len(rows) else np.empty(0, dtype=bool)
        self.starts = np.flatnonzero(first)
        self.ends = np.append(self.starts[1:], len(rows))[: len(self.starts)]
        self.contents = owners[self.starts]
        self.owner = np.repeat(np.arange(len(self.starts)), self.ends - self.starts)
        spans = zip(self.starts, self.ends, strict=True)
        means = [self.vectors[start : min(end, start + CENTRE_OF)].mean(axis=0) for start, end in spans]
        self.means = np.array(means, dtype=np.float32).reshape(len(means), DIM)
        self.means /= np.maximum(np.linalg.norm(self.means, axis=1, keepdims=True), 1e-9)
        self.place = {int(passage): n for n, passage in enumerate(self.ids)}
        self.document = {int(content): n for n, content in enumerate(self.contents)}


class HandWritten:
    """Asks the home's largest database about the clone's HEAD. One thread, one connection, no transaction but reads."""

    def __init__(self, clone: Path, home: Path) -> None:
        file = max(home.glob("projects/*/knowledge.db"), key=lambda path: path.stat().st_size)
        connect = importlib.import_module(DRIVER.module).connect
        self.connection = connect(f"file:{file}?mode=ro", uri=True, isolation_level=None)
        self.connection.execute("PRAGMA cache_size = -16000")
        self.embedder = OnnxEmbedder()
        self.steps: dict[str, list[float]] = {}
        tree = _git(clone, "ls-tree", "-r", "-z", "HEAD").split("\0")
        paths = {entry.split()[2]: path for entry, path in (line.split("\t") for line in tree if line)}
        commits = set(_git(clone, "rev-list", "HEAD").split())
        self.path: dict[int, str] = {}
        kept: dict[str, list[int]] = {"document": [], "commit": [], "code": [], "memory": []}
        for content, blob, format in self.connection.execute("SELECT id, blob, format FROM content"):
            kind = format if format in ("commit", "memory") else "code" if format.startswith("code:") else "document"
            if kind == "memory" or blob in (commits if kind == "commit" else paths):
                kept[kind].append(content)
                self.path[content] = paths.get(blob, blob)
        places = {path: id for id, path in self.connection.execute("SELECT id, path FROM path")}
        self.at_path = {places[path]: content for content, path in self.path.items() if path in places}
        self.parts: dict[str, Part] = {}
        for kind, contents in kept.items():
            self._keep(f"{kind}_contents", contents)
            under = f"SELECT id FROM passage WHERE content_id IN (SELECT id FROM temp.{kind}_contents)"
            self._keep(f"{kind}_passages", [row[0] for row in self.connection.execute(under)])
            vectors = (
                f"SELECT p.id, p.content_id, e.vector FROM passage AS p JOIN embedding AS e ON e.passage_id = p.id"
                f" WHERE p.content_id IN (SELECT id FROM temp.{kind}_contents) ORDER BY p.content_id, p.ordinal"
            )
            self.parts[kind] = Part(self.connection.execute(vectors).fetchall() if kind != "code" else [])

    def search(self, question: str) -> list[tuple[str, int]]:
        """The path and first line of each hit, best first."""
        with self._step("embed"):
            encoded = self.embedder.embed_query(question)
        match = parse_query(question).match
        hits = [*self._ranked("document", match, encoded), *self._ranked("commit", match, encoded)[:3]]
        with self._step("code"):
            code = self._words("code_fts", "10.0, 5.0, 2.0, 1.0, 1.0", "code_passages", match)[:SHOWN]
            hits += [(0.0, passage) for passage, _ in code]
        hits += self._ranked("memory", match, encoded)[:SHOWN] if len(self.parts["memory"].ids) else []
        with self._step("rows"):
            wanted = [passage for _, passage in hits[: SHOWN + 3]]
            sql = "SELECT p.id, p.content_id, p.start_line, p.text, c.title FROM passage AS p JOIN content AS c"
            sql += " ON c.id = p.content_id WHERE p.id IN (SELECT value FROM json_each(?))"
            rows = {row[0]: row for row in self.connection.execute(sql, (json.dumps(wanted),))}
        with self._step("excerpts"):
            told = telling_words(question)
            shown = [rows[passage] for passage in wanted if passage in rows]
            "\n\n".join(f"{self.path[row[1]]}:{row[2]} {row[4]}\n{excerpt(row[3], told, 240)}" for row in shown)
        return [(self.path[row[1]], row[2]) for row in shown]

    def _ranked(self, kind: str, match: str, encoded: EncodedQuery) -> list[tuple[float, int]]:
        """Two arms vote for a pool of documents; two passages of each are scored by the blend."""
        part, weights = self.parts[kind], "3.0, 1.0, 2.0"
        with self._step(f"words of {kind}s"):
            words = self._words("memory_fts" if kind == "memory" else "passage_fts", weights, f"{kind}_passages", match)
            bonus: dict[int, float] = {}
            if kind == "document":
                bonus = {i: s / 2 for i, s in self._words("document_fts", weights, "document_contents", match)}
                for place, score in self.connection.execute(PLACES, (match,)) if match else ():
                    if (content := self.at_path.get(place)) is not None:
                        bonus[content] = bonus.get(content, 0.0) - score
        with self._step(f"vectors of {kind}s"):
            if not len(part.ids):
                return [(score, passage) for passage, score in words]
            similar, central = part.vectors @ encoded.vector, part.means @ encoded.vector
            near = np.argpartition(-similar, min(ARM, len(similar) - 1))[:ARM]
            near = near[np.argsort(-similar[near], kind="stable")]
        with self._step(f"pool of {kind}s"):
            scored = [(part.place[p], s + bonus.get(int(part.contents[part.owner[part.place[p]]]), 0.0))
                      for p, s in words if p in part.place]  # fmt: skip
            seen = {int(part.owner[place]) for place, _ in scored}
            others = (part.document[content] for content in bonus if content in part.document)
            scored += [(int(part.starts[n]), bonus[int(part.contents[n])]) for n in others if n not in seen]
            scored.sort(key=lambda pair: -pair[1])
            wordiest: dict[int, tuple[int, float]] = {}
            for place, score in scored[:ARM]:
                wordiest.setdefault(int(part.owner[place]), (place, score))
            votes: dict[int, float] = {}
            for ranking in (wordiest, dict.fromkeys(part.owner[near].tolist())):
                for rank, document in enumerate(list(ranking)[:VOTES], 1):
                    votes[document] = votes.get(document, 0.0) + 1 / (60 + rank)
            pool = sorted(votes, key=lambda document: -votes[document])[:POOL]
            pairs = []
            for document in pool:
                nearest = int(part.starts[document] + similar[part.starts[document] : part.ends[document]].argmax())
                pairs += [(document, place) for place in {nearest, wordiest.get(document, (nearest, 0.0))[0]}]
        with self._step(f"states of {kind}s"):
            states = self._states(part.ids[[place for _, place in pairs]].tolist())
            assert encoded.states is not None
            assert encoded.weights is not None
            close = maxsim(encoded.states, encoded.weights, states)
            top = max((score for _, score in wordiest.values()), default=0.0) or 1.0
            ranked = [
                (BLEND["bm25"] * wordiest.get(document, (0, 0.0))[1] / top + BLEND["cosine"] * float(similar[place])
                 + BLEND["centre"] * float(central[document]) + (score or 0.0), int(part.ids[place]))
                for (document, place), score in zip(pairs, close, strict=True)
            ]  # fmt: skip
        return sorted(ranked, reverse=True)

    def _states(self, passages: Sequence[int]) -> list[bytes | None]:
        sql = "SELECT passage_id, states FROM token_states WHERE passage_id IN (SELECT value FROM json_each(?))"
        held = dict(self.connection.execute(sql, (json.dumps(list(passages)),)).fetchall())
        return [held.get(passage) for passage in passages]

    def _words(self, table: str, weights: str, kept: str, match: str) -> list[tuple[int, float]]:
        sql = WORDS.format(table=table, weights=weights, kept=kept, limit=ARM)
        return [(id, -score) for id, score in self.connection.execute(sql, (match,))] if match else []

    def _keep(self, name: str, ids: Iterable[int]) -> None:
        self.connection.execute(f"CREATE TEMP TABLE {name} (id INTEGER PRIMARY KEY)")
        self.connection.executemany(f"INSERT INTO temp.{name} VALUES (?)", [(id,) for id in ids])

    @contextmanager
    def _step(self, name: str) -> Iterator[None]:
        started = time.perf_counter()
        yield
        self.steps.setdefault(name, []).append((time.perf_counter() - started) * 1000)


def _git(clone: Path, *arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=clone, capture_output=True, text=True, check=True).stdout


def serve(searcher: HandWritten) -> None:
    """Serve the search as a tool of the bare SDK."""
    from mcp.server import MCPServer

    server: MCPServer[None] = MCPServer("handwritten")

    @server.tool()
    async def floor(query: str) -> str:
        return "\n".join(f"{path}:{line}" for path, line in searcher.search(query))

    server.run()


def main() -> None:
    """Serve, or print the steps."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("clone", type=Path)
    parser.add_argument("home", type=Path)
    parser.add_argument("--calls", type=int, default=40)
    parser.add_argument("--serve", action="store_true")
    params = parser.parse_args()
    searcher = HandWritten(params.clone, params.home)
    if params.serve:
        serve(searcher)
        return
    from tests.benchmarks.calls import headings

    questions = headings(params.clone, params.calls + 10)
    walls: list[Any] = []
    for number, question in enumerate(questions):
        if number == min(10, len(questions) // 2):
            searcher.steps.clear()
            walls.clear()
        started = time.perf_counter()
        searcher.search(question)
        walls.append((time.perf_counter() - started) * 1000)
    for name, taken in searcher.steps.items():
        print(f"{name:24} {statistics.median(taken):6.2f} ms")
    print(f"{'whole, without the SDK':24} {statistics.median(walls):6.2f} ms")


if __name__ == "__main__":
    main()
