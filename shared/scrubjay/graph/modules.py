"""Which file of a tree does an import name? By the language's own rules, never by a guess among several; pure."""

import posixpath
from collections.abc import Iterable, Mapping
from typing import Final

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


class Modules:
    """The files of a tree by the names under which code imports them.

    `go` maps the folder of each go.mod to the module that it names.
    """

    def __init__(self, paths: Iterable[str], go: Mapping[str, str] = {}) -> None:
        self.paths = frozenset(paths)
        self._go = go
        self._python: dict[str, list[str]] = {}
        self._java: dict[str, list[str]] = {}
        self._folders: dict[str, list[str]] = {}
        self._names: dict[str, list[str]] = {}
        for path in sorted(self.paths):
            folder, _, name = path.rpartition("/")
            self._names.setdefault(name, []).append(path)
            self._folders.setdefault(folder, []).append(path)
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
        """The files that an import in a file names; empty where there is none, or where several could be meant."""
        if language == "python":
            return self._of_python(path, target, name)
        if language in ("javascript", "typescript", "tsx"):
            return self._of_script(path, target)
        if language == "go":
            return self._of_go(target)
        if language == "java":
            whole = target.rpartition(".")[0] if name == "static" else target
            return () if name == "*" else self._single(self._java.get(whole, []), path, dotted=whole.count("."))
        if language == "rust":
            return self._of_rust(path, target)
        return self._of_include(path, target)

    def _of_python(self, path: str, target: str, name: str) -> tuple[str, ...]:
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
        inner = [f"{base}/{name}.py", f"{base}/{name}/__init__.py"] if name else []
        own = [f"{base}.py", f"{base}/__init__.py", f"{base}.pyi"]
        return next(((p,) for p in (posixpath.normpath(c) for c in (*inner, *own)) if p in self.paths), ())

    def _is_root(self, path: str, module: str) -> bool:
        """Whether a module's first name is importable: the folder that holds it is no package itself."""
        stem = path.rpartition(".")[0].removesuffix("/__init__")
        above = stem.removesuffix(module.replace(".", "/")).rstrip("/")
        return not above or f"{above}/__init__.py" not in self.paths

    def _of_script(self, path: str, target: str) -> tuple[str, ...]:
        if not target.startswith("."):
            return ()
        base = posixpath.normpath(posixpath.join(posixpath.dirname(path), target))
        stem, dot, end = base.rpartition(".")
        typed = [f"{stem}{other}" for other in _TS_OF_JS.get(f".{end}", ())] if dot else []
        return next(((c,) for c in (*(base + e for e in _SCRIPT_ENDS), *typed) if c in self.paths), ())

    def _of_go(self, target: str) -> tuple[str, ...]:
        for folder, module in self._go.items():
            if target == module or target.startswith(f"{module}/"):
                inside = posixpath.normpath(posixpath.join(folder, target[len(module) :].lstrip("/")))
                found = self._folders.get("" if inside == "." else inside, [])
                return tuple(p for p in found if p.endswith(".go") and not p.endswith("_test.go"))
        return ()

    def _of_rust(self, path: str, target: str) -> tuple[str, ...]:
        folder, name = posixpath.split(path)
        stem = name.removesuffix(".rs")
        own = folder if stem in ("mod", "lib", "main") else posixpath.join(folder, stem)
        if target.startswith("mod "):
            inner = target.removeprefix("mod ")
            return self._first(posixpath.join(own, f"{inner}.rs"), posixpath.join(own, inner, "mod.rs"))
        parts = target.split("::")
        if parts[0] != "crate":
            return ()
        root = folder
        while root and not ({f"{root}/lib.rs", f"{root}/main.rs"} & self.paths):
            root = posixpath.dirname(root)
        for length in range(len(parts), 1, -1):
            base = posixpath.join(root, *parts[1:length])
            if found := self._first(f"{base}.rs", f"{base}/mod.rs"):
                return found
        return ()

    def _of_include(self, path: str, target: str) -> tuple[str, ...]:
        beside = posixpath.normpath(posixpath.join(posixpath.dirname(path), target))
        if beside in self.paths:
            return (beside,)
        named = self._names.get(posixpath.basename(target), [])
        found = [p for p in named if p == target or p.endswith(f"/{target}")]
        return (found[0],) if len(found) == 1 else ()

    def _first(self, *candidates: str) -> tuple[str, ...]:
        return next(((c,) for c in candidates if c in self.paths), ())

    def _single(self, found: list[str], path: str, *, dotted: int) -> tuple[str, ...]:
        return self._nearest(found, path) if dotted else ()

    def _nearest(self, found: list[str], path: str) -> tuple[str, ...]:
        """The only one, or the only one below the longest common folder with the importing file."""
        if len(found) < 2:
            return tuple(found)
        shared = {p: len(posixpath.commonpath(["/" + p, "/" + path])) for p in found}
        most = max(shared.values())
        best = [p for p in found if shared[p] == most]
        return (best[0],) if len(best) == 1 else ()
