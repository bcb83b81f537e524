"""Benchmarks: how fast the house is, beside what it stands on. They measure and judge nothing in the tests."""
