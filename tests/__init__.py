"""The tests mirror the tree above; `laws/` runs over every ruleset, `toy/` holds the small one that the kernel is tried with."""
