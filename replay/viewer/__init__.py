"""The terminal viewer, `replay step`: a game stepped through record by record. Only that command imports it, and Textual with it."""
