"""Whatever is asked for, a sign-in leads to a path of this server."""

from urllib.parse import unquote, urlsplit

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scrubjay_team.signin.paths import local_path

SIGNS = st.text(alphabet="/\\:@?#%.25CFcf09ad evil\r\n\t\0é&=", max_size=40)


@given(SIGNS | st.text(max_size=60) | SIGNS.map(lambda text: f"/{text}"))
@example("/%09/evil.example")
@example("/%5c%5cevil.example")
def test_no_text_leads_to_another_server(text: str) -> None:
    path = local_path(text)
    for one in (path, unquote(path), unquote(unquote(path))):
        parts = urlsplit(one)
        assert one.startswith("/")
        assert not one.startswith(("//", "/\\"))
        assert (parts.scheme, parts.netloc) == ("", "")
        assert "\\" not in one
        assert one.isprintable()


@pytest.mark.parametrize(
    "path",
    ["/", "/memories/0123", "/search?q=why+a+queue%3F&kind=a",
     "/oauth/consent?request=1f0e3dad-9990-4a48-b1c9-0123456789ab",
     "/search?q=https%3A%2F%2Fa.example", "/tell/0123abcd", "/device?code=ABCD-EFGH"],
)  # fmt: skip
def test_a_path_of_ours_stays_as_it_is(path: str) -> None:
    assert local_path(path) == path
