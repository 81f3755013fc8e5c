"""What is found, what is left alone, and that masking changes nothing else. Tokens are built at run time."""

import re
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scrubjay.knowledge.documents.selection import names_secret
from scrubjay.privacy.secrets.assignment import ASSIGNMENT
from scrubjay.privacy.secrets.classify import WORDS
from scrubjay.privacy.secrets.find import by_loop, find_secrets, required_words
from scrubjay.privacy.secrets.forms import secret_forms
from scrubjay.privacy.secrets.masking import mask
from scrubjay.privacy.secrets.rules import LONGEST_LINE, SecretFormat, rules
from scrubjay.privacy.secrets.values import entropy


def made(*parts: str) -> str:
    """A token that stands nowhere in this file."""
    return "".join(parts)


TOKENS = {
    "github-pat": made("gh", "p_", "aB3dE6gH9jK2mN5pQ8rS1tU4vW7xY0zA3bC6"),
    "aws-access-key-id": made("AK", "IA", "Z7Q3W5E2R4T6Y7U2"),
    "slack-bot-token": made("xo", "xb-", "123456789012-", "abcdefGHIJkl"),
    "stripe-key": made("sk", "_live_", "4eC39HqLyjWDarjtT1zdp7dc"),
    "private-key": made("-----BEGIN ", "PRIVATE KEY-----\nMIIBVQ\n", "IBADAN\n-----END ", "PRIVATE KEY-----"),
    "jwt": made(
        "ey", "JhbGciOiJIUzI1NiJ9aaa", ".", "ey", "JzdWIiOiIxMjM0NTY3ODkwIn0", ".", "dBjftJeZ4CVPmB92K27uhbUJU1p1r"
    ),
    "url-credentials": made("postgres://jay:", "s3cr7t-Wq9", "@db.internal/app"),
    "password": made('password = "', "Tr0ub4dor", '&3"'),
    "assigned-secret": made("api_token: ", "f3k29dk3l4m5n6b7v8c9x0z1"),
    "curl-credentials": made("curl -u jay:", "h0pk1ns21x", " https://example.org"),
}


@pytest.mark.parametrize("kind", TOKENS)
def test_a_secret_is_found_and_masked_and_the_rest_kept(kind: str) -> None:
    text = f"# Notes\n\nbefore\n{TOKENS[kind]}\nafter\n"
    masked = mask(text)
    assert masked.lines >= 1
    assert "[redacted: " in masked.text
    assert masked.text.startswith("# Notes\n\nbefore\n")
    assert masked.text.endswith("\nafter\n")
    assert masked.text.count("\n") == text.count("\n")
    assert not find_secrets(masked.text)


def test_a_secret_in_json_inside_json_is_found() -> None:
    masked = mask(r'"{\"api_token\": \"' + "f3k29dk3l4" + "m5n6b7v8c9" + r'\", \"n\": 1}"')
    assert masked.text == r'"{\"api_token\": \"[redacted: assigned-secret]\", \"n\": 1}"'


@pytest.mark.parametrize(
    "text",
    [
        "The password must have ten characters.",
        'password = "<your-password>"',
        'api_key = "${API_KEY}"',
        "token: xxxxxxxxxxxxxxxx",
        "secret = os.environ['SECRET']",
        "Fixed in 9fceb02d0ae598e95dc970b74767f19372d61af8.",
        "id 123e4567-e89b-12d3-a456-426614174000",
        "https://example.org/path?query=1",
        "key: value",
        "Authorization: Bearer <token>",
        "sort_key = created_at",
        "[2. Passwords](0002-passwords.md)",
        "[API tokens](docs/api-tokens-v2.md#rotation)",
        "Superseded by [7. Passkeys](0007-passkeys-2fa.md)",
        "Organize templates in subdirectories.",
        "class Hasher(PBKDF2PasswordHasher): ...",
        "spec(label_key, label_dtype=tf.dtypes.int64)",
        '"KeyPairId": "key-0a1b2c3d4e5f60718"',
        "https://username:password@proxy.example.org",
        "A key starts with -----BEGIN RSA " + "PRIVATE KEY----- and is kept elsewhere.",
    ],
)
def test_what_only_looks_like_a_secret_is_left_alone(text: str) -> None:
    assert find_secrets(text) == ()


