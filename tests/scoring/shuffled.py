"""A player who knows the rules of play (domain 4) and nothing of strategy: real deals, to their end.

Every choice is the random generator's. What is left on the table is a legal hand by construction, told as
`HandCards`; the rules must find no fault in it.
"""

import random
from dataclasses import dataclass, field

from scoring.bounds import DECKS
from scoring.cards import RUN_ORDER, SET_RANKS, Card, Suit, deck
from scoring.hands import EndReason
from scoring.laid import HandCards, SideCards
from scoring.melds import Attached, Meld, attach, classify
from scoring.regulations import BurracoToClose, Regulations, StockEnd

DEALT = 11
MOST_TURNS = 400


@dataclass
class Player:
    cards: list[Card]
    side: "Side"
    waiting: list[Card] = field(default_factory=list)  # a pozzetto taken by discarding: played next turn


@dataclass
class Side:
    melds: list[Meld] = field(default_factory=list)
    took: int = 0


@dataclass
class Deal:
    """One hand being played. With 3 and 5 players all are alone until somebody takes the pozzetto of 18."""

    rng: random.Random
    rules: Regulations
    count: int
    stock: list[Card]
    pile: list[Card]
    pozzetti: list[list[Card]]
    players: list[Player]
    dead: int
    closer: Player | None = None
    discard: Card | None = None
    end: EndReason | None = None


def deal(rng: random.Random, rules: Regulations, count: int) -> Deal:
    cards = list(deck(DECKS[count]))
    rng.shuffle(cards)
    sizes = {2: (11, 11), 3: (18, 11), 4: (11, 11), 5: (18, 11, 11)}[count]
    pozzetti = [[cards.pop() for _ in range(size)] for size in sizes]
    sides = [Side() for _ in range(2 if count == 4 else count)]
    players = [Player([cards.pop() for _ in range(DEALT)], sides[seat % len(sides)]) for seat in range(count)]
    pile = [cards.pop()]
    return Deal(rng, rules, count, cards, pile, pozzetti, players, dead=2)


def play(rng: random.Random, rules: Regulations, count: int) -> HandCards:
    """A deal from the first card to the last."""
    game = deal(rng, rules, count)
    for turn in range(MOST_TURNS):
        take_turn(game, game.players[turn % count])
        if game.end is not None:
            return told(game)
    game.end = EndReason.STALL
    return told(game)


def take_turn(game: Deal, player: Player) -> None:
    if player.waiting:
        player.cards, player.waiting = player.waiting, []
    if not draw(game, player):
        return
    lay(game, player)
    while not player.cards and take_pozzetto(game, player):
        lay(game, player)
    throw(game, player)
    if game.end is None and len(game.stock) <= game.dead:
        finish_stock(game)


def draw(game: Deal, player: Player) -> bool:
    if game.pile and game.rng.random() < 0.45:
        player.cards += game.pile
        game.pile.clear()
        return True
    if len(game.stock) <= game.dead and not reshuffled(game):
        game.end = EndReason.STOCK
        return False
    player.cards.append(game.stock.pop())
    if len(game.stock) <= game.dead and game.rules.stock_end is StockEnd.DRAW:
        game.end = EndReason.STOCK
        return False
    return True


def reshuffled(game: Deal) -> bool:
    if game.rules.stock_end is not StockEnd.RESHUFFLE or len(game.pile) < 2:
        return False
    top = game.pile.pop()
    game.stock += game.pile
    game.rng.shuffle(game.stock)
    game.pile, game.dead = [top], 0
    return True


def finish_stock(game: Deal) -> None:
    if not reshuffled(game):
        game.end = EndReason.STOCK


def lay(game: Deal, player: Player) -> None:
    """Attach and meld at will; the last card stays in hand unless it opens a pozzetto."""
    for meld_cards in game.rng.sample(found := candidates(game, player), len(found)):
        if all(player.cards.count(card) >= meld_cards.count(card) for card in meld_cards):
            meld = classify(meld_cards, game.rules, DECKS[game.count])
            if isinstance(meld, Meld) and may_leave(game, player, len(meld_cards)):
                player.side.melds.append(meld)
                for card in meld_cards:
                    player.cards.remove(card)
    for card in game.rng.sample(player.cards, len(player.cards)):
        attach_somewhere(game, player, card)


