"""The names that source code of eight languages defines and uses: members, values, types; no local names."""

from dataclasses import dataclass

import pytest

from scrubjay.knowledge.chunking.tags import symbols


@dataclass(frozen=True)
class Case:
    """A text, and what is read of it: the paths of its definitions, names that are called, names that are used."""

    language: str
    text: str
    defined: str
    called: str
    used: str


CASES = (
    Case(
        "python",
        "import os\nfrom a import B as C, D\n"
        "class E(D):\n  f = 1\n  g: int\n"
        "def h(i, *j, k=1):\n  l = [m for m in i if n]\n  os.o(l)\n  D()\n  i()\n  return E.f\n"
        "if p:\n  q, (r, s) = 1, (2, 3)\n@t\nasync def u(): pass\n",
        "E E.f E.g h q r s u",
        "o D",
        "B D D int n E f p t",
    ),
    Case(
        "go",
        'package a\nimport "x/b"\nconst C, D = 1, 2\nvar E = b.F(1)\n'
        "type G struct{ H, i int }\ntype J interface{ K(l int) M }\ntype N = G\n"
        "func (o *G) P(q []R) { s := q; t(s); u.V(o.H); _ = G{i: w}; s() }\n"
        "func X[Y any](z Y) {}\n",
        "C D E G G.H G.i J J.K N G.P X",
        "F t V",
        "int int M G G R u H G i w any",
    ),
    Case(
        "java",
        "import a.B;\nclass C<D> extends E implements F {\n  static final int G = H;\n  C(int i) { this.j = i; }\n"
        "  enum K { L, M }\n  record N(O p) {}\n  @Q void r(D s) { t(s); new U<V>(); W::x; for (Y z : s) {} }\n}\n",
        "C C.G C.C C.K C.K.L C.K.M C.N C.N.p C.r",
        "t U",
        "B E F H j O Q V W x Y",
    ),
    Case(
        "c",
        "#define A 1\n#define B(c) d(c)\ntypedef struct { int e, *f; void (*g)(int h); } I;\n"
        "typedef int (*J)(K);\nenum L { M, N = A };\nunion O { int p; };\nstatic struct Q r[2];\nint s(int t);\n"
        "char *u(int v) {\n  int w = v;\n  x(&r, s);\n  y->z(w);\n  return ((I *)w)->f;\n}\n",
        "A B I.e I.f I.g I J L L.M L.N O O.p r s u",
        "x z",
        "K A Q r s y I f",
    ),
    Case(
        "rust",
        "use a::{B, c::D as E};\nconst F: G = 1;\nstatic H: u8 = F;\nmacro_rules! i { () => { j() } }\n"
        "enum K { L, M { n: u8 } }\nunion O { p: u8 }\ntrait Q { type R; fn s(&self); }\n"
        'impl<T> Q for U<T> {\n  fn s(&self) { let v = w; X::y(v); println!("{}", z(v)); K::M { n: v }; '
        "self.aa(); }\n}\n",
        "F H i K K.L K.M K.M.n O O.p Q Q.R Q.s U.s",
        "j y println z aa",
        "a B c D G F Q U w X K M n",
    ),
    Case(
        "php",
        "<?php\nnamespace A;\nuse B\\C;\nconst D = 1;\ndefine('E', 2);\ninterface F extends G { const H = 1; }\n"
        "trait I { public J $k; }\nenum L: string { case M = 'm'; }\n"
        "class N extends C implements F {\n  use I;\n"
        "  function __construct(private O $p) { q($p, D); $this->r->s(); }\n"
        "  function t(): N { return new U(self::V, W::class); }\n}\nfunction x(Y ...$z) { isset($z); }\n",
        "A D E F F.H I I.k L L.M N N.__construct N.__construct.p N.t x",
        "define q s U",
        "C G J C F I O D r N V W Y",
    ),
    Case(
        "javascript",
        "import a, { b as c, d } from 'x'\nconst e = require('y')\nconst { f, g: h } = d\n"
        "class I extends a { j = 1; k(l) { l(); this.#m(e) } #m() {} }\n"
        "export function n({ o, p: q }) { const r = () => o; function s() {} r(); s(t); return { u, v: w, x() {} } }\n",
        "f h I I.j I.k I.#m n n.r n.s n.x",
        "#m r s",
        "a b d e g d a e p t u w",
    ),
    Case(
        "tsx",
        "interface A<B> extends C { d: E; f(g: B): H }\ntype I = { j: K }\nenum L { M, N = 1 }\n"
        "abstract class O { constructor(private p: Q) {} abstract r(): void; s?: T }\n"
        "namespace U { export const v = 1; export const { w } = O }\n"
        "const X = (y: I) => <div><Z a={y}/></div>\n",
        "A A.d A.f I I.j L L.M L.N O O.constructor O.constructor.p O.r O.s U U.v U.w X",
        "",
        "C E H K Q T O I Z",
    ),
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.language)
def test_members_values_and_types_are_read_and_local_names_are_none(case: Case) -> None:
    found = symbols(case.text, case.language)
    assert [s.path for s in found if s.role == "definition"] == case.defined.split()
    assert [s.name for s in found if s.role == "call"] == case.called.split()
    assert [s.name for s in found if s.role == "reference"] == case.used.split()


@pytest.mark.parametrize(
    ("text", "defined", "called"),
    [
        ("START_TEST(a) { b(); }\nEND_TEST\nSTART_TEST(c) { d(); }\nEND_TEST\n", "a c", "START_TEST b START_TEST d"),
        ("API_OF(x) e_t *f(void);\nEXPORT g_t h(i_t j);\n", "f h", ""),
        ("typedef struct ALIGN(16) k { int l; } m;\n", "k k.l m", ""),
    ],
)
def test_macros_that_make_declarations_no_c_are_read_past(text: str, defined: str, called: str) -> None:
    found = symbols(text, "c")
    assert [s.path for s in found if s.role == "definition"] == defined.split()
    assert [s.name for s in found if s.role == "call"] == called.split()


def test_a_macro_before_a_declaration_is_named_there() -> None:
    assert [(s.name, s.line) for s in symbols("int a;\n\nEXPORT b_t c(void);\n", "c") if s.role == "reference"] == [
        ("EXPORT", 3),
        ("b_t", 3),
    ]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("javascript", "x=" + "(" * 4000 + "a" + ")" * 4000),
        ("go", "package p\nvar x = " + "[]" * 4000 + "int{}"),
        ("c", "int x = " + "-(" * 4000 + "a" + ")" * 4000 + ";"),
    ],
)
def test_a_deep_tree_is_read_to_a_depth(language: str, text: str) -> None:
    assert [s.name for s in symbols(text, language) if s.role == "definition"] in ([], ["x"])
