"""Scenarios: given a position, when these offers are taken, then this is so. `runner` reads and plays the files beside it."""
