"""Does a text instruct its reader? A linear model over sentence vectors, its rows, and its training."""