def test_a_finding_names_its_line_and_never_shows_the_value() -> None:
    token = TOKENS["github-pat"]
    (finding,) = find_secrets(f"one\ntwo {token}\n")
    assert (finding.line, finding.kind) == (2, "github-pat")
    assert token not in repr(finding)


def examples(rule: SecretFormat) -> st.SearchStrategy[str]:
    """Texts that a rule matches, built from its own expression without what may stand around it."""
    body = rule.expression.pattern.removeprefix(r"(?<![A-Za-z0-9])").removesuffix(r"(?![A-Za-z0-9])")
    flags = re.ASCII | (rule.expression.flags & re.IGNORECASE)
    return st.from_regex(re.compile(body.removesuffix("(?![A-Za-z0-9_])"), flags), fullmatch=True)


@pytest.mark.parametrize("rule", rules(), ids=lambda rule: rule.kind)
def test_no_rule_can_match_without_one_of_its_words(rule: SecretFormat) -> None:
    @settings(max_examples=5, derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(examples(rule))
    def holds(text: str) -> None:
        assert any(word in text.lower() for word in rule.words)

    holds()


@settings(max_examples=50, derandomize=True, deadline=None, database=None)
@given(st.lists(st.sampled_from([*TOKENS.values(), "plain words", "key = 1", "\n", "  "]), max_size=6).map(" ".join))
def test_the_pre_filter_loses_no_finding(text: str) -> None:
    everything = find_secrets(text, filter=lambda _: set(required_words()))
    assert find_secrets(text, filter=by_loop) == everything
    assert find_secrets(text) == everything


def test_every_assignment_holds_one_of_the_words_that_are_looked_for_first() -> None:
    for name in ("password", "passwd", "pwd", "apikey", "api-key", "auth", "salt", "hmac", "access_key", "client_id"):
        found = ASSIGNMENT.search(f"{name} = 'abcdefgh12345'")
        assert found is not None
        assert any(word in found.group("name").lower() for word in WORDS)


def test_a_secret_in_a_very_long_line_is_found() -> None:
    token = TOKENS["github-pat"]
    for at in (10, LONGEST_LINE - 20, 3 * LONGEST_LINE):
        (finding,) = find_secrets(" ".join("word" for _ in range(at // 5)) + " " + token + " end" * 2000)
        assert finding.kind == "github-pat"


def hostile(size: int) -> Iterator[str]:
    for unit in (
        "x",
        "key=a",
        "eyJ",
        "-----BEGIN PRIVATE KEY-----\n",
        "a://b:",
        'password = "',
        "pass",
        "curl -u ",
        "glpat-",
        "xoxs-1-",
        "SG.",
        "ibm_cos_",
        "eyJA" * 6 + ".",
        "PuTTY-User-Key-File-2:",
        "square_key=",
    ):
        yield unit * (size // len(unit))


def test_twice_the_text_takes_about_twice_the_work() -> None:
    import time

    def cost(size: int) -> float:
        started = time.process_time()
        for text in hostile(size):
            find_secrets(text)
        return time.process_time() - started

    cost(1000)
    assert cost(80_000) < 12 * cost(20_000) + 0.2


@pytest.mark.parametrize(
    ("name", "secret"),
    [
        (".env", True),
        ("deploy/.env.local", True),
        ("tls/server.key", True),
        ("id_ed25519", True),
        ("aws-credentials.json", True),
        ("docs/credentials.md", False),
        ("docs/secrets.rst", False),
        ("README.md", False),
    ],
)
def test_only_names_that_are_not_prose_promise_secrets(name: str, secret: bool) -> None:
    assert names_secret(name) is secret


def test_entropy_is_in_bits_a_character() -> None:
    assert entropy("") == 0
    assert entropy("aaaa") == 0
    assert entropy("abcd") == 2


def test_every_expression_of_the_tables_compiles() -> None:
    assert all(rule.expression.pattern == rule.pattern for rule in rules())
    assert all(form.expression.groups == 1 for form in secret_forms())
