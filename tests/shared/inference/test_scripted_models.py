"""Models of choice: memories are read out of a session by each kind of server, and its errors stay clear."""

import json
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import datetime
from pathlib import Path

import pytest

from scrubjay.app import App, open_app
from scrubjay.errors import ModelUnavailable, RequestRefused
from scrubjay.git.process import GitEnvironment
from scrubjay.inference.embedding.foreign import Endpoint, EndpointEmbedder
from scrubjay.inference.endpoint import Server, post_json
from scrubjay.inference.language import MOST_REPORTED, THINKING_TOKENS, ChatEndpoint
from scrubjay.operations.jobs.embed import embed_pending
from scrubjay.search.recall.answer import RecallRequest
from scrubjay.settings.layers import load_settings
from tests.conftest import Repo
from tests.shared.inference.scripted import (
    DEPLOYMENT,
    KEY,
    VECTOR,
    Asked,
    Reply,
    Script,
    ScriptedServer,
    anthropic_compatible,
    azure,
    completion,
    gpt_5_like,
    ollama,
    scripted,
    wrong,
)

QUESTION = "who keeps the position of a worker"
CLAIM = "Consumer groups keep the position of each worker."
FOUND = json.dumps({"memories": [{"kind": "fact", "claim": CLAIM, "quote": CLAIM}]})
TOKEN = "ghp_" + "a1B2" * 9
TALK = (("user", f"The queue stalls. The token is {TOKEN}."), ("assistant", CLAIM))

SETTINGS = """\
extraction:
  by: model
  model: {model}
endpoint:
  url: {url}
  key_env: {key}
  azure_api_version: '{version}'
embedding:
  provider: {provider}
  model: {embedding}
  native_dim: {length}
  background: false
"""


Chosen = Callable[..., AbstractContextManager[App]]


@pytest.fixture
def chosen(
    environment: dict[str, str], clock: Callable[[], datetime], repo: Repo, tmp_path: Path
) -> Callable[..., object]:
    """Opens a home whose user chose a server and its models, with a session that was kept."""

    @contextmanager
    def opened(
        url: str, model: str, *, key: str = "MODEL_KEY", version: str = "", embedding: str = ""
    ) -> Iterator[App]:
        home = Path(environment["SCRUBJAY_HOME"])
        home.mkdir(mode=0o700, exist_ok=True)
        text = SETTINGS.format(
            url=url, model=model, key=key, version=version, embedding=embedding,
            provider="endpoint" if embedding else "none", length=VECTOR if embedding else 0,
        )  # fmt: skip
        (home / "config.yaml").write_text(text, encoding="utf-8")
        given = {name: value for name, value in environment.items() if name != "SCRUBJAY_EMBEDDING_PROVIDER"}
        with open_app(
            load_settings(given | {"MODEL_KEY": KEY}), git_environment=GitEnvironment.of(environment), clock=clock,
            wake=lambda: None,
        ) as app:  # fmt: skip
            lines = [{"session": "s1", "turn": n, "role": role, "text": text} for n, (role, text) in enumerate(TALK)]
            (tmp_path / "talk").write_text("\n".join(map(json.dumps, lines)))
            app.initialise(repo.path).conversations.import_file(tmp_path / "talk")
            yield app

    return opened


