"""Forms that programs send to OAuth: read within bounds, each name once, a program's secret as a hash. Pure."""

import base64
import binascii
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final
from urllib.parse import parse_qsl, unquote, urlencode

from scrubjay.errors import UsageError
from scrubjay_team.oauth.provider import secret_digest
from scrubjay_team.serving.admission import content_type, values

if TYPE_CHECKING:
    from starlette.types import Scope

FORM: Final = "application/x-www-form-urlencoded"
MOST_FIELDS: Final = 20


def read_form(scope: "Scope", body: bytes) -> dict[str, str]:
    """The fields of a form, with the client's own from its Authorization header. Raises UsageError."""
    if content_type(scope) != FORM:
        raise UsageError(f"send a form: Content-Type: {FORM}")
    try:
        pairs = parse_qsl(body.decode("ascii"), True, True, max_num_fields=MOST_FIELDS, errors="strict")
    except ValueError:
        raise UsageError("the form can't be read") from None
    form = dict(pairs)
    if len(form) != len(pairs):
        raise UsageError("each field stands once in the form")
    return {**form, **_basic(scope, form)}


def handed_on(form: Mapping[str, str]) -> bytes:
    """A form as the SDK's handlers read it: the SHA-256 of a program's secret in place of the secret."""
    secret = form.get("client_secret", "")
    return urlencode({**form, "client_secret": secret_digest(secret).hex() if secret else ""}).encode("ascii")


def _basic(scope: "Scope", form: Mapping[str, str]) -> dict[str, str]:
    """A program's id and secret from an Authorization header; nothing where there is none. Raises UsageError."""
    given = values(scope, b"authorization")
    if not given:
        return {}
    kind, _, coded = given[0].partition(" ")
    try:
        id, colon, secret = base64.b64decode(coded, validate=True).decode("utf-8").partition(":")
    except (binascii.Error, ValueError):
        raise UsageError("the Authorization header can't be read") from None
    id, secret = unquote(id), unquote(secret)
    if (
        len(given) > 1
        or kind.lower() != "basic"
        or not colon
        or form.get("client_id", id) != id
        or "client_secret" in form
    ):
        raise UsageError("a program says once who it is: in the form, or as Basic in the Authorization header")
    return {"client_id": id, "client_secret": secret}
