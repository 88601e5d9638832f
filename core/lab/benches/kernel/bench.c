// One TCP flow of this machine's kernel over an emulated bottleneck, measured. Needs root and Linux;
// `npm run bench:kernel` builds it, runs the cases of ../../reference/kernel-fast.json and judges the lateness.
//
//   bench LAW RATE_BPS DELAY_S BUFFER_PACKETS SECONDS INTERVALS [LOST]
//
// INTERVALS is "0:20,5:20" in seconds, LOST "120,4711": numbers of data packets, counted from 0 as they
// come to the bottleneck. Prints one JSON object with the figures of each interval and the lateness.
//
// Both ends are namespaces of their own, each with a TUN device that this program reads and writes. The
// network takes packets from the sender's device, lets them wait for the link (drop-tail, BUFFER_PACKETS wait
// at most), and hands them to the receiver DELAY_S after their transmission; ACKs come back DELAY_S later. It
// is a thread with real-time priority on the last processor; at high rates the way back is another one on the
// first. It does not wait for packets but asks for them, because a processor wakes late. A packet is one
// segment of 1448 bytes: no segmentation offload (gso_max_segs 1), and TUN merges none on receipt.
//
// BENCH_TRACE=FILE in the environment writes what is read each 10 ms into a file: the fields of `struct reading`.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/if.h>
#include <linux/if_tun.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sched.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum {
  PAYLOAD = 1448,       // of a packet of 1500 bytes with timestamps
  LINE = 1 << 12,       // packets in one direction at most: few, for the processor's cache
  SEGMENTS = 1 << 23,   // of the whole run at most
  WRITE = PAYLOAD * 4096, // one write: its last segment is pushed, so few writes
  LATE_US = 200000,     // the histogram of lateness ends here
  AWAKE_NS = 1000000,   // the network naps after so long: 6 % for other tasks
  NAP_NS = 60000,
  ONE_PROCESSOR_BPS = 200000000,
  READ_EVERY_MS = 10,   // tcp_info and the counters are read this often
};

static void fail(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vfprintf(stderr, format, arguments);
  fprintf(stderr, errno ? ": %s\n" : "\n", strerror(errno));
  exit(1);
}

static int64_t now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000LL + t.tv_nsec;
}

/// A packet on its way: `start` is when the link begins with it, `due` when the other end has it.
struct packet {
  int64_t start, due;
  uint16_t bytes;
  uint8_t lost, data[1514];
};

/// Packets of one direction in order: [out, in) are on their way, [link, in) wait for the link.
struct line {
  struct packet *ring;
  uint64_t in, out, link;
};

/// What the network counts. Written by its thread alone; the reader may be one packet behind.
static volatile struct {
  uint64_t data, drops, lost, needless, acked, acks;
  double queue_packet_ns;
} counted;
static double rate_bps;
static int64_t delay_ns, began_ns;
static uint64_t buffer_packets;
static uint64_t lost[4096], lost_count;
static int tun[2];
static struct line forward, back;
static uint32_t late_us[2][LATE_US + 1];
static uint8_t *arrived;
static uint32_t first_sequence;
static volatile int done;
/// The number of a data packet's segment, or -1 if the packet has no payload.
static int64_t segment(const struct packet *p) {
  const uint8_t *ip = p->data, *tcp = ip + (ip[0] & 15) * 4;
  uint32_t sequence;
  memcpy(&sequence, tcp + 4, 4);
  sequence = ntohl(sequence);
  if (tcp[13] & 2) first_sequence = sequence + 1; // SYN
  int payload = p->bytes - (tcp - ip) - (tcp[12] >> 4) * 4;
  return payload > 0 ? (int64_t)(uint32_t)(sequence - first_sequence) / PAYLOAD : -1;
}

