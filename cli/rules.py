"""`rules`: the rulebook as the program knows it, and the words that scenario files are written in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.desk import Desk, command

if TYPE_CHECKING:
    from domain.kernel import Rule, Ruleset


def add_to(app: typer.Typer) -> None:
    """Give the command line its `rules`."""

    @command(app, "rules")
    def rules(
        desk: Desk,
        ruleset: Annotated[str, typer.Argument(metavar="RULESET", help="bad_company, or bad_company@1 for one edition.")],
        rule_id: Annotated[str | None, typer.Argument(metavar="RULE_ID", help="Only this rule.")] = None,
        words: Annotated[bool, typer.Option("--words", help="The piles, paths, steps and offer keys for scenario files.")] = False,
    ) -> None:
        """Read the rules of a game in plain words.

        All by heading; or one rule, with where it is found, what it bears on, and how it is proved.

        \b
        Examples: ledgerdemain rules bad_company
                  ledgerdemain rules bad_company table.answer
                  ledgerdemain rules bad_company --words
        """
        of = desk.ruleset(ruleset)
        if words:
            from cli.words import words_of

            known = words_of(of)
            desk.answer(known, known.lines())
        elif rule_id is not None:
            rule = one(of, rule_id)
            desk.answer(rule, _in_full(rule))
        else:
            desk.answer([_entry(rule) for rule in of.rules.values()], _by_heading(of))


def one(ruleset: Ruleset[Any], rule_id: str) -> Rule:
    """The rule of that id. `LookupError` names those that look like it."""
    if (rule := ruleset.rules.get(rule_id)) is not None:
        return rule
    import difflib

    close = difflib.get_close_matches(rule_id, ruleset.rules, 3) or [known for known in ruleset.rules if rule_id in known][:3]
    hint = f"; is it {' or '.join(close)}?" if close else f"; `rules {ruleset.name}` lists them"
    raise LookupError(f"{ruleset.name} has no rule {rule_id}{hint}")


def _entry(rule: Rule) -> dict[str, Any]:
    return {"id": rule.id, "heading": rule.heading, "text": rule.text, "how": rule.how}


def _by_heading(ruleset: Ruleset[Any]) -> Iterator[str]:
    """Every rule under its heading, headings in the order in which the rulebook comes to them."""
    import textwrap

    headings: dict[str, list[Rule]] = {}
    for rule in sorted(ruleset.rules.values(), key=lambda rule: rule.id.startswith("table.")):  # what holds at every table comes last
        headings.setdefault(rule.heading, []).append(rule)
    yield f"{ruleset.title}, {ruleset.id}: {len(ruleset.rules)} rules"
    for heading, found in headings.items():
        yield ""
        yield heading
        for rule in found:
            yield f"  {rule.id}"
            yield from textwrap.wrap(rule.text, 96, initial_indent="      ", subsequent_indent="      ")


def _in_full(rule: Rule) -> Iterator[str]:
    proofs = {
        "writes": "records of games cite it",
        "bars": "offers that it bars name it",
        "shapes": f"a test fails when it is broken: {rule.test}",
        "talk": f"no program can show it: {rule.reason}",
    }
    yield f"{rule.id}  ({rule.heading})"
    yield f"  {rule.text}"
    if rule.question:
        yield f"  settles: {rule.question}"
    if rule.affects:
        yield f"  bears on: {', '.join(rule.affects)}"
    if rule.example:
        yield f"  example: {', '.join(f'{key}: {value}' for key, value in rule.example.items())}"
    yield f"  {proofs[rule.how]}"
