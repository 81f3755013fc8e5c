"""What do detect-secrets' token plugins find? Each is called on a line by itself; its global settings stay unused."""

import importlib
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from scrubjay.secrets.model import Finding

PLUGINS = {
    "artifactory.ArtifactoryDetector": r"AKC|AP[\dABCDEF]",
    "aws.AWSKeyDetector": r"(?i:aws|akia|asia|abia|acca|a3t)",
    "azure_storage_key.AzureStorageKeyDetector": r"AccountKey",
    "cloudant.CloudantDetector": r"(?i:cloudant|cl(?:ou)?[_-]?(?:api)?(?:key|pw|pass|token))",
    "discord.DiscordBotTokenDetector": r"[MNO][\w-]{23,25}\.",
    "github_token.GitHubTokenDetector": r"gh[pousr]_",
    "gitlab_token.GitLabTokenDetector": r"gl|GR1348941",
    "ibm_cos_hmac.IbmCosHmacDetector": r"(?i:secret[_-]?(?:access)?[_-]?key)",
    "jwt.JwtTokenDetector": r"eyJ",
    "mailchimp.MailchimpDetector": r"-us\d",
    "npm.NpmDetector": r"_authToken",
    "openai.OpenAIDetector": r"T3BlbkFJ",
    "pypi_token.PypiTokenDetector": r"pypi-",
    "sendgrid.SendGridDetector": r"SG\.",
    "slack.SlackDetector": r"(?i:xox|hooks\.slack)",
    "softlayer.SoftlayerDetector": r"(?i:softlayer|sl[_-]?(?:api)?[_-]?(?:key|pw|pass|token))",
    "square_oauth.SquareOAuthDetector": r"sq0csp",
    "stripe.StripeDetector": r"_live_",
    "twilio.TwilioKeyDetector": r"AC[a-z0-9]{32}|SK[a-z0-9]{32}",
}
"""Plugin -> an expression that every line it can fire on matches. Left out: public addresses are no secrets, a key's
first line alone is none, and our own rules know that `user:password@` is an example, an ARN no Telegram token, and
not every word of 44 letters an IBM key."""

LONGEST_LINE = 4000
"""A longer line is scanned in windows that overlap by OVERLAP characters."""
OVERLAP = 400


@cache
def loaded() -> tuple[tuple[re.Pattern[str], Any], ...]:
    """Hint and plugin, in the order of PLUGINS; imported on first use, 80 ms."""
    found = []
    for name, hint in PLUGINS.items():
        module, _, plugin = name.partition(".")
        loaded = importlib.import_module(f"detect_secrets.plugins.{module}")
        found.append((re.compile(hint), getattr(loaded, plugin)()))
    return tuple(found)


@cache
def _any_hint() -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{hint})" for hint in PLUGINS.values()))


def plugin_findings(text: str) -> Iterator[Finding]:
    """Findings of all plugins, on the lines that hold a hint."""
    at = 0
    while hint := _any_hint().search(text, at):
        start = text.rfind("\n", 0, hint.start()) + 1
        end = text.find("\n", hint.start())
        at = (len(text) if end < 0 else end) + 1
        yield from _in_line(text[start : at - 1], start)


def _in_line(line: str, start: int) -> Iterator[Finding]:
    for offset in range(0, max(len(line), 1), LONGEST_LINE - OVERLAP):
        window = line[offset : offset + LONGEST_LINE]
        if offset == 0 or _any_hint().search(window):
            yield from _in_window(window, start + offset)
        if offset + LONGEST_LINE >= len(line):
            break


def _in_window(window: str, start: int) -> Iterator[Finding]:
    for hint, plugin in loaded():
        if not hint.search(window):
            continue
        kind = str(plugin.secret_type).lower().replace(" ", "-")
        for value in dict.fromkeys(plugin.analyze_string(window)):
            if len(value) < 4:
                continue
            at = window.find(value)
            while at >= 0:  # the plugin names the value, not its place: every place counts
                yield Finding(start + at, start + at + len(value), kind)
                at = window.find(value, at + len(value))
