/* TrueSkill duels: the same arithmetic as the kernel, written plainly in C. */
#include <math.h>
#include <stdint.h>

static const double LOG_ROOT_2_PI = 0.91893853320467274, ROOT_2 = 1.4142135623730951;

static double fall(double exponent)
{
    if (exponent > 0.1)
        return 1.0 - exp(-exponent);
    double total = 1.0;
    for (int step = 0; step < 10; step++)
        total = 1.0 - total * exponent / (11.0 - step);
    return exponent * total;
}

static double excess_of(double value)
{
    double fraction = value;
    for (int step = 0; step < 39; step++)
        fraction = value + (40.0 - step) / fraction;
    return 1.0 / fraction;
}

static double hazard_of(double value, double *excess)
{
    if (value > 5.0) {
        *excess = excess_of(value);
        return value + *excess;
    }
    double density = exp(-0.5 * value * value - LOG_ROOT_2_PI);
    double hazard = density / (0.5 * erfc(value / ROOT_2));
    *excess = hazard - value;
    return hazard;
}

static void above(double lead, double *pull, double *known)
{
    if (lead < -5.0) {
        double excess = excess_of(-lead);
        *pull = excess - lead;
        *known = fmin(*pull * excess, 1.0);
        return;
    }
    double density = exp(-0.5 * lead * lead - LOG_ROOT_2_PI);
    *pull = density / (0.5 * erfc(-lead / ROOT_2));
    *known = *pull * (*pull + lead);
}

static const double PLACES[8][2] = {
    {0.09501250983763744, 0.1894506104550685},  {0.2816035507792589, 0.18260341504492358},
    {0.45801677765722737, 0.16915651939500254}, {0.6178762444026438, 0.14959598881657674},
    {0.755404408355003, 0.12462897125553388},   {0.8656312023878318, 0.09515851168249279},
    {0.9445750230732326, 0.062253523938647894}, {0.9894009349916499, 0.027152459411754096}};

static void between(double lead, double margin, double *pull, double *known)
{
    double away = fabs(lead);
    if (margin <= 1.0 && away * margin <= 4.0) {
        double slope = away * margin, bend = 0.5 * margin * margin;
        double whole = 0.0, first = 0.0, second = 0.0;
        for (int i = 0; i < 8; i++) {
            double place = PLACES[i][0], square = place * place;
            double up = exp(slope * place), bow = PLACES[i][1] * exp(-bend * square);
            double down = bow / up;
            up *= bow;
            whole += up + down;
            first += place * (up - down);
            second += square * (up + down);
        }
        double mean = margin * (first / whole);
        if (slope < 1e-5)
            mean = away * margin * margin * (second / whole);
        *pull = mean - away;
        *known = 1.0 - (margin * margin * (second / whole) - mean * mean);
    } else if (away >= margin) {
        double near = away - margin, far = away + margin, excess, beyond = 0.0, unused;
        double falls = fall(2.0 * away * margin), rest = 1.0 - falls;
        double hazard = hazard_of(near, &excess);
        if (rest > 0.0)
            beyond = rest * hazard / hazard_of(far, &unused);
        hazard /= 1.0 - beyond;
        *pull = -falls * hazard;
        double told = falls * falls * excess + near * (beyond - 2.0 * rest + rest * rest);
        *known = hazard * (told / (1.0 - beyond) + far * rest);
    } else {
        double low = margin + away, high = margin - away;
        double density = exp(-0.5 * high * high - LOG_ROOT_2_PI);
        double further = exp(-0.5 * low * low - LOG_ROOT_2_PI);
        double inside = 1.0 - 0.5 * (erfc(high / ROOT_2) + erfc(low / ROOT_2));
        *pull = -density * fall(2.0 * away * margin) / inside;
        *known = *pull * *pull + (high * density + low * further) / inside;
    }
    *known = fmin(*known, 1.0);
    if (lead < 0.0)
        *pull = -*pull;
}

void trueskill_duels(double *rating, double *deviation, const uint32_t *player,
                     const int32_t *place, const double *play, double *before, double *change,
                     double *other_before, double *other_after, int64_t games, double noise,
                     double drift, double margin)
{
    for (int64_t one = 0; one < 2 * games; one += 2) {
        int64_t two = one + 1;
        uint32_t a = player[one], b = player[two];
        double play_a = play[one], play_b = play[two], pull, known;
        double strength_a = deviation[a] * deviation[a] + drift;
        double strength_b = deviation[b] * deviation[b] + drift;
        double own_a = play_a * play_a * strength_a, own_b = play_b * play_b * strength_b;
        double blur = noise * (play_a * play_a + play_b * play_b);
        double variance = own_a + own_b + blur, spread = sqrt(variance);
        double lead = (play_a * rating[a] - play_b * rating[b]) / spread;
        if (place[one] == place[two])
            between(lead, margin / spread, &pull, &known);
        else
            above(lead - margin / spread, &pull, &known);
        pull /= spread;
        double share = known / variance;
        before[one] = rating[a];
        before[two] = rating[b];
        change[one] = play_a * strength_a * pull;
        change[two] = -(play_b * strength_b * pull);
        other_before[one] = deviation[a];
        other_before[two] = deviation[b];
        rating[a] += change[one];
        rating[b] += change[two];
        deviation[a] = sqrt(strength_a * ((1.0 - known) + share * (own_b + blur)));
        deviation[b] = sqrt(strength_b * ((1.0 - known) + share * (own_a + blur)));
        other_after[one] = deviation[a];
        other_after[two] = deviation[b];
    }
}
