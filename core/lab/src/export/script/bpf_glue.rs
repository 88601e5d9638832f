//! The code around the hooks of a BPF program: it maps calls of the kernel to events.

use super::memory::MemoryField;

/// The size of `icsk_ca_priv` in Linux 6: 13 words.
pub(super) const PRIVATE_BYTES: usize = 104;

const PRELUDE: &str = include_str!("bpf_prelude.h");
const FILTERS: &str = include_str!("bpf_windowed.h");

/// The parts of a program that depend on the script.
pub struct Parts<'a> {
    /// The name of the algorithm in the kernel.
    pub name: &'a str,
    /// The constants.
    pub params: &'a str,
    /// The fields of 8 bytes: states and what the script needs.
    pub words: &'a str,
    /// The smaller ones.
    pub others: &'a str,
    /// The states at the start.
    pub first: &'a str,
    /// It calls `windowed_max` or `windowed_min`.
    pub has_filters: bool,
    /// The hooks as functions.
    pub hooks: &'a str,
    /// What a connection keeps.
    pub kept: &'a [MemoryField],
}

/// The fields that a connection keeps: only their lines are written.
struct Kept<'a>(&'a [MemoryField]);

impl Kept<'_> {
    fn line(&self, field: MemoryField, text: &str) -> String {
        if self.0.contains(&field) { format!("{text}\n") } else { String::new() }
    }

    fn lines(&self, lines: &[(MemoryField, &str)]) -> String {
        lines.iter().map(|(field, text)| self.line(*field, text)).collect()
    }
}

/// The code around the hooks: it maps calls of the kernel to events.
pub fn glue(parts: &Parts) -> String {
    let kept = Kept(parts.kept);
    [
        &memory(parts),
        &begin_round(&kept),
        parts.hooks,
        &init(&kept, parts.first),
        &pkts_acked(&kept),
        &cong_avoid(&kept),
        SSTHRESH,
        &set_state(&kept),
        &cwnd_event(&kept),
        &operations(parts.name),
    ]
    .concat()
}

/// What a connection remembers, and the window between the kernel's units and ours.
fn memory(parts: &Parts) -> String {
    let Parts { params, words, others, has_filters, .. } = parts;
    let filters = if *has_filters { FILTERS } else { "" };
    format!(
        r#"
{PRELUDE}
{filters}{params}
/* What a connection remembers; the kernel gives it {PRIVATE_BYTES} bytes. */
struct memory {{
    fx cwnd;
{words}    __u32 seen; /* the kernel's cwnd when ours was stored */
{others}}};

static __always_inline struct memory *memory_of(struct sock *sk)
{{
    return (struct memory *)((struct inet_connection_sock *)sk)->icsk_ca_priv;
}}

/* Our fraction, as long as the kernel has not set the window itself. */
static __always_inline fx load_cwnd(struct tcp_sock *tp, struct memory *c)
{{
    return tp->snd_cwnd == c->seen ? c->cwnd : FX_OF(tp->snd_cwnd);
}}

static __always_inline fx load_ssthresh(struct tcp_sock *tp)
{{
    return tp->snd_ssthresh >= 0x7fffffff ? FX_MOST : FX_OF(tp->snd_ssthresh);
}}

/* The window is written where the kernel lets it grow; in recovery it waits for the end. */
static __always_inline void store(struct tcp_sock *tp, struct memory *c, fx cwnd, fx ssthresh)
{{
    c->cwnd = cwnd;
    c->seen = tp->snd_cwnd;
    tp->snd_ssthresh = ssthresh >= FX_OF(0x7fffffff) ? 0x7fffffff : (__u32)(ssthresh >> 32);
}}

static __always_inline void apply(struct tcp_sock *tp, struct memory *c)
{{
    __u32 whole = (__u32)(c->cwnd >> 32);
    if (whole > tp->snd_cwnd_clamp)
        whole = tp->snd_cwnd_clamp;
    tp->snd_cwnd = whole;
    c->seen = whole;
}}

static __always_inline fx receive_window(struct tcp_sock *tp)
{{
    return tp->mss_cache ? FX_OF(tp->snd_wnd / tp->mss_cache) : 0;
}}

/* What New Reno does. */
#define standard_increase() \
    (cwnd = cwnd < ssthresh ? fx_min(cwnd + FX_OF(acked), fx_max(ssthresh, cwnd + FX_ONE)) \
                            : cwnd + fx_div(FX_OF(acked), cwnd))
#define standard_loss() (cwnd = ssthresh = fx_max(fx_min(cwnd, receive_window(tp)) >> 1, FX_OF(2)))
#define standard_timeout() \
    (ssthresh = repeated ? ssthresh : fx_max(fx_min(cwnd, receive_window(tp)) >> 1, FX_OF(2)), \
     cwnd = FX_ONE)

"#
    )
}

