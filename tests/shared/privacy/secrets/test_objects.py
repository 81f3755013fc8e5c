"""Which fields of an object are secrets, because a telling name is given it? Values are built at run time."""

import pytest

from scrubjay.privacy.secrets.masking import find_secrets, mask

HEX = "9b2e41c7" + "d05fa863" + "17ce94b0" + "a6d82f35"
VALUES = {
    "hexadecimal": HEX,
    "digest": HEX + "17ce94b0",
    "letters and digits": "f3k29dk3l4m5" + "n6b7v8c9x0z1",
    "UUID": "7d1c93be" + "-4f02-4a8e-9b6d-" + "52c0e8af1937",
    "words": "blue-swordfish" + "-of-the-lake",
    "letters": "qzjxkvwpylmd" + "grtnbhsc",
}
NOTATIONS = {
    "YAML": 'api_token: {{"name": "jay", "sig": "{}"}}',
    "Python": "X_AUTH_TOKEN = {{'user': 'jay', 'value': '{}'}}",
    "JSON": '"credentials": {{"login": "jay", "token": "{}", "admin": true}}',
    "lines": '"session": {{\n  "name": "jay",\n  "key": "{}"\n}}',
    "header": 'curl -H "Api-Token: {{\\"name\\":\\"jay\\",\\"sig\\":\\"{}\\"}}" http://db.internal',
    "header in quotes": 'curl -H \'Api-Token: {{"name":"jay","sig":"{}"}}\' http://db.internal',
    "string": 'apiToken = `{{"name":"jay","sig":"{}"}}`',
    "call": 'setToken({{"user": "jay", "secret": "{}"}})',
}
LEFT = (
    f'"author": {{"name": "Anna Berg", "gravatar_id": "{HEX}"}}',
    '"auth": {"provider": "google-oauth2", "value": "required"}',
    '"token": {"name": "jay", "value": "${API_TOKEN}"}',
    '"token": {"type": "string", "key": "your-token-here"}',
    f'"commit": {{"tree": "{HEX}"}}',
    '"session": {"started": "2026-01-01T10:00:00Z", "host": "build-agent-07.internal"}',
    "def auth(token): return {'token_count': 12, 'key': token}",
)


@pytest.mark.parametrize("notation", NOTATIONS)
@pytest.mark.parametrize("form", VALUES)
def test_a_secret_goes_from_an_object_and_its_neighbours_stay(notation: str, form: str) -> None:
    text = NOTATIONS[notation].format(VALUES[form])
    masked = mask(text).text
    assert VALUES[form] not in masked
    assert "jay" in masked


@pytest.mark.parametrize("text", LEFT)
def test_what_an_object_tells_of_other_things_is_left_alone(text: str) -> None:
    assert find_secrets(text) == ()


def test_bytes_need_no_name_of_their_own_in_such_an_object() -> None:
    value = VALUES["letters and digits"]
    assert value not in mask(f'"credentials": {{"login": "jay", "c": "{value}"}}').text
    assert value in mask(f'"colours": {{"login": "jay", "c": "{value}"}}').text
