"""What discussions add to stories: events, reviews of lines, and what names them."""
