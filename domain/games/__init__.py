"""The four games. Importing this package makes every ruleset that the project plays known by name."""

from domain.kernel import announce

GAMES = ("after_pablo", "bad_company", "battlestar_galactica", "breaking_bad")

announce(*(f"{__name__}.{game}" for game in GAMES))