/// The queue up to `now`: packets whose transmission has begun no longer wait.
static void drain(int64_t now) {
  static int64_t last;
  if (last == 0) last = now;
  while (forward.link < forward.in && forward.ring[forward.link % LINE].start <= now) {
    int64_t start = forward.ring[forward.link % LINE].start;
    if (start > last) {
      counted.queue_packet_ns += (double)(forward.in - forward.link) * (start - last);
      last = start;
    }
    forward.link++;
  }
  counted.queue_packet_ns += (double)(forward.in - forward.link) * (now - last);
  last = now;
}

/// Takes one packet from an end's device, if it has one.
static void take(int end, struct line *line) {
  struct packet *p = &line->ring[line->in % LINE];
  ssize_t bytes = read(tun[end], p->data, sizeof p->data);
  if (bytes <= 0) return;
  if ((p->data[0] >> 4) != 4 || p->data[9] != IPPROTO_TCP) return;
  if (line->in - line->out >= LINE - 1) fail("more than %d packets are on their way", LINE);
  int64_t now = now_ns();
  p->bytes = bytes;
  p->lost = 0;
  if (end == 1) {
    const uint8_t *tcp = p->data + (p->data[0] & 15) * 4;
    uint32_t ack;
    memcpy(&ack, tcp + 8, 4);
    uint32_t acked = ntohl(ack) - first_sequence;
    if (!(tcp[13] & 2) && acked > counted.acked) counted.acked = acked;
    counted.acks++;
    p->due = now + delay_ns;
    line->in++;
    return;
  }
  static int64_t free_at;
  drain(now);
  if (segment(p) >= 0) {
    for (uint64_t i = 0; i < lost_count; i++) p->lost |= lost[i] == counted.data;
    counted.data++;
  }
  if (forward.in - forward.link >= buffer_packets) {
    counted.drops++;
    return;
  }
  p->start = free_at > now ? free_at : now;
  free_at = p->start + (int64_t)(p->bytes * 8e9 / rate_bps);
  p->due = free_at + delay_ns;
  line->in++;
}

/// Hands one packet to an end's device, if one is due.
static void give(int end, struct line *line) {
  struct packet *p = &line->ring[line->out % LINE];
  if (line->out == line->in) return;
  int64_t now = now_ns();
  if (p->due > now) return;
  int64_t late = (now - p->due) / 1000;
  late_us[end][late < LATE_US ? late : LATE_US]++;
  if (p->lost) {
    counted.lost++;
  } else {
    int64_t number = end == 1 ? segment(p) : -1;
    if (number >= SEGMENTS) fail("more than %d segments", SEGMENTS);
    if (number >= 0) counted.needless += arrived[number]++ > 0;
    if (write(tun[end], p->data, p->bytes) != p->bytes) fail("cannot write to the device");
  }
  if (line == &forward) drain(now);
  line->out++;
}

static void real_time(int priority, int processor) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(processor, &set);
  struct sched_param parameters = {.sched_priority = priority};
  if (sched_setaffinity(0, sizeof set, &set)) fail("cannot choose a processor");
  if (sched_setscheduler(0, SCHED_FIFO, &parameters)) fail("cannot get real-time priority");
}

/// What one thread does: the way forward, the way back, or both.
struct part {
  int forward, back, processor;
  int64_t gap_max_ns;
};

static void *network(void *argument) {
  struct part *part = argument;
  real_time(5, part->processor);
  int64_t before = now_ns(), rested = before;
  while (!done) {
    if (part->forward) give(1, &forward), take(0, &forward);
    if (part->back) give(0, &back), take(1, &back);
    int64_t now = now_ns();
    if (now - before > part->gap_max_ns && began_ns) part->gap_max_ns = now - before;
    before = now;
    if (now - rested < AWAKE_NS) continue;
    // Linux lets ordinary tasks run for 50 ms of each second at one go unless they had as much before.
    struct timespec nap = {0, NAP_NS};
    nanosleep(&nap, NULL);
    rested = now_ns();
  }
  return NULL;
}

static void command(const char *format, ...) {
  char line[256];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(line, sizeof line, format, arguments);
  if (system(line)) fail("failed: %s", line);
}

