/* The loops that the Weng-Lin kernels are measured against: the same work, plainly in C. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

typedef struct {
    double *rating, *deviation;
    const uint32_t *player;
    const int32_t *place;
    const double *play, *weight;
    double *change, *before, *deviation_before, *deviation_after;
} columns;

static double greater(double a, double b) { return a > b ? a : b; }
static double less(double a, double b) { return a < b ? a : b; }

static double grown(double deviation, double tau_2, double least, double most)
{
    return less(greater(deviation * deviation + tau_2, least), most);
}

/* Move one player by the square of the deviation. */
static void move(const columns *at, int64_t entry, double pull, double loss, const double *rule)
{
    uint32_t one = at->player[entry];
    double rating = at->rating[one], deviation = at->deviation[one];
    double square = grown(deviation, rule[1], rule[3], rule[4]);
    double after = rating + square * pull;
    double narrow = sqrt(greater(square * greater(1.0 - square * loss, rule[2]), rule[3]));
    at->change[entry] = after - rating;
    at->before[entry] = rating;
    at->deviation_before[entry] = deviation;
    at->deviation_after[entry] = narrow;
    at->rating[one] = rating + at->change[entry];
    at->deviation[one] = narrow;
}

/* Games of two sides of ``size`` players; rule : beta², tau², kappa, bounds of squares. */
void teams(const columns *at, int64_t games, int64_t size, const double *rule)
{
    for (int64_t game = 0; game < games; game++) {
        int64_t head[3] = {2 * game * size, (2 * game + 1) * size, 2 * (game + 1) * size};
        double strength[2] = {0.0, 0.0}, square[2] = {0.0, 0.0};
        for (int side = 0; side < 2; side++)
            for (int64_t entry = head[side]; entry < head[side + 1]; entry++) {
                uint32_t one = at->player[entry];
                double play = at->play[entry];
                strength[side] += play * at->rating[one];
                square[side] += play * play * grown(at->deviation[one], rule[1], rule[3], rule[4]);
            }
        double c = sqrt(square[0] + square[1] + 2.0 * rule[0]), per_c = 1.0 / c;
        double lead = (strength[0] - strength[1]) / c;
        double tail = exp(-fabs(lead)), leader = 1.0 / (1.0 + tail);
        double win = lead < 0.0 ? tail * leader : leader, lose = lead < 0.0 ? leader : tail * leader;
        double score = at->place[head[0]] < at->place[head[1]] ? 1.0 : 0.5;
        double pull = (score * lose - (1.0 - score) * win) * per_c * at->weight[game];
        double fall = win * lose * per_c * per_c * at->weight[game];
        for (int side = 0; side < 2; side++) {
            double loss = fall * (sqrt(square[side]) * per_c);
            for (int64_t entry = head[side]; entry < head[side + 1]; entry++) {
                double play = at->play[entry];
                move(at, entry, play * (side ? -pull : pull), play * play * loss, rule);
            }
        }
    }
}

/* Games of two players. */
void duels(const columns *at, int64_t games, int64_t size, const double *rule)
{
    for (int64_t one = 0; one < 2 * games; one += 2) {
        int64_t two = one + 1;
        uint32_t a = at->player[one], b = at->player[two];
        double play_a = at->play[one], play_b = at->play[two], weight = at->weight[one / 2];
        double square_a = play_a * play_a * grown(at->deviation[a], rule[1], rule[3], rule[4]);
        double square_b = play_b * play_b * grown(at->deviation[b], rule[1], rule[3], rule[4]);
        double c = sqrt(square_a + square_b + 2.0 * rule[0]), per_c = 1.0 / c;
        double lead = (play_a * at->rating[a] - play_b * at->rating[b]) / c;
        double tail = exp(-fabs(lead)), leader = 1.0 / (1.0 + tail);
        double win = lead < 0.0 ? tail * leader : leader, lose = lead < 0.0 ? leader : tail * leader;
        double score = at->place[one] < at->place[two] ? 1.0 : 0.5;
        double pull = (score * lose - (1.0 - score) * win) * per_c * weight;
        double fall = win * lose * per_c * per_c * weight;
        move(at, one, play_a * pull, play_a * play_a * fall * sqrt(square_a) * per_c, rule);
        move(at, two, -play_b * pull, play_b * play_b * fall * sqrt(square_b) * per_c, rule);
    }
}

/* Games of ``size`` single players in strict order, chosen one by one. */
void free_for_all(const columns *at, int64_t games, int64_t size, const double *rule)
{
    double *own = malloc(3 * size * sizeof *own), *square = own + size, *total = square + size;
    for (int64_t game = 0; game < games; game++) {
        int64_t begin = game * size;
        double all = size * rule[0], highest = -INFINITY, sum = 0.0, once = 0.0, twice = 0.0;
        for (int64_t side = 0; side < size; side++) {
            uint32_t one = at->player[begin + side];
            square[side] = grown(at->deviation[one], rule[1], rule[3], rule[4]);
            all += square[side];
            own[side] = at->rating[one];
            highest = greater(highest, own[side]);
        }
        double c = sqrt(all), per_c = 1.0 / c, cube = per_c * per_c * per_c;
        for (int64_t side = size - 1; side >= 0; side--) {
            own[side] = exp((own[side] - highest) * per_c);
            sum += own[side];
            total[side] = sum;
        }
        for (int64_t side = 0; side < size; side++) {
            double inverse = 1.0 / total[side];
            once += inverse;
            twice += inverse * inverse;
            double pull = (1.0 - own[side] * once) * per_c;
            double loss = own[side] * once - own[side] * own[side] * twice;
            loss *= sqrt(square[side]) * cube;
            move(at, begin + side, pull * at->weight[game], loss * at->weight[game], rule);
        }
    }
    free(own);
}
