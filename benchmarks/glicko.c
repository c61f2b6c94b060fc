/* Glicko and Glicko-2 with a period for each game: the same work as the kernels, plainly in C. */
#include <math.h>
#include <stdint.h>

static double weight(double phi) { return 1.0 / sqrt(1.0 + 3.0 * phi * phi / (M_PI * M_PI)); }

static double won(int32_t mine, int32_t theirs)
{
    return mine < theirs ? 1.0 : mine > theirs ? 0.0 : 0.5;
}

/* f(x) of step 5. */
static double step_5(double x, double delta2, double phi2, double v, double a, double tau2)
{
    double e = exp(x), s = phi2 + v + e;
    return e * (delta2 - phi2 - v - e) / (2.0 * s * s) - (x - a) / tau2;
}

/* The new volatility by the Illinois steps of the source. */
static double illinois(double sigma, double phi2, double v, double delta2, double tau)
{
    double a = log(sigma * sigma), tau2 = tau * tau, one = a, two;
    if (delta2 > phi2 + v)
        two = log(delta2 - phi2 - v);
    else {
        double k = 1.0;
        while (step_5(a - k * tau, delta2, phi2, v, a, tau2) < 0.0)
            k += 1.0;
        two = a - k * tau;
    }
    double f_one = step_5(one, delta2, phi2, v, a, tau2);
    double f_two = step_5(two, delta2, phi2, v, a, tau2);
    while (fabs(two - one) > 1e-6) {
        double x = one + (one - two) * f_one / (f_two - f_one);
        double f = step_5(x, delta2, phi2, v, a, tau2);
        if (f * f_two <= 0.0) {
            one = two;
            f_one = f_two;
        } else
            f_one /= 2.0;
        two = x;
        f_two = f;
    }
    return exp(one / 2.0);
}

/* columns: rating, deviation, volatility; history: before, change, expected, deviation before and
   after, volatility before and after. With tau = 0 volatilities stay, as in Glicko without growth. */
void rate(double **columns, double **history, const uint32_t *player, const int32_t *place,
          int64_t games, double tau, double scale)
{
    double *rating = columns[0], *deviation = columns[1], *volatility = columns[2];
    for (int64_t one = 0; one < 2 * games; one += 2) {
        double mu[2], phi[2], sigma[2];
        for (int k = 0; k < 2; k++) {
            mu[k] = rating[player[one + k]];
            phi[k] = deviation[player[one + k]] / scale;
            sigma[k] = tau > 0.0 ? volatility[player[one + k]] : 0.0;
        }
        double both = weight(sqrt(phi[0] * phi[0] + phi[1] * phi[1])) * (mu[0] - mu[1]) / scale;
        double chance = 1.0 / (1.0 + exp(-both));
        for (int k = 0; k < 2; k++) {
            int64_t entry = one + k;
            uint32_t who = player[entry];
            double score = won(place[entry], place[one + 1 - k]);
            double g = weight(phi[1 - k]), lead = (mu[k] - mu[1 - k]) / scale;
            double expected = 1.0 / (1.0 + exp(-g * lead));
            double v = 1.0 / (g * g * expected * (1.0 - expected));
            double phi2 = phi[k] * phi[k], fresh = 0.0;
            if (tau > 0.0) {
                double delta = v * g * (score - expected);
                fresh = illinois(sigma[k], phi2, v, delta * delta, tau);
            }
            double after = 1.0 / (1.0 / (phi2 + fresh * fresh) + 1.0 / v);
            history[0][entry] = mu[k];
            history[1][entry] = scale * after * g * (score - expected);
            history[2][entry] = k ? 1.0 - chance : chance;
            history[3][entry] = deviation[who];
            rating[who] = mu[k] + history[1][entry];
            deviation[who] = scale * sqrt(after);
            history[4][entry] = deviation[who];
            if (tau > 0.0) {
                history[5][entry] = sigma[k];
                volatility[who] = fresh;
                history[6][entry] = fresh;
            }
        }
    }
}
