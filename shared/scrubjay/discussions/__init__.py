"""What was discussed: pull requests, issues and reviews of a project's repositories at their forges, as they were read."""
