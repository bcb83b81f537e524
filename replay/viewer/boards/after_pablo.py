"""After Pablo: the border, Mexico and Colombia side by side with their cities, the action under way, and a line for every cartel."""

from __future__ import annotations

from rich.text import Text

from domain.games.after_pablo.board import ABROAD, AIRPORTS, CITY_AT, COUNTRIES, COURT, CROSSED, Board, Player
from domain.games.after_pablo.components import components
from domain.games.after_pablo.parts import City
from domain.kernel import Card, Names, Seat
from replay.viewer.ink import (
    ACCENT,
    CHANGED,
    DANGER,
    DIM,
    FAINT,
    HEAD,
    HUES,
    INK,
    OK,
    UNKNOWN,
    Block,
    Scene,
    beside,
    box,
    fit,
    flow,
    join,
    label,
    lit,
    meter,
    num,
    rule,
    shares,
)  # fmt: skip

LEGEND = """\
a city: its prices (■ sold), its distributor (★ wild, ¿ unaligned)
S suv  T truck  A airplane  B boat  P person  ϟ bolt  (S) leaves next"""
HUE = {"yellow": "amber", "red": "vermilion", "blue": "blue", "green": "green"}
VEHICLE = {"suv": "suv", "semi-truck": "trk", "airplane": "air", "speedboat": "boat", "person": "foot", "any": "any"}
SIGN = {"suv": "S", "semi-truck": "T", "airplane": "A", "speedboat": "B", "person": "P", "any": "✱"}
SHORT = {"assassin": "Assn.", "friend": "Frnd.", "cowboy": "Cowb.", "politician": "Polit", "guerrilla": "Guerr", "snitch": "Sntch"}
NARROW = 32  # columns of a board below which words are abbreviated
ROOMY = 30  # lines that a board needs for frames


def hues(board: Board) -> tuple[str, ...]:
    """Seats have the colour of their cubes."""
    return tuple(HUE.get(player.colour, "slate") for player in board.players)


def called(board: Board, names: Names) -> tuple[str, ...]:
    """Seats are called by their players."""
    return names.seats


def draw(scene: Scene, before: Board, now: Board, width: int, height: int) -> Block:
    """The three boards, the action, the cartels; in frames where there is room."""
    if not now.players:
        return [Text("nothing lies on the table yet", DIM)]
    if not before.players:
        before = now
    roomy = height >= ROOMY
    widths = shares(width, 3)
    inner = [one - 2 if roomy else one for one in widths]
    tops = [
        _border(scene, before, now, inner[0]),
        *(_country(scene, before, now, country, inner[k + 1]) for k, country in enumerate(COUNTRIES)),
    ]
    cities = [_cities(scene, before, now, side, inner[k], roomy=roomy) for k, side in enumerate(AIRPORTS)]
    deep, deepest = max(map(len, tops)), max(map(len, cities))
    blocks: list[Block] = []
    for k, side in enumerate(AIRPORTS):
        title = _airport(scene, before, now, side)
        block = [*tops[k], *[Text()] * (deep - len(tops[k])), *cities[k], *[Text()] * (deepest - len(cities[k]))]
        blocks.append(box(title, block, widths[k]) if roomy else [rule(title, widths[k]), *block])
    rows = [*beside(blocks, widths), *_action(scene, before, now, width)]
    for seat, player in enumerate(now.players):
        rows += _cartel(scene, before, now, seat, before.players[seat], player, width, roomy=roomy)
    return rows


# the boards -------------------------------------------------------------------------------------------------------------------
def _airport(scene: Scene, before: Board, now: Board, place: str) -> Text:
    return join([Text(place.title(), HEAD), Text("✈", ACCENT), _pawns(scene, before, now, place)])


def _pawns(scene: Scene, before: Board, now: Board, place: str) -> Text:
    """The pawns that stand at a place."""
    return join(
        lit(before.players[seat].pawn != place, scene.mark(seat)) for seat, player in enumerate(now.players) if player.pawn == place
    )


def _border(scene: Scene, before: Board, now: Board, width: int) -> Block:
    """Tokens, who crosses and sells, the case, the court."""
    track = components().case_track
    rows = flow([label("tokens"), *_tokens(before, now, SIGN if width < NARROW else VEHICLE)], width, indent=2)
    rows += flow(
        [
            label("A cross"),
            _pawns(scene, before, now, CROSSED) or Text("–", FAINT),
            label("B U.S.A."),
            _pawns(scene, before, now, ABROAD) or Text("–", FAINT),
        ],
        width,
    )
    rows.append(
        Text.assemble(
            label("case "),
            num(before.case, now.case),
            f" {'' if now.case < track.red else '!'}",
            meter(now.case, track.red, track.red, DANGER),
        )
    )
    for name in COURT:
        rows.append(join([label(f"{name:<9}"), *_each(scene, before, now, name)]))
    return rows


