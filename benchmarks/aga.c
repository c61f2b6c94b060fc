/* AGA's ratings of events of duels on 19 lines, nobody with a rank, komi as it is by default: the
 * arithmetic of banzuke/systems/aga, with plain sums instead of sums on grids. */

#include <math.h>
#include <stdint.h>
#include <string.h>

enum { MOST_PLAYERS = 512, MOST_GAMES = 2048 };

typedef struct {
    const double *chances, *node_most, *node, *node_weight;
    const int64_t *node_first;
    double ageing;
} Rules;

static const double SPREADS[] = {1.13672, 1.18795, 1.22841, 1.27457,
                                 1.31978, 1.35881, 1.39782, 1.43614};

static double closed(double rating) { return rating > 0.0 ? rating - 1.0 : rating + 1.0; }
static double opened(double value) { return value >= 0.0 ? value + 1.0 : value - 1.0; }

/* The logarithm of the normal chance and its slope, from the table; far out, above -37, without. */
static double log_chance(const double *table, double value, double *slope)
{
    double place = 32.0 * value + 256.0;
    if (!(place >= 0.0 && place < 512.0)) {
        double chance = 0.5 * erfc(-value / 1.4142135623730951);
        if (slope)
            *slope = exp(-0.5 * value * value - 0.91893853320467274) / chance;
        return log(chance);
    }
    int cell = (int)place;
    double x = place - (cell + 0.5), square = x * x;
    const double *c = table + 7 * cell;
    if (slope)
        *slope = 32.0 * ((c[1] + x * (2.0 * c[2])) +
                         square * ((3.0 * c[3] + x * (4.0 * c[4])) +
                                   square * (5.0 * c[5] + x * (6.0 * c[6]))));
    return (c[0] + x * c[1]) +
           square * ((c[2] + x * c[3]) + square * ((c[4] + x * c[5]) + square * c[6]));
}

/* One event, its players numbered from 0. */
typedef struct {
    int players, games;
    int member[MOST_PLAYERS], winner[MOST_GAMES], loser[MOST_GAMES];
    double seed[MOST_PLAYERS], variance[MOST_PLAYERS], at[MOST_PLAYERS], tried[MOST_PLAYERS];
    double slope[MOST_PLAYERS], unit[MOST_PLAYERS], step[MOST_PLAYERS], rest[MOST_PLAYERS];
    double way[MOST_PLAYERS], image[MOST_PLAYERS];
    double worth[MOST_GAMES], sharp[MOST_GAMES], pull[MOST_GAMES], bend[MOST_GAMES];
    double tie[MOST_GAMES];
    /* Of each player, the games: which, and 1 for a win, -1 for a loss. */
    int degree[MOST_PLAYERS], first[MOST_PLAYERS + 1], held[2 * MOST_GAMES];
    double sign[2 * MOST_GAMES];
} Event;

static Event event;

static double lay_out(const Rules *rules)
{
    Event *e = &event;
    double total = 0.0;
    for (int i = 0; i < e->players; i++) {
        double sure = 1.0 / e->variance[i], off = e->seed[i] - e->tried[i];
        e->slope[i] = off * sure;
        e->unit[i] = sure;
        total -= 0.5 * off * off * sure;
    }
    for (int g = 0; g < e->games; g++) {
        int w = e->winner[g], l = e->loser[g];
        double sharp = e->sharp[g], at = (e->tried[w] - e->tried[l] - e->worth[g]) * sharp, pull;
        total += log_chance(rules->chances, at, &pull);
        double bend = pull * (at + pull) * sharp * sharp;
        pull *= sharp;
        e->pull[g] = pull;
        e->bend[g] = bend;
        e->slope[w] += pull;
        e->slope[l] -= pull;
        e->unit[w] += bend;
        e->unit[l] += bend;
    }
    for (int i = 0; i < e->players; i++)
        e->unit[i] = 1.0 / sqrt(e->unit[i]);
    return total;
}

