// Senders that understand marks, over one bottleneck whose queue marks: the program behind marks.csv.
//
//   g++ -O1 -std=c++17 marks.cc -o marks -lns3-core -lns3-network -lns3-internet -lns3-applications
//       -lns3-point-to-point -lns3-traffic-control
//   ./marks --case=dctcp-1 --kind=step --algorithm=TcpDctcp --rate=100Mbps --rtts=10 --threshold=20
//           --from=5 --to=20 --RngRun=1
//
// It prints rows of marks.csv: case, run, metric, value. A host per flow stands on either side; two
// routers share the bottleneck. Below its queue ns-3 has a device with a buffer of its own, here of
// one packet, the least there is. `queue` counts the queue alone.
#include "ns3/applications-module.h"
#include "ns3/core-module.h"
#include "ns3/internet-module.h"
#include "ns3/network-module.h"
#include "ns3/point-to-point-module.h"
#include "ns3/traffic-control-module.h"
#include <algorithm>
#include <iostream>
#include <map>
#include <sstream>
#include <vector>

using namespace ns3;

// ns-3's own PRR but for one thing: 3.37 multiplies delivered bytes by ssthresh in 32 bits. That wraps as
// soon as delivered segments times ssthresh exceed 2048 (segments of 1448 bytes), and the reduction ends early.
class WidePrr : public TcpPrrRecovery {
  public:
    static TypeId GetTypeId() {
        static TypeId tid = TypeId("WidePrr").SetParent<TcpPrrRecovery>().AddConstructor<WidePrr>();
        return tid;
    }
    void EnterRecovery(Ptr<TcpSocketState> tcb, uint32_t, uint32_t, uint32_t delivered) override {
        m_delivered = m_out = 0;
        m_flight = tcb->m_bytesInFlight;
        DoRecovery(tcb, delivered);
    }
    void DoRecovery(Ptr<TcpSocketState> tcb, uint32_t delivered) override {
        m_delivered += delivered;
        int64_t flight = tcb->m_bytesInFlight, target = tcb->m_ssThresh, send;
        if (flight > target)
            send = (m_delivered * target + m_flight - 1) / m_flight - m_out;
        else
            send = std::min(std::max(m_delivered - m_out, int64_t(delivered)), target - flight);
        tcb->m_cWnd = flight + std::max(send, int64_t(m_out > 0 ? 0 : tcb->m_segmentSize));
        tcb->m_cWndInfl = tcb->m_cWnd;
    }
    void UpdateBytesSent(uint32_t bytes) override { m_out += bytes; }
    Ptr<TcpRecoveryOps> Fork() override { return CopyObject<WidePrr>(this); }

  private:
    int64_t m_delivered = 0, m_out = 0, m_flight = 1;
};
NS_OBJECT_ENSURE_REGISTERED(WidePrr);

static double g_from, g_to;
static std::vector<uint64_t> g_bytes;
static std::vector<double> g_waits;
static uint64_t g_marks = 0, g_drops = 0, g_started = 0;
static double g_area = 0, g_last = 0;
static uint32_t g_queue = 0, g_low = 1u << 30, g_high = 0;

static bool in() {
    double now = Simulator::Now().GetSeconds();
    return now >= g_from && now < g_to;
}

static void Received(uint32_t flow, Ptr<const Packet> packet, const Address&) {
    if (in()) g_bytes[flow] += packet->GetSize();
}

// Packets in the queue discipline.
static void InQueue(uint32_t, uint32_t now) {
    double at = Simulator::Now().GetSeconds();
    double from = std::max(g_last, g_from), to = std::min(at, g_to);
    if (to > from) g_area += g_queue * (to - from);
    g_last = at;
    g_queue = now;
    if (in()) {
        g_low = std::min(g_low, now);
        g_high = std::max(g_high, now);
    }
}

static void Wait(Time wait) {
    if (in()) {
        g_started++;
        g_waits.push_back(wait.GetSeconds());
    }
}

static void Mark(Ptr<const QueueDiscItem>, const char*) { if (in()) g_marks++; }
static void Drop(Ptr<const QueueDiscItem>) { if (in()) g_drops++; }

