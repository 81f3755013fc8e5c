"""Formats of which the prefix alone, or the name of the service beside it, tells what a random word is."""

import hashlib
import string

import pytest

from scrubjay.privacy.secrets.masking import find_secrets, mask

ALPHABET = string.ascii_letters + string.digits


def noise(length: int, seed: str = "") -> str:
    """Letters and digits that stand nowhere in this file."""
    digest = b"".join(hashlib.sha512(f"{seed}{part}".encode()).digest() for part in range(4))
    return "".join(ALPHABET[byte % len(ALPHABET)] for byte in digest[:length])


PREFIXED = {
    "notion-token": ("ntn" + "_12345678901" + noise(35), "ntn" + "_" + noise(46), "secret" + "_" + noise(43)),
    "openai-scoped-key": tuple(f"sk-{kind}-{noise(n)}" for kind in ("proj", "svcacct", "admin") for n in (48, 156)),
    "openai-key": (f"sk-proj-{noise(74)}T3Blbk" + f"FJ{noise(74)}",),
    "cloudflare-api-token": tuple(f"{kind}_{noise(48)}" for kind in ("cfut", "cfat", "cfk")),
}  # fmt: skip
BARE = ("{}", "Use {} for it.", "`{}`", "| {} |", "https://x.example/?k={}", "fix/{}")


@pytest.mark.parametrize("kind", PREFIXED)
@pytest.mark.parametrize("around", BARE)
def test_a_token_with_a_prefix_is_found_wherever_it_stands(kind: str, around: str) -> None:
    for token in PREFIXED[kind]:
        assert token[12:] not in mask(around.format(token)).text


@pytest.mark.parametrize(
    "around",
    [
        "Cloudflare {}", "| Cloudflare | {} |", "Cloudflare's token `{}` ends in May", "cloudflare (zones): {}",
        "Our Cloudflare API token, made on Friday: {}",
    ],
)  # fmt: skip
def test_a_cloudflare_token_without_a_prefix_is_found_beside_the_name(around: str) -> None:
    for number in range(20):
        token = noise(40, str(number))
        assert token not in mask(around.format(token)).text


@pytest.mark.parametrize(
    "text",
    [
        "Cloudflare was read at 9fceb02d0ae598e95dc970b74767f19372d61af8.",
        "Cloudflare zone 023e105f4ecef8ad9ca31a8372d0c353",
        "Cloudflare: https://developers.cloudflare.com/fundamentals/Api/GetStarted/TokenFormats2",
        "Cloudflare calls CloudflareWorkersNamespaceBindingsForOurAPI.",
        "sk-proj-your-key-goes-here-and-nowhere-else-please-thank-you",
        "ntn_" + "1234567890" * 5,
    ],
)
def test_what_has_their_form_only_by_half_is_left_alone(text: str) -> None:
    assert find_secrets(text) == ()
