"""Registry of programming languages: grammars, file extensions, and the node types that are symbols."""

from collections.abc import Iterable
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

from tree_sitter import Language as Grammar

from scrubjay.model.frozen import dataclass
from scrubjay.model.hints import installing
from scrubjay.settings.code import ProgrammingLanguage


@dataclass(frozen=True, slots=True)
class Language:
    """A language: the wheel of its grammar, its file extensions, and the node types of symbols."""

    name: str
    module: str
    suffixes: tuple[str, ...]
    symbols: frozenset[str]
    function: str = "language"


def _language(
    name: ProgrammingLanguage, suffixes: str, symbols: str, *, module: str = "", function: str = "language"
) -> Language:
    return Language(
        name, module or f"tree_sitter_{name}", tuple(suffixes.split()), frozenset(symbols.split()), function
    )


_SCRIPT: Final = (
    "function_declaration generator_function_declaration class_declaration method_definition interface_declaration "
    "type_alias_declaration enum_declaration abstract_class_declaration internal_module variable_declarator"
)

LANGUAGES: Final = {
    language.name: language
    for language in (
        _language("bash", "sh bash", "function_definition"),
        _language("c", "c h", "function_definition struct_specifier enum_specifier union_specifier"),
        _language(
            "cpp", "cc cpp cxx hh hpp hxx", "function_definition class_specifier struct_specifier namespace_definition"
        ),
        _language(
            "csharp",
            "cs",
            "class_declaration interface_declaration struct_declaration record_declaration enum_declaration "
            "method_declaration constructor_declaration",
            module="tree_sitter_c_sharp",
        ),
        _language("go", "go", "function_declaration method_declaration type_spec"),
        _language(
            "java",
            "java",
            "class_declaration interface_declaration enum_declaration record_declaration method_declaration "
            "constructor_declaration",
        ),
        _language("javascript", "js jsx mjs cjs", _SCRIPT),
        _language("kotlin", "kt kts", "class_declaration function_declaration object_declaration"),
        _language(
            "php",
            "php",
            "class_declaration interface_declaration trait_declaration function_definition method_declaration",
            function="language_php",
        ),
        _language("python", "py pyi", "function_definition class_definition"),
        _language("ruby", "rb", "class module method singleton_method"),
        _language("rust", "rs", "function_item struct_item enum_item trait_item impl_item mod_item macro_definition"),
        _language("scala", "scala sc", "class_definition object_definition trait_definition function_definition"),
        _language("swift", "swift", "class_declaration protocol_declaration function_declaration"),
        _language("tsx", "tsx", _SCRIPT, module="tree_sitter_typescript", function="language_tsx"),
        _language("typescript", "ts mts cts", _SCRIPT, function="language_typescript"),
    )
}
"""By name. Each grammar is a wheel of its own, all in the extra `[code]`."""

_BY_SUFFIX: Final = {suffix: name for name, language in LANGUAGES.items() for suffix in language.suffixes}

PREFIX: Final = "code:"
"""Prefix of the format of source files, such as `code:python`."""


def language_of(path: str) -> str:
    """The language of a path by its extension; empty for any other file."""
    return _BY_SUFFIX.get(path.rpartition("/")[2].rpartition(".")[2].lower(), "")


@cache
def installed_languages() -> frozenset[str]:
    """The languages whose grammars are installed."""
    if find_spec("tree_sitter") is None:
        return frozenset()
    return frozenset(name for name, language in LANGUAGES.items() if find_spec(language.module) is not None)


def missing_languages(formats: Iterable[str], installed: frozenset[str]) -> tuple[str, ...]:
    """The languages among some formats of code whose grammars aren't installed."""
    return tuple(sorted({f.removeprefix(PREFIX) for f in formats if f.startswith(PREFIX)} - installed))


NO_GRAMMARS: Final = f"no code is read without grammars: {installing('code')}"
"""What to say of code where no language can be read."""


def missing_message(languages: Iterable[str]) -> str:
    """The message about missing grammars, with the command that installs them."""
    return f"no grammar for {', '.join(languages)}: {installing('code')}"


@cache
def grammar(name: str) -> Any:
    """The grammar of a language. Raises ImportError where its wheel is missing."""
    language = LANGUAGES[name]
    return Grammar(getattr(import_module(language.module), language.function)())
