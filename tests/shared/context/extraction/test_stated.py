"""What counts as stated on purpose, and what doesn't: quotes, code, questions, other people's words, mere talk."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay.context.extraction.rules import kind_of
from scrubjay.context.extraction.stated import MOST, Stated
from scrubjay.errors import ModelUnavailable
from scrubjay.inference.embedding.onnx import OnnxEmbedder
from scrubjay.model.encoded import Encoded

explicit_statements = Stated(None)


class Missing(OnnxEmbedder):
    """The bundled model's name, and no model behind it."""

    def embed_passages(self, texts: Sequence[str]) -> Encoded:
        raise ModelUnavailable("The file is gone.")


@pytest.mark.parametrize(
    ("said", "kind", "scope", "claim"),
    [
        ("Remember that the staging database is read-only.", "fact", "project", "The staging database is read-only."),
        ("ok, please remember that deploys run on Tuesdays", "fact", "project", "Deploys run on Tuesdays."),
        ("Remember: `make seed` fills the test database", "fact", "project", "`make seed` fills the test database."),
        ("Remember to run the linter before pushing.", "fact", "project", "Run the linter before pushing."),
        ("Don't forget that port 8081 is taken by nginx", "fact", "project", "Port 8081 is taken by nginx."),
        ("Remember that we always squash merges", "preference", "project", "We always squash merges."),
        ("We decided to use Redis streams instead of RabbitMQ.", "decision", "project",
         "We decided to use Redis streams instead of RabbitMQ."),
        ("So we've agreed on trunk based development", "decision", "project",
         "We've agreed on trunk based development."),
        ("Decision: the API stays synchronous.", "decision", "project", "The API stays synchronous."),
        ("Always use uv instead of pip here.", "preference", "project", "Always use uv instead of pip here."),
        ("always pass --no-verify=false", "preference", "project", "Always pass --no-verify=false."),
        ("Please never commit generated files.", "preference", "project", "Never commit generated files."),
        ("Don't mock the database in tests again!", "preference", "project", "Don't mock the database in tests again!"),
        ("Always answer in German.", "preference", "user", "Always answer in German."),
        ("I prefer small pull requests.", "preference", "user", "I prefer small pull requests."),
        ("From now on run the tests with xdist.", "preference", "project", "From now on run the tests with xdist."),
        ("Whenever you change the schema, regenerate schema.sql.", "procedure", "project",
         "Whenever you change the schema, regenerate schema.sql."),
        ("Thanks. The tests pass now. We decided to keep SQLite.", "decision", "project", "We decided to keep SQLite."),
    ],
)  # fmt: skip
def test_an_explicit_statement_becomes_a_candidate(said: str, kind: str, scope: str, claim: str) -> None:
    (found,) = explicit_statements(said)
    assert (found.kind, found.scope, found.content) == (kind, scope, claim)
    assert found.quote in said


@pytest.mark.parametrize(
    "said",
    [
        pytest.param("Do you remember that the staging database is read-only?", id="a question"),
        pytest.param("Should we always use uv", id="a question without its mark"),
        pytest.param("Remember that we decided this already?", id="a statement that is a question"),
        pytest.param('The README says "always use uv instead of pip".', id="a quotation"),
        pytest.param('"We decided to use Redis streams."', id="nothing but a quotation"),
        pytest.param("> We decided to use Redis streams.", id="a quoted line"),
        pytest.param("Bob said we decided to use Redis streams.", id="somebody else's words"),
        pytest.param("Bob: we decided to use Redis streams", id="somebody else's turn"),
        pytest.param("10:32 we decided to use Redis streams", id="a chat log"),
        pytest.param("The docs say always use uv.", id="a document's words"),
        pytest.param("```\n# always use uv instead of pip\nRemember that x is y.\n```", id="code"),
        pytest.param("```\nAlways use uv instead of pip.", id="code that is never closed"),
        pytest.param("    Always use uv instead of pip.", id="indented code"),
        pytest.param("<system-reminder>\nAlways use the task tool.\n</system-reminder>", id="a client's words"),
        pytest.param("This always fails on CI.", id="an observation"),
        pytest.param("Always fails on the second run.", id="an observation without a subject"),
        pytest.param("Never mind the linter, go on with it.", id="never mind"),
        pytest.param("I have never seen this error before.", id="never seen"),
        pytest.param("If we decided to use Redis, what would change", id="a condition"),
        pytest.param("We haven't decided on a queue yet.", id="not decided"),
        pytest.param("I think we decided to use Redis.", id="not sure"),
        pytest.param("Don't do that again.", id="nobody knows what"),
        pytest.param("Always do it like this.", id="nobody knows what either"),
        pytest.param("Remember that?", id="nothing"),
        pytest.param("Fix the flaky test and run it again.", id="a request"),
        pytest.param("To fix this, run the migration first.", id="a request for now"),
        pytest.param("Remember that it is slow.", id="it"),
        pytest.param("x" * 30_000, id="a paste"),
    ],
)  # fmt: skip
def test_what_is_not_stated_on_purpose_is_left_alone(said: str) -> None:
    assert explicit_statements(said) == ()