fn begin_round(kept: &Kept) -> String {
    let round_end = kept.line(MemoryField::Round, "    c->round_end = tp->snd_nxt;");
    let begin_round = kept.lines(&[
        (MemoryField::RoundStart, "    c->round_start_us = (__u32)tp->tcp_mstamp;"),
        (MemoryField::RoundAcked, "    c->round_acked = 0;"),
        (MemoryField::RoundSent, "    c->round_sent = tp->data_segs_out;"),
        (MemoryField::RoundSamples, "    c->round_samples = 0;"),
        (MemoryField::RoundSum, "    c->round_sum_us = 0;"),
        (MemoryField::RoundMin, "    c->round_min_us = 0xffffffff;"),
    ]);
    format!(
        r#"static __always_inline void begin_round(struct tcp_sock *tp, struct memory *c)
{{
{round_end}{begin_round}}}

"#
    )
}

fn init(kept: &Kept, first: &str) -> String {
    let at_start = kept.lines(&[
        (MemoryField::Rtt, "    c->rtt_us = tp->srtt_us >> 3;"),
        (MemoryField::RttMin, "    c->rtt_min_us = tp->srtt_us >> 3;"),
        (MemoryField::RttMax, "    c->rtt_max_us = tp->srtt_us >> 3;"),
        (MemoryField::Smoothed, "    c->srtt8_us = tp->srtt_us;"),
        (MemoryField::Sample, "    c->sample_us = -1;"),
        (MemoryField::Acked, "    c->acked = 0;"),
        (MemoryField::Delivered, "    c->delivered = tp->delivered;"),
        (MemoryField::DeliveredAtStart, "    c->delivered_at_start = tp->delivered;"),
        (MemoryField::Initial, "    c->initial = tp->snd_cwnd;"),
        (MemoryField::Rounds, "    c->rounds = 0;"),
    ]);
    let round_begins = kept.line(MemoryField::Round, "    begin_round(tp, c);");
    format!(
        r#"SEC("struct_ops/script_init")
void BPF_PROG(script_init, struct sock *sk)
{{
    struct tcp_sock *tp = (struct tcp_sock *)sk;
    struct memory *c = memory_of(sk);
    c->cwnd = FX_OF(tp->snd_cwnd);
    c->seen = tp->snd_cwnd;
{first}{at_start}{round_begins}    on_start(tp, c, 0);
    apply(tp, c);
}}

"#
    )
}

fn pkts_acked(kept: &Kept) -> String {
    let acked = kept.line(MemoryField::Acked, "    c->acked = sample->pkts_acked;");
    let round_acked = kept.line(MemoryField::RoundAcked, "    c->round_acked += sample->pkts_acked;");
    let own_sample = kept.line(MemoryField::Sample, "    c->sample_us = sample->rtt_us;");
    let path = kept.lines(&[
        (MemoryField::Rtt, "        c->rtt_us = rtt;"),
        (
            MemoryField::RttMin,
            "        if (!c->rtt_min_us || rtt < c->rtt_min_us)\n            c->rtt_min_us = rtt;",
        ),
        (MemoryField::RttMax, "        if (rtt > c->rtt_max_us)\n            c->rtt_max_us = rtt;"),
    ]);
    let path = kept.line(
        MemoryField::Smoothed,
        &format!(
            "    if (tp->srtt_us != c->srtt8_us || sample->rtt_us >= 0) {{\n        __u32 rtt = tp->srtt_us - c->srtt8_us + (c->srtt8_us >> 3);\n{path}        c->srtt8_us = tp->srtt_us;\n    }}"
        ),
    );
    let sample = kept.lines(&[
        (MemoryField::RoundSamples, "        c->round_samples++;"),
        (MemoryField::RoundSum, "        c->round_sum_us += newest;"),
        (
            MemoryField::RoundMin,
            "        if (newest < c->round_min_us)\n            c->round_min_us = newest;",
        ),
    ]);
    let delivered = kept.line(MemoryField::Delivered, "    c->delivered = tp->delivered;");
    format!(
        r#"/* Every ACK, duplicates too, after its SACK blocks and before losses are looked for. That of the SYN
 * comes before script_init: nothing is seen then. */
SEC("struct_ops/script_pkts_acked")
void BPF_PROG(script_pkts_acked, struct sock *sk, const struct ack_sample *sample)
{{
    struct tcp_sock *tp = (struct tcp_sock *)sk;
    struct memory *c = memory_of(sk);
    __u32 newest = (__u32)sample->rtt_us;
    if (!c->seen)
        return;
{acked}{round_acked}{own_sample}{path}    if (sample->rtt_us >= 0) {{
        (void)newest;
{sample}    }}
    on_ack(tp, c, sample->pkts_acked);
{delivered}}}

"#
    )
}

