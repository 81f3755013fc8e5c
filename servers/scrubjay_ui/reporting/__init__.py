"""How does a project stand? Everything that `scrubjay report` tells, gathered at one moment."""

from scrubjay_ui.reporting.gather import ReportRequest, report_of
from scrubjay_ui.reporting.values import ProjectReport

__all__ = ["ProjectReport", "ReportRequest", "report_of"]
