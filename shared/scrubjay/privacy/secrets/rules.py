"""Known token formats: of two tables, each compiled for the first text that needs it, and detect-secrets' plugins."""

import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module, resources
from typing import Any, NamedTuple

from scrubjay.model.frozen import dataclass
from scrubjay.model.later import Later
from scrubjay.privacy.secrets.model import SecretFinding

_LEFT = r"(?<![A-Za-z0-9])"
_RIGHT = r"(?![A-Za-z0-9])"
_OPEN = frozenset(("private-key", "putty-key", "jwt-base64", "npmrc-token", "rails-master-key", "gcp-service-account"))
"""Formats whose expression has its own end."""


@dataclass(frozen=True, slots=True)
class SecretFormat:
    """A token format: its kind, words of which every match contains one (lower case), and the expression.

    The secret is group 1 where there is one, otherwise the whole match.
    """

    kind: str
    words: tuple[str, ...]
    pattern: str
    flags: int

    @property
    def expression(self) -> re.Pattern[str]:
        """The compiled pattern."""
        return compiled(self.pattern, self.flags)


@cache
def compiled(pattern: str, flags: int) -> re.Pattern[str]:
    """A compiled pattern; `re` itself forgets those that were compiled long ago."""
    return re.compile(pattern, flags)


@cache
def rules() -> tuple[SecretFormat, ...]:
    """Every provider's format, then keys that are recognised only beside the name of their service."""
    return (*_provider_formats(), *_service_formats())


def candidates(present: set[str]) -> list[SecretFormat]:
    """The rules that can match a text with these prefilter words, in the order of the tables."""
    holders = _holders()
    indexes = {index for word in present for index in holders.get(word, ())}
    return [rules()[index] for index in sorted(indexes)]


@cache
def _holders() -> dict[str, list[int]]:
    """Inverted index: word -> indexes of the rules that require it."""
    holders: dict[str, list[int]] = {}
    for index, rule in enumerate(rules()):
        for word in rule.words:
            holders.setdefault(word, []).append(index)
    return holders


def rows(name: str) -> Iterator[list[str]]:
    """The rows of a table beside this file, without its comments."""
    text = (resources.files("scrubjay.privacy.secrets") / name).read_text(encoding="utf-8")
    for line in text.splitlines():
        if line and not line.startswith("#"):
            yield line.split("\t")


def _provider_formats() -> Iterator[SecretFormat]:
    for kind, words, body in rows("providers.tsv"):
        right = "" if kind in _OPEN else _RIGHT
        yield SecretFormat(kind, tuple(words.split(",")), f"{_LEFT}(?:{body}){right}", re.ASCII)


def _service_formats() -> Iterator[SecretFormat]:
    for name, value in rows("services.txt"):
        body = (
            rf"{re.escape(name)}[\w.\-]{{0,40}}[\"'`\]\s]{{0,3}}(?::{{0,3}}=|\?=|=>|\|\|:|<=|=|:|,|>)[\"'`\s=]{{0,5}}"
            rf"({value})(?![A-Za-z0-9_])"
        )
        yield SecretFormat(f"{name}-key", (name,), body, re.IGNORECASE | re.ASCII)


class LineHint(NamedTuple):
    """A plugin's prefilter: every line that it matches contains one of the words (lower case) and the expression."""

    words: tuple[str, ...]
    expression: str


