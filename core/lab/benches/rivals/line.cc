// A line of routers with TCP flows over it, for ns-3: the workloads of `ackscope bench`.
//
//   line SECONDS RATE_BPS DELAY_S QUEUE_PACKETS HOPS LOSS SEED FLOW...
//
// A flow is algorithm:from:to:access_delay_s:start_s:stop_s, as in line.tcl. Prints the segments
// that all sinks received. Packets are 1500 bytes (1448 of payload), ACKs are delayed by at most
// 200 ms, and windows begin with 3 segments. No queue discipline stands above the devices'
// drop-tail queues.

#include "ns3/applications-module.h"
#include "ns3/core-module.h"
#include "ns3/internet-module.h"
#include "ns3/network-module.h"
#include "ns3/point-to-point-module.h"
#include "ns3/traffic-control-module.h"

#include <iostream>
#include <sstream>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

constexpr uint32_t PAYLOAD_BYTES = 1448;
constexpr uint32_t BUFFER_BYTES = 1 << 25;

struct Flow
{
    std::string algorithm;
    uint32_t from;
    uint32_t to;
    double accessDelayS;
    double startS;
    double stopS;
};

Flow
ReadFlow(const std::string& text)
{
    std::istringstream in(text);
    std::vector<std::string> parts;
    for (std::string part; std::getline(in, part, ':');)
    {
        parts.push_back(part);
    }
    NS_ABORT_MSG_IF(parts.size() != 6, "a flow has six parts: " << text);
    return {parts[0],
            static_cast<uint32_t>(std::stoul(parts[1])),
            static_cast<uint32_t>(std::stoul(parts[2])),
            std::stod(parts[3]),
            std::stod(parts[4]),
            std::stod(parts[5])};
}

/// Links two nodes and returns the address of the second.
Ipv4Address
Link(PointToPointHelper& link, Ptr<Node> a, Ptr<Node> b, Ipv4AddressHelper& addresses)
{
    NetDeviceContainer devices = link.Install(a, b);
    Ipv4InterfaceContainer interfaces = addresses.Assign(devices);
    addresses.NewNetwork();
    TrafficControlHelper().Uninstall(devices);
    return interfaces.GetAddress(1);
}

} // namespace

int
main(int argc, char** argv)
{
    NS_ABORT_MSG_IF(argc < 9, "seconds rate delay queue hops loss seed flow...");
    const double seconds = std::stod(argv[1]);
    const double rateBps = std::stod(argv[2]);
    const double delayS = std::stod(argv[3]);
    const std::string queue = std::string(argv[4]) + "p";
    const uint32_t hops = std::stoul(argv[5]);
    const double loss = std::stod(argv[6]);
    RngSeedManager::SetSeed(std::stoul(argv[7]));

    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(PAYLOAD_BYTES));
    Config::SetDefault("ns3::TcpSocket::InitialCwnd", UintegerValue(3));
    Config::SetDefault("ns3::TcpSocket::DelAckCount", UintegerValue(2));
    Config::SetDefault("ns3::TcpSocket::DelAckTimeout", TimeValue(MilliSeconds(200)));
    Config::SetDefault("ns3::TcpSocket::SndBufSize", UintegerValue(BUFFER_BYTES));
    Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(BUFFER_BYTES));

    NodeContainer routers;
    routers.Create(hops + 1);
    InternetStackHelper stack;
    stack.Install(routers);
    Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.252");

    PointToPointHelper wire;
    wire.SetDeviceAttribute("DataRate", DataRateValue(DataRate(static_cast<uint64_t>(rateBps))));
    wire.SetChannelAttribute("Delay", TimeValue(Seconds(delayS)));
    wire.SetQueue("ns3::DropTailQueue", "MaxSize", QueueSizeValue(QueueSize(queue)));
    for (uint32_t hop = 0; hop < hops; ++hop)
    {
        Ptr<Node> next = routers.Get(hop + 1);
        Link(wire, routers.Get(hop), next, addresses);
        if (loss > 0)
        {
            Ptr<RateErrorModel> model = CreateObject<RateErrorModel>();
            model->SetAttribute("ErrorUnit", EnumValue(RateErrorModel::ERROR_UNIT_PACKET));
            model->SetAttribute("ErrorRate", DoubleValue(loss));
            next->GetDevice(next->GetNDevices() - 1)->SetAttribute("ReceiveErrorModel", PointerValue(model));
        }
    }

    PointToPointHelper access;
    access.SetDeviceAttribute("DataRate", DataRateValue(DataRate(static_cast<uint64_t>(10 * rateBps))));
    access.SetQueue("ns3::DropTailQueue", "MaxSize", QueueSizeValue(QueueSize("1000000p")));
    ApplicationContainer sinks;
    for (int i = 8; i < argc; ++i)
    {
        const Flow flow = ReadFlow(argv[i]);
        access.SetChannelAttribute("Delay", TimeValue(Seconds(flow.accessDelayS / 2)));
        NodeContainer hosts;
        hosts.Create(2);
        stack.Install(hosts);
        Link(access, routers.Get(flow.from), hosts.Get(0), addresses);
        const Ipv4Address target = Link(access, routers.Get(flow.to), hosts.Get(1), addresses);
        Config::Set("/NodeList/" + std::to_string(hosts.Get(0)->GetId()) + "/$ns3::TcpL4Protocol/SocketType",
                    TypeIdValue(TypeId::LookupByName("ns3::" + flow.algorithm)));

        const uint16_t port = 5000;
        PacketSinkHelper sink("ns3::TcpSocketFactory", InetSocketAddress(Ipv4Address::GetAny(), port));
        sinks.Add(sink.Install(hosts.Get(1)));
        BulkSendHelper source("ns3::TcpSocketFactory", InetSocketAddress(target, port));
        source.SetAttribute("SendSize", UintegerValue(PAYLOAD_BYTES));
        ApplicationContainer sources = source.Install(hosts.Get(0));
        sources.Start(Seconds(flow.startS));
        sources.Stop(Seconds(flow.stopS));
    }
    Ipv4GlobalRoutingHelper::PopulateRoutingTables();

    Simulator::Stop(Seconds(seconds));
    Simulator::Run();
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < sinks.GetN(); ++i)
    {
        bytes += DynamicCast<PacketSink>(sinks.Get(i))->GetTotalRx();
    }
    std::cout << bytes / PAYLOAD_BYTES << std::endl;
    Simulator::Destroy();
    return 0;
}