def test_a_turn_gives_each_statement_once_and_not_too_many() -> None:
    assert len(explicit_statements("Always use uv for tools.\nalways use uv for tools.")) == 1
    assert len(explicit_statements("\n".join(f"Always use tool number {n}." for n in range(50)))) == MOST


def test_a_claim_of_an_agent_is_sorted_by_its_words() -> None:
    assert kind_of("We decided to keep SQLite.") == "decision"
    assert kind_of("Always run the linter.") == "preference"
    assert kind_of("The service listens on port 8080.") == "fact"


def test_without_the_model_only_what_says_so_itself_is_a_statement_and_that_is_said() -> None:
    stated = Stated(Missing())
    assert stated("Remember that the staging database is read-only.")
    assert not stated.missing
    assert stated("The staging database gets wiped every Sunday.") == ()
    assert stated.missing == "The file is gone."
    assert stated("We decided to keep SQLite.")


@pytest.mark.parametrize(
    ("said", "claim", "quote"),
    [
        ("add the retry, and btw the vendor throttles us at 10 rps", "The vendor throttles us at 10 rps.",
         "the vendor throttles us at 10 rps"),
        ("docs are in US English", "Docs are in US English.", "docs are in US English"),
        ("Karin owns everything under billing/, ask her before you touch it",
         "Karin owns everything under billing/, ask her before you touch it.",
         "Karin owns everything under billing/, ask her before you touch it"),
    ],
)  # fmt: skip
def test_a_clause_is_kept_without_the_request_that_it_stands_beside(said: str, claim: str, quote: str) -> None:
    assert [(one.content, one.quote) for one in explicit_statements(said)] == [(claim, quote)]


@settings(derandomize=True, deadline=None, max_examples=150)
@given(st.text(st.sampled_from("abc Remember that:\n.?!>`\"'“<>/we decided\t[](){}*#-"), max_size=200))
def test_no_text_breaks_the_rules_and_quotes_are_verbatim(said: str) -> None:
    flat = " ".join(said.split())
    for found in Stated(Missing())(said):
        assert all(word in flat for word in found.quote.split())


@pytest.mark.parametrize(
    "said",
    [
        "FYI the staging database is read-only on Sundays.",
        "For next time: run make proto before the tests.", "Note to self: the fixtures need the Berlin time zone.",
        "Beware, the export job locks the orders table.", "Keep in mind the worker has only 512 MB.",
        "We don't use Redis here, everything goes through Postgres.",
        "Don't ever commit to the release branch.",
        "Make sure to always run the linter before pushing.",
        "Our policy is that every migration has a down step.", "The golden rule is: no sleeps in tests.",
        "I'd rather have explicit SQL than the query builder.", "I don't like abbreviations in names.",
        "Use pnpm instead of npm from now on.", "In our monorepo packages are versioned together.",
    ],
)  # fmt: skip
def test_what_is_announced_or_laid_down_is_a_statement(said: str) -> None:
    assert len(explicit_statements(said)) == 1


@pytest.mark.parametrize(
    "said",
    [
        "I always want the regression test in the commit of its fix.", "We only build amd64 and arm64 images.",
        "btw the staging box has one core, so its timings mean nothing.",
        "For the record: production polls 4,200 feeds every 30 minutes.",
        "The intranet feeds live in 10.4.0.0/16 and need no login.",
        "Two customers are on Ubuntu 22.04, so nothing newer than Python 3.10 until March.",
    ],
)  # fmt: skip
def test_what_tells_how_things_are_here_is_a_statement(said: str) -> None:
    assert len(explicit_statements(said)) == 1


@pytest.mark.parametrize(
    "said",
    [
        "Don't push yet.", "Let's go with that.", "Let's go with the first one.", "Let's go with a quick fix for now.",
        "From now on I'll be in a meeting.", "Heads up: I'm leaving in ten minutes.", "Heads up, tests are red again.",
        "FYI I pushed.", "We're going with your fix.", "Use grep instead of ag for this search.", "I like it.",
        "No, the other one, not this one.", "I don't want that change.", "Our policy is fine.", "We decided yesterday.",
        "Remember, we talked about it.", "In this project I only want to fix the bug.", "As a rule I'd say yes.",
        "We don't need that, remove it.", "Look at db-stg-2.internal please.", "We only tried it once.",
        "The other one, not this one.", "Check it now, not later.", "btw I'm off tomorrow.",
        "Don't worry, it is fine.", "I like where this goes.", "You can only try.",
    ],
)  # fmt: skip
def test_what_is_of_the_hour_is_no_statement(said: str) -> None:
    assert explicit_statements(said) == ()
