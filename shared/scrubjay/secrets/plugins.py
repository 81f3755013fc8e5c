"""What do detect-secrets' token plugins find? Each is called on a line by itself; its global settings stay unused."""

import importlib
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from scrubjay.secrets.model import Finding

_PLUGINS = {
    "artifactory.ArtifactoryDetector": r"AKC|AP[\dABCDEF]",
    "aws.AWSKeyDetector": r"(?i:aws|akia|asia|abia|acca|a3t)",
    "azure_storage_key.AzureStorageKeyDetector": r"AccountKey",
    "basic_auth.BasicAuthDetector": r"://",
    "cloudant.CloudantDetector": r"(?i:cloudant|cl[_-]?)",
    "discord.DiscordBotTokenDetector": r"[MNO][\w-]{23,25}\.",
    "github_token.GitHubTokenDetector": r"gh[pousr]_",
    "gitlab_token.GitLabTokenDetector": r"gl|GR1348941",
    "ibm_cloud_iam.IbmCloudIamDetector": r"(?i:ibm|iam|cloud|api)",
    "ibm_cos_hmac.IbmCosHmacDetector": r"(?i:cos|ibm|hmac|secret)",
    "jwt.JwtTokenDetector": r"eyJ",
    "mailchimp.MailchimpDetector": r"-us\d",
    "npm.NpmDetector": r"_authToken",
    "openai.OpenAIDetector": r"T3BlbkFJ",
    "private_key.PrivateKeyDetector": r"PRIVATE KEY|PuTTY",
    "pypi_token.PypiTokenDetector": r"pypi-",
    "sendgrid.SendGridDetector": r"SG\.",
    "slack.SlackDetector": r"xox|hooks\.slack",
    "softlayer.SoftlayerDetector": r"(?i:softlayer|sl[_-]?)",
    "square_oauth.SquareOAuthDetector": r"sq0csp",
    "stripe.StripeDetector": r"_live_",
    "telegram_token.TelegramBotTokenDetector": r":[\w-]{35}",
    "twilio.TwilioKeyDetector": r"AC[a-z0-9]{32}|SK[a-z0-9]{32}",
}
"""Plugin -> an expression that every line it can fire on matches. Public addresses, which one more plugin looks
for, are no secrets."""

LONGEST_LINE = 4000
"""A longer line is scanned in windows that overlap by OVERLAP characters."""
OVERLAP = 400


@cache
def _loaded() -> tuple[tuple[re.Pattern[str], Any], ...]:
    found = []
    for name, hint in _PLUGINS.items():
        module, _, plugin = name.partition(".")
        loaded = importlib.import_module(f"detect_secrets.plugins.{module}")
        found.append((re.compile(hint), getattr(loaded, plugin)()))
    return tuple(found)


@cache
def _any_hint() -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{hint})" for hint in _PLUGINS.values()))


def plugin_findings(text: str) -> Iterator[Finding]:
    """Findings of all plugins, line by line."""
    start = 0
    for line in text.split("\n"):
        for offset in range(0, max(len(line), 1), LONGEST_LINE - OVERLAP):
            window = line[offset : offset + LONGEST_LINE]
            if _any_hint().search(window):
                yield from _in_window(window, start + offset)
            if offset + LONGEST_LINE >= len(line):
                break
        start += len(line) + 1


def _in_window(window: str, start: int) -> Iterator[Finding]:
    for hint, plugin in _loaded():
        if not hint.search(window):
            continue
        kind = str(plugin.secret_type).lower().replace(" ", "-")
        for value in plugin.analyze_string(window):
            at = window.find(value) if value else -1
            if at >= 0 and len(value) >= 4:
                yield Finding(start + at, start + at + len(value), kind)
