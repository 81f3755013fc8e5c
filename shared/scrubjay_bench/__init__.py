"""Search evaluation on labelled questions, with confidence intervals, through the product's own path."""