int main(int argc, char* argv[]) {
    std::string kind = "step", algorithm = "TcpDctcp", rate = "100Mbps", rtts = "10";
    double threshold = 20, from = 5, to = 20;
    uint32_t capacity = 1000;
    std::string name_of_case = "case", recovery = "ns3::TcpPrrRecovery";
    CommandLine cmd;
    cmd.AddValue("case", "name in the rows", name_of_case);
    cmd.AddValue("kind", "queue", kind);
    cmd.AddValue("algorithm", "TypeId of the congestion control", algorithm);
    cmd.AddValue("recovery", "TypeId of the recovery: ns-3's own, or WidePrr", recovery);
    cmd.AddValue("rate", "of the bottleneck", rate);
    cmd.AddValue("rtts", "base RTT of each flow in ms", rtts);
    cmd.AddValue("threshold", "of the step marker in packets", threshold);
    cmd.AddValue("capacity", "packets", capacity);
    cmd.AddValue("from", "s", from);
    cmd.AddValue("to", "s", to);
    cmd.Parse(argc, argv);
    g_from = from;
    g_to = to;

    Config::SetDefault("ns3::TcpL4Protocol::SocketType", StringValue("ns3::" + algorithm));
    Config::SetDefault("ns3::TcpL4Protocol::RecoveryType", TypeIdValue(TypeId::LookupByName(recovery)));
    Config::SetDefault("ns3::TcpSocketBase::UseEcn", StringValue("On"));
    // 1448 bytes of payload and 52 of headers (timestamps): packets of 1500 bytes.
    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(1448));
    Config::SetDefault("ns3::TcpSocket::SndBufSize", UintegerValue(1 << 24));
    Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(1 << 24));
    Config::SetDefault("ns3::TcpSocket::InitialCwnd", UintegerValue(2));
    Config::SetDefault("ns3::TcpSocket::DelAckCount", UintegerValue(1));
    if (kind == "step") {
        // Between equal thresholds RED marks every packet that finds so many in its queue.
        Config::SetDefault("ns3::RedQueueDisc::UseEcn", BooleanValue(true));
        Config::SetDefault("ns3::RedQueueDisc::UseHardDrop", BooleanValue(false));
        Config::SetDefault("ns3::RedQueueDisc::Gentle", BooleanValue(false));
        Config::SetDefault("ns3::RedQueueDisc::MeanPktSize", UintegerValue(1500));
        Config::SetDefault("ns3::RedQueueDisc::QW", DoubleValue(1));
        Config::SetDefault("ns3::RedQueueDisc::MinTh", DoubleValue(threshold));
        Config::SetDefault("ns3::RedQueueDisc::MaxTh", DoubleValue(threshold));
    }
    Config::SetDefault("ns3::CoDelQueueDisc::UseEcn", BooleanValue(true));
    Config::SetDefault("ns3::FqCoDelQueueDisc::UseEcn", BooleanValue(true));

    std::vector<double> rtt_ms;
    std::stringstream list(rtts);
    for (std::string one; std::getline(list, one, ',');) rtt_ms.push_back(std::stod(one));
    uint32_t n = rtt_ms.size();
    g_bytes.assign(n, 0);

    NodeContainer senders, receivers, routers;
    senders.Create(n);
    receivers.Create(n);
    routers.Create(2);
    InternetStackHelper stack;
    stack.InstallAll();

    PointToPointHelper bottleneck;
    bottleneck.SetDeviceAttribute("DataRate", StringValue(rate));
    bottleneck.SetChannelAttribute("Delay", StringValue("100us"));
    bottleneck.SetQueue("ns3::DropTailQueue", "MaxSize", StringValue("1p"));
    NetDeviceContainer middle = bottleneck.Install(routers);
    TrafficControlHelper tc;
    std::string name = kind == "step" ? "ns3::RedQueueDisc"
                     : kind == "codel" ? "ns3::CoDelQueueDisc" : "ns3::FqCoDelQueueDisc";
    std::stringstream size;
    size << capacity << "p";
    tc.SetRootQueueDisc(name, "MaxSize", StringValue(size.str()));
    Ptr<QueueDisc> queue = tc.Install(middle.Get(0)).Get(0);
    Ipv4AddressHelper address;
    address.SetBase("10.0.0.0", "255.255.255.0");
    address.Assign(middle);

    Ptr<UniformRandomVariable> start = CreateObject<UniformRandomVariable>();
    for (uint32_t i = 0; i < n; i++) {
        PointToPointHelper access;
        access.SetDeviceAttribute("DataRate", StringValue("10Gbps"));
        std::stringstream delay;
        // Half on either side, less what the bottleneck takes.
        delay << (rtt_ms[i] * 1000 / 2 - 100) / 2 << "us";
        access.SetChannelAttribute("Delay", StringValue(delay.str()));
        access.SetQueue("ns3::DropTailQueue", "MaxSize", StringValue("10000p"));
        NetDeviceContainer left = access.Install(senders.Get(i), routers.Get(0));
        NetDeviceContainer right = access.Install(routers.Get(1), receivers.Get(i));
        std::stringstream a, b;
        a << "10.1." << i << ".0";
        b << "10.2." << i << ".0";
        address.SetBase(a.str().c_str(), "255.255.255.0");
        address.Assign(left);
        address.SetBase(b.str().c_str(), "255.255.255.0");
        Ipv4InterfaceContainer addresses = address.Assign(right);
        PacketSinkHelper sink("ns3::TcpSocketFactory", InetSocketAddress(Ipv4Address::GetAny(), 5000));
        ApplicationContainer sinks = sink.Install(receivers.Get(i));
        sinks.Get(0)->TraceConnectWithoutContext("Rx", MakeBoundCallback(&Received, i));
        BulkSendHelper bulk("ns3::TcpSocketFactory", InetSocketAddress(addresses.GetAddress(1), 5000));
        ApplicationContainer sources = bulk.Install(senders.Get(i));
        sources.Start(Seconds(start->GetValue(0, 0.02)));
    }
    Ipv4GlobalRoutingHelper::PopulateRoutingTables();

    queue->TraceConnectWithoutContext("PacketsInQueue", MakeCallback(&InQueue));
    queue->TraceConnectWithoutContext("SojournTime", MakeCallback(&Wait));
    queue->TraceConnectWithoutContext("Mark", MakeCallback(&Mark));
    queue->TraceConnectWithoutContext("Drop", MakeCallback(&Drop));
    Simulator::Stop(Seconds(to));
    Simulator::Run();
    InQueue(0, g_queue);
    std::sort(g_waits.begin(), g_waits.end());
    double sum = 0;
    for (double wait : g_waits) sum += wait;
    auto row = [&](const std::string& metric, double value) {
        std::cout << name_of_case << "," << RngSeedManager::GetRun() << "," << metric << "," << value << "\n";
    };
    for (uint32_t i = 0; i < n; i++) row("goodput_bps_" + std::to_string(i), g_bytes[i] * 8.0 / (to - from));
    row("queue_mean", g_area / (to - from));
    row("queue_low", g_low);
    row("queue_high", g_high);
    row("wait_mean_s", sum / g_waits.size());
    row("wait_p99_s", g_waits[g_waits.size() * 99 / 100]);
    row("marks", g_marks);
    row("started", g_started);
    row("drops", g_drops);
    Simulator::Destroy();
}
