"""What is a passage? A few lines of a source, with what stands around them."""

import re
from dataclasses import dataclass
from functools import cached_property

from scrubjay.memory.grounding.blocks import Form
from scrubjay.text.sentences import split

_NUMBER = re.compile(r"\A\d+(?:\.\d+)*[.)]?\s+")
"""The number of a section: it isn't what its heading says."""

LED = " › "
"""Between a lead and what it introduces."""


@dataclass(frozen=True, kw_only=True)
class Passage:
    """A paragraph, list item, table row or five lines of code.

    `lines` are 1-based and inclusive, `text` is without markers, `heading` is the path of headings from the root,
    `lead` is what introduces the list that it belongs to, `before` and `after` are the sentences next to it, `notice`
    what the boxes say that open its section.
    """

    form: Form
    lines: tuple[int, int]
    text: str
    heading: tuple[str, ...] = ()
    lead: str = ""
    before: str = ""
    after: str = ""
    notice: str = ""

    @cached_property
    def sentences(self) -> tuple[str, ...]:
        """Its whole sentences; a heading, row, message or piece of code is one."""
        return split(self.text) if self.form not in (Form.CODE, Form.ROW, Form.HEADING) else (self.text,)

    @cached_property
    def leads(self) -> tuple[str, ...]:
        """The sentences that introduce it, the nearest last: of each lead the last that isn't put in brackets."""
        leads = [split(part) for part in self.lead.split(LED)] if self.lead else []
        return tuple(next((one for one in reversed(lead) if not one.startswith("(")), lead[-1]) for lead in leads)

    @cached_property
    def around(self) -> str:
        """Its heading path and lead with its text: all that it is read with."""
        return "\n".join((*(_NUMBER.sub("", title) for title in self.heading), self.lead, self.text))
