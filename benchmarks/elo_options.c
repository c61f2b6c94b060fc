/* Elo with an advantage and K by a table of games and ratings, as a plain loop over duels. */
#include <math.h>
#include <stdint.h>

struct row { double games_below, rating_from, rating_below, k; };

static double k_of(const struct row *rows, int64_t count, double k, double games, double rating)
{
    for (int64_t at = 0; at < count; at++)
        if (games < rows[at].games_below && rating >= rows[at].rating_from &&
            rating < rows[at].rating_below)
            return rows[at].k;
    return k;
}

/* history : before, change, expected, games before, games after, each of every entry */
void rate(double *rating, double *played, double **history, const uint32_t *player,
          const int32_t *place, const double *home, int64_t games, const struct row *rows,
          int64_t count, double k, double per_point, double advantage)
{
    double *before = history[0], *change = history[1], *expected = history[2];
    for (int64_t one = 0; one < 2 * games; one += 2) {
        int64_t two = one + 1;
        uint32_t first = player[one], second = player[two];
        double rating_one = rating[first], rating_two = rating[second];
        double lead = rating_one - rating_two + advantage * (home[one] - home[two]);
        double chance = 1.0 / (1.0 + exp(-lead * per_point));
        double score = place[one] < place[two] ? 1.0 : place[one] > place[two] ? 0.0 : 0.5;
        double k_one = k, k_two = k;
        if (count > 0) {
            k_one = k_of(rows, count, k, played[first], rating_one);
            k_two = k_of(rows, count, k, played[second], rating_two);
            history[3][one] = played[first];
            history[3][two] = played[second];
            history[4][one] = played[first] += 1.0;
            history[4][two] = played[second] += 1.0;
        }
        before[one] = rating_one;
        before[two] = rating_two;
        change[one] = k_one * (score - chance);
        change[two] = k_two * (chance - score);
        expected[one] = chance;
        expected[two] = 1.0 - chance;
        rating[first] = rating_one + change[one];
        rating[second] = rating_two + change[two];
    }
}
