"""The four games. Importing this package registers every ruleset that the project plays."""

from domain.games import after_pablo, bad_company, battlestar_galactica, breaking_bad
from domain.kernel import register

register(bad_company.RULESET)
register(after_pablo.RULESET)
register(breaking_bad.RULESET)
register(battlestar_galactica.RULESET)
