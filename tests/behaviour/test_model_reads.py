"""A person's own model points at what a source says otherwise, in every place that shows it, and decides nothing."""

import json
from pathlib import Path

from tests.behaviour.three_weeks import colleague
from tests.conftest import Repo
from tests.fakes import MovingClock
from tests.shared.inference.embedding.test_endpoint import serving

CONFIG = "extraction:\n  by: model\n  model: small\nendpoint:\n  url: {url}\ngrounding:\n  judge: model\n"
GATE = "# Gate\n\nThe gate opens at seven for every lorry.\n\n## Night\n\nAt night the gate is guarded by two dogs.\n"
GUARD = "At night a porter sits at the gate (docs/gate.md:7)."
OPENS = "Lorries may come in from 7 o'clock (docs/gate.md:3)."
SHIFT = "Nobody likes the night shift at the gate (docs/gate.md:7)."
AGAINST, FOR, NEITHER = (f"the model reads: {word}" for word in ("contradicts", "supports", "neither"))


def answered(body: dict[str, object]) -> tuple[int, object]:
    """A small model, which knows this depot."""
    text = json.loads(body["messages"][1]["content"])  # type: ignore[index]
    dogs = "dogs" in text["source"] and "porter" in text["claim"]
    word = "contradicts" if dogs else "neither" if "likes" in text["claim"] else "supports"
    return 200, {"choices": [{"message": {"content": word}}], "usage": {"total_tokens": 90}}


def test_a_persons_model_points_at_what_a_source_says_otherwise(repo: Repo, tmp_path: Path, unhurried: None) -> None:
    repo.commit("gate", {"docs/gate.md": GATE}, date="2026-02-01T12:00:00Z")
    home = tmp_path / "ada" / "home"
    home.mkdir(parents=True, mode=0o700)
    with serving(answered) as server:
        (home / "config.yaml").write_text(CONFIG.format(url=server.url), encoding="utf-8")
        with colleague("ada", repo, MovingClock(), tmp_path) as ada:
            guard, opens, shift = ada.tell(GUARD), ada.agent_says(OPENS), ada.agent_says(SHIFT)
            ada.tell("My locker is the third one (docs/gate.md:3).", tags=("private",))
            before = ada.types("memories", "--json")
            assert "the model reads" not in before
            assert not server.requests, "no answer waits for it"
            ada.runs("ingest")
            assert len(server.requests) == 9
            assert "locker" not in json.dumps([body for body, _ in server.requests])

            told = {one["id"]: one for one in json.loads(ada.types("memories", "--json"))["memories"]}
            grades = {one["id"]: one["grade"] for one in json.loads(before)["memories"]}
            assert {id: one["grade"] for id, one in told.items()} == grades
            assert [told[id]["grounds"][0]["mark"] for id in (guard, opens)] == [AGAINST, FOR]
            assert told[shift]["grounds"][0]["mark"].endswith(NEITHER)
            assert AGAINST in ada.types("search", "porter at the gate", "--kind", "memory")
            assert AGAINST in ada.types("provenance", guard)
            assert AGAINST in ada.at.briefer.compose(session="next").text
            assert "1 told memory contradicted: `scrubjay memories --contradicted --grade told`" in ada.types("status")
            assert guard[:12] in ada.types("memories", "--contradicted", "--grade", "told")

            repo.commit("porter", {"docs/gate.md": GATE.replace("two dogs", "a porter")}, date="2026-03-02T12:00:00Z")
            ada.repo.git("pull", "-q")
            ada.runs("ingest")
            now = json.loads(ada.types("memories", "--json"))["memories"]
            assert FOR in next(one for one in now if one["id"] == guard)["grounds"][0]["mark"]
            assert "told memory contradicted" not in ada.types("status")
