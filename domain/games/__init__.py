"""The four games. Importing this package registers every ruleset that the project plays."""

from domain.games import bad_company
from domain.kernel import register

register(bad_company.RULESET)
