"""Locks on the words that old games are written in: `python -m tests.wire RULESET` grows a lock, and refuses all but additions."""