def _each(scene: Scene, before: Board, now: Board, field: str, *, every: bool = False) -> list[Text]:
    """A number of cubes for each seat that has some."""
    parts: list[Text] = []
    for seat, player in enumerate(now.players):
        was, count = getattr(before.players[seat], field), getattr(player, field)
        if count or was or every:
            parts.append(Text.assemble(scene.mark(seat), num(was, count)))
    return parts or [Text("–", FAINT)]


def _tokens(before: Board, now: Board, called: dict[str, str]) -> list[Text]:
    """The smuggling tokens; the lowest, in brackets, leave next; what was matched is ticked."""
    parts: list[Text] = []
    low, matched = components().crossing.removed, set(now.crossing.matched) if now.crossing else set[str]()
    ticked = set(before.crossing.matched) if before.crossing else set[str]()
    for k, card in enumerate(now.row.cards):
        token = components().tokens_by_id.get(card or "")
        words = f"{UNKNOWN}?{UNKNOWN}" if token is None else called[token.vehicle] + "ϟ" * token.bolts
        words = f"({words})" if k < low else words
        tick = lit(card not in ticked, "✓", f"bold {OK}") if card in matched else Text()
        parts.append(Text.assemble(lit(k >= len(before.row) or before.row.cards[k] != card, words, DIM if k < low else INK), tick))
    return parts


def _country(scene: Scene, before: Board, now: Board, country: str, width: int) -> Block:
    """The flag with its leader and cubes, the asesinos; the seasons in Mexico, the supply in Colombia."""
    leader, was = now.leader(country), before.leader(country)
    points = {str(one): points for one, points in components().scoring.leader.items()}[country]
    called = Text("nobody", FAINT) if leader is None else scene.mark(leader) if width < NARROW else scene.who(leader)
    rows = [join([label("leader"), lit(leader != was, called), label(f"+{points}/season")])]
    cubes = _each(scene, before, now, country, every=True)
    rows.append(join([label("flag"), *cubes, label(f"+{now.neutral} neutral" if now.neutral and width >= NARROW else "")]))
    guns: list[Text] = [label("guns")]
    for asesino in components().of_country[country]:
        hired = [scene.mark(seat) for seat, player in enumerate(now.players) if asesino.id in player.asesinos]
        changed = any(
            (asesino.id in player.asesinos) != (asesino.id in old.asesinos) for player, old in zip(now.players, before.players, strict=True)
        )
        guns.append(lit(changed, Text.assemble((f"${asesino.cost}", DIM), *hired if hired else [("·", FAINT)])))
    rows += flow(guns, width, indent=5)
    if country == COUNTRIES[0]:
        return [
            *rows,
            *flow([label("season"), Text.assemble(num(before.season, now.season), label(f"/{now.seasons}")), _seasons(now)], width),
        ]
    rows += flow([label("supply cocaine"), num(before.cocaine, now.cocaine), label("weak"), num(before.chips, now.chips)], width)
    cartel, guerrilla = num(len(before.cartel), len(now.cartel)), num(len(before.guerrilla), len(now.guerrilla))
    return [*rows, *flow([label("decks cartel"), cartel, label("guerr."), guerrilla], width)]


def _seasons(now: Board) -> Text:
    """A mark for every season: a diamond where an adjustment follows."""
    every = components().seasons.adjust_every
    marks = ("◆" if n % every == 0 else "●" for n in range(1, now.seasons + 1))
    return Text.assemble(*((mark, OK if n == now.season else DIM if n < now.season else FAINT) for n, mark in enumerate(marks, 1)))


def _cities(scene: Scene, before: Board, now: Board, side: str, width: int, *, roomy: bool) -> Block:
    """A line for every city of a board, or two: name, prices, distributor."""
    rows: Block = []
    for city in components().of_board[side]:
        at = CITY_AT[city.id]
        was, sold, old, card = before.sold[at], now.sold[at], before.city(city.id), now.city(city.id)
        name = Text(city.name, HEAD if roomy else INK)
        prices = _prices(city, was, sold)
        who = lit(old != card, _distributor(scene, card, wide=roomy) if len(now.cities[at]) else Text("nobody" if roomy else "–", FAINT))
        if roomy:
            rows += [
                Text("┄" * width, FAINT),
                Text.assemble(name, " " * max(width - name.cell_len - prices.cell_len, 1), prices),
                Text("  ").append_text(who),
            ]
        else:
            named = Text.assemble(name, " " * max(18 - name.cell_len - prices.cell_len, 1), prices, " ")
            rows.append(named.append_text(fit(who, max(width - named.cell_len, 0))))
    return rows


def _prices(city: City, was: int, sold: int) -> Text:
    """The price boxes of a city: those covered, the one that is paid next, and the others."""
    prices = Text()
    for k, price in enumerate(city.prices):
        style = CHANGED if min(was, sold) <= k < max(was, sold) else FAINT if k < sold else f"bold {INK}" if k == sold else DIM
        prices.append(" " if k else "").append("■" if k < sold else str(price), style)
    return prices


