"""Hindsight: documents keep the words, and what recall makes of them says that a model worded it."""

from importlib.util import find_spec

import pytest

from scrubjay_stores.services.service import Service
from tests.shared.scrubjay_joined.conftest import FarServer
from tests.shared.scrubjay_stores.services.fakes import FakeHindsight
from tests.shared.scrubjay_stores.services.test_service import WHOLE

pytestmark = pytest.mark.skipif(find_spec("hindsight_client") is None, reason="its client library isn't installed")


@pytest.fixture
def fake(far: FarServer) -> FakeHindsight:
    return FakeHindsight(far)


def test_what_recall_gives_is_nobodys_words_and_names_its_document(store: Service) -> None:
    id = store.write(WHOLE).id
    (fact,) = store.search("owls", 5)
    assert (fact.id, fact.worded, fact.author) == (id, True, "")
    assert store.get(id).text == WHOLE.text


def test_a_document_that_somebody_changed_there_is_not_written_over(store: Service, fake: FakeHindsight) -> None:
    store.write(WHOLE)
    fake.held[0]["original_text"] = "Owls carry letters only."
    assert store.write(WHOLE).outcome == "known"
    assert fake.held[0]["original_text"] == "Owls carry letters only."