/// A namespace of its own with a device; sockets that this thread opens next belong to it.
static int end_point(int number) {
  if (unshare(CLONE_NEWNET)) fail("cannot make a network namespace (root?)");
  int file = open("/dev/net/tun", O_RDWR | O_NONBLOCK);
  struct ifreq request = {.ifr_flags = IFF_TUN | IFF_NO_PI};
  strcpy(request.ifr_name, "bench");
  if (file < 0 || ioctl(file, TUNSETIFF, &request)) fail("cannot make a TUN device");
  command("echo 1 > /proc/sys/net/ipv6/conf/bench/disable_ipv6");
  command("ip link set bench mtu 1500 txqueuelen 20000 gso_max_segs 1 up");
  command("ip address add 10.77.0.%d peer 10.77.0.%d dev bench", number + 1, 2 - number);
  return file;
}

static int sender, listener;

static void *write_all(void *nothing) {
  char *bytes = calloc(1, WRITE);
  real_time(6, 0);
  while (!done && write(sender, bytes, WRITE) > 0) continue;
  return nothing;
}

static void *read_all(void *nothing) {
  static char bytes[1 << 20];
  real_time(6, 0);
  int receiver = accept(listener, NULL, NULL);
  // Wakes it for many segments at once; the kernel still acknowledges every second one.
  int together = 32 * PAYLOAD;
  setsockopt(receiver, SOL_SOCKET, SO_RCVLOWAT, &together, sizeof together);
  while (!done && read(receiver, bytes, sizeof bytes) > 0) continue;
  return nothing;
}

/// What is read every ten milliseconds.
struct reading {
  double acked, drops, lost, queue_packet_ns, needless, data, acks, cwnd, retransmits, timeouts, srtt_us;
  int64_t at;
};

static struct reading look(void) {
  union {
    struct tcp_info info;
    uint8_t bytes[512];
  } of = {0};
  socklen_t bytes = sizeof of;
  getsockopt(sender, IPPROTO_TCP, TCP_INFO, &of, &bytes);
  // tcpi_total_rto (Linux 6.7), which older headers lack, is the third word after this one.
  uint16_t timeouts;
  memcpy(&timeouts, of.bytes + offsetof(struct tcp_info, tcpi_snd_wnd) + 12, sizeof timeouts);
  return (struct reading){counted.acked, counted.drops, counted.lost, counted.queue_packet_ns, counted.needless,
    counted.data, counted.acks, of.info.tcpi_snd_cwnd, of.info.tcpi_total_retrans, timeouts, of.info.tcpi_rtt, now_ns()};
}

static int late(double share) {
  uint64_t all = 0, below = 0;
  for (int us = 0; us <= LATE_US; us++) all += late_us[0][us] + late_us[1][us];
  for (int us = 0; us <= LATE_US; us++)
    if ((below += late_us[0][us] + late_us[1][us]) >= share * all) return us;
  return LATE_US;
}

