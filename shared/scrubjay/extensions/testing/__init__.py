"""Conformance suites: plain functions that take the thing under test, and raise AssertionError with what is wrong."""
