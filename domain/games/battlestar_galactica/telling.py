"""What happened without effect, told with what lies on the table: a record keeps but a few words, and old games keep theirs."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from domain.kernel import Text, thing, who

if TYPE_CHECKING:
    from domain.games.battlestar_galactica.board import Board

TOLD = {
    # turns
    "the turn has its steps": "the turn has four steps: cards, a move, an action and a crisis",
    "a Cylon's turn has no crisis": "the turn of a revealed Cylon has three steps: cards, a move and an action",
    "the rest is of either type": "for the other cards the type is chosen",
    "a Cylon draws two cards": "a revealed Cylon draws two cards, each of any type",
    "one card is drawn in Sickbay": "in Sickbay no more than one card is drawn",
    "cards of any type are drawn": "the type of each card to be drawn is chosen",
    "nobody draws": "nobody draws a card",
    "nobody has to discard": "nobody has to discard a card",
    "hands are too large": "there are more cards in a hand than may be kept",
    "no crisis is left on the table": "no more crises of this turn lie on the table",
    "the next turn begins": "the turn passes to the left",
    "a revealed Cylon draws no crisis": "who has just been revealed as a Cylon draws no crisis",
    # orders and actions
    "somebody is ordered to act": "somebody else is to be ordered to act",
    "he acts twice": "the order is obeyed with two actions",
    "he moves and acts": "the order is obeyed with a move and an action",
    "it has its effect": "what the card says is done",
    "something is repaired": "a location or vipers are to be repaired",
    "a viper attacks again and again": "one viper is to attack several times",
    "unmanned vipers act": "unmanned vipers are to launch, fly or attack",
    "a pilot takes a viper": "a pilot is to launch in a viper",
    "civilian ships are called": "civilian ships may be looked at and moved",
    "research brings a card": "the Research Lab yields a card",
    "Galactica attacks": "Galactica is to fire on a Cylon ship",
    "a centurion is attacked": "a centurion aboard is to be attacked",
    "somebody is nominated": "somebody is to be nominated for President",
    "somebody is accused": "somebody is to be accused",
    "a prisoner wants to leave": "a prisoner asks to leave the Brig",
    "the President may do more": "the President may draw another quorum card or play one",
    # crises
    "there is no way round the check": "the crisis can only be met with a skill check",
    "there is a choice": "a choice has to be made",
    "it is chosen": "the choice is made",
    "so it is": "so it is decided",
    "its effects follow": "what the crisis says for this choice is done",
    "a skill check is made": "the crisis is met with a skill check",
    "another crisis is drawn": "another crisis is to be drawn in its place",
    "the special rule applies": "the special rule of the attack applies",
    "this holds while the card is in play": "what the card says holds as long as it stays in play",
    "the card stays where it is": "the card was in play already and stays there",
    "the card has had its effects": "the quorum card has had its effects",
    "an attack has no icons": "a Cylon attack sets no further ships in motion",
    "so no Cylon ship acts and no jump is prepared": "without a crisis no Cylon ship acts and no jump is prepared",
    "somebody is to be chosen": "a player is to be chosen",
    "he is there already": "who is sent there is there already, and stays",
    "a revealed Cylon stays where he is": "a revealed Cylon is not sent anywhere",
    "nobody is moved out of the Brig": "who is in the Brig is not moved out of it",
    "who is off the board is not moved": "who is not on the board yet is not moved",
    "there is nobody to be sent": "there is nobody whom the card could send away",
    # checks
    "cards may be played before the check": "cards that change the check may be played before it",
    "everybody may add cards": "everybody in turn may add cards to the check",
    "a card is added": "a card from the hand is to go into the check",
    "the check is over": "the check is decided, and its cards may be taken",
    # dice and fights
    "a die decides": "a die is to decide",
    "it is missed": "the attack misses",
    "the viper escapes": "the viper escapes unharmed",
    "no Cylon ship is there": "no Cylon ship is on the board to act",
    "the raiders act": "the raiders that have not acted in this turn act",
    "raiders act in several areas": "raiders are in several areas: the order is chosen",
    "there is no raider": "no raider is on the board, so basestars launch some",
    "there is no heavy raider": "no heavy raider is on the board, so basestars launch one each",
    "no basestar launches anything": "no basestar can launch a ship",
    "basestars launch": "the basestars launch ships",
    "no basestar can act": "no basestar can attack",
    "there are centurions aboard": "no Cylon ship is on the board, but centurions aboard advance",
    "several pilots are there": "several pilots are in the area: one of them is chosen for the attack",
    "ships appear": "ships are to appear",
    "all ships are placed": "all ships have been placed",
    "there is none": "there is none that could be destroyed",
    "vipers in space are damaged": "vipers in space are to be damaged",
    "a viper is damaged": "a viper in space is to be damaged",
    "another one follows": "another one is to be destroyed",
    "civilian ships are in danger": "civilian ships are to be destroyed",
    "the stockpile is empty": "no civilian ship is left in the stockpile: one in space goes",
    "the basestar is damaged twice": "the basestar is to be damaged twice",
    "another one takes effect": "another damage token is to take effect",
    "another ship may come back": "another ship may come back to the Reserves",
    # risks and choices of cards
    "this may be done": "the offer of the card may be taken or left",
    "it is tried": "the offer of the card is taken",
    "what would be risked is not there": "what would have to be risked is not there, so nobody is asked",
    "a deck is looked at": "the top card of a deck is to be looked at",
    "the deck is empty": "the deck is empty: there is no card to look at",
    "the card is given to somebody": "the card is to be given to another player",
    # jumps
    "the fleet is about to jump": "the fleet is about to jump before its time",
    "nobody is left behind": "the jump costs no population: nobody is left behind",
    "the fleet leaves": "the fleet leaves, and a destination is chosen",
    "what lasted until the jump is over": "cards that stay in play until the fleet jumps leave play",
    "what happens there comes first": "the effects of the destination come before its distance",
    # loyalty
    "somebody looks at loyalty": "somebody's loyalty is to be looked at",
    "nobody looks": "nobody looks at a loyalty card",
    "there is nobody to look at": "there is nobody whose loyalty could be looked at",
    "the Cylon acts": "what the revealed card says is done",
    "from the Brig a Cylon harms nobody": "revealed in the Brig, the card does no harm",
    "a revealed Cylon keeps it, and nothing happens": "a revealed Cylon keeps the Sympathizer, which changes nothing",
    "there is nobody to choose from": "there is nobody to whom the title could go",
}


def _of_turn(told: str) -> Callable[[Board], Text]:
    """A sentence about the seat in turn."""
    return lambda board: (who(board.active), told)


def _resolved(board: Board) -> Text:
    return (thing(board.drawn[-1]), " is resolved") if board.drawn else ("the crisis is resolved",)


def _totalled(board: Board) -> Text:
    check = board.check
    if check is None or check.total is None:
        return ("the check is totalled",)
    partly = f", {check.partial} for a part of it" if check.partial is not None else ""
    return (f"the check counts {check.total}; it takes {check.difficulty} to pass{partly}",)


OF_THE_TABLE: dict[str, Callable[[Board], Text]] = {
    "the turn is over": lambda board: ("the turn of ", who(board.active), " is over"),
    "there is time to move": _of_turn(" may move"),
    "nobody moves out of the Brig": _of_turn(" is in the Brig and can not move"),
    "who is off the board does not move": _of_turn(" is not on the board yet and can not move"),
    "there is time to act": _of_turn(" may act"),
    "who is off the board does not act": _of_turn(" is not on the board yet and can not act"),
    "a crisis is drawn": _of_turn(" is to draw a crisis"),
    "no crisis is drawn from the Brig": _of_turn(" is in the Brig and draws no crisis"),
    "the crisis is resolved": _resolved,
    "the check is totalled": _totalled,
    "no jump is prepared": lambda board: (f"no jump is prepared: the fleet marker stays at {board.track}",),
    "the roll may be taken again": lambda board: (f"the roll counts {board.die}, and may be taken again",),
    "the die decides: so it is": lambda board: (f"the die counts {board.die}, which is what mattered",),
    "the die decides: it is not so": lambda board: (f"the die counts {board.die}, which is not what mattered",),
}
ACTIVATED = {
    "raiders": "the raiders are activated",
    "heavy raiders": "the heavy raiders and the centurions aboard are activated",
    "basestars": "the basestars are activated",
    "launch raiders": "the basestars are to launch raiders",
}
COUNTED: dict[str, Callable[[str, str], Text]] = {
    r"(\d+) (more)": lambda n, _: (f"{n} card{'s' if n != '1' else ''} more to be drawn",),
    r"(\d+) (raider)s act": lambda n, _: (f"{n} raiders act, one after the other" if n != "1" else "one raider acts",),
    r"(\d+) cards? too (many)": lambda n, _: (f"{n} card{'s' if n != '1' else ''} more than a Cylon keeps must be discarded",),
    r"(\d+) (\S+) to be destroyed": lambda n, ship: (f"{n} {ship.replace('-', ' ')}{'s are' if n != '1' else ' is'} to be destroyed",),
    r"(\d+) (attacks) left": lambda n, _: (f"{n} attack{'s' if n != '1' else ''} left for this viper",),
    r"(the) (president|admiral) stays the same": lambda _, title: ("the ", thing(title), " stays the same"),
    r"(somebody) is to become (\w+)": lambda _, title: ("somebody is to become ", thing(title)),
    r"(somebody) is to go to (\S+)": lambda _, where: ("somebody is to be sent to ", thing(where)),
    r"(activated): (.+)": lambda _, what: (ACTIVATED.get(what, f"{what} are activated"),),
}
PATTERNS = [(re.compile(pattern), told) for pattern, told in COUNTED.items()]


def tell(why: str, board: Board) -> Text:
    """The sentence for what was settled without effect, in the words of the record where there is nothing to add to them."""
    if why in OF_THE_TABLE:
        return OF_THE_TABLE[why](board)
    if why in TOLD:
        return (TOLD[why],)
    for pattern, told in PATTERNS:
        if found := pattern.fullmatch(why):
            return told(found[1], found[2])
    return (why,)
