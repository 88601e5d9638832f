// 10 Mbit/s, 100 ms, a buffer of 83 packets: the path on which an exported class is compared with
// one of ns-3's own algorithms. Prints cwnd at each whole second, its largest value and goodput.
#include "exported.h"
#include "ns3/applications-module.h"
#include "ns3/point-to-point-module.h"
#include "ns3/traffic-control-module.h"

#include <iostream>

using namespace ns3;

static const uint32_t SEGMENT = 1448;
static double g_cwnd = 0, g_largest = 0;

static void Changed(uint32_t, uint32_t to)
{
  g_cwnd = double(to) / SEGMENT;
  g_largest = std::max(g_largest, g_cwnd);
}

static void Watch()
{
  Config::ConnectWithoutContext("/NodeList/0/$ns3::TcpL4Protocol/SocketList/0/CongestionWindow",
                                MakeCallback(&Changed));
}

static void Tell()
{
  std::cout << "cwnd " << g_cwnd << "\n";
  Simulator::Schedule(Seconds(1), &Tell);
}

int main(int, char** arguments)
{
  const double end = 30;
  const bool own = std::string(arguments[1]) == "exported";
  TypeId kind = own ? EXPORTED::GetTypeId() : TypeId::LookupByName(arguments[1]);
  Config::SetDefault("ns3::TcpL4Protocol::SocketType", TypeIdValue(kind));
  Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(SEGMENT));
  Config::SetDefault("ns3::TcpSocket::InitialCwnd", UintegerValue(10));
  Config::SetDefault("ns3::TcpSocket::SndBufSize", UintegerValue(1 << 24));
  Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(1 << 24));
  NodeContainer nodes;
  nodes.Create(2);
  PointToPointHelper link;
  link.SetDeviceAttribute("DataRate", StringValue("10Mbps"));
  link.SetChannelAttribute("Delay", StringValue("50ms"));
  link.SetQueue("ns3::DropTailQueue", "MaxSize", StringValue("83p"));
  auto devices = link.Install(nodes);
  InternetStackHelper stack;
  stack.Install(nodes);
  Ipv4AddressHelper address;
  address.SetBase("10.0.0.0", "255.255.255.0");
  auto at = address.Assign(devices);
  // Packets wait only in the queue of the device.
  TrafficControlHelper().Uninstall(devices);
  BulkSendHelper source("ns3::TcpSocketFactory", InetSocketAddress(at.GetAddress(1), 9));
  source.Install(nodes.Get(0)).Start(Seconds(0));
  PacketSinkHelper sink("ns3::TcpSocketFactory", InetSocketAddress(Ipv4Address::GetAny(), 9));
  auto to = sink.Install(nodes.Get(1));
  to.Start(Seconds(0));
  Simulator::Schedule(MilliSeconds(1), &Watch);
  Simulator::Schedule(Seconds(1), &Tell);
  Simulator::Stop(Seconds(end));
  Simulator::Run();
  std::cout << "largest " << g_largest << "\ngoodput_bps "
            << DynamicCast<PacketSink>(to.Get(0))->GetTotalRx() * 8 / end << "\n";
}
