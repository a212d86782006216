"""A picture of every screen and of every paper, from the demonstration: `python -m docs.screenshots`."""