int main(int count, char **words) {
  if (count < 7) fail("bench LAW RATE_BPS DELAY_S BUFFER_PACKETS SECONDS INTERVALS [LOST]");
  rate_bps = atof(words[2]);
  delay_ns = atof(words[3]) * 1e9;
  buffer_packets = atoll(words[4]);
  double seconds = atof(words[5]);
  for (char *at = count > 7 ? strtok(words[7], ",") : NULL; at && lost_count < 4096; at = strtok(NULL, ","))
    lost[lost_count++] = atoll(at);
  forward.ring = calloc(LINE, sizeof *forward.ring);
  back.ring = calloc(LINE, sizeof *back.ring);
  arrived = calloc(SEGMENTS, 1);
  int readings = seconds * 1000 / READ_EVERY_MS;
  struct reading *read_at = calloc(readings + 1, sizeof *read_at);
  mlockall(MCL_CURRENT);

  struct sockaddr_in address = {AF_INET, htons(5001), {inet_addr("10.77.0.2")}, {0}};
  tun[0] = end_point(0);
  command("echo 4096 33554432 67108864 > /proc/sys/net/ipv4/tcp_wmem");
  sender = socket(AF_INET, SOCK_STREAM, 0);
  if (setsockopt(sender, IPPROTO_TCP, TCP_CONGESTION, words[1], strlen(words[1]))) fail("the kernel has no %s", words[1]);
  tun[1] = end_point(1);
  // Larger than any window here, so that the receiver never limits.
  command("echo 4096 16777216 67108864 > /proc/sys/net/ipv4/tcp_rmem");
  listener = socket(AF_INET, SOCK_STREAM, 0);
  if (bind(listener, (struct sockaddr *)&address, sizeof address) || listen(listener, 1)) fail("cannot listen");

  // Above this rate one processor is not enough for both directions and the kernel's own work on each packet.
  int parts = rate_bps > ONE_PROCESSOR_BPS ? 2 : 1, last = sysconf(_SC_NPROCESSORS_ONLN) - 1;
  struct part part[2] = {{1, parts == 1, last, 0}, {0, 1, 0, 0}};
  pthread_t networks[2], threads[2];
  for (int i = 0; i < parts; i++) pthread_create(&networks[i], NULL, network, &part[i]);
  pthread_create(&threads[0], NULL, read_all, NULL);
  usleep(50000);
  real_time(6, 0);
  began_ns = now_ns();
  if (connect(sender, (struct sockaddr *)&address, sizeof address)) fail("cannot connect");
  pthread_create(&threads[1], NULL, write_all, NULL);
  for (int i = 0; i <= readings; i++) {
    int64_t at = began_ns + (int64_t)i * READ_EVERY_MS * 1000000;
    struct timespec until = {at / 1000000000, at % 1000000000};
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL);
    read_at[i] = look();
  }
  done = 1;
  for (int i = 0; i < parts; i++) pthread_join(networks[i], NULL);

  FILE *file = getenv("BENCH_TRACE") ? fopen(getenv("BENCH_TRACE"), "w") : NULL;
  for (int i = 0; file && i <= readings; i++)
    for (size_t k = 0; k < offsetof(struct reading, at) / sizeof(double); k++)
      fprintf(file, "%.0f%c", ((double *)&read_at[i])[k], k + 1 < offsetof(struct reading, at) / sizeof(double) ? ',' : '\n');
  if (file) fclose(file);
  printf("{\"late_us\": [%d, %d, %d, %d], \"gap_max_us\": %ld, \"intervals\": [", late(0.5), late(0.99), late(0.999),
    late(1), (long)((part[0].gap_max_ns > part[1].gap_max_ns ? part[0] : part[1]).gap_max_ns / 1000));
  const char *between = "";
  for (char *at = strtok(words[6], ","); at; at = strtok(NULL, ",")) {
    double from = 0, to = 0, cwnd = 0;
    if (sscanf(at, "%lf:%lf", &from, &to) != 2 || from >= to || to > seconds) fail("%s is no interval of the run", at);
    int i = from * 1000 / READ_EVERY_MS + 0.5, j = to * 1000 / READ_EVERY_MS + 0.5;
    const struct reading *a = &read_at[i], *b = &read_at[j];
    for (int k = i; k < j; k++) cwnd += read_at[k].cwnd;
    double ns = (to - from) * 1e9;
    printf("%s{\"goodput\": %.4f, \"drops\": %.0f, \"lost\": %.0f, \"retransmits\": %.0f, \"needless_retransmits\": %.0f, "
           "\"timeouts\": %.0f, \"queue_mean\": %.3f, \"cwnd_mean\": %.3f, \"acks\": %.0f}",
      between, (b->acked - a->acked) * 8e3 / ns, b->drops - a->drops, b->lost - a->lost, b->retransmits - a->retransmits,
      b->needless - a->needless, b->timeouts - a->timeouts, (b->queue_packet_ns - a->queue_packet_ns) / ns,
      cwnd / (j - i), b->acks - a->acks);
    between = ", ";
  }
  puts("]}");
  return 0;
}
