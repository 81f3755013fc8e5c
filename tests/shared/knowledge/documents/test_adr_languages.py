"""Records in other languages: status, successors and predecessors as a reader would tell them, and none too many."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay.knowledge.decisions import languages
from scrubjay.knowledge.decisions.parse import parse_decision
from scrubjay.knowledge.documents.selection import format_of

HEADED = {
    "de": ("Status", "Kontext"),
    "fr": ("Statut", "Contexte"),
    "es": ("Estado", "Contexto"),
    "pt": ("Situação", "Contexto"),
    "it": ("Stato", "Contesto"),
    "nl": ("Status", "Aanleiding"),
    "pl": ("Stan", "Kontekst"),
    "cs": ("Stav", "Souvislosti"),
    "sv": ("Status", "Bakgrund"),
    "no": ("Status", "Bakgrunn"),
    "ru": ("Статус", "Контекст"),
    "uk": ("Стан", "Контекст"),
    "tr": ("Durum", "Bağlam"),
    "ja": ("ステータス", "背景"),
    "zh": ("状态", "背景"),
    "ko": ("상태", "배경"),
    "fi": ("Tila", "Tausta"),
    "??": ("Ŝtato", "Fono"),
}

SECTIONS = [
    ("de", "Abgelöst durch [0081](0081-elastic.md)", "superseded", "0081-elastic.md", ""),
    ("de", "Angenommen\n\nErsetzt [ADR-0003](0003-mysql.md)", "accepted", "", "0003-mysql.md"),
    ("de", "Ersetzt (siehe [0081](0081-elastic.md))", "superseded", "0081-elastic.md", ""),
    ("de", "Angenommen. Wird durch [0081](0081-elastic.md) ersetzt, sobald dieser umgesetzt ist.", "accepted", "", ""),
    ("de", "Akzeptiert\n\nDer Abschnitt zu Redis wurde durch [0081](0081-elastic.md) ersetzt", "accepted", "", ""),
    ("fr", "Remplacée par [ADR 81](0081-elastic.md) le 3 mai 2024", "superseded", "0081-elastic.md", ""),
    ("fr", "Accepté, annule et remplace [3. MySQL](0003-mysql.md)", "accepted", "", "0003-mysql.md"),
    ("fr", "Accepté\n\nPartiellement remplacé par [81](0081-elastic.md)", "accepted", "", ""),
    ("es", "~~Aceptado~~ Reemplazado por [ADR-0081](0081-elastic.md)", "superseded", "0081-elastic.md", ""),
    ("es", "Aceptada\n\nSustituye a ADR-0003 y ADR-0004", "accepted", "", "3 4"),
    ("es", "Aún no aceptado", "", "", ""),
    ("pt", "Substituída pela [ADR-0081](0081-elastic.md)", "superseded", "0081-elastic.md", ""),
    ("pt", "Rejeitado", "rejected", "", ""),
    ("it", "Superata da [0081](0081-elastic.md)", "superseded", "0081-elastic.md", ""),
    ("it", "In discussione", "proposed", "", ""),
    ("nl", "Vervangen door [0081](0081-elastic.md) en [0082](0082-x.md)",
     "superseded", "0081-elastic.md 0082-x.md", ""),
    ("nl", "Niet langer geldig", "deprecated", "", ""),
    ("pl", "Zastąpiona przez ADR-0081", "superseded", "81", ""),
    ("pl", "Zaakceptowany, zastępuje ADR-0003", "accepted", "", "3"),
    ("cs", "Nahrazeno rozhodnutím [0081](0081-elastic.md)", "superseded", "0081-elastic.md", ""),
    ("cs", "Přijato 2024-05-01", "accepted", "", ""),
    ("sv", "Ersatt av [ADR-81](0081-elastic.md)", "superseded", "0081-elastic.md", ""),
    ("no", "Godkjent\n\nErstatter [0003](0003-mysql.md)", "accepted", "", "0003-mysql.md"),
    ("no", "Erstattet av\n\n* [0081](0081-elastic.md)\n* [0082](0082-x.md)",
     "superseded", "0081-elastic.md 0082-x.md", ""),
    ("ru", "Заменено на [ADR-81](0081-elastic.md)", "superseded", "0081-elastic.md", ""),
    ("ru", "Отклонено", "rejected", "", ""),
    ("uk", "Прийнято, замінює [ADR-3](0003-mysql.md)", "accepted", "", "0003-mysql.md"),
    ("tr", "[0081](0081-elastic.md) tarafından geçersiz kılındı", "superseded", "0081-elastic.md", ""),
    ("tr", "Kabul edildi; [0003](0003-mysql.md) kararının yerine geçer", "accepted", "", "0003-mysql.md"),
    ("ja", "[0081](0081-elastic.md)に置き換えられた", "superseded", "0081-elastic.md", ""),
    ("ja", "承認済み（ADR-0003を置き換える）", "accepted", "", "3"),
    ("ja", "承認済み。ADR-0081に置き換えられる予定", "accepted", "", ""),
    ("zh", "已被 [ADR-81](0081-elastic.md) 取代", "superseded", "0081-elastic.md", ""),
    ("zh", "已接受，取代 ADR-0003", "accepted", "", "3"),
    ("zh", "尚未被 ADR-0081 取代", "", "", ""),
    ("ko", "ADR-0081로 대체됨", "superseded", "81", ""),
    ("ko", "승인됨\n\nADR-0003을 대체함", "accepted", "", "3"),
    ("fi", "Korvattu päätöksellä [0081](0081-elastic.md)", "superseded", "0081-elastic.md", ""),
    ("??", "Angenommen", "accepted", "", ""),
    ("??", "Nahrazeno ADR-0081", "superseded", "81", ""),
    ("de", "vorgeschlagen | angenommen | abgelehnt | abgelöst durch [0081](0081-elastic.md)", "", "", ""),
]  # fmt: skip

WHOLE = [
    ("---\nstatut: remplacé par ADR-0081\n---\n# Redis\n", "superseded", "81", ""),
    ("---\nestado: aceptado\nreemplaza: [ADR-0003]\n---\n# Redis\n", "accepted", "", "3"),
    ("---\nstate: superseded\nsupersededBy: 81\n---\n# Redis\n", "superseded", "81", ""),
    ('+++\ntitle = "Redis"\nstatus = "accepted"\nreplaces = ["0003-mysql.md"]\n+++\n# Redis\n',
     "accepted", "", "0003-mysql.md"),
    ("---\nadr:\n  status: superseded\n  superseded_by: 81\n---\n# Redis\n", "superseded", "81", ""),
    ("# 50. Redis\n\n- **状态**：已废弃\n- **取代者**：[0081](0081-elastic.md)\n", "superseded", "0081-elastic.md", ""),
    ("# 50. Redis\n\n| 項目 | 内容 |\n|---|---|\n| 状態 | 承認済み |\n| 置き換え元 | ADR-0003 |\n",
     "accepted", "", "3"),
    ("# 50. Redis\n\n| Estado | Fecha | Sustituido por |\n|---|---|---|\n| Aceptado | 2024-05-01 | - |\n",
     "accepted", "", ""),
    ("# 50. Redis\n\n| Estado | Fecha | Sustituido por |\n|---|---|---|\n| Sustituido | 2024-05-01 | [81](81-x.md) |\n",
     "superseded", "81-x.md", ""),
    ("# 50. Redis\n\n* Status: akzeptiert\n* Ersetzt: [0003](0003-mysql.md)\n", "accepted", "", "0003-mysql.md"),
    ("# 50. Redis\n\n> Diese Entscheidung wurde durch [0081](0081-elastic.md) abgelöst.\n\n## Kontext\n\nText.\n",
     "superseded", "0081-elastic.md", ""),
    ("# 50. Redis\n\nDer Cache wurde durch [0081](0081-elastic.md) abgelöst.\n\n## Kontext\n\nText.\n", "", "", ""),
    ("# 50. Redis\n\n## Stato\n\nAccettata\n\n## Collegamenti\n\n* Sostituisce [3](0003-mysql.md)\n",
     "accepted", "", "0003-mysql.md"),
    ("# 50. Redis\n\n**Статус:** Принято\n\n## Варианты\n\nADR-0003 заменяет ADR-0002.\n", "accepted", "", ""),
    ("# 50. Redis\n\n## Status\n\nErsetzt durch [0081][1]\n\n[1]: 0081-elastic.md\n",
     "superseded", "0081-elastic.md", ""),
    ("# 50. Redis\n\n## Status\n\nErsetzt durch [[0081-elastic]]\n", "superseded", "0081-elastic", ""),
]  # fmt: skip


def read(text: str) -> tuple[str, str, str]:
    """Status, successors and predecessors of a record with the number 50."""
    path = "docs/adr/0050-redis.md"
    found = parse_decision(path, text, format_of(path))
    assert found is not None
    named = {
        relation: " ".join(link.target for link in found.links if link.relation == relation)
        for relation in ("superseded-by", "supersedes")
    }
    return found.status, named["superseded-by"], named["supersedes"]


@pytest.mark.parametrize(("language", "said", "status", "by", "replaces"), SECTIONS)
def test_a_status_section_is_read_in_its_language(
    language: str, said: str, status: str, by: str, replaces: str
) -> None:
    status_heading, context = HEADED[language]
    text = f"# 50. Redis\n\n## {status_heading}\n\n{said}\n\n## {context}\n\nLorem ipsum, 50 ADR-0007.\n"
    found, *links = read(text)
    assert links == [by, replaces]
    assert found == status or (not status and found not in ("superseded", "accepted", "rejected", "deprecated"))


@pytest.mark.parametrize(("text", "status", "by", "replaces"), WHOLE)
def test_a_record_is_read_in_the_form_that_it_has(text: str, status: str, by: str, replaces: str) -> None:
    assert read(text) == (status, by, replaces)


@pytest.mark.parametrize(
    ("said", "by", "replaces"),
    [
        ("Durch diese Entscheidung wird [3](0003-mysql.md) ersetzt", "", ""),
        ("Diese Entscheidung wird durch [81](0081-elastic.md) ersetzt", "0081-elastic.md", ""),
        ("[81](0081-elastic.md) remplace cette décision", "", ""),
        ("[3](0003-mysql.md) est remplacé par [81](0081-elastic.md)", "", ""),
        ("[81](0081-elastic.md) がこの決定を置き換える", "", ""),
        ("この決定は [3](0003-mysql.md) を置き換える", "", "0003-mysql.md"),
        ("Bu karar [3](0003-mysql.md) kararının yerine geçer", "", "0003-mysql.md"),
        ("Кеш заменён на [81](0081-elastic.md)", "", ""),
        ("Ersetzt [81](0081-elastic.md)", "", ""),
    ],
)
def test_who_replaces_whom_is_left_open_where_a_sentence_may_be_of_another_record(
    said: str, by: str, replaces: str
) -> None:
    status, *links = read(f"# 50. Redis\n\n## Status\n\n{said}\n\n## Kontext\n\nText.\n")
    assert links == [by, replaces]
    assert (status == "superseded") == bool(by)


TABLE = Path(languages.__file__).with_name("words.tsv").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "said",
    [
        "Accepted. Ersetzt nicht ADR-0003",
        "Angenommen (Folge-ADR: ADR-0081)",
        "Angenommen; die Alternative ADR-0003 wurde verworfen",
        "Accepté, voir aussi [81](0081-elastic.md)",
        "Accepté ; pourrait être remplacé par ADR-81",
        "Aceptado hasta que ADR-81 lo reemplace",
        "Accepterad, kan komma att ersättas av ADR-81",
        "Принято, но может быть заменено на ADR-81",
        "已接受，可能会被 ADR-81 取代",
        "承認済み。ADR-81 が承認されたら置き換える",
        "승인됨. ADR-81 승인 후 대체",
    ],
)
def test_a_plan_a_denial_and_a_mere_mention_replace_nothing(said: str) -> None:
    assert read(f"# 50. Redis\n\n## Status\n\n{said}\n\n## Kontext\n\nText.\n") == ("accepted", "", "")


@pytest.mark.parametrize(
    ("said", "by"),
    [
        ("Ersetzt durch ADR 0081", "81"),
        ("ERSETZT DURCH adr-0081", "81"),
        ("Заменено 01.05.2024 на ADR №81", "81"),
        ("Remplacé par l'ADR n°81", "81"),
        ("Ersetzt durch die Entscheidung 81", "81"),
        ("Reemplazado por ADR-0081: Usar Elastic", "81"),
        ("第 81 号 ADR に置き換えられた", "81"),
        ("已被《ADR-0081 日志》取代", "81"),
        ("Nahrazeno [ADR-81] a [ADR-82]", "81 82"),
        ("ADR-0081、ADR-0082に置き換えられた", "81 82"),
        ("Abgelöst durch ADR-81/ADR-82", "81 82"),
        ("Abgelöst durch\nADR-81\nADR-82", "81 82"),
        ("_Abgelöst_ -> `0081-elastic.md`", "0081-elastic.md"),
        ('Abgelöst durch <a href="0081-elastic.md">81</a>', "0081-elastic.md"),
        ('Abgelöst durch [81](0081-elastic.md "Elastic")', "0081-elastic.md"),
        ("- 2023-01-01: vorgeschlagen\n- 2023-02-01: abgelöst durch ADR-81", "81"),
    ],
)
def test_a_successor_is_found_however_it_is_named(said: str, by: str) -> None:
    assert read(f"# 50. Redis\n\n## Status\n\n{said}\n\n## Kontext\n\nText.\n") == ("superseded", by, "")


FORMS = [
    form.rstrip("*").replace("…", " ADR-81 ").replace("~", " ")
    for line in TABLE.splitlines()
    for form in line.split("\t")[2:3]
    for form in form.split(", ")
]


@settings(derandomize=True, max_examples=200, deadline=None, database=None)
@given(
    st.lists(st.sampled_from([*FORMS, "ADR-3", "[81](0081-x.md)", ",", ".", "\n", "(", ")", "2024-05-01"]), max_size=9)
)
def test_whatever_a_status_says_its_links_are_among_what_it_names(words: list[str]) -> None:
    text = " ".join(words)
    _, by, replaces = read(f"# 50. Redis\n\n## Status\n\n{text}\n\n## Kontext\n\nText.\n")
    assert {*by.split(), *replaces.split()} <= {"3", "81", "0081-x.md"}


def test_a_language_has_words_for_every_usual_status() -> None:
    table = [line.split("\t") for line in TABLE.splitlines() if not line.startswith("#")]
    for language in {row[0] for row in table}:
        assert {
            "status",
            "ended",
            "replaces",
            "accepted",
            "proposed",
            "rejected",
            "deprecated",
            "unsaid",
            "itself",
        } <= {row[1] for row in table if row[0] == language}


def test_the_pages_say_in_how_many_languages_records_are_read() -> None:
    rows = Path(languages.__file__).with_name("words.tsv").read_text(encoding="utf-8").splitlines()
    spoken = {row.partition("\t")[0] for row in rows if "\t" in row and not row.startswith("#")}
    root = Path(__file__).parents[4]
    for page in ("README.md", "CHANGELOG.md"):
        assert f"in {len(spoken)} languages" in (root / page).read_text(encoding="utf-8")