def _distributor(scene: Scene, card: Card | None, *, wide: bool) -> Text:
    """The card on a city: whose colour it has, who it is, and the odds that he is safe."""
    if card is None:
        return Text(f"{UNKNOWN}?{UNKNOWN}", DIM)
    if card in components().arrest_cards:
        return Text("ARREST!", f"bold {DANGER}")
    on = components().card(card)
    seat = next((seat for seat, look in enumerate(scene.seats) if on.colour and look.hue == HUES.get(HUE.get(on.colour, ""))), None)
    mark = scene.mark(seat) if seat is not None else Text("★" if on.colour is None else "¿", DIM)
    if not wide:
        return Text.assemble(mark, (SHORT.get(on.character, on.character.title()), INK))
    vehicles = " ".join(VEHICLE[one] for one in on.vehicles)
    return Text.assemble(mark, " ", (on.character.title(), INK), (f" {vehicles} {on.odds}", DIM))


# below them -------------------------------------------------------------------------------------------------------------------
def _action(scene: Scene, before: Board, now: Board, width: int) -> Block:
    """War, crossing, sale or auction under way."""
    active = scene.who(now.active) if now.active is not None else Text(now.phase.title(), HEAD)
    parts: list[Text]
    if (war := now.war) is not None:
        old = before.war
        parts = [
            Text(f"War for {war.country.title()}", HEAD),
            scene.who(war.attacker),
            num(old and old.attack, war.attack),
            label("guns against"),
        ]
        parts += [scene.who(war.defender), num(old and old.defence, war.defence), label("guns")]
    elif (crossing := now.crossing) is not None and now.active is not None:
        left = before.players[now.active].cocaine, now.players[now.active].cocaine
        parts = [Text("Crossing", HEAD), active, Text.assemble(num(*left), label(f" of {crossing.cubes} cubes left"))]
        parts.append(Text.assemble(label("checks "), num(before.crossing and before.crossing.checks, crossing.checks)))
    elif (sale := now.sale) is not None:
        tried = ", ".join(components().cities_by_id[city].name for city in sale.tried) or "nowhere yet"
        parts = [
            Text("Sale", HEAD),
            active,
            Text.assemble(num(before.sale and before.sale.sold, sale.sold), label(f" of {sale.cubes} sold")),
            Text(tried, DIM),
        ]
    elif len(now.lot):
        bid = [scene.who(now.bidder), num(before.bid, now.bid, sign="$")] if now.bidder is not None else [Text("no bid yet", DIM)]
        parts = [Text("Auction", HEAD), *scene.cards(now.lot.cards, before.lot.cards), *bid]
    else:
        parts = [active, Text("an action is under way" if now.acting else "no action is under way", DIM)]
    return flow([Text("▸", ACCENT), *parts], width, indent=2)


def _cartel(scene: Scene, before: Board, now: Board, seat: Seat, was: Player, player: Player, width: int, *, roomy: bool) -> Block:
    """Points, money, cocaine, cubes, weakness, hand."""
    turn = now.active == seat
    title = join([scene.who(seat), Text(" turn ", "reverse") if turn else ""])

    def short(card: Card) -> str:
        on = components().card(card)
        colour = on.colour or "wild"
        name = on.character.title() if roomy else SHORT.get(on.character, on.character.title())
        return f"{name} {'?' if colour == 'question' else colour}"

    def token(card: Card) -> str:
        on = components().tokens_by_id[card]
        return (VEHICLE if roomy else SIGN)[on.vehicle] + "ϟ" * on.bolts

    cash = num(was.cash, player.cash, sign="$")
    if player.cash is not None and was.cash == player.cash and scene.mine(seat):
        cash = Text.assemble(("▎", ACCENT), cash)
    parts = [
        Text.assemble(num(was.score, player.score), label("p")), cash,
        Text.assemble(label("cocaine "), num(was.cocaine, player.cocaine)), Text.assemble(label("cubes "), num(was.supply, player.supply)),
        _unless_none("weak", was.chips, player.chips), _unless_none("folder", was.dea, player.dea),
        label("hand"), *scene.cards(player.hand.cards, was.hand.cards, sealed=scene.mine(seat), name=short),
    ]  # fmt: skip
    if len(player.tokens) or len(was.tokens):
        parts += [label("tokens"), *scene.cards(player.tokens.cards, was.tokens.cards, sealed=scene.mine(seat), name=token)]
    if roomy:
        lines = [Text(" ").append_text(line) for line in flow(parts, width - 4, indent=2)]
        return box(title, lines, width, scene.seats[seat].hue if turn else FAINT, heavy=turn)
    return flow([title, *parts], width, indent=3)


def _unless_none(words: str, was: int, now: int) -> Text:
    """A number with its name; nothing where there is and was none."""
    return Text.assemble(label(f"{words} "), num(was, now)) if was or now else Text()
