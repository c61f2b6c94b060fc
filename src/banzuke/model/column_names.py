"""What other tables call our columns, in several languages: as data, compared without accents."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

#: {our column: what others call it}, in English, German, Swedish, French, Spanish, Dutch, Danish
#: and Italian. Compared by ``meaning``: ``Année de naissance`` is ``annee_de_naissance``.
ALSO_CALLED: dict[str, tuple[str, ...]] = {
    "score_1": ("fthg",),
    "score_2": ("ftag",),
    "result": (
        *("ergebnis", "resultat", "résultat", "resultado", "uitslag", "resultaat", "risultato"),
        *("res",),
    ),
    "winner": (
        *("sieger", "gewinner", "vinnare", "vainqueur", "gagnant", "ganador", "winnaar"),
        *("vinder", "vincitore", "winner_name"),
    ),
    "loser": (
        *("verlierer", "förlorare", "perdant", "perdedor", "verliezer", "taber", "sconfitto"),
        *("loser_name",),
    ),
    "game": ("partie", "parti", "partida", "partij", "partita", "game_id", "match_id"),
    "player": (
        *("spieler", "teilnehmer", "spelare", "deltagare", "joueur", "jugador", "speler"),
        *("deelnemer", "spiller", "deltager", "giocatore", "participant", "player_name"),
        *("player_id", "firstname_lastname", "first_name_last_name"),
    ),
    "place": (
        *("platz", "platzierung", "rang", "plats", "placering", "classement", "puesto"),
        *("posición", "clasificación", "plaats", "plads", "posizione", "classifica"),
        *("position", "pos", "ranking_position", "rk"),
    ),
    "score": (
        *("punkte", "poäng", "puntos", "punten", "point", "punti", "points", "pts", "pkt"),
        *("score_total", "centres", "centers", "supply_centres", "supply_centers", "scs"),
    ),
    "role": ("power", "great_power"),
    "event": (
        *("turnier", "turnering", "tävling", "tournoi", "compétition", "torneo", "toernooi"),
        *("competitie", "stævne", "tournament", "event_name", "tournament_name", "competition"),
        *("tourney_name",),
    ),
    "date": (
        *("datum", "fecha", "dato", "data", "played_on", "date_played", "game_date"),
        *(
            "match_date",
            "tourney_date",
            "datetime",
            "timestamp",
            "tstamp",
            "utc_date_time",
            "played_at",
        ),
    ),
    "round": ("runde", "rond", "omgång", "ronde", "ronda", "jornada", "turno", "rnd"),
    "board": (
        *("brett", "bräde", "bord", "échiquier", "tablero", "bræt", "scacchiera", "tavolo"),
        *("mesa",),
    ),
    "neutral": ("neutral_ground", "neutral_site", "neutral_venue"),
    "status": ("statut", "estado", "stato"),
    "id": ("fideid", "fide_id", "fide_no", "member_id", "uscf_id", "id_number"),
    "name": ("full_name", "vollständiger_name", "namn", "nombre", "naam", "navn", "nome", "nom"),
    "club": (
        *("verein", "klubb", "förening", "vereniging", "klub", "circolo", "società", "club_name"),
    ),
    "nation": (
        *("land", "country", "federation", "fédération", "pays", "país", "federación"),
        *("nationalität", "nationalité", "paese", "nazione", "federazione", "fed", "nationality"),
    ),
    "born": (
        *("geburtsdatum", "geburtsjahr", "jahrgang", "född", "födelseår", "födelsedatum"),
        *("né_le", "date_de_naissance", "année_de_naissance", "fecha_de_nacimiento"),
        *("año_de_nacimiento", "geboren", "geboortedatum", "geboortejaar", "født", "fødselsår"),
        *("fødselsdato", "data_di_nascita", "anno_di_nascita", "birth_year", "birthdate"),
        *("birthday", "birth_date", "year_of_birth", "date_of_birth", "dob", "yob"),
    ),
    "sex": ("gender", "geschlecht", "kön", "sexe", "sexo", "geslacht", "køn", "sesso"),
    "title": ("titel", "titre", "título", "titolo"),
    "rating": ("Elo", "wertungszahl", "rtg", "elo_rating", "puntuación", "start_rating", "mu"),
    "deviation": ("rd", "rating_deviation", "sigma"),
    "games": ("partien", "partier", "parties", "partidas", "partijen", "partite", "games_played"),
}

#: The two sides of a duel, by the words for them. Who is named first is our first player.
SIDES: tuple[tuple[str, str], ...] = (
    ("1", "2"),
    ("a", "b"),
    ("white", "black"),
    ("weiß", "schwarz"),
    ("vit", "svart"),
    ("blancs", "noirs"),
    ("blanc", "noir"),
    ("blancas", "negras"),
    ("wit", "zwart"),
    ("hvid", "sort"),
    ("bianco", "nero"),
    ("home", "away"),
    ("heim", "gast"),
    ("heim", "auswärts"),
    ("hemma", "borta"),
    ("domicile", "extérieur"),
    ("local", "visitante"),
    ("thuis", "uit"),
    ("hjemme", "ude"),
    ("casa", "ospite"),
    ("casa", "trasferta"),
)

#: {our columns of a duel's sides, without _1 and _2: what may stand beside the word for a side}.
#: ``home_team``, ``Spieler A``, ``p1`` and ``white`` alone are players.
BESIDE_SIDES: dict[str, tuple[str, ...]] = {
    "player": (
        *("player", "team", "name", "spieler", "mannschaft", "verein", "spelare", "lag"),
        *("joueur", "équipe", "jugador", "equipo", "speler", "ploeg", "spiller", "hold"),
        *("giocatore", "squadra", "model", "p", "club", "teilnehmer", "opponent", "username"),
        *("player_name", "team_name"),
    ),
    "score": (
        *("score", "goals", "tore", "mål", "buts", "goles", "doelpunten", "gol", "reti", "discs"),
        *("sets", "legs", "points", "pts", "punkte", "pkt", "poäng", "puntos", "punten", "point"),
        *("punti",),
    ),
    "handicap": ("handicap",),
    "entry_rank": ("entry_rank",),
}

#: Columns of a given and a family name, in the order in which they make a name.
GIVEN_AND_FAMILY: tuple[tuple[str, str], ...] = (
    ("first", "last"),
    ("first_name", "last_name"),
    ("given_name", "family_name"),
    ("given_name", "surname"),
    ("first_name", "surname"),
    ("vorname", "nachname"),
    ("vorname", "name"),
    ("förnamn", "efternamn"),
    ("prénom", "nom"),
    ("nombre", "apellido"),
    ("nombre", "apellidos"),
    ("voornaam", "achternaam"),
    ("fornavn", "efternavn"),
    ("nome", "cognome"),
)


#: The most columns that a sheet has: so many names are remembered.
MOST_NAMES = 1 << 14


# The same first cells of a file are looked at for each delimiter, and again when it is read.
@lru_cache(maxsize=MOST_NAMES)
def meaning(name: str) -> str:
    """A name as meanings are looked up: small letters, no accents, ``_`` between words.

    >>> meaning(" Année de naissance "), meaning("Pkt."), meaning("weiß")
    ('annee_de_naissance', 'pkt', 'weiss')
    """
    letters = unicodedata.normalize("NFKD", name.strip().strip("\ufeff").casefold())
    plain = "".join(one for one in letters if not unicodedata.combining(one))
    plain = plain.translate({ord("ø"): "o", ord("æ"): "ae", ord("ł"): "l"})
    return re.sub(r"[\s\-_./#:]+", "_", plain).strip("_")


#: Words of one language that mean something else in another: taken only beside one of these.
ONLY_BESIDE = {
    "data": ("bianco", "nero", "risultato", "giocatore", "torneo", "turno", "casa", "squadra"),
}

#: {what a table may call it, by ``meaning``: our column}.
SYNONYMS = {meaning(other): name for name, others in ALSO_CALLED.items() for other in others}


class OfSide(NamedTuple):
    """What the name of a column says of a side of duels.

    column : ours, without _1 and _2; side : 1 or 2
    pair : which of ``SIDES``; noun : which of ``BESIDE_SIDES``, -1 where nothing stands beside
    """

    column: str
    side: int
    pair: int
    noun: int


@lru_cache(maxsize=MOST_NAMES)
def of_sides(name: str) -> tuple[OfSide, ...]:
    """What the name of a column may say of a side; () where it says nothing.

    >>> of_sides("Home Team")
    (OfSide(column='player', side=1, pair=11, noun=1),)
    """
    said = meaning(name)
    found = []
    for word, pair, side in _WORDS:
        if word not in said:
            continue  # which is told in no time, of tables of thousands of columns, too
        if said == word and len(word) > 1:
            found.append(OfSide("player", side, pair, -1))
        for rest in _beside(said, word):
            for column, nouns in _NOUNS.items():
                if rest in nouns:
                    found.append(OfSide(column, side, pair, nouns[rest]))
    return tuple(dict.fromkeys(found))


def _beside(said: str, word: str) -> list[str]:
    """What stands beside a word in a name: ``team`` beside ``home`` in ``home_team``."""
    parts = said.split("_")
    at = [position for position, part in enumerate(parts) if part == word]
    found = ["_".join(parts[:one] + parts[one + 1 :]) for one in at]
    # As in player_1_score.
    found += [rest.removeprefix("player_").removeprefix("team_") for rest in found]
    # Written in one: hometeam, team1; but a single letter or digit begins no name.
    if said.endswith(word):
        found.append(said[: -len(word)].removesuffix("_"))
    if said.startswith(word) and len(word) > 1:
        found.append(said[len(word) :].removeprefix("_"))
    return found


_WORDS = [
    (meaning(word), number, side)
    for number, pair in enumerate(SIDES)
    for side, word in enumerate(pair, 1)
]
_NOUNS = {
    column: {meaning(noun): number for number, noun in enumerate(nouns)}
    for column, nouns in BESIDE_SIDES.items()
}


def both_sides(names: Sequence[str], column: str) -> dict[int, tuple[int, int]]:
    """{pair of ``SIDES``: positions of the two names} of a column that both sides have.

    Where a pair has several, the noun that stands first in ``BESIDE_SIDES`` goes before.
    """
    at: dict[tuple[int, int], dict[int, int]] = {}
    for position, name in enumerate(names):
        for said in of_sides(name):
            if said.column == column:
                at.setdefault((said.pair, said.noun), {}).setdefault(said.side, position)
    found: dict[int, tuple[int, int]] = {}
    for (pair, _), sides in sorted(at.items()):
        if len(sides) == 2:
            found.setdefault(pair, (sides[1], sides[2]))
    return found
