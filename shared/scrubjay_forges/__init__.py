"""Pull requests, issues and reviews: read from forges, kept beside the project, and told where they count."""