def attach_somewhere(game: Deal, player: Player, card: Card) -> None:
    for place, meld in enumerate(player.side.melds):
        added = attach(meld, card, game.rules, DECKS[game.count])
        if isinstance(added, Attached) and may_leave(game, player, 1) and game.rng.random() < 0.8:
            player.side.melds[place] = added.meld
            player.cards.remove(card)
            if added.returned is not None:
                player.cards.append(added.returned)
            return


def candidates(game: Deal, player: Player) -> list[list[Card]]:
    """Sets and runs in the hand, some with a wild."""
    wilds = [card for card in player.cards if card.is_wild]
    found = []
    for rank in SET_RANKS:
        same = [card for card in player.cards if card.rank is rank]
        found += [same, [*same, *wilds[:1]]]
    for suit in Suit:
        own = {card.rank: card for card in player.cards if card.suit is suit}
        row: list[Card] = []
        for rank in RUN_ORDER:
            if rank in own:
                row.append(own[rank])
            else:
                found += [row, [*row, *wilds[-1:]]]
                row = []
        found.append(row)
    return [cards for cards in found if len(cards) >= 3 and game.rng.random() < 0.9]


def may_leave(game: Deal, player: Player, number: int) -> bool:
    """Whether laying so many cards leaves a hand that can go on: a card to throw, or a pozzetto to take."""
    rest = len(player.cards) - number
    if rest >= 2 or can_take(game, player):
        return True
    return rest == 1 and may_close(game, player)


def can_take(game: Deal, player: Player) -> bool:
    return not player.side.took and bool(game.pozzetti)


def may_close(game: Deal, player: Player) -> bool:
    kinds = [meld.burraco for meld in player.side.melds if meld.burraco]
    if game.rules.burraco_to_close is BurracoToClose.CLEAN:
        kinds = [kind for kind in kinds if not game.rules.shapes[kind].wilds]
    return bool(player.side.took) and (game.rules.burraco_to_close is BurracoToClose.NONE or bool(kinds))


def take_pozzetto(game: Deal, player: Player) -> bool:
    if not can_take(game, player):
        return False
    player.cards = game.pozzetti.pop(0)
    player.side.took = 1
    if game.count in (3, 5) and len(player.cards) == 18:
        join_the_others(game, player)
    return True


def join_the_others(game: Deal, alone: Player) -> None:
    """Who took the pozzetto of 18 plays alone; the others become partners and share their melds."""
    seat = game.players.index(alone)
    others = game.players[seat + 1 :] + game.players[:seat]
    pairs = [others] if game.count == 3 else [others[0::2], others[1::2]]
    for pair in pairs:
        side = Side([meld for player in pair for meld in player.side.melds])
        for player in pair:
            player.side = side


def throw(game: Deal, player: Player) -> None:
    """The discard; out of cards by it, the player takes his pozzetto, or closes the hand."""
    if not player.cards:
        raise AssertionError("a player laid his last card without a pozzetto to take")
    last = len(player.cards) == 1 and not can_take(game, player)
    if last and (player.cards[0].is_wild or not may_close(game, player)):
        game.end = EndReason.STALL  # he may not throw his last card: at a table the referee is called
        return
    card = player.cards.pop(game.rng.randrange(len(player.cards)))
    game.pile.append(card)
    if last:
        game.closer, game.discard, game.end = player, card, EndReason.CLOSED
    elif not player.cards and take_pozzetto(game, player):
        player.waiting, player.cards = player.cards, []


def told(game: Deal) -> HandCards:
    """The end of a deal as its cards, the lone player first."""
    sides = sorted(unique(game), key=lambda side: sum(player.side is side for player in game.players))
    return HandCards(
        tuple(cards_of(game, side) for side in sides),
        closer=next((i for i, side in enumerate(sides) if game.closer and game.closer.side is side), None),
        end_reason=game.end,
        discard=game.discard,
    )


def unique(game: Deal) -> list[Side]:
    found: list[Side] = []
    for player in game.players:
        if all(player.side is not side for side in found):
            found.append(player.side)
    return found


def cards_of(game: Deal, side: Side) -> SideCards:
    own = [player for player in game.players if player.side is side]
    return SideCards(
        melds=tuple(meld.cards for meld in side.melds),
        held=tuple(card for player in own for card in player.cards),
        pozzetti=side.took,
        unplayed=tuple(card for player in own for card in player.waiting),
    )
