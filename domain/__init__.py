"""The games and the kernel they share: pure Python, no clock, no entropy, no I/O."""
