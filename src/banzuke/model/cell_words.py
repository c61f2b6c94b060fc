"""What cells of some columns are called in other languages, as data; compared by ``meaning``."""

from __future__ import annotations

from banzuke.model.column_names import meaning

#: What means yes, and what no; also as spreadsheets of other languages write true and false.
YES = (
    *("yes", "y", "true", "1", "ja", "j", "oui", "sí", "wahr", "vrai", "verdadero", "vero"),
    *("sant", "sand", "waar"),
)
NO = (
    *("no", "n", "false", "0", "nein", "nej", "non", "nee", "falsch", "faux", "falso", "falskt"),
    *("falsk", "onwaar"),
)
YES_NO = {**{meaning(word): 1 for word in YES}, **{meaning(word): 0 for word in NO}}

#: {our status: what others call it}.
STATUSES_CALLED: dict[str, tuple[str, ...]] = {
    "played": (
        *("gespielt", "spelad", "joué", "jugado", "gespeeld", "spillet", "giocata", "finished"),
        *("completed",),
    ),
    "forfeit": ("kampflos", "forfait", "incomparecencia", "forfeited", "defaulted"),
    "walkover": ("wo", "w.o.", "walk over"),
    "bye": ("freilos", "spielfrei", "frirond", "exempt", "vrij", "oversidder", "riposo"),
    "friendly": (
        *("freundschaftsspiel", "vänskapsmatch", "amical", "amistoso", "vriendschappelijk"),
        *("venskabskamp", "amichevole", "friendly match"),
    ),
    "void": (
        *("annulliert", "annullerad", "annulé", "anulado", "annulleret", "annullato"),
        *("geannuleerd", "cancelled", "canceled", "abandoned"),
    ),
}
STATUS_MEANT = {
    meaning(other): status for status, others in STATUSES_CALLED.items() for other in others
}
