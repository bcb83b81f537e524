"""Disputes: their rules, their log, and the whole of one over HTTP and on the command line."""
