/* The parts of the kernel's headers that an exported BPF program uses, for a compiler of this machine. */
#include <stdbool.h>
#include <stddef.h>
typedef unsigned long long __u64;
typedef long long __s64;
typedef unsigned int __u32;
typedef int __s32;
typedef unsigned char __u8;
#define SEC(name)
#define BPF_PROG(name, ...) name(__VA_ARGS__)
#define __always_inline inline __attribute__((always_inline, unused))
#define __noinline __attribute__((noinline, unused))
enum { TCP_CA_Open, TCP_CA_Disorder, TCP_CA_CWR, TCP_CA_Recovery, TCP_CA_Loss };
enum tcp_ca_event { CA_EVENT_TX_START, CA_EVENT_CWND_RESTART, CA_EVENT_COMPLETE_CWR, CA_EVENT_LOSS };
struct sock;
struct inet_connection_sock {
    __u8 icsk_ca_state, icsk_retransmits;
    __u64 icsk_ca_priv[13];
};
struct ack_sample {
    __u32 pkts_acked;
    __s32 rtt_us;
};
struct tcp_sock {
    struct inet_connection_sock inet_conn;
    __u64 tcp_mstamp;
    __u32 srtt_us, rttvar_us, snd_una, snd_nxt, snd_wnd, mss_cache, high_seq, prior_cwnd, max_packets_out;
    __u32 packets_out, sacked_out, lost_out, retrans_out, delivered, lost, data_segs_out;
    __u32 snd_cwnd, snd_ssthresh, snd_cwnd_clamp, app_limited;
    __u8 tcp_header_len, ecn_flags;
    bool is_cwnd_limited;
};
struct tcp_congestion_ops {
    void *init, *pkts_acked, *cong_avoid, *ssthresh, *set_state, *cwnd_event, *undo_cwnd;
    const char *name;
};
static inline __u32 bpf_get_prandom_u32(void) { return 0; }
