"""The words for each god."""

from __future__ import annotations

from functools import lru_cache

from gm_appliance.core.language import N_, NP_, Language, Message, Name
from gm_appliance.core.values import Value
from gm_appliance.games.gotterdammerung.model import Place


class InTheCount(Value):
    """A card's effect in a ballot, by the direction of the thumb: spoken, and as a line of the display."""

    down: Message
    up: Message
    line_down: Message
    line_up: Message


class GodWords(Value):
    """The words for one god.

    title:      on the display while the god chooses, and afterwards.
    ask:        the question; {by} is the player who decides.
    done:       the result, for {seat}; {owner} is the god whose card was moved.
    deputy:     the question to another player who decides, if it differs.
    still:      `done` for a seat that remains wounded, if it differs.
    oracle:     `done` for the Oracle taken instead of a card, if it differs.
    count:      the effect of its card in a ballot, if any.
    barred:     why a seat cannot be its target.
    """

    name: Message
    title: Message
    ask: Message
    done: Message
    targetless: Message
    explained: Message
    deputy: Message | None = None
    still: Message | None = None
    oracle: Message | None = None
    card: Message | None = None
    count: InTheCount | None = None
    barred: Message | None = None


WORDS_OF: dict[str, GodWords] = {
    "odin": GodWords(
        name=NP_("name", "Odin"),
        title=NP_("title", "Odin protects"),
        ask=N_("{by}, protect somebody, or pass."),
        done=N_("Odin protects {seat}."),
        targetless=N_("Odin has nobody to protect."),
        explained=N_("Odin gives his card. Its holder cannot be wounded this round."),
        card=NP_("card", "Odin: shield"),
    ),
    "brynhild": GodWords(
        name=NP_("name", "Brynhild"),
        title=NP_("title", "Brynhild wounds"),
        ask=N_("{by}, wound somebody, or pass."),
        done=N_("Brynhild wounds {seat}."),
        targetless=N_("Brynhild has nobody to wound."),
        explained=N_("Brynhild wounds another player. A wounded god takes no action."),
        card=NP_("card", "Brynhild: wound"),
        barred=NP_("word", "cannot be wounded"),
    ),
    "sif": GodWords(
        name=NP_("name", "Sif"),
        title=NP_("title", "Sif wounds"),
        ask=N_("{by}, wound somebody, or pass. The wound brings one extra vote."),
        done=N_("Sif wounds {seat}."),
        targetless=N_("Sif has nobody to wound."),
        explained=N_(
            "Sif wounds another player. A wounded god takes no action. The wound brings one extra vote."
        ),
        card=NP_("card", "Sif: wound, +1"),
        count=InTheCount(
            down=N_("Sif's wound on {seat}: one more thumb down."),
            up=N_("Sif's wound on {seat}: one more thumb up."),
            line_down=NP_("line", "Sif: +1 ▼"),
            line_up=NP_("line", "Sif: +1 ▲"),
        ),
        barred=NP_("word", "cannot be wounded"),
    ),
    "thor": GodWords(
        name=NP_("name", "Thor"),
        title=NP_("title", "Thor wounds"),
        ask=N_("{by}, wound somebody, or pass."),
        done=N_("Thor wounds {seat}."),
        targetless=N_("Thor has nobody to wound."),
        explained=N_("Thor wounds another player. A wounded god takes no action. The wound costs one vote."),
        card=NP_("card", "Thor: wound"),
        count=InTheCount(
            down=N_("Thor's wound on {seat}: one fewer thumb down."),
            up=N_("Thor's wound on {seat}: one fewer thumb up."),
            line_down=NP_("line", "Thor: -1 ▼"),
            line_up=NP_("line", "Thor: -1 ▲"),
        ),
        barred=NP_("word", "cannot be wounded"),
    ),
    "idun": GodWords(
        name=NP_("name", "Idun"),
        title=NP_("title", "Idun heals"),
        ask=N_("{by}, heal a wound, or pass."),
        done=N_("Idun heals {seat}. {owner}'s card goes home."),
        still=N_("Idun heals {owner}'s wound on {seat}, who is still wounded."),
        targetless=N_("Idun has no wound to heal."),
        explained=N_("Idun heals one wound on another player. Its card goes home."),
    ),
    "niord": GodWords(
        name=NP_("name", "Niörd"),
        title=NP_("title", "Niörd stands in"),
        ask=N_("{by}, stand in for somebody wounded, or pass."),
        done=N_("Niörd stands in for {seat}."),
        targetless=N_("Niörd has nobody to stand in for."),
        explained=N_("Niörd stands in for somebody wounded, and takes that god's action."),
        card=NP_("card", "Niörd: stands in"),
        barred=NP_("word", "not wounded"),
    ),
    "heimdall": GodWords(
        name=NP_("name", "Heimdall"),
        title=NP_("title", "Heimdall: +1"),
        ask=N_("{by}, give somebody one more vote, or pass."),
        done=N_("{seat} has one more vote."),
        targetless=N_("Heimdall has nobody to help."),
        explained=N_("Heimdall gives his card. Its holder has one more vote."),
        card=NP_("card", "Heimdall: +1"),
        count=InTheCount(
            down=N_("Heimdall's card at {seat}: one more thumb down."),
            up=N_("Heimdall's card at {seat}: one more thumb up."),
            line_down=NP_("line", "Heimdall: +1 ▼"),
            line_up=NP_("line", "Heimdall: +1 ▲"),
        ),
    ),
    "balder": GodWords(
        name=NP_("name", "Balder"),
        title=NP_("title", "Balder turns"),
        ask=N_("{by}, whose vote shall follow yours? Or pass."),
        deputy=N_("{by}, whose vote shall follow Balder's? Or pass."),
        done=N_("{seat} will vote as Balder does."),
        targetless=N_("Balder has nobody to turn."),
        explained=N_("Balder gives his card. Its holder's vote follows Balder's thumb."),
        card=NP_("card", "Balder: turned"),
        count=InTheCount(
            down=N_("{seat} follows Balder: down."),
            up=N_("{seat} follows Balder: up."),
            line_down=NP_("line", "Balder: {seat} ▼"),
            line_up=NP_("line", "Balder: {seat} ▲"),
        ),
    ),
    "freya": GodWords(
        name=NP_("name", "Freya"),
        title=NP_("title", "Freya: 2 votes"),
        ask=N_("{by}, choose somebody, or pass. If they are accused, you add two votes."),
        deputy=N_("{by}, choose somebody, or pass. If they are accused, Freya adds two votes."),
        done=N_("If {seat} is accused, Freya adds two votes."),
        targetless=N_("Freya has nobody to choose."),
        explained=N_(
            "Freya gives her card. If its holder is accused, Freya adds two votes. They follow her thumb."
        ),
        card=NP_("card", "Freya: two votes"),
        count=InTheCount(
            down=N_("Freya adds two votes: down."),
            up=N_("Freya adds two votes: up."),
            line_down=NP_("line", "Freya: +2 ▼"),
            line_up=NP_("line", "Freya: +2 ▲"),
        ),
    ),
    "tyr": GodWords(
        name=NP_("name", "Tyr"),
        title=NP_("title", "Tyr shields"),
        ask=N_("{by}, shield somebody from accusation, or pass."),
        done=N_("{seat} cannot be accused."),
        targetless=N_("Tyr has nobody to shield."),
        explained=N_("Tyr gives his card. Its holder cannot be accused this round."),
        card=NP_("card", "Tyr: free"),
    ),
    "skadi": GodWords(
        name=NP_("name", "Skadi"),
        title=NP_("title", "Skadi removes"),
        ask=N_("{by}, send a card home, or pass."),
        done=N_("Skadi sends {owner}'s card home from {seat}."),
        targetless=N_("Skadi has no card to remove."),
        explained=N_("Skadi sends another player's card home, but never the Oracle."),
    ),
    "loki": GodWords(
        name=NP_("name", "Loki"),
        title=NP_("title", "Loki takes"),
        ask=N_("{by}, take the Oracle or a card, or pass."),
        done=N_("Loki takes {owner}'s card from {seat}."),
        oracle=N_("Loki takes the Oracle."),
        targetless=N_("Loki has nothing to take."),
        explained=N_("Loki takes the Oracle, or a card another player received."),
    ),
    "dvalin": GodWords(
        name=NP_("name", "Dvalin"),
        title=NP_("title", "Dvalin saves"),
        ask=N_("{by}, save somebody from banishment, or pass."),
        done=N_("{seat} cannot be banished."),
        targetless=N_("Dvalin has nobody to save."),
        explained=N_(
            "Dvalin gives his card. Its holder cannot be banished. Never the same player two rounds in a row."
        ),
        card=NP_("card", "Dvalin: saved"),
        barred=NP_("word", "saved last round"),
    ),
    "saga": GodWords(
        name=NP_("name", "Saga"),
        title=NP_("title", "Saga: the Oracle"),
        ask=N_("{by}, move the Oracle to a neighbour, or pass."),
        done=N_("The Oracle moves to {seat}."),
        targetless=N_("Saga has nowhere to move the Oracle."),
        explained=N_("Saga moves the Oracle to one of its two neighbours."),
        barred=NP_("word", "not a neighbour"),
    ),
    "hel": GodWords(
        name=NP_("name", "Hel"),
        title=NP_("title", "Hel banishes"),
        ask=N_("{by}, banish somebody wounded, or pass."),
        done=N_("Hel banishes {seat}."),
        targetless=N_("Hel has nobody to banish."),
        explained=N_("Hel banishes another player in Asgard who is wounded."),
        barred=NP_("word", "cannot be banished"),
    ),
}


@lru_cache(maxsize=64)
def god_name(_: Language, god: str) -> Name:
    return _.name(WORDS_OF[god].name)


@lru_cache(maxsize=1024)
def place_name(_: Language, place: Place) -> Name:
    """A place's name, spoken and shown: "Valkyrie 3"; at most 21 columns."""
    if place.god in WORDS_OF:
        return god_name(_, place.god)
    return _.name("Valkyrie {number}", number=place.number)


def place_label(_: Language, place: Place) -> str:
    """One or two letters for the ring; Hel and Heimdall begin with the same."""
    if place.god not in WORDS_OF:
        return str(place.number)
    return "Hm" if place.god == "heimdall" else god_name(_, place.god)[:2]
