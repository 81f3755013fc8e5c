"""Do the hints that choose a plugin lose nothing? Lines are made from the plugins' own expressions."""

import re
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scrubjay.privacy.secrets.find import present_words
from scrubjay.privacy.secrets.rules import hints, load_plugin, plugin_findings

CASES = [
    pytest.param(hint.words, seen, load_plugin(name), expression, id=f"{name}-{index}")
    for name, hint, seen in hints()
    for index, expression in enumerate(load_plugin(name).denylist)
]


@pytest.mark.parametrize(("words", "hint", "plugin", "expression"), CASES)
def test_whatever_a_plugin_finds_its_hint_has_seen(
    words: tuple[str, ...], hint: re.Pattern[str], plugin: Any, expression: re.Pattern[str]
) -> None:
    @settings(max_examples=5, derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(st.from_regex(expression, fullmatch=True))
    def holds(text: str) -> None:
        line = text.partition("\n")[0]
        if any(plugin.analyze_string(line)):
            assert hint.search(line)
            assert any(word in line.lower() for word in words)

    holds()


def test_a_token_across_the_edge_of_a_window_is_found() -> None:
    token = "0123456789abcdef" * 2 + "-us" + "12"
    for at in range(3_560, 4_040, 7):
        line = "." * at + token + "." * 300
        assert {(one.start, one.end) for one in plugin_findings(line, present_words(line.lower()))} == {
            (at, at + len(token))
        }


def test_a_plugin_looks_at_text_without_what_asks_services_and_whoever_needs_that_gets_it() -> None:
    code = (
        "import sys; from scrubjay.privacy.secrets.rules import load_plugin; load_plugin('slack.SlackDetector');"
        "print('urllib3' in sys.modules); from requests.adapters import HTTPAdapter; import requests;"
        "print(requests.adapters.HTTPAdapter is HTTPAdapter, 'urllib3' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "True", "True"]
