"""Detectors for notations with a secret of their own: command lines, URLs, headers, SQL, XML, netrc, hashes."""

import re
from base64 import b64decode
from collections.abc import Callable, Iterator
from functools import cache

from scrubjay.model.frozen import dataclass
from scrubjay.model.pattern import pattern
from scrubjay.privacy.secrets.model import SecretFinding
from scrubjay.privacy.secrets.rules import compiled, rows
from scrubjay.privacy.secrets.values import (
    is_code,
    is_filler,
    is_literal,
    is_lone_word,
    is_password,
    is_placeholder,
    looks_random,
)

NAMES = ("passw", "passphrase", "pwd", "secret", "api", "token")
"""Words of which an element's name contains one."""


@dataclass(frozen=True, slots=True)
class SecretForm:
    """A notation: its kind, words of which every match contains one, the expression, and the test of the value."""

    kind: str
    words: tuple[str, ...]
    pattern: str
    flags: int
    judge: Callable[[str], bool]
    named: bool
    """Whether the match must also contain one of NAMES."""

    @property
    def expression(self) -> re.Pattern[str]:
        """The compiled pattern."""
        return compiled(self.pattern, self.flags)


def _may_be_password(value: str) -> bool:
    """Whether a value can be a password where only a password can stand: a plain word counts."""
    return is_password(value) or is_lone_word(value)


def _looks_secret(value: str) -> bool:
    """Whether the value of a telling name is a secret: no word, no reference, no code."""
    return len(value) >= 8 and is_literal(value) and looks_random(value, 2.6)


def _looks_like_key(value: str) -> bool:
    return looks_random(value, 4.0)


def _is_no_placeholder(value: str) -> bool:
    return not is_placeholder(value)


def _is_real_hash(value: str) -> bool:
    return not is_placeholder(value.lstrip("$"))


_JUDGES = {
    "typed": _may_be_password,
    "key": _looks_like_key,
    "secret": _looks_secret,
    "literal": is_literal,
    "shown": _is_no_placeholder,
    "hash": _is_real_hash,
}
_FLAGS = {"-": 0, "i": re.IGNORECASE, "m": re.MULTILINE, "im": re.IGNORECASE | re.MULTILINE}


@cache
def secret_forms() -> tuple[SecretForm, ...]:
    """Every notation, by the programs that read it: MySQL and PostgreSQL, XML configuration, netrc(5), pgpass,
    PowerShell, RFC 7517, Sentry's DSN, Go's MySQL driver, ADO.NET, crypt(5) and RFC 2307.
    """
    return tuple(
        SecretForm(kind, tuple(words.split(",")), body, _FLAGS[flags], _JUDGES[judge], kind == "element-password")
        for kind, words, judge, flags, body in rows("forms.tsv")
    )


def form_findings(text: str, present: set[str]) -> Iterator[SecretFinding]:
    """Values in the secret's position of a notation. `present` are the prefilter words that the text contains."""
    named = not present.isdisjoint(NAMES)
    for form in secret_forms():
        if not present.isdisjoint(form.words) and (named or not form.named):
            for match in form.expression.finditer(text):
                if form.judge(match.group(1)):
                    yield SecretFinding(match.start(1), match.end(1), form.kind)


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


def _password_command(name: str, option: str, *words: str) -> PasswordCommand:
    pattern = rf"(?<![\w/.-])(?:{name})\s{_BODY}(?<=\s){option}{_VALUE}{_END}"
    return PasswordCommand(words, pattern)


COMMANDS = (
    _password_command("sshpass", r"-p\s?", "sshpass"),
    _password_command(
        r"(?:mysql|mariadb)(?:dump|admin|import|check|show)?", r"(?:-p|--password[= ])", "mysql", "mariadb"
    ),
    _password_command(
        r"(?:docker|podman|buildah|nerdctl|oras|crane|helm registry|skopeo|az|oc)\s+login",
        r"(?:-p|--password)[= ]\s?",
        " login",
    ),
    _password_command(r"redis-cli", r"(?:-a|--pass)\s{1,3}", "redis-cli"),
    _password_command(r"mongo(?:sh|dump|restore|export|import)?", r"(?:-p|--password)[= ]\s?", "mongo"),
    _password_command(r"ldap(?:search|modify|add|delete|whoami)", r"-w\s{1,3}", "ldap"),
    _password_command(r"keytool|jarsigner", r"-(?:store|key|src|dest)(?:store)?pass\s{1,3}", "keytool", "jarsigner"),
    _password_command(r"(?:un)?zip", r"-P\s{1,3}", "zip"),
    _password_command(r"htpasswd", r"-[a-zA-Z]*b[a-zA-Z]*\s+\S+\s+\S+\s{1,3}", "htpasswd"),
    _password_command(r"rabbitmqctl", r"(?:add_user|change_password)\s+\S+\s{1,3}", "rabbitmqctl"),
)
_OPTION = pattern(
    r"(?<![\w-])--?[\w-]{0,40}?(?:password|passwd|passphrase|token|secret|api[_-]?key|secret[_-]?key|access[_-]?key|auth[_-]?key)"
    rf"(?P<joint>[= ])\s?{_VALUE}{_END}",
    re.IGNORECASE | re.MULTILINE,
)
OPTIONS = ("-password", "-passwd", "-passphrase", "-token", "-secret", "-apikey", "-api-key", "-access", "-auth")
TOOLS = ("openssl", "-pass", "curl")
_OPENSSL = pattern(r"(?<!\w)pass:(?P<bare>[^\s\"'`$]{3,100})")
_CURL = pattern(r"\bcurl\b(?:[^\n\\]|\\\n|\\[^\n]|\n(?=[ \t]+-)){0,2000}")
_CURL_USER = pattern(
    r"\s(?:-u|--user)[ =]{0,3}[\"'{]{0,2}(?P<user>[^\s:\"'{}]{0,60})[\"'}]{0,2}:[\"'{]{0,2}(?P<value>[^\s\"'{}]{0,100})"
)
_CURL_HEADER = pattern(
    r"(?:authorization|[\w-]{0,30}(?:token|api-?key|secret|auth)[\w-]{0,20}):\s{1,3}(?:[A-Za-z]{1,12}\s+)?"
    r"(?P<value>[A-Za-z0-9+/_.=-]{12,500})",
    re.IGNORECASE,
)


