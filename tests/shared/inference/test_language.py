"""A chosen model is asked in the form that its server takes, and what a server says against it is told in its words."""

from collections.abc import Callable
from typing import Any

import pytest

from scrubjay.errors import ModelUnavailable, RequestRefused
from scrubjay.inference.endpoint import MOST_WORDS, Server, told
from scrubjay.inference.language import ChatEndpoint
from tests.shared.inference.embedding.test_endpoint import serving

Asked = dict[str, Any]
KEY = "key-of-a-test"


def completion(text: str) -> dict[str, Any]:
    return {"choices": [{"message": {"role": "assistant", "content": text}}], "usage": {"total_tokens": 7}}


def gpt_5_like(asked: Asked) -> tuple[int, Any]:
    """Takes the newer name of the limit, and no temperature but its own."""
    for name, words in (
        ("max_tokens", "Unsupported parameter: 'max_tokens' is not supported. Use 'max_completion_tokens' instead."),
        ("temperature", "Unsupported value: 'temperature' does not support 0. Only the default (1) is supported."),
    ):
        if name in asked:
            return 400, {"error": {"message": words, "type": "invalid_request_error", "param": name, "code": "no"}}
    return 200, completion("yes")


def ollama(asked: Asked) -> tuple[int, Any]:
    """Takes everything, and names no parameter in an error."""
    return (
        (200, completion("yes")) if asked["model"] == "m" else (404, {"error": f"model {asked['model']!r} not found"})
    )


def anthropic_like(asked: Asked) -> tuple[int, Any]:
    """Wants a limit, and has errors of its own form."""
    if "max_tokens" not in asked:
        return 400, {"type": "error", "error": {"type": "invalid_request_error", "message": "max_tokens: required"}}
    return 200, completion("yes")


def limitless(asked: Asked) -> tuple[int, Any]:
    """Takes no limit by any name, and says so in a text."""
    wrong = next((name for name in asked if name.startswith("max_")), "")
    return (422, f"extra field not permitted: {wrong}".encode()) if wrong else (200, completion("yes"))


def plain(text: str) -> str:
    return text.replace("hunter2", "[redacted]")


@pytest.mark.parametrize(
    ("answer", "sent"),
    [
        (gpt_5_like, ["max_tokens", "max_completion_tokens", "max_completion_tokens"]),
        (ollama, ["max_tokens", "max_tokens"]),
        (anthropic_like, ["max_tokens", "max_tokens"]),
        (limitless, ["max_tokens", "max_completion_tokens", "", ""]),
    ],
)
def test_a_limit_goes_by_the_name_that_the_server_takes_and_it_is_remembered(
    answer: Callable[[Asked], tuple[int, Any]], sent: list[str]
) -> None:
    with serving(answer) as server:
        model = ChatEndpoint(Server(server.url, KEY), "m", plain)
        assert model.complete("Judge.", "hunter2 it is", 50).text == "yes"
        assert model.complete("Judge.", "again", 50).tokens == 7
    bodies = [body for body, _ in server.requests]
    assert [next((name for name in body if name.startswith("max_")), "") for body in bodies] == sent
    assert all("temperature" not in body for body in bodies)
    assert bodies[0]["messages"][1]["content"] == "[redacted] it is"
    assert {headers["Authorization"] for _, headers in server.requests} == {f"Bearer {KEY}"}


def test_a_temperature_is_sent_where_the_user_set_one_and_its_refusal_is_told() -> None:
    with serving(ollama) as server:
        ChatEndpoint(Server(server.url), "m", plain, 0.0).complete("Judge.", "it", 50)
        assert server.requests[0][0]["temperature"] == 0.0
    with (
        serving(gpt_5_like) as server,
        pytest.raises(RequestRefused, match=r"HTTP 400: .*'temperature' does not support 0"),
    ):
        ChatEndpoint(Server(server.url), "m", plain, 0.0).complete("Judge.", "it", 50)


def test_azures_form_has_the_deployment_in_the_address_and_a_key_of_its_own() -> None:
    with serving(gpt_5_like) as server:
        azure = Server(server.url.removesuffix("/v1"), KEY, azure_version="2024-10-21")
        ChatEndpoint(azure, "my gpt", plain).complete("Judge.", "it", 50)
    assert {headers["Api-Key"] for _, headers in server.requests} == {KEY}
    assert not any("Authorization" in headers for _, headers in server.requests)
    assert set(server.paths) == {"/openai/deployments/my%20gpt/chat/completions?api-version=2024-10-21"}


@pytest.mark.parametrize(
    ("said", "param", "words"),
    [
        ('{"error": {"message": "No.", "param": "n"}}', "n", "No."),
        ('{"error": {"message": "No.", "param": null}}', "", "No."),
        ('{"error": "No."}', "", "No."),
        ('{"object": "error", "message": "No.", "param": 3}', "", "No."),
        ('{"detail": "No."}', "", "No."),
        ('{"detail": [1]}', "", '{"detail": [1]}'),
        ("[1]", "", "[1]"),
        ("<html>", "", "<html>"),
    ],
)
def test_an_error_is_read_in_each_form(said: str, param: str, words: str) -> None:
    assert told(said) == (param, words)


def test_a_servers_words_are_cut_shown_safely_and_without_the_key() -> None:
    said = f"\x1b[31mNo key {KEY}\n" + "x" * 100_000
    with serving(lambda _: (401, said.encode())) as server, pytest.raises(ModelUnavailable) as error:
        ChatEndpoint(Server(server.url, KEY), "m", plain).complete("Judge.", "it", 50)
    assert KEY not in str(error.value)
    assert "\x1b" not in str(error.value)
    assert "HTTP 401" in str(error.value)
    assert len(str(error.value)) < MOST_WORDS + 300
    assert len(server.requests) == 1
