/* The extreme of the last samples, as Kathleen Nichols' filter keeps it: the best one, the best one after
 * it, and the best one after that. A minimum is the maximum of the values with the other sign. `at` holds
 * microseconds or rounds. */
static __always_inline fx windowed_age(__u32 now, __u32 at, bool is_time)
{
    return is_time ? fx_us(now - at) : FX_OF(now - at);
}

static __always_inline fx windowed(fx *best, __u32 *at, fx value, __u32 now, fx span, bool is_time)
{
    if (value >= best[0] || windowed_age(now, at[2], is_time) > span) {
        best[0] = best[1] = best[2] = value;
        at[0] = at[1] = at[2] = now;
        return value;
    }
    if (value >= best[1]) {
        best[1] = best[2] = value;
        at[1] = at[2] = now;
    } else if (value >= best[2]) {
        best[2] = value;
        at[2] = now;
    }
    if (windowed_age(now, at[1], is_time) > span) {
        best[0] = best[2];
        at[0] = at[2];
        best[1] = best[2] = value;
        at[1] = at[2] = now;
    } else if (windowed_age(now, at[0], is_time) > span) {
        best[0] = best[1];
        at[0] = at[1];
        best[1] = best[2];
        at[1] = at[2];
        best[2] = value;
        at[2] = now;
    } else if (at[1] == at[0] && windowed_age(now, at[0], is_time) > span >> 2) {
        best[1] = best[2] = value;
        at[1] = at[2] = now;
    } else if (at[2] == at[1] && windowed_age(now, at[0], is_time) > span >> 1) {
        best[2] = value;
        at[2] = now;
    }
    return best[0];
}

#define windowed_max_by_time(best, at, value, now, span) windowed(best, at, value, now, span, true)
#define windowed_min_by_time(best, at, value, now, span) \
    fx_negative(windowed(best, at, fx_negative(value), now, span, true))
#define windowed_max_by_rounds(best, at, value, now, span) windowed(best, at, value, now, span, false)
#define windowed_min_by_rounds(best, at, value, now, span) \
    fx_negative(windowed(best, at, fx_negative(value), now, span, false))