def command_findings(text: str, present: set[str]) -> Iterator[SecretFinding]:
    """Credentials passed to a command. `present` are the prefilter words that the text contains."""
    for command in COMMANDS:
        if not present.isdisjoint(command.words):
            for match in command.expression.finditer(text):
                yield from _value_finding(match, alone=True)
    if not present.isdisjoint(OPTIONS):
        for match in _OPTION.finditer(text):
            yield from _value_finding(match, alone=match.group("joint") == "=" or not match.group("bare"))
    if not present.isdisjoint(("openssl", "-pass")):
        for match in _OPENSSL.finditer(text):
            value = match.group("bare")
            if is_password(value) or is_lone_word(value) or (value.isalpha() and len(value) >= 5):
                yield SecretFinding(match.start("bare"), match.end("bare"), "command-password")
    if "curl" in present:
        yield from _curl_findings(text)


def _value_finding(match: re.Match[str], alone: bool) -> Iterator[SecretFinding]:
    """The value, if it can be a secret; a lower-case word only where no sentence can continue (`alone`)."""
    group = next(name for name in ("double", "single", "bare") if match.group(name))
    value = match.group(group)
    if is_password(value) or (alone and is_lone_word(value)):
        yield SecretFinding(match.start(group), match.end(group), "command-password")


def _curl_findings(text: str) -> Iterator[SecretFinding]:
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


_URL = pattern(r"(?i:[a-z][a-z0-9+.-]{1,20})://(?P<user>[^\s:/@\"'<>{}$]{0,60}):(?P<value>[^\s:/\"'<>{}$*]{3,100})@")
_EXAMPLE_HOST = pattern(r"[\w.-]*\b(?:example|test|invalid|host(?:name)?|server|domain)\b", re.IGNORECASE)
_SCHEME = pattern(
    r"\b(?:(?P<scheme>basic|bearer)|authorization\W{1,6}[A-Za-z-]{2,20})\s+(?P<value>[A-Za-z0-9+/_.=-]{8,1000})",
    re.IGNORECASE,
)


def credential_findings(text: str, lower: str) -> Iterator[SecretFinding]:
    """Passwords in URLs and credentials in headers. `lower` is the text in lower case."""
    if "://" in text:
        for match in _URL.finditer(text):
            value = match.group("value")
            if not (value.isdigit() or (is_placeholder(value) and _is_template(match, value))):
                yield SecretFinding(match.start("value"), match.end("value"), "url-credentials")
    if "basic" in lower or "bearer" in lower or "authorization" in lower:
        for match in _SCHEME.finditer(text):
            value, scheme = match.group("value"), (match.group("scheme") or "authorization").lower()
            random = looks_random(value, 3.0) and not is_placeholder(value)
            if random or (scheme == "basic" and _is_pair(value)):
                yield SecretFinding(match.start("value"), match.end("value"), f"{scheme}-credentials")


def _is_template(match: re.Match[str], value: str) -> bool:
    """Whether a URL is only a template: `user:pass@`, or a host that RFC 2606 reserves for examples."""
    user, rest = match.group("user"), match.string[match.end() : match.end() + 60]
    return (
        not user or is_placeholder(user) or not value.isalnum() or is_filler(value) or bool(_EXAMPLE_HOST.match(rest))
    )


def _is_pair(value: str) -> bool:
    """Whether a value is `user:password` in base 64, as in HTTP's basic scheme."""
    try:
        return bool(re.fullmatch(rb"[ -~]{1,100}:[ -~]{1,100}", b64decode(value, validate=True)))
    except ValueError:
        return False