@pytest.mark.parametrize(
    ("script", "base", "choices"),
    [
        pytest.param(gpt_5_like, "/v1", {"model": "gpt-5", "embedding": "text-embedding-3-small"}, id="GPT-5-like"),
        pytest.param(
            azure, "", {"model": DEPLOYMENT, "version": "2024-10-21", "embedding": "team embeddings"}, id="Azure"
        ),
        pytest.param(anthropic_compatible, "/v1", {"model": "claude-sonnet-4-5"}, id="Anthropic-compatible"),
        pytest.param(ollama, "/v1", {"model": "qwen3:8b", "key": "''", "embedding": "nomic-embed-text"}, id="Ollama"),
    ],
)
def test_each_kind_of_server_reads_a_session_and_embeds_what_it_can(
    chosen: Chosen,
    repo: Repo,
    script: Callable[[str], Script],
    base: str,
    choices: dict[str, str],
) -> None:
    with scripted(script(FOUND)) as server, chosen(f"{server.url}{base}", **choices) as app:
        at = app.workspace(repo.path)
        done = at.extraction.read_turns()
        assert (done.stored, done.stopped) == (1, "")
        assert [memory.content for memory in at.memories.believed()] == [CLAIM]
        if at.embedder:
            at.documents.ingest(at.documents.view(), cause="test")
            assert at.embedder
            embed_pending(at.knowledge_database, at.embedder, stop=lambda: False)
            assert at.recall.search(RecallRequest(query=QUESTION)).degraded == ()
            assert server.asked[-1].body["input"] == [QUESTION]
        assert_only_what_was_chosen_was_sent(server)


def assert_only_what_was_chosen_was_sent(server: ScriptedServer) -> None:
    """No parameter that nobody set, no secret, and each refusal once."""
    limits = {"max_tokens", "max_completion_tokens"}
    for asked in server.asked:
        assert set(asked.body) - limits in ({"model", "messages"}, {"model", "input"})
        assert TOKEN not in json.dumps(asked.body)


def test_what_a_server_refused_and_how_much_it_thinks_is_remembered() -> None:
    with scripted(gpt_5_like("yes")) as server:
        model = ChatEndpoint(Server(f"{server.url}/v1", KEY), "gpt-5", str)
        first, second = model.complete("Judge.", "it", 16), model.complete("Judge.", "again", 16)
    assert (first.text, second.text) == ("yes", "yes")
    sent = [{name: value for name, value in one.body.items() if name.startswith("max")} for one in server.asked]
    more = {"max_completion_tokens": 16 + THINKING_TOKENS}
    assert sent == [{"max_tokens": 16}, {"max_completion_tokens": 16}, more, more]
    assert first.tokens > second.tokens, "the answer that thinking used up was paid for as well"


@pytest.mark.parametrize("written", ["", "<think>\nWhat is it that they"])
def test_a_model_that_only_thinks_is_named_with_what_to_do(written: str) -> None:
    with (
        scripted(lambda _: completion(written, finish="length")) as server,
        pytest.raises(ModelUnavailable, match=r"used up 4,016 tokens and answered nothing. See extraction.model"),
    ):
        ChatEndpoint(Server(server.url), "m", str).complete("Judge.", "it", 16)
    assert len(server.asked) == 2


def test_a_server_without_vectors_is_an_error_in_its_own_words() -> None:
    with scripted(anthropic_compatible("")) as server, pytest.raises(RequestRefused, match=r"HTTP 404: Not found"):
        EndpointEmbedder(Endpoint(url=f"{server.url}/v1", model="m", native_dim=3, key=KEY), str).embed_query("a")


@pytest.mark.parametrize(
    ("script", "base", "version", "words"),
    [
        (gpt_5_like, "/v1", "", r"HTTP 401: Incorrect API key provided"),
        (azure, "", "2024-10-21", r"HTTP 401: Access denied due to invalid subscription key"),
        (anthropic_compatible, "/v1", "", r"HTTP 401: invalid x-api-key"),
        (ollama, "/v1", "", r'HTTP 404: model "m" not found, try pulling it first'),
    ],
)
def test_each_servers_own_words_are_told(script: Callable[[str], Script], base: str, version: str, words: str) -> None:
    with scripted(script("")) as server, pytest.raises(RequestRefused, match=words) as refused:
        ChatEndpoint(Server(f"{server.url}{base}", "wrong", azure_version=version), "m", str).complete("J.", "it", 5)
    assert "See endpoint.url, endpoint.key_env and the model's name." in str(refused.value)
    assert len(server.asked) == 1


def test_azures_wrong_version_or_deployment_is_told() -> None:
    with scripted(azure("")) as server:
        for version, model, words in (
            ("1999-01-01", DEPLOYMENT, "Resource not found"),
            ("2024-10-21", "x", "deployment"),
        ):
            with pytest.raises(RequestRefused, match=words):
                ChatEndpoint(Server(server.url, KEY, azure_version=version), model, str).complete("J.", "it", 5)