_NAMES = ("key", "pw", "pass", "token")
PLUGINS = {
    "artifactory.ArtifactoryDetector": LineHint(("akc", "ap"), r"AKC[a-zA-Z0-9]{10}|AP[\dABCDEF][a-zA-Z0-9]{8}"),
    "aws.AWSKeyDetector": LineHint(("aws", "akia", "asia", "abia", "acca", "a3t"), r"(?i:aws|akia|asia|abia|acca|a3t)"),
    "azure_storage_key.AzureStorageKeyDetector": LineHint(("accountkey",), r"AccountKey"),
    "cloudant.CloudantDetector": LineHint(
        ("cloudant", *_NAMES), r"(?i:cloudant|cl(?:ou)?[_-]?(?:api)?(?:key|pw|pass|token))"
    ),
    "discord.DiscordBotTokenDetector": LineHint((".",), r"[MNO][\w-]{23,25}\.[\w-]{6}\.[\w-]{27}"),
    "github_token.GitHubTokenDetector": LineHint(("ghp_", "gho_", "ghu_", "ghs_", "ghr_"), r"gh[pousr]_"),
    "gitlab_token.GitLabTokenDetector": LineHint(("gl", "gr1348941"), r"gl[a-z]{2,6}-|GR1348941"),
    "ibm_cos_hmac.IbmCosHmacDetector": LineHint(("secret",), r"(?i:secret[_-]?(?:access)?[_-]?key)"),
    "jwt.JwtTokenDetector": LineHint(("ey",), r"eyJ"),
    "mailchimp.MailchimpDetector": LineHint(("-us",), r"-us\d"),
    "npm.NpmDetector": LineHint(("_authtoken",), r"_authToken"),
    "openai.OpenAIDetector": LineHint(("t3blbkfj",), r"T3BlbkFJ"),
    "pypi_token.PypiTokenDetector": LineHint(("pypi-",), r"pypi-"),
    "sendgrid.SendGridDetector": LineHint(("sg.",), r"SG\."),
    "slack.SlackDetector": LineHint(("xox", "hooks.slack"), r"(?i:xox|hooks\.slack)"),
    "softlayer.SoftlayerDetector": LineHint(
        ("softlayer", *_NAMES), r"(?i:softlayer|sl[_-]?(?:api)?[_-]?(?:key|pw|pass|token))"
    ),
    "square_oauth.SquareOAuthDetector": LineHint(("sq0csp",), r"sq0csp"),
    "stripe.StripeDetector": LineHint(("_live_",), r"_live_"),
    "twilio.TwilioKeyDetector": LineHint(("ac", "sk"), r"AC[a-z0-9]{32}|SK[a-z0-9]{32}"),
}
"""Left out: public addresses are no secrets, a key's first line alone is none, and our own rules know that
`user:password@` is an example, an ARN no Telegram token, and not every word of 44 letters an IBM key.
"""

LONGEST_LINE = 4000
"""A longer line is scanned in windows that overlap by OVERLAP characters."""
OVERLAP = 400


@cache
def hints() -> tuple[tuple[str, LineHint, re.Pattern[str]], ...]:
    """Each plugin's name with its hint, in the order of PLUGINS."""
    return tuple((name, hint, re.compile(hint.expression)) for name, hint in PLUGINS.items())


@cache
def load_plugin(name: str) -> Any:
    """A plugin, imported when its hint matches.

    Plugins ask services by requests whether a token works, but nothing of ours does: that import takes 70 ms and 6 MB,
    and opens a socket to test for IPv6.
    """
    module, _, plugin = name.partition(".")
    with Later("requests").standing_in():
        return getattr(import_module(f"detect_secrets.plugins.{module}"), plugin)()


def plugin_findings(text: str, present: set[str]) -> Iterator[SecretFinding]:
    """Findings of all plugins, on the lines that match their hints. `present` are the prefilter words in the text."""
    for name, hint, expression in hints():
        if present.isdisjoint(hint.words):
            continue
        position = 0
        while position <= len(text) and (match := expression.search(text, position)):
            start = text.rfind("\n", 0, match.start()) + 1
            end = text.find("\n", match.start())
            position = (len(text) if end < 0 else end) + 1
            yield from _findings_in_line(text[start : position - 1], start, expression, load_plugin(name))


def _findings_in_line(line: str, start: int, hint: re.Pattern[str], plugin: Any) -> Iterator[SecretFinding]:
    for offset in range(0, max(len(line), 1), LONGEST_LINE - OVERLAP):
        window = line[offset : offset + LONGEST_LINE]
        if hint.search(window):
            yield from _findings_in_window(window, start + offset, plugin)
        if offset + LONGEST_LINE >= len(line):
            break


def _findings_in_window(window: str, start: int, plugin: Any) -> Iterator[SecretFinding]:
    kind = str(plugin.secret_type).lower().replace(" ", "-")
    for value in dict.fromkeys(plugin.analyze_string(window)):
        if len(value) < 4:
            continue
        position = window.find(value)
        while position >= 0:  # the plugin names the value, not its position: every occurrence counts
            yield SecretFinding(start + position, start + position + len(value), kind)
            position = window.find(value, position + len(value))
