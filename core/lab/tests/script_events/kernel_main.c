/* Calls an exported BPF program as the kernel does (net/ipv4/tcp_input.c, tcp_timer.c), for the ACKs and
 * timeouts on the standard input. Prints the window, the threshold and the states after each of them. */
#include <stdio.h>

#define SOCK ((struct sock *)&tp)
static struct tcp_sock tp;

static void to_state(__u8 state)
{
    script_set_state(SOCK, state);
    tp.inet_conn.icsk_ca_state = state;
}

int main(void)
{
    char kind;
    unsigned long long now, una, next, acked, delivered, lost, sent, pipe;
    int sample, newest, rttvar, leaves, enters, expires, recovers;
    /* What a connection remembers must fit into what the kernel gives it. */
    _Static_assert(sizeof(struct memory) <= sizeof(tp.inet_conn.icsk_ca_priv), "too much memory");
    tp.mss_cache = 1448;
    tp.tcp_header_len = 32;
    tp.snd_wnd = 1u << 30;
    tp.snd_cwnd_clamp = ~0u;
    while (scanf(" %c %llu %llu %llu %llu %llu %llu %llu %llu %d %d %d %d %d %d %d", &kind, &now, &una, &next, &acked,
                 &delivered, &lost, &sent, &pipe, &sample, &newest, &rttvar, &leaves, &enters, &expires, &recovers) == 16) {
        __u32 before = tp.snd_una;
        tp.tcp_mstamp = now;
        tp.snd_una = 7000 + 1448 * una;
        tp.snd_nxt = 7000 + 1448 * next;
        tp.packets_out = next - una;
        tp.lost_out = next - una - pipe;
        /* The SYN counts. */
        tp.delivered = delivered + 1;
        tp.lost = lost;
        tp.data_segs_out = sent;
        if (sample >= 0)
            tp.srtt_us = tp.srtt_us ? tp.srtt_us + sample - (tp.srtt_us >> 3) : sample << 3;
        tp.rttvar_us = rttvar << 2;
        if (kind == 'S') {
            struct ack_sample of_syn = {1, sample};
            /* The SYN's ACK comes before the start. */
            script_pkts_acked(SOCK, &of_syn);
            script_cong_avoid(SOCK, tp.snd_una, 1);
            script_set_state(SOCK, TCP_CA_Open);
            tp.snd_ssthresh = 0x7fffffff;
            tp.snd_cwnd = acked;
            script_init(SOCK);
        }
        if (kind == 'A') {
            struct ack_sample of_ack = {acked, newest};
            if (tp.snd_una != before)
                tp.inet_conn.icsk_retransmits = 0;
            script_pkts_acked(SOCK, &of_ack);
        }
        if (leaves && tp.inet_conn.icsk_ca_state == TCP_CA_Recovery) {
            tp.snd_cwnd = tp.snd_ssthresh;
            script_cwnd_event(SOCK, CA_EVENT_COMPLETE_CWR);
            to_state(TCP_CA_Open);
        } else if (leaves) {
            to_state(TCP_CA_Open);
        }
        if (enters) {
            tp.prior_cwnd = tp.snd_cwnd;
            tp.snd_ssthresh = script_ssthresh(SOCK);
            to_state(TCP_CA_Recovery);
            tp.high_seq = tp.snd_nxt;
        }
        if (expires) {
            __u8 state = tp.inet_conn.icsk_ca_state;
            if (state <= TCP_CA_Disorder || (__s32)(tp.high_seq - tp.snd_una) <= 0 ||
                (state == TCP_CA_Loss && !tp.inet_conn.icsk_retransmits)) {
                tp.prior_cwnd = tp.snd_cwnd;
                tp.snd_ssthresh = script_ssthresh(SOCK);
                script_cwnd_event(SOCK, CA_EVENT_LOSS);
            }
            tp.snd_cwnd = pipe + 1;
            to_state(TCP_CA_Loss);
            tp.high_seq = tp.snd_nxt;
            tp.inet_conn.icsk_retransmits++;
        }
        if (tp.inet_conn.icsk_ca_state == TCP_CA_Recovery)
            tp.snd_cwnd = pipe + 1;
        tp.is_cwnd_limited = recovers;
        if (kind == 'A' && acked && tp.inet_conn.icsk_ca_state != TCP_CA_Recovery)
            script_cong_avoid(SOCK, tp.snd_una, acked);
        struct memory *c = memory_of(SOCK);
        printf("%.9f %.9f", load_cwnd(&tp, c) / 4294967296.0, tp.snd_ssthresh >= 0x7fffffff ? 0.0 : tp.snd_ssthresh);
#define STATE(name) printf(" %.9f", c->s_##name / 4294967296.0);
        STATES
        printf("\n");
    }
    return 0;
}
