#include "vmlinux.h" /* bpftool btf dump file /sys/kernel/btf/vmlinux format c */
#include <bpf/bpf_helpers.h>
#include <bpf/bpf_tracing.h>

char _license[] SEC("license") = "GPL";

/* A number: signed, 32 bits before and 32 behind the point. The kernel's programs have no floating
 * point, no 128-bit products and no signed division. Results that do not fit stay at the largest. */
typedef long long fx;
#define FX_ONE (1LL << 32)
#define FX_MOST 0x7fffffffffffffffLL
#define FX_OF(whole) ((fx)(__u64)(whole) << 32)

static __always_inline __u64 fx_size(fx a)
{
    return a < 0 ? (__u64)0 - (__u64)a : (__u64)a;
}

static __always_inline fx fx_signed(__u64 size, bool negative)
{
    if (size > (__u64)FX_MOST)
        size = FX_MOST;
    return negative ? -(fx)size : (fx)size;
}

static __noinline fx fx_mul(fx a, fx b)
{
    bool negative = (a < 0) != (b < 0);
    __u64 x = fx_size(a), y = fx_size(b);
    __u64 x_high = x >> 32, x_low = x & 0xffffffff, y_high = y >> 32, y_low = y & 0xffffffff;
    __u64 high = x_high * y_high;
    if (high >> 31)
        return fx_signed(~0ULL, negative);
    __u64 size = high << 32, part = x_high * y_low;
    if (size + part < size)
        return fx_signed(~0ULL, negative);
    size += part;
    part = x_low * y_high;
    if (size + part < size)
        return fx_signed(~0ULL, negative);
    size += part;
    part = (x_low * y_low) >> 32;
    if (size + part < size)
        return fx_signed(~0ULL, negative);
    return fx_signed(size + part, negative);
}

/* By zero it gives 0, as in a script. */
static __noinline fx fx_div(fx a, fx b)
{
    bool negative = (a < 0) != (b < 0);
    __u64 x = fx_size(a), y = fx_size(b);
    if (!y)
        return 0;
    __u64 whole = x / y, rest = x % y;
    if (whole >> 31)
        return fx_signed(~0ULL, negative);
    /* The rest is below y: two steps of 16 bits fit where y has 48 bits at most. */
    if (y >> 48) {
        rest >>= 15;
        y >>= 15;
    }
    __u64 part = (rest << 16) / y;
    rest = (rest << 16) % y;
    part = (part << 16) + (rest << 16) / y;
    return fx_signed((whole << 32) + part, negative);
}

static __always_inline fx fx_negative(fx a)
{
    return a < -FX_MOST ? FX_MOST : -a;
}

static __always_inline fx fx_add(fx a, fx b)
{
    fx sum = (fx)((__u64)a + (__u64)b);
    if (a > 0 && b > 0 && sum < 0)
        return FX_MOST;
    if (a < 0 && b < 0 && (sum >= 0 || sum < -FX_MOST))
        return -FX_MOST;
    return sum;
}

static __always_inline fx fx_min(fx a, fx b)
{
    return a < b ? a : b;
}

static __always_inline fx fx_max(fx a, fx b)
{
    return a > b ? a : b;
}

static __always_inline fx fx_abs(fx a)
{
    return a < 0 ? fx_negative(a) : a;
}

static __always_inline fx fx_floor(fx a)
{
    return a & ~(FX_ONE - 1);
}

static __always_inline fx fx_ceil(fx a)
{
    return fx_floor(fx_add(a, FX_ONE - 1));
}

static __always_inline fx fx_round(fx a)
{
    fx half = fx_floor(fx_add(fx_abs(a), FX_ONE / 2));
    return a < 0 ? -half : half;
}

static __always_inline fx fx_sign(fx a)
{
    return a > 0 ? FX_ONE : a < 0 ? -FX_ONE : 0;
}

static __always_inline fx fx_smooth(fx old, fx sample, fx gain)
{
    return fx_add(fx_mul(gain, old), fx_mul(fx_add(FX_ONE, fx_negative(gain)), sample));
}

/* Newton's steps from a power of two near the root; of a negative number 0. */
static __noinline fx fx_sqrt(fx a)
{
    if (a <= 0)
        return 0;
    fx root = FX_ONE;
    for (int i = 0; i < 16 && fx_mul(root, root) < a; i++)
        root <<= 1;
    for (int i = 0; i < 16 && fx_mul(root, root) > a; i++)
        root >>= 1;
    for (int i = 0; i < 6; i++)
        root = (root + fx_div(a, root)) >> 1;
    return root;
}

static __noinline fx fx_cbrt(fx a)
{
    fx size = fx_abs(a), root = FX_ONE;
    if (!size)
        return 0;
    for (int i = 0; i < 11 && fx_mul(fx_mul(root, root), root) < size; i++)
        root <<= 1;
    for (int i = 0; i < 11 && fx_mul(fx_mul(root, root), root) > size; i++)
        root >>= 1;
    for (int i = 0; i < 7; i++)
        root = (fx)((__u64)(2 * root + fx_div(size, fx_mul(root, root))) / 3u);
    return a < 0 ? -root : root;
}

/* Microseconds as seconds. */
static __always_inline fx fx_us(__u64 us)
{
    return (fx)(((us / 1000000) << 32) + (((us % 1000000) << 32) / 1000000));
}

static __always_inline bool cwnd_is_limit(const struct tcp_sock *tp)
{
    if (tp->is_cwnd_limited)
        return true;
    return tp->snd_cwnd < tp->snd_ssthresh && tp->snd_cwnd < 2 * tp->max_packets_out;
}
