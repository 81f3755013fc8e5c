"""Which repositories' discussions are read is said in the user's file alone, and no token stands in it."""

from pathlib import Path

import pytest

from scrubjay.errors import ConfigError
from scrubjay.settings.layers import load_settings, with_repository
from scrubjay.settings.schema import Settings

SHOP = "forges:\n  github.com/acme/shop:\n    project: shop\n"
TOKENS = (
    *(f"{head}{'a1B2' * 9}" for head in ("ghp" + "_", "github" + "_pat_", "glpat" + "-")), "0a1b" * 10, "aB3d" * 9,
)  # fmt: skip


def user(home: Path, text: str, **environment: str) -> Settings:
    (home / "config.yaml").write_text(text)
    return load_settings({"SCRUBJAY_HOME": str(home), **environment})


def test_a_repository_has_a_project_a_kind_and_the_address_of_its_forge(tmp_path: Path) -> None:
    text = (
        f"{SHOP}  git.acme.example/a/b:\n    project: shop\n    kind: forgejo\n"
        "  hub.acme.example:8443/a/b:\n    project: shop\n    kind: github\n"
        "  hub.acme.example/a/b:\n    project: shop\n    api: https://hub.acme.example/api/\n"
        "  lab.acme.example/a/b/c:\n    project: shop\n    kind: gitlab\n"
    )
    forges = user(tmp_path, text).forges
    assert {name: one.address(name) for name, one in forges.items()} == {
        "github.com/acme/shop": "https://api.github.com",
        "git.acme.example/a/b": "https://git.acme.example/api/v1",
        "hub.acme.example:8443/a/b": "https://hub.acme.example:8443/api/v3",
        "hub.acme.example/a/b": "https://hub.acme.example/api",
        "lab.acme.example/a/b/c": "https://lab.acme.example/api/v4",
    }


def test_the_token_comes_from_the_variable_that_is_named_and_is_shown_nowhere(tmp_path: Path) -> None:
    settings = user(tmp_path, f"{SHOP}    token_env: GHE_TOKEN\n", GHE_TOKEN="hush", OTHER="x")
    assert {name: value.get_secret_value() for name, value in settings.forge_tokens.items()} == {"GHE_TOKEN": "hush"}
    assert "hush" not in repr(settings)


@pytest.mark.parametrize("token", TOKENS)
@pytest.mark.parametrize("place", ["token_env", "token_file", "token"])
def test_a_token_in_the_file_is_refused_and_not_repeated(tmp_path: Path, place: str, token: str) -> None:
    with pytest.raises(ConfigError, match=r"line 4") as refused:
        user(tmp_path, f"{SHOP}    {place}: {token}\n")
    assert token not in str(refused.value)


@pytest.mark.parametrize(
    "name",
    ["shop", "acme/shop", "https://github.com/acme/shop", "u:p@github.com/acme/shop", "github.com/acme/../x",
     "h.x/a/b?c=d", "github.com/a/b/c", "GitHub.com/acme/shop", "github.com/acme/shop\\n",
     "github.com/acme/shop.git", "github.com/acme/shop/", "github.com:443/acme/shop"],
)  # fmt: skip
def test_a_name_that_is_no_repository_is_refused_and_not_repeated(tmp_path: Path, name: str) -> None:
    with pytest.raises(ConfigError, match="HOST/OWNER/NAME") as refused:
        user(tmp_path, f'forges:\n  "{name}":\n    project: shop\n')
    assert "@" not in str(refused.value)


@pytest.mark.parametrize(
    "line", ["api: http://api.acme.example", "api: https://u:p@acme.example", "kind: svn", "token_env: A-B", "since: 3"]
)
def test_what_a_forge_may_not_be_is_refused_with_its_line(tmp_path: Path, line: str) -> None:
    with pytest.raises(ConfigError, match=r"line 4: .*forges\.github\.com/acme/shop\."):
        user(tmp_path, f"{SHOP}    {line}\n")


def test_two_places_of_one_token_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="keep one of them"):
        user(tmp_path, f"{SHOP}    token_env: A\n    token_file: /a\n")


def test_neither_a_repository_nor_the_environment_names_a_forge(tmp_path: Path) -> None:
    settings = user(tmp_path, "", SCRUBJAY_FORGES="{github.com/acme/shop: {project: shop}}")
    assert settings.forges == {}
    repository, refused = with_repository(settings, SHOP, "config.yaml")
    assert repository.forges == {}
    assert len(refused) == 1


def test_members_are_logins_and_no_account_that_was_deleted(tmp_path: Path) -> None:
    assert user(tmp_path, f"{SHOP}    members: [Ann, b.c-d, x[bot]]\n".replace("x[bot]", '"x[bot]"')).forges[
        "github.com/acme/shop"
    ].members == ("Ann", "b.c-d", "x[bot]")
    for login in ("ghost", "a b", '"@ann"', '""'):
        with pytest.raises(ConfigError):
            user(tmp_path, f"{SHOP}    members: [{login}]\n")


@pytest.mark.parametrize("token", TOKENS)
@pytest.mark.parametrize("address", ["https://h.x/{}", "https://h.x/api/{}/v4", "https://{}.x/api", "https://h.x/a={}"])
def test_a_token_within_an_address_is_refused_and_not_repeated(tmp_path: Path, address: str, token: str) -> None:
    with pytest.raises(ConfigError, match=r"line 4: .*looks like a token") as refused:
        user(tmp_path, f"{SHOP}    api: {address.format(token)}\n")
    assert token not in str(refused.value)


def test_a_repository_that_is_named_twice_in_other_capitals_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"acme/shop is named twice.*keep one entry"):
        user(tmp_path, SHOP + SHOP.replace("forges:\n", "").replace("acme", "Acme"))