static void find_step(double missed)
{
    Event *e = &event;
    double size = 0.0;
    for (int i = 0; i < e->players; i++) {
        e->step[i] = 0.0;
        e->way[i] = e->rest[i] = e->slope[i] * e->unit[i];
        size += e->rest[i] * e->rest[i];
    }
    for (int g = 0; g < e->games; g++)
        e->tie[g] = e->bend[g] * e->unit[e->winner[g]] * e->unit[e->loser[g]];
    double aim = missed * missed * size;
    while (size > aim) {
        double bow = 0.0, before = size;
        memcpy(e->image, e->way, e->players * sizeof(double));
        for (int g = 0; g < e->games; g++) {
            e->image[e->winner[g]] -= e->tie[g] * e->way[e->loser[g]];
            e->image[e->loser[g]] -= e->tie[g] * e->way[e->winner[g]];
        }
        for (int i = 0; i < e->players; i++)
            bow += e->way[i] * e->image[i];
        double length = size / bow;
        size = 0.0;
        for (int i = 0; i < e->players; i++) {
            e->step[i] += length * e->way[i];
            e->rest[i] -= length * e->image[i];
            size += e->rest[i] * e->rest[i];
        }
        for (int i = 0; i < e->players; i++)
            e->way[i] = e->rest[i] + size / before * e->way[i];
    }
    for (int i = 0; i < e->players; i++)
        e->step[i] *= e->unit[i];
}

static void find_ratings(const Rules *rules)
{
    Event *e = &event;
    memcpy(e->at, e->seed, e->players * sizeof(double));
    memcpy(e->tried, e->seed, e->players * sizeof(double));
    double likely = lay_out(rules), largest = 1.0;
    while (largest >= 1e-6) {
        double size = 1e-13, share = 1.0, reached;
        for (int i = 0; i < e->players; i++)
            size = fmax(size, fabs(e->slope[i] * e->unit[i] * e->unit[i]));
        find_step(fmin(fmax(0.1 * size, 1e-13 / size), 0.05));
        largest = 0.0;
        for (int i = 0; i < e->players; i++)
            largest = fmax(largest, fabs(e->step[i]));
        do {
            for (int i = 0; i < e->players; i++)
                e->tried[i] = e->at[i] + share * e->step[i];
            reached = largest < 1e-6 ? likely : lay_out(rules);
            share *= 0.5;
        } while (reached < likely - 1e-12 * (1.0 - likely));
        likely = reached;
        memcpy(e->at, e->tried, e->players * sizeof(double));
    }
    for (int g = 0; g < e->games; g++)
        e->pull[g] -= e->bend[g] * (e->step[e->winner[g]] - e->step[e->loser[g]]);
}

static double find_deviation(const Rules *rules, int i)
{
    Event *e = &event;
    double width = sqrt(e->variance[i]), told = 0.0, lead[64], slant[64];
    int games = e->first[i + 1] - e->first[i], row = 0;
    for (int k = 0; k < games; k++) {
        int at = e->first[i] + k, g = e->held[at];
        double ahead = e->at[e->winner[g]] - e->at[e->loser[g]];
        lead[k] = (ahead - e->worth[g]) * e->sharp[g];
        slant[k] = e->sign[at] * width * e->sharp[g];
        told += slant[k] * slant[k];
    }
    while (told > rules->node_most[row])
        row++;
    double slope = (e->at[i] - e->seed[i]) / width, total = 0.0, squares = 0.0, base = 0.0;
    int begin = (int)rules->node_first[row], end = (int)rules->node_first[row + 1];
    for (int k = 0; k < games; k++)
        base += log_chance(rules->chances, lead[k], 0);
    for (int p = begin; p < end; p++) {
        double node = rules->node[p], rise = -slope * node - base;
        for (int k = 0; k < games; k++)
            rise += log_chance(rules->chances, lead[k] + node * slant[k], 0);
        double part = rules->node_weight[p] * exp(rise);
        total += part;
        squares += part * node * node;
    }
    return width * sqrt(squares / total);
}

