"""What graduates, and what must not: over real memories, with evidence that a test moves."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from scrubjay.inference.language import Completion
from scrubjay.memory.lifecycle.memories import Memories
from scrubjay_growth.promotion.engine import PromotionEngine
from scrubjay_growth.promotion.facts import Fact, Outcomes, Statement
from scrubjay_growth.promotion.judge import PromotionJudge, median_score
from scrubjay_growth.promotion.log import PromotionLog
from scrubjay_growth.promotion.proposals import Proposals
from scrubjay_growth.promotion.replaying import replay
from tests.shared.memory.conftest import BY_HAND, Hands, stored
from tests.shared.scrubjay_growth.promotion.conftest import World

CLAIM = "Parcels above 30 kg go to the second gate."


def told(memories: Memories, content: str = CLAIM, **more: object) -> str:
    return stored(memories, content, author="ada", **(BY_HAND | more))


def ended(world: World, id: str, well: int, of: int, *, others: int = 10, base: int = 4) -> None:
    """So many sessions with a memory ended well, and so many of ten without it."""
    sessions = {f"with{n}": n < well for n in range(of)} | {f"without{n}": n < base for n in range(others)}
    had = {**world.outcomes.had, id[:12]: frozenset(f"with{n}" for n in range(of))}
    world.outcomes = replace(world.outcomes, well=sessions, had=had)


def crowd(memories: Memories, world: World) -> None:
    """Twenty facts that one other person states too, and ten that three do: a population with a spread."""
    for number in range(30):
        words = f"Belt {number} turns at {number + 3} metres."
        told(memories, words)
        for name in ("eva", "ivo", "uma")[: 1 if number < 20 else 2]:
            world.statements.append(Statement(text=words, author=name, date="2026-03-01T10:00:00Z"))


def test_what_several_people_stated_independently_is_proposed(
    engine: PromotionEngine, memories: Memories, world: World, log: PromotionLog
) -> None:
    crowd(memories, world)
    often = told(memories)
    for name in ("bob", "cleo", "dan", "Ada Lovelace"):
        world.statements.append(Statement(text=CLAIM, author=name, branch="memory/gate", date="2026-03-01T11:00:00Z"))
    done = engine.run()
    assert done.proposed == (often,)
    (row,) = log.decisions(1, memory=often)
    assert (row.path, row.signal.frequency, row.signal.authors) == ("frequency", 4, 4)
    assert (row.config.n, log.proposals()[0].target) == (31, "git")


def test_only_what_somebody_states_is_decided_on_by_its_id_or_its_words(
    engine: PromotionEngine, memories: Memories, world: World, log: PromotionLog
) -> None:
    named, said, other = told(memories), told(memories, "Carts leave at noon."), told(memories, "Gate 4 is heavy.")
    world.statements += [
        Statement(memory=named, author="eva", date="2026-03-01T10:00:00Z"),
        Statement(text="**Carts** leave at noon", author="ivo", date="2026-03-01T10:00:00Z"),
        Statement(text="Carts leave at nine.", author="uma", date="2026-03-01T10:00:00Z"),
    ]
    assert engine.run().decided == 2
    assert {id: row.signal.authors for id, row in log.last().items()} == {named: 2, said: 2}
    assert other not in log.last()


def test_a_memory_whose_sessions_ended_well_is_proposed_once(
    engine: PromotionEngine, memories: Memories, world: World, log: PromotionLog, hands: Hands
) -> None:
    id = told(memories)
    ended(world, id, 9, 10)
    assert engine.run().proposed == (id,)
    assert engine.run().logged == 0
    hands.pass_by(days=2)
    ended(world, id, 1, 10)  # nothing of this contradicts it
    assert engine.run().proposed == ()
    assert log.decisions(1, memory=id)[0].outcome == "promote"
    assert [proposal.memory for proposal in log.proposals()] == [id]


def test_sessions_that_ended_no_better_than_others_prove_nothing(
    engine: PromotionEngine, memories: Memories, world: World, log: PromotionLog
) -> None:
    id = told(memories)
    ended(world, id, 9, 10, base=8)
    assert engine.run().proposed == ()
    assert log.decisions(1, memory=id)[0].outcome == "keep"


class Scores:
    """A model that answers with the number in a text."""

    def __init__(self) -> None:
        self.asked = 0

    def complete(self, instructions: str, text: str, most_tokens: int) -> Completion:
        self.asked += 1
        return Completion(text.split()[-1].rstrip("."), 1)


class Enough:
    """An allowance that is never used up."""

    def reserve(self, tokens: int) -> str:
        return "today"

    def settle(self, day: str, reserved: int, used: int) -> None:
        pass


def test_what_a_model_judges_high_is_proposed_and_asked_once(
    engine: PromotionEngine, memories: Memories, world: World, log: PromotionLog
) -> None:
    model = Scores()
    engine._judge = PromotionJudge(model, Enough(), "m")  # type: ignore[arg-type]
    ids = [told(memories, f"Gate number {n} scores {n + 40}.") for n in range(20)]
    private = told(memories, "My locker scores 99.", tags=("private",))
    world.outcomes = replace(world.outcomes, had={id[:12]: frozenset({"s"}) for id in (*ids, private)})
    assert set(engine.run().proposed) == set(ids[16:])
    assert model.asked == 60
    engine.run()
    assert model.asked == 60
    assert {row.path for row in log.decisions(100) if row.path} == {"self_eval"}


@pytest.mark.parametrize(
    ("answers", "score"),
    [
        (("80", "70", " 90."), 0.8),
        (("Score: 80", "70", "90"), 0.8),
        (("80", "", "90"), None),
        (("101", "5", "5"), None),
        (("no", "no", "no"), None),
    ],
)
def test_a_score_is_the_median_of_three_numbers(answers: tuple[str, ...], score: float | None) -> None:
    assert median_score(answers) == score


def test_five_that_must_not_graduate_stay(
    engine: PromotionEngine, memories: Memories, world: World, hands: Hands, log: PromotionLog
) -> None:
    crowd(memories, world)
    repeated = told(memories, "The crane rests at noon.", session="s0")
    shown = told(memories, "The lift needs a key.", session="t0")
    for day in range(1, 5):
        hands.pass_by(days=1)
        world.clients |= {f"s{day}": "claude-code"}
        stored(memories, "The crane rests at noon.", author="ada", session=f"s{day}")
        world.shown[f"t{day}"] = f"- The lift needs a key. ({shown[:8]})"
        stored(memories, "The lift needs a key.", author="ada", session=f"t{day}")
    private = told(memories, "My badge opens gate four.", tags=("private",))
    unfounded = stored(memories, "Parcels are blue.", author="ada")
    gone = told(memories, "The north belt is out of order.")
    memories.invalidate(gone, "ada", "repaired", authority=True)
    held = {id[:12]: frozenset(f"with{n}" for n in range(6)) for id in (private, unfounded, gone)}
    sessions = {f"with{n}": True for n in range(6)} | {f"without{n}": n < 2 for n in range(6)}
    world.outcomes = Outcomes(well=sessions, had=held, failed={})
    done = engine.run([*engine_facts(engine), Fact(gone, (gone,))])
    assert not set(done.proposed) & {repeated, shown, private, unfounded, gone}
    last = log.last()
    assert last[repeated].signal.frequency == 5
    assert last[repeated].signal.authors == 1
    assert shown not in last or last[shown].signal.frequency == 1
    assert last[private].signal.never == ("private",)
    assert last[unfounded].signal.never == ("nothing but its author's word stands behind it",)
    assert last[gone].signal.never


def engine_facts(engine: PromotionEngine) -> tuple[Fact, ...]:
    from scrubjay_growth.promotion.gathering import each_alone

    return each_alone(engine._memories)


class Untouched:
    """A repository that nothing is written into."""

    def publish(self, ids: Sequence[str]) -> Sequence[str]:
        raise AssertionError(ids)


def test_a_proposal_falls_when_its_memory_is_contradicted_and_is_not_asked_again_once_declined(
    engine: PromotionEngine, memories: Memories, world: World, log: PromotionLog, hands: Hands, grounding: object
) -> None:
    id, other = told(memories), told(memories, "Carts leave at noon.")
    ended(world, id, 9, 10)
    ended(world, other, 9, 10)
    assert set(engine.run().proposed) == {id, other}
    proposals = Proposals(memories, log, hands, lambda _: None, Untouched())
    proposals.decline(proposals.named([other]), "ada", "not for others")
    grounding.contradicts = (id,)  # type: ignore[attr-defined]
    told(memories, "Parcels above 30 kg go to the first gate.")
    done = engine.run()
    assert (done.withdrawn, done.proposed) == ((id,), ())
    assert log.decisions(1, memory=id)[0].signal.never == ("contradicted",)
    assert proposals.waiting() == ()
    assert engine.run().proposed == ()


def test_a_group_is_one_fact_with_its_strongest_member(
    engine: PromotionEngine, memories: Memories, world: World, log: PromotionLog, hands: Hands
) -> None:
    weak = stored(memories, "Heavy parcels take gate two.", author="ada", session="s1")
    hands.pass_by(days=1)
    strong = told(memories, session="s2")
    engine.run([Fact("g", (weak, strong))])
    row = log.last()["g"]
    assert (row.memory, row.signal.frequency, row.signal.days) == (strong, 2, 2)


def test_the_users_own_memory_is_shared_only_where_the_user_lets_it(
    engine: PromotionEngine, memories: Memories, world: World, log: PromotionLog
) -> None:
    own, here = told(memories, "I run the tests with uv.", scope="user"), told(memories)
    ended(world, own, 9, 10)
    ended(world, here, 9, 10)
    shared: list[str] = []
    engine._share = shared.append
    done = engine.run()
    assert (done.shared, shared, done.proposed) == ((own,), [own], (here,))
    assert [proposal.memory for proposal in log.proposals()] == [here]


def test_the_briefing_says_what_waits(
    engine: PromotionEngine, memories: Memories, world: World, log: PromotionLog
) -> None:
    assert log.briefing_line() is None
    for number in range(2):
        ended(world, told(memories, f"Gate {number} is heavy."), 9, 10)
    engine.run()
    line = log.briefing_line()
    assert line is not None
    assert line[1] == "2 memories proposed for the repository: `scrubjay review`"


def test_a_dry_run_writes_nothing(engine: PromotionEngine, memories: Memories, world: World, log: PromotionLog) -> None:
    ended(world, told(memories), 9, 10)
    assert engine.run(dry_run=True).logged == 1
    assert (log.decisions(10), log.last_pass()) == ((), "")


def test_the_log_of_an_engine_replays_to_itself(
    engine: PromotionEngine, memories: Memories, world: World, log: PromotionLog, hands: Hands
) -> None:
    id = told(memories)
    for well in (3, 6, 8, 9):
        ended(world, id, well, 10)
        engine.run()
        hands.pass_by(days=1)
    rows = log.decisions(100)
    assert [row.path for row in rows] == ["", "", "", "outcome"]
    assert not any(one.differs for one in replay(rows, {}))
    lower = replay(rows, {"outcome_floor": 0.3, "outcome_threshold": 0.5})
    assert [one.path for one in lower] == ["", "", "outcome", "outcome"]
    assert memories.get(id).content == CLAIM
