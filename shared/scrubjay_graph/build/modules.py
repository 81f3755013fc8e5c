"""File of a tree that an import names, by the language's own rules, never by a guess among several; pure."""

import posixpath
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from scrubjay_graph.build.manifests import Manifests

_SCRIPT_ENDS: Final = (
    "",
    ".ts",
    ".tsx",
    ".mts",
    ".cts",
    ".js",
    ".jsx",
    ".mjs",
    ".cjs",
    ".d.ts",
    "/index.ts",
    "/index.tsx",
    "/index.js",
    "/index.jsx",
)
_TS_OF_JS: Final = {".js": (".ts", ".tsx"), ".jsx": (".tsx",), ".mjs": (".mts",), ".cjs": (".cts",)}


_C_SOURCES: Final = ("include", "inc", "src")


class Modules:
    """Finds the files of a tree by the names under which code imports them.

    `declared` are the paths of what files of Java and PHP declare, by the whole name with its package; `packages` those
    of the files of a package.
    """

    def __init__(
        self,
        paths: Iterable[str],
        manifests: Manifests = Manifests(),  # noqa: B008 - frozen
        declared: Mapping[str, Sequence[str]] = {},
        packages: Mapping[str, Sequence[str]] = {},
    ) -> None:
        self.paths = frozenset(paths)
        self._manifests = manifests
        self._declared = declared
        self._packages = packages
        self._python: dict[str, list[str]] = {}
        self._java: dict[str, list[str]] = {}
        self._folders: dict[str, list[str]] = defaultdict(list)
        self._names: dict[str, list[str]] = {}
        for path in sorted(self.paths):
            folder, _, name = path.rpartition("/")
            self._names.setdefault(name, []).append(path)
            self._folders[folder].append(path)
            if name.endswith((".py", ".pyi")):
                stem = path.rpartition(".")[0].removesuffix("/__init__")
                parts = stem.split("/")
                for start in range(len(parts)):
                    self._python.setdefault(".".join(parts[start:]), []).append(path)
            elif name.endswith((".java", ".kt")):
                parts = path.rpartition(".")[0].split("/")
                for start in range(len(parts)):
                    self._java.setdefault(".".join(parts[start:]), []).append(path)

    def resolve(self, path: str, language: str, target: str, name: str = "") -> tuple[str, ...]:
        """The files that an import names; empty where there is none, or where several could be meant."""
        if language == "python":
            return self._of_python(path, target, name)
        if language in ("javascript", "typescript", "tsx"):
            return self._of_script(path, target)
        if language == "go":
            return self._of_go(target)
        if language == "java":
            return self._of_java(path, target, name)
        if language == "rust":
            return self._of_rust(path, target, name)
        if language == "php":
            return self._of_php(path, target, name)
        return self._of_include(path, target, system=name == "system")

    def _of_python(self, path: str, target: str, name: str) -> tuple[str, ...]:
        """The files that a Python import names."""
        folder = posixpath.dirname(path)
        if target.startswith("."):
            dots = len(target) - len(target.lstrip("."))
            for _ in range(dots - 1):
                folder = posixpath.dirname(folder)
            base = posixpath.join(folder, *filter(None, target.lstrip(".").split(".")))
            return self._python_at(base, name)
        for module in (f"{target}.{name}" if name and name != "*" else "", target):
            found = [p for p in self._python.get(module, []) if self._is_root(p, module)] if module else []
            if single := self._nearest(found, path):
                return single
        return ()

    def _python_at(self, base: str, name: str) -> tuple[str, ...]:
        """The file of a Python module at a path, or of the module `name` in it."""
        inner = [f"{base}/{name}.py", f"{base}/{name}/__init__.py"] if name else []
        own = [f"{base}.py", f"{base}/__init__.py", f"{base}.pyi"]
        return next(((p,) for p in (posixpath.normpath(c) for c in (*inner, *own)) if p in self.paths), ())

    def _is_root(self, path: str, module: str) -> bool:
        """Whether a module can be imported under this name: its top folder is in no package itself."""
        stem = path.rpartition(".")[0].removesuffix("/__init__")
        above = stem.removesuffix(module.replace(".", "/")).rstrip("/")
        return not above or f"{above}/__init__.py" not in self.paths

    def _of_script(self, path: str, target: str) -> tuple[str, ...]:
        """The file that a JavaScript or TypeScript import names."""
        if not target.startswith("."):
            return self._of_workspace(target)
        base = posixpath.normpath(posixpath.join(posixpath.dirname(path), target))
        stem, dot, end = base.rpartition(".")
        typed = [f"{stem}{other}" for other in _TS_OF_JS.get(f".{end}", ())] if dot else []
        return self._first_present(*(base + e for e in _SCRIPT_ENDS), *typed)

    def _of_workspace(self, target: str) -> tuple[str, ...]:
        """The file of a package of the same tree, by the name in its package.json: its own, or its index."""
        parts = target.split("/")
        length = 2 if target.startswith("@") else 1
        folder = self._manifests.node.get("/".join(parts[:length]))
        if folder is None:
            return ()
        rest = "/".join(parts[length:]) or "index"
        bases = [posixpath.normpath(posixpath.join(folder, inner, rest)) for inner in ("src", "", "lib")]
        return self._first_present(*(f"{base}{end}" for base in bases for end in _SCRIPT_ENDS))

    def _of_go(self, target: str) -> tuple[str, ...]:
        """The files of the Go package that an import names."""
        for folder, module in self._manifests.go.items():
            if target == module or target.startswith(f"{module}/"):
                inside = posixpath.normpath(posixpath.join(folder, target[len(module) :].lstrip("/")))
                found = self._folders.get("" if inside == "." else inside, [])
                return tuple(p for p in found if p.endswith(".go") and not p.endswith("_test.go"))
        return ()

    def _of_java(self, path: str, target: str, name: str) -> tuple[str, ...]:
        """The files that a Java import names."""
        if name == "*":
            return tuple(self._packages.get(target, ())) or self._of_java(path, target, "")
        parts = target.split(".")
        for length in range(len(parts), 1, -1):
            whole = ".".join(parts[:length])
            found = self._declared.get(whole) or self._java.get(whole, ())
            if found:
                return self._nearest(list(found), path)
        return ()

    def _of_php(self, path: str, target: str, name: str) -> tuple[str, ...]:
        """The files that a PHP import names."""
        if name == "require":
            here = posixpath.normpath(posixpath.join(posixpath.dirname(path), target))
            return self._first_present(here, posixpath.normpath(target))
        if found := self._declared.get(target.replace("\\", ".")):
            return self._nearest(list(found), path)
        for prefix, folder in self._manifests.php:
            if target.startswith(f"{prefix}\\"):
                inner = target[len(prefix) + 1 :].replace("\\", "/")
                if single := self._first_present(posixpath.join(folder, f"{inner}.php")):
                    return single
        return ()

    def _of_rust(self, path: str, target: str, name: str) -> tuple[str, ...]:
        """The file that a Rust path names: that of the longest beginning of the path which is a module."""
        folder, file = posixpath.split(path)
        stem = file.removesuffix(".rs")
        own = folder if stem in ("mod", "lib", "main") else posixpath.join(folder, stem)
        if target.startswith("mod "):
            inner = target.removeprefix("mod ")
            bases = (own, folder) if folder.rpartition("/")[2] in ("tests", "benches", "examples", "bin") else (own,)
            return self._first_present(*(c for base in bases for c in _rust_files(posixpath.join(base, inner))))
        parts = [*target.split("::"), *filter(None, (name.replace("*", ""),))]
        first = parts.pop(0)
        if first == "crate":
            base = self._crate_root(folder)
        elif first == "self":
            base = own
        elif first == "super":
            base = posixpath.dirname(own)
            while parts and parts[0] == "super":
                parts.pop(0)
                base = posixpath.dirname(base)
        elif (crate := self._manifests.rust.get(first)) is not None:
            base = posixpath.join(crate, "src")
        elif self._first_present(*_rust_files(posixpath.join(own, first))):
            base, parts = own, [first, *parts]
        else:
            return ()
        for length in range(len(parts), 0, -1):
            if found := self._first_present(*_rust_files(posixpath.join(base, *parts[:length]))):
                return found
        if first == "self":
            return (path,)
        ends = (f"{base}/lib.rs", f"{base}/main.rs", f"{base}/mod.rs", f"{base}.rs")
        return self._first_present(*(end.lstrip("/") for end in ends))

    def _crate_root(self, folder: str) -> str:
        """The nearest folder around a folder that holds a crate's lib.rs or main.rs; else the top."""
        root = folder
        while root and not ({f"{root}/lib.rs", f"{root}/main.rs"} & self.paths):
            root = posixpath.dirname(root)
        return root

    def _of_include(self, path: str, target: str, *, system: bool) -> tuple[str, ...]:
        """The files that a C or C++ include names."""
        beside = posixpath.normpath(posixpath.join(posixpath.dirname(path), target))
        if beside in self.paths and not system:
            return (beside,)
        named = self._names.get(posixpath.basename(target), [])
        found = [p for p in named if p == target or p.endswith(f"/{target}")]
        above = [p[: -len(target)].rstrip("/").rpartition("/")[2] for p in found]
        if system:
            found = [p for p, folder in zip(found, above, strict=True) if folder in _C_SOURCES or "/" in target]
        elif len(found) > 1 and (held := [p for p, f in zip(found, above, strict=True) if f in _C_SOURCES]):
            found = held
        return self._nearest(found, path)

    def _first_present(self, *candidates: str) -> tuple[str, ...]:
        """The first of some paths that the tree has."""
        return next(((c,) for c in candidates if c in self.paths), ())

    def _nearest(self, found: list[str], path: str) -> tuple[str, ...]:
        """The one file found; of several, the only one below the longest folder shared with the importing file."""
        if len(found) < 2:
            return tuple(found)
        shared = {p: len(posixpath.commonpath(["/" + p, "/" + path])) for p in found}
        most = max(shared.values())
        best = [p for p in found if shared[p] == most]
        return (best[0],) if len(best) == 1 else ()


def _rust_files(base: str) -> tuple[str, str]:
    """The two paths that a Rust module may have."""
    return f"{base}.rs", f"{base}/mod.rs"
