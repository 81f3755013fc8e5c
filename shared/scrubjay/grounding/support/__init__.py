"""How far does a passage support a claim? A model of small trees over what words and token states show."""
