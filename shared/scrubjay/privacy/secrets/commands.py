"""Detector for credentials on a command line: options of known commands, and options that name a password."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from scrubjay.privacy.secrets.model import SecretFinding
from scrubjay.privacy.secrets.rules import compiled
from scrubjay.privacy.secrets.values import is_code, is_lone_word, is_password, is_placeholder, looks_random

_BODY = r"(?:[^\n\\|;&]|\\\n|\\[^\n]|\n(?=[ \t]+-)){0,400}?"
_VALUE = r"(?:\"(?P<double>[^\"\n]{3,100})\"|'(?P<single>[^'\n]{3,100})'|(?P<bare>[^\s\"'|;&<>()]{3,100}))"
_END = r"(?=[\s\"'`|;&)]|$)"


@dataclass(frozen=True, slots=True)
class PasswordCommand:
    """A command and the option that takes its password; every match contains all of `words`."""

    words: tuple[str, ...]
    pattern: str

    @property
    def expression(self) -> re.Pattern[str]:
        """The compiled pattern."""
        return compiled(self.pattern, re.MULTILINE)


def _command(name: str, option: str, *words: str) -> PasswordCommand:
    pattern = rf"(?<![\w/.-])(?:{name})\s{_BODY}(?<=\s){option}{_VALUE}{_END}"
    return PasswordCommand(words, pattern)


COMMANDS = (
    _command("sshpass", r"-p\s?", "sshpass"),
    _command(r"(?:mysql|mariadb)(?:dump|admin|import|check|show)?", r"(?:-p|--password[= ])", "mysql", "mariadb"),
    _command(
        r"(?:docker|podman|buildah|nerdctl|oras|crane|helm registry|skopeo|az|oc)\s+login",
        r"(?:-p|--password)[= ]\s?",
        " login",
    ),
    _command(r"redis-cli", r"(?:-a|--pass)\s{1,3}", "redis-cli"),
    _command(r"mongo(?:sh|dump|restore|export|import)?", r"(?:-p|--password)[= ]\s?", "mongo"),
    _command(r"ldap(?:search|modify|add|delete|whoami)", r"-w\s{1,3}", "ldap"),
    _command(r"keytool|jarsigner", r"-(?:store|key|src|dest)(?:store)?pass\s{1,3}", "keytool", "jarsigner"),
    _command(r"(?:un)?zip", r"-P\s{1,3}", "zip"),
    _command(r"htpasswd", r"-[a-zA-Z]*b[a-zA-Z]*\s+\S+\s+\S+\s{1,3}", "htpasswd"),
    _command(r"rabbitmqctl", r"(?:add_user|change_password)\s+\S+\s{1,3}", "rabbitmqctl"),
)
_OPTION = re.compile(
    r"(?<![\w-])--?[\w-]{0,40}?(?:password|passwd|passphrase|token|secret|api[_-]?key|secret[_-]?key|access[_-]?key|auth[_-]?key)"
    rf"(?P<joint>[= ])\s?{_VALUE}{_END}",
    re.IGNORECASE | re.MULTILINE,
)
OPTIONS = ("-password", "-passwd", "-passphrase", "-token", "-secret", "-apikey", "-api-key", "-access", "-auth")
TOOLS = ("openssl", "-pass", "curl")
_OPENSSL = re.compile(r"(?<!\w)pass:(?P<bare>[^\s\"'`$]{3,100})")
_CURL = re.compile(r"\bcurl\b(?:[^\n\\]|\\\n|\\[^\n]|\n(?=[ \t]+-)){0,2000}")
_CURL_USER = re.compile(
    r"\s(?:-u|--user)[ =]{0,3}[\"'{]{0,2}(?P<user>[^\s:\"'{}]{0,60})[\"'}]{0,2}:[\"'{]{0,2}(?P<value>[^\s\"'{}]{0,100})"
)
_CURL_HEADER = re.compile(
    r"(?:authorization|[\w-]{0,30}(?:token|api-?key|secret|auth)[\w-]{0,20}):\s{1,3}(?:[A-Za-z]{1,12}\s+)?"
    r"(?P<value>[A-Za-z0-9+/_.=-]{12,500})",
    re.IGNORECASE,
)


def command_findings(text: str, present: set[str]) -> Iterator[SecretFinding]:
    """Credentials passed to a command. `present` are the prefilter words that the text contains."""
    for command in COMMANDS:
        if not present.isdisjoint(command.words):
            for match in command.expression.finditer(text):
                yield from _given(match, alone=True)
    if not present.isdisjoint(OPTIONS):
        for match in _OPTION.finditer(text):
            yield from _given(match, alone=match.group("joint") == "=" or not match.group("bare"))
    if not present.isdisjoint(("openssl", "-pass")):
        for match in _OPENSSL.finditer(text):
            value = match.group("bare")
            if is_password(value) or is_lone_word(value) or (value.isalpha() and len(value) >= 5):
                yield SecretFinding(match.start("bare"), match.end("bare"), "command-password")
    if "curl" in present:
        yield from _of_curl(text)


def _given(match: re.Match[str], alone: bool) -> Iterator[SecretFinding]:
    """The value, if it can be a secret; a lower-case word only where no sentence can continue (`alone`)."""
    group = next(name for name in ("double", "single", "bare") if match.group(name))
    value = match.group(group)
    if is_password(value) or (alone and is_lone_word(value)):
        yield SecretFinding(match.start(group), match.end(group), "command-password")


def _of_curl(text: str) -> Iterator[SecretFinding]:
    """Credentials that a curl command sends, by option or by header."""
    for command in _CURL.finditer(text):
        for match in _CURL_USER.finditer(text, command.start(), command.end()):
            group = "value" if match.group("value") else "user"
            value = match.group(group)
            if len(value) >= 3 and not is_placeholder(value) and not is_code(value):
                yield SecretFinding(match.start(group), match.end(group), "curl-credentials")
        for match in _CURL_HEADER.finditer(text, command.start(), command.end()):
            value = match.group("value")
            if not is_placeholder(value) and looks_random(value, 3.0):
                yield SecretFinding(match.start("value"), match.end("value"), "curl-credentials")
