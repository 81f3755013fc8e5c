"""Every key of the file comes from the schema, with the rules that are marked there."""

import pytest
from pydantic import BaseModel, Field

from scrubjay.settings.check import Wrong, checked
from scrubjay.settings.fields import fields, find, keys, keys_with_rule, schema_of, value_at
from scrubjay.settings.rules import Rule


class Notion(BaseModel):
    """A section as an extension has it."""

    pages: int = Field(default=3, ge=1)
    token_env: str = ""


SECTIONS = {"acme-notion": Notion}


@pytest.mark.parametrize(
    ("name", "parts", "key"),
    [
        ("people", ("people",), "people"),
        ("retrieval.weights.bm25", ("retrieval", "weights", "bm25"), "retrieval.weights.bm25"),
        ("forges.github.com/acme/shop", ("forges", "github.com/acme/shop"), "forges"),
        ("forges.github.com/acme/shop.kind", ("forges", "github.com/acme/shop", "kind"), "forges"),
        ("projects.ab12.ingestion.code", ("projects", "ab12", "ingestion", "code"), "projects"),
    ],
)
def test_a_dotted_name_finds_its_place(name: str, parts: tuple[str, ...], key: str) -> None:
    found = find(name)
    assert found is not None
    assert (found.parts, found.key, str(found)) == (parts, key, name)


@pytest.mark.parametrize("name", ["", "retrieval", "retrieval.weights", "people.on", "ingestion.code.0", "no.such"])
def test_a_section_or_an_unknown_name_finds_none(name: str) -> None:
    assert find(name) is None


def test_each_key_comes_with_its_field() -> None:
    assert tuple(key for key, _ in fields()) == keys()
    assert dict(fields())["review.total"].default == 10_000


def test_a_mark_of_a_section_holds_for_its_keys() -> None:
    assert keys_with_rule(Rule.PERSON_ALONE) == {"trust.scripts", "trust.elicitation", "extensions"}
    assert {"people", "user.id", "forges", "privacy.allow", "publishing.authors"} < keys_with_rule(Rule.FILE_ONLY)
    assert "publishing.folder" not in keys_with_rule(Rule.FILE_ONLY)
    allowed = keys_with_rule(Rule.REPOSITORY)
    assert {key for key in allowed if key.partition(".")[0] not in ("ingestion", "retrieval")} == {
        "publishing.folder", *(key for key in keys() if key.startswith("hooks."))
    }  # fmt: skip
    assert keys_with_rule(Rule.ONLY_OFF) == {
        "ingestion.submodules",
        *(key for key in keys() if key.startswith("hooks.")),
    }


def test_further_sections_are_keys_that_only_the_file_sets() -> None:
    assert [key for key, _ in fields(SECTIONS)] == [*keys(), "acme-notion.pages", "acme-notion.token_env"]
    assert "acme-notion.pages" in keys_with_rule(Rule.FILE_ONLY, SECTIONS)
    schema = schema_of(SECTIONS)
    assert value_at(checked({}, schema), ("acme-notion", "pages")) == 3
    assert value_at(checked({"acme-notion": {"pages": "5"}}, schema), ("acme-notion", "pages")) == 5
    wrong = checked({"acme-notion": {"pages": "0"}}, schema)
    assert isinstance(wrong, Wrong)
    assert wrong.key == "acme-notion.pages"
    found = find("acme-notion.pages", schema)
    assert found is not None
    assert found.parts == ("acme-notion", "pages")
