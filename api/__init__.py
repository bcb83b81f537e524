"""The HTTP face: games as resources, offers as the only commands, and for every eye no more than it may see."""
