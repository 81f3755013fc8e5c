"""Discussions at forges: pull requests, issues and reviews of a project's repositories, as they were read."""