fn cong_avoid(kept: &Kept) -> String {
    // The first segment sent in the round is acknowledged, and not only all data before it.
    let round_counts = kept.line(MemoryField::Rounds, "        c->rounds++;");
    let round_ends = kept.line(
        MemoryField::Round,
        &format!(
            "    if ((__s32)(tp->snd_una - c->round_end) > 0) {{\n{round_counts}        on_round(tp, c, acked);\n        begin_round(tp, c);\n    }}"
        ),
    );
    format!(
        r#"/* New data outside recovery. */
SEC("struct_ops/script_cong_avoid")
void BPF_PROG(script_cong_avoid, struct sock *sk, __u32 ack, __u32 acked)
{{
    struct tcp_sock *tp = (struct tcp_sock *)sk;
    struct memory *c = memory_of(sk);
    if (!c->seen)
        return;
{round_ends}    if (cwnd_is_limit(tp)) {{
        if (load_cwnd(tp, c) < load_ssthresh(tp))
            on_slow_start(tp, c, acked);
        else
            on_avoidance(tp, c, acked);
    }}
    apply(tp, c);
}}

"#
    )
}

const SSTHRESH: &str = r#"/* Asked at each reduction. Which one it is, the next call says, and that one sets the threshold. */
SEC("struct_ops/script_ssthresh")
__u32 BPF_PROG(script_ssthresh, struct sock *sk)
{
    return ((struct tcp_sock *)sk)->snd_ssthresh;
}

/* A window that is reduced for a loss that a probe has repaired, as if for a mark. */
static __always_inline bool pays_for_probe(const struct tcp_sock *tp)
{
    return !(tp->ecn_flags & 1);
}

"#;

fn round_restarts(kept: &Kept) -> String {
    kept.line(MemoryField::Round, "        begin_round(tp, c);")
}

/// The ACK that ends a recovery counts in the round that it begins.
fn round_after(kept: &Kept) -> String {
    round_restarts(kept) + &kept.line(MemoryField::RoundAcked, "        c->round_acked = c->acked;")
}

fn set_state(kept: &Kept) -> String {
    let (round_restarts, round_after) = (round_restarts(kept), round_after(kept));
    format!(
        r#"SEC("struct_ops/script_set_state")
void BPF_PROG(script_set_state, struct sock *sk, __u8 state)
{{
    struct tcp_sock *tp = (struct tcp_sock *)sk;
    struct memory *c = memory_of(sk);
    __u8 old = tp->inet_conn.icsk_ca_state;
    if (!c->seen)
        return;
    if (state == TCP_CA_Recovery || (state == TCP_CA_CWR && pays_for_probe(tp))) {{
        on_loss(tp, c, 0);
    }} else if (state == TCP_CA_CWR) {{
        on_ecn(tp, c, 0);
    }} else if (state == TCP_CA_Loss) {{
        /* The kernel tells only of the first timeout of a window. */
        if (old == TCP_CA_Recovery || (old == TCP_CA_Loss && tp->inet_conn.icsk_retransmits)) {{
            if ((__s32)(tp->high_seq - tp->snd_una) > 0) {{
                c->seen = tp->snd_cwnd;
                on_timeout(tp, c, true);
            }}
        }}
{round_restarts}    }} else if (state == TCP_CA_Open && old == TCP_CA_Loss) {{
        on_recovered(tp, c, 0);
        apply(tp, c);
{round_after}    }} else if (old == TCP_CA_Recovery) {{
        /* Perhaps undone. */
{round_after}    }}
}}

"#
    )
}

fn cwnd_event(kept: &Kept) -> String {
    let round_after = round_after(kept);
    format!(
        r#"SEC("struct_ops/script_cwnd_event")
void BPF_PROG(script_cwnd_event, struct sock *sk, enum tcp_ca_event event)
{{
    struct tcp_sock *tp = (struct tcp_sock *)sk;
    struct memory *c = memory_of(sk);
    if (!c->seen)
        return;
    if (event == CA_EVENT_LOSS) {{
        on_timeout(tp, c, false);
    }} else if (event == CA_EVENT_COMPLETE_CWR) {{
        /* What the script set at the loss holds now. */
        c->seen = tp->snd_cwnd;
        if (tp->inet_conn.icsk_ca_state == TCP_CA_Recovery) {{
            on_recovered(tp, c, 0);
{round_after}        }} else if (!pays_for_probe(tp)) {{
            on_recovered(tp, c, 0);
        }}
        apply(tp, c);
    }}
}}

"#
    )
}

fn operations(name: &str) -> String {
    format!(
        r#"SEC("struct_ops/script_undo_cwnd")
__u32 BPF_PROG(script_undo_cwnd, struct sock *sk)
{{
    struct tcp_sock *tp = (struct tcp_sock *)sk;
    return tp->snd_cwnd > tp->prior_cwnd ? tp->snd_cwnd : tp->prior_cwnd;
}}

SEC(".struct_ops")
struct tcp_congestion_ops {name} = {{
    .init = (void *)script_init,
    .pkts_acked = (void *)script_pkts_acked,
    .cong_avoid = (void *)script_cong_avoid,
    .ssthresh = (void *)script_ssthresh,
    .set_state = (void *)script_set_state,
    .cwnd_event = (void *)script_cwnd_event,
    .undo_cwnd = (void *)script_undo_cwnd,
    .name = "{name}",
}};
"#
    )
}
