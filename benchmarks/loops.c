/* The loops that the kernels are measured against: the same work, written plainly in C. */
#include <math.h>
#include <stdint.h>

/* Elo: two entries a game, each game from the ratings after the game before it. */
void duels(double *rating, const uint32_t *player, const int32_t *place, double *before,
           double *change, double *expected, int64_t games, double k, double per_point)
{
    for (int64_t one = 0; one < 2 * games; one += 2) {
        int64_t two = one + 1;
        double rating_one = rating[player[one]], rating_two = rating[player[two]];
        double chance = 1.0 / (1.0 + exp(-(rating_one - rating_two) * per_point));
        double score = place[one] < place[two] ? 1.0 : place[one] > place[two] ? 0.0 : 0.5;
        double moved = k * (score - chance);
        before[one] = rating_one;
        before[two] = rating_two;
        change[one] = moved;
        change[two] = -moved;
        expected[one] = chance;
        expected[two] = 1.0 - chance;
        rating[player[one]] = rating_one + moved;
        rating[player[two]] = rating_two - moved;
    }
}

/* Elo, every pair of the players of a game a duel, all from the ratings before the game. */
void free_for_all(double *rating, const uint32_t *player, const int32_t *place, double *before,
                  double *change, double *expected, int64_t games, int64_t players, double k,
                  double per_point)
{
    for (int64_t begin = 0; begin < games * players; begin += players) {
        int64_t end = begin + players;
        for (int64_t entry = begin; entry < end; entry++) {
            before[entry] = rating[player[entry]];
            change[entry] = 0.0;
            expected[entry] = 0.0;
        }
        for (int64_t one = begin; one < end; one++)
            for (int64_t two = one + 1; two < end; two++) {
                double chance = 1.0 / (1.0 + exp(-(before[one] - before[two]) * per_point));
                double score = place[one] < place[two] ? 1.0 : place[one] > place[two] ? 0.0 : 0.5;
                double moved = k * (score - chance);
                change[one] += moved;
                change[two] -= moved;
                expected[one] += chance;
                expected[two] += 1.0 - chance;
            }
        for (int64_t entry = begin; entry < end; entry++)
            rating[player[entry]] += change[entry];
    }
}