def always(reply: Reply) -> Script:
    def answer(_: Asked) -> Reply:
        return reply

    return answer


@pytest.mark.parametrize(
    ("reply", "why"),
    [
        pytest.param((500, {"error": {"message": "boom"}}), "HTTP 500: boom", id="500"),
        pytest.param((200, b"\x00\xff\xfe"), "no JSON", id="bytes"),
        pytest.param((200, b'{"choices": [{"mess'), "no JSON", id="half an answer"),
        pytest.param((200, b"[" * 3_000), "no JSON", id="brackets"),
        pytest.param((200, b" " * 5_000), "an answer of more than 4,000 bytes", id="a huge body"),
        pytest.param((307, b""), "HTTP 307", id="a redirect"),
    ],
)
def test_what_is_no_answer_is_a_clear_error(reply: Reply, why: str) -> None:
    with scripted(always(reply)) as server, pytest.raises(ModelUnavailable, match=why):
        post_json(Server(server.url), "chat/completions", {"model": "m"}, tries=1, most_bytes=4_000)


@pytest.mark.parametrize("said", [{"choices": [3]}, {"choices": []}, {"error": "x"}, [], {"choices": [{"message": 1}]}])
def test_what_is_no_completion_is_a_clear_error(said: object) -> None:
    with (
        scripted(always((200, said))) as server,
        pytest.raises(ModelUnavailable, match="something else than a completion"),
    ):
        ChatEndpoint(Server(server.url), "m", str).complete("Judge.", "it", 5)


@pytest.mark.parametrize("said", [b"[" * 60_000, {"error": "[" * 60_000}])
def test_a_refusal_nested_beyond_reading_is_told_in_its_own_words(said: object) -> None:
    with scripted(always((400, said))) as server, pytest.raises(RequestRefused, match=r"HTTP 400: \[\[\["):
        post_json(Server(server.url), "chat/completions", {"model": "m"}, tries=1)


def test_a_count_of_tokens_that_no_answer_has_is_believed_only_so_far() -> None:
    with scripted(always(completion("yes", tokens=10**30))) as server:
        done = ChatEndpoint(Server(server.url), "m", str).complete("Judge.", "it", 5)
    assert (done.text, done.tokens) == ("yes", MOST_REPORTED)


def test_what_an_answer_cost_is_told_where_the_next_one_is_refused() -> None:
    def script(asked: Asked) -> Reply:
        return completion("", finish="length", tokens=5_000) if asked.body["max_tokens"] == 1_000 else wrong(402, "No.")

    with scripted(script) as server:
        model = ChatEndpoint(Server(server.url), "m", str)
        for _ in range(2):
            with pytest.raises(RequestRefused) as error:
                model.complete("Judge.", "it", 1_000)
            assert error.value.spent == 5_000
    assert [asked.body["max_tokens"] for asked in server.asked] == [1_000, 5_000, 1_000, 5_000]


def test_an_id_that_holds_the_number_is_no_complaint_of_it() -> None:
    def script(asked: Asked) -> Reply:
        said = "Unsupported parameter: 'max_tokens' (request req_9500ab, gpt-500)."
        return wrong(400, said) if "max_tokens" in asked.body else completion("yes")

    with scripted(script) as server:
        assert ChatEndpoint(Server(server.url), "m", str).complete("Judge.", "it", 500).text == "yes"


def test_a_limit_that_is_too_large_is_no_limit_that_is_unknown() -> None:
    words = "max_tokens is too large: 5000. This model supports at most 4096 completion tokens."
    with scripted(always(wrong(400, words))) as server, pytest.raises(RequestRefused, match="at most 4096"):
        ChatEndpoint(Server(server.url), "m", str).complete("Judge.", "it", 5_000)
    assert [asked.body.get("max_tokens") for asked in server.asked] == [5_000]
