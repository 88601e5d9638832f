"""A path between two network namespaces, for a TCP sender of the real kernel.

usage: unshare --net python3 path.py ALGORITHM SECONDS RATE_BPS DELAY_S BUFFER_PACKETS

Both ends are TUN devices, so a packet is an IP packet and this program is the link between them: a
FIFO of BUFFER_PACKETS (the one in transmission not counted) at RATE_BPS and DELAY_S forward, DELAY_S
alone backward. Every 10 ms it prints a line with the sender's time, snd_cwnd, the bytes that the
receiver has acknowledged, snd_ssthresh and the state of the recovery (0: none); at the end `late` and by how many seconds one packet in a hundred left
later than it should.
"""

import collections
import ctypes
import fcntl
import os
import select
import signal
import socket
import struct
import subprocess
import sys
import time

CLONE_NEWNET = 0x40000000
TUNSETIFF, IFF_TUN, IFF_NO_PI = 0x400454CA, 0x0001, 0x1000
TCP_INFO, TCP_CONGESTION = 11, 13
# Offsets in struct tcp_info, include/uapi/linux/tcp.h.
CA_STATE, SND_SSTHRESH, SND_CWND, BYTES_ACKED = 1, 76, 80, 120
NEAR, FAR, PORT = "10.9.0.1", "10.9.0.2", 5001


def tun(own, other):
    fd = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(fd, TUNSETIFF, struct.pack("16sH22x", b"tun0", IFF_TUN | IFF_NO_PI))
    for line in (
        "link set lo up",
        f"addr add {own} peer {other} dev tun0",
        "link set tun0 mtu 1500 txqueuelen 10000 up",
    ):
        subprocess.run(["ip", *line.split()], check=True)
    return fd


def urgent():
    """A late link or end point is another path: as early as this user may."""
    try:
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(5))
    except PermissionError:
        pass


def receive():
    """The far end: takes everything."""
    server = socket.create_server((FAR, PORT))
    os.write(ready_out, b"1")
    connection, _ = server.accept()
    while connection.recv(1 << 16):
        pass


def send(algorithm, seconds):
    """The near end: sends all it can, and tells its window."""
    sender = socket.socket()
    sender.setsockopt(socket.IPPROTO_TCP, TCP_CONGESTION, algorithm.encode())
    sender.connect((FAR, PORT))
    sender.setblocking(False)
    data, began = bytes(1 << 16), time.monotonic()
    told = 0.0
    while (now := time.monotonic() - began) < seconds:
        if now >= told:
            info = sender.getsockopt(socket.IPPROTO_TCP, TCP_INFO, 256)
            cwnd = struct.unpack_from("I", info, SND_CWND)[0]
            acked = struct.unpack_from("Q", info, BYTES_ACKED)[0]
            ssthresh = struct.unpack_from("I", info, SND_SSTHRESH)[0]
            print(f"{now:.4f} {cwnd} {acked} {ssthresh} {info[CA_STATE] & 15}", flush=True)
            told += 0.01
        select.select([], [sender], [], 0.002)
        try:
            while True:
                sender.send(data)
        except BlockingIOError:
            time.sleep(0.001)


def forward(near, far, rate_bps, delay_s, buffer_packets, late):
    """The link."""
    waiting = collections.deque()  # when each packet before the link starts, ends
    on_way = {near: collections.deque(), far: collections.deque()}
    free_at = 0.0
    while True:
        now = time.monotonic()
        due = [queue[0][0] for queue in on_way.values() if queue]
        wait = max(0.0, min(due) - now) if due else 0.1
        ready, _, _ = select.select([near, far], [], [], min(wait, 0.1))
        now = time.monotonic()
        for fd in ready:
            for _ in range(64):
                try:
                    packet = os.read(fd, 2048)
                except BlockingIOError:
                    break
                if packet[0] >> 4 != 4:
                    continue  # what IPv6 says of itself
                if fd == far:
                    on_way[near].append((now + delay_s, packet))
                    continue
                while waiting and waiting[0] <= now:
                    waiting.popleft()
                if len(waiting) >= buffer_packets:
                    continue
                start = max(now, free_at)
                free_at = start + len(packet) * 8 / rate_bps
                waiting.append(start)
                on_way[far].append((free_at + delay_s, packet))
        now = time.monotonic()
        for fd, queue in on_way.items():
            while queue and queue[0][0] <= now:
                due_at, packet = queue.popleft()
                late.append(now - due_at)
                os.write(fd, packet)


algorithm, seconds, rate_bps, delay_s, buffer_packets = sys.argv[1:]
near = tun(NEAR, FAR)
sysctl = ["net.ipv4.tcp_no_metrics_save=1", "net.ipv4.tcp_wmem=4096 4194304 16777216"]
subprocess.run(["sysctl", "-qw", *sysctl], check=False)
ready_in, ready_out = os.pipe()
here, there = socket.socketpair()
receiver = os.fork()
if receiver == 0:
    if ctypes.CDLL(None, use_errno=True).unshare(CLONE_NEWNET) != 0:
        sys.exit("no second namespace")
    socket.send_fds(there, [b"t"], [tun(FAR, NEAR)])
    receive()
    os._exit(0)
far = socket.recv_fds(here, 1, 1)[1][0]
link = os.fork()
if link == 0:
    urgent()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    late = []
    try:
        forward(near, far, float(rate_bps), float(delay_s), int(buffer_packets), late)
    finally:
        print("late", f"{sorted(late)[len(late) * 99 // 100]:.6f}", flush=True)
        os._exit(0)
os.read(ready_in, 1)
try:
    send(algorithm, float(seconds))
finally:
    for child in (link, receiver):
        os.kill(child, signal.SIGTERM)
        os.waitpid(child, 0)