void aga_events(const uint32_t *period, const uint32_t *player, const double *handicap,
                const double *time, double *rating, double *deviation, double *seen,
                double *before, double *change, double *expected, double *other_before,
                double *other_after, int32_t *number, const double *chances,
                const double *node_most, const int64_t *node_first, const double *node,
                const double *node_weight, double ageing, double never, int64_t periods)
{
    Rules rules = {chances, node_most, node, node_weight, node_first, ageing};
    Event *e = &event;
    for (int64_t t = 0; t < periods; t++) {
        int first = (int)period[t], games = (int)period[t + 1] - first, count = 0;
        e->games = games;
        for (int g = 0; g < games; g++)
            number[player[2 * (first + g)]] = number[player[2 * (first + g) + 1]] = -1;
        for (int k = 0; k < 2 * games; k++) {
            int one = (int)player[2 * first + k];
            if (number[one] < 0) {
                double days = seen[one] != never && time[t] > seen[one] ? time[t] - seen[one] : 0.0;
                number[one] = count;
                e->member[count] = one;
                e->degree[count] = 0;
                e->seed[count] = closed(rating[one]);
                e->variance[count] =
                    deviation[one] * deviation[one] + ageing * days * ageing * days;
                count++;
            }
            e->degree[number[one]]++;
        }
        e->players = count;
        e->first[0] = 0;
        for (int i = 0; i < count; i++)
            e->first[i + 1] = e->first[i] + e->degree[i], e->degree[i] = e->first[i];
        for (int g = 0; g < games; g++) {
            int at = 2 * (first + g), w = number[player[at]], l = number[player[at + 1]];
            double high = fmax(handicap[at], handicap[at + 1]), komi = high > 0.0 ? 0.5 : 7.5;
            double worth = (high < 2.0 ? 0.580 : high) - 0.0757 * komi, spread;
            spread = high < 2.0 ? 1.0649 - 0.0021976 * komi + 0.00014984 * komi * komi
                                : SPREADS[(int)high - 2] - 0.0035169 * komi;
            e->winner[g] = w;
            e->loser[g] = l;
            e->worth[g] = handicap[at + 1] > handicap[at]   ? worth
                          : handicap[at + 1] < handicap[at] ? -worth
                                                            : 0.0;
            e->sharp[g] = 1.0 / spread;
            e->held[e->degree[w]] = g, e->sign[e->degree[w]++] = 1.0;
            e->held[e->degree[l]] = g, e->sign[e->degree[l]++] = -1.0;
            double one = deviation[player[at]], other = deviation[player[at + 1]];
            double lead = e->seed[w] - e->seed[l] - e->worth[g];
            double chance = lead / sqrt(spread * spread + one * one + other * other);
            double smaller = 0.5 * erfc(fabs(chance) / 1.4142135623730951);
            expected[at] = chance < 0.0 ? smaller : 1.0 - smaller;
            expected[at + 1] = chance < 0.0 ? 1.0 - smaller : smaller;
        }
        find_ratings(&rules);
        for (int i = 0; i < count; i++) {
            int one = e->member[i];
            double value = e->seed[i], reached = rating[one], after = find_deviation(&rules, i);
            for (int k = e->first[i]; k < e->first[i + 1]; k++) {
                int entry = 2 * (first + e->held[k]) + (e->sign[k] < 0.0), end = e->first[i + 1] - 1;
                value += e->variance[i] * e->sign[k] * e->pull[e->held[k]];
                before[entry] = reached;
                change[entry] = opened(k == end ? e->at[i] : value) - reached;
                reached += change[entry];
                other_before[entry] = deviation[one];
                other_after[entry] = k == end ? after : deviation[one];
            }
            rating[one] = reached;
            deviation[one] = after;
            seen[one] = time[t];
        }
    }
}
