#include "ns3/applications-module.h"
#include "ns3/core-module.h"
#include "ns3/internet-module.h"
#include "ns3/network-module.h"
#include "ns3/point-to-point-module.h"
#include "ns3/traffic-control-module.h"

#include <algorithm>
#include <iostream>
#include <list>
#include <map>
#include <memory>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.252");

/// A link without anything above its devices; the addresses are found on the nodes.
NetDeviceContainer
Link(Ptr<Node> a, Ptr<Node> b, double delayS)
{
    PointToPointHelper wire;
    wire.SetChannelAttribute("Delay", TimeValue(Seconds(delayS)));
    NetDeviceContainer devices = wire.Install(a, b);
    addresses.Assign(devices);
    addresses.NewNetwork();
    TrafficControlHelper().Uninstall(devices);
    return devices;
}

void
SetRate(Ptr<NetDevice> device, uint64_t bps)
{
    device->SetAttribute("DataRate", DataRateValue(DataRate(bps)));
}

void
Transmitter(Ptr<NetDevice> device, uint64_t bps, uint64_t packets)
{
    SetRate(device, bps);
    const QueueSize size(std::to_string(packets) + "p");
    DynamicCast<PointToPointNetDevice>(device)->GetQueue()->SetMaxSize(size);
}

void
Lossy(Ptr<NetDevice> receiver, double probability)
{
    Ptr<RateErrorModel> model = CreateObject<RateErrorModel>();
    model->SetAttribute("ErrorUnit", EnumValue(RateErrorModel::ERROR_UNIT_PACKET));
    model->SetAttribute("ErrorRate", DoubleValue(probability));
    receiver->SetAttribute("ReceiveErrorModel", PointerValue(model));
}

void
Lossy(Ptr<NetDevice> receiver, const std::list<uint32_t>& packets)
{
    Ptr<ReceiveListErrorModel> model = CreateObject<ReceiveListErrorModel>();
    model->SetList(packets);
    receiver->SetAttribute("ReceiveErrorModel", PointerValue(model));
}

struct Window
{
    double fromS;
    double toS;
    std::vector<uint64_t> before;
    std::vector<uint64_t> after;
};

std::list<Window> windows;

/// What writes into a connection. The socket never holds more than one segment that was not sent yet:
/// when the source stops, only what is on its way is still delivered.
class Source
{
  public:
    Source(Ptr<Node> host, const Address& to, uint32_t segmentBytes, uint64_t bytes)
        : m_segment(segmentBytes),
          m_left(bytes)
    {
        m_socket = Socket::CreateSocket(host, TcpSocketFactory::GetTypeId());
        m_socket->Bind();
        m_socket->SetDataSentCallback(MakeCallback(&Source::Sent, this));
        m_socket->SetSendCallback(MakeCallback(&Source::Ready, this));
        m_socket->SetConnectCallback(MakeCallback(&Source::Connected, this), MakeNullCallback<void, Ptr<Socket>>());
        m_socket->ShutdownRecv();
        m_socket->Connect(to);
    }

    void Stop()
    {
        m_left = 0;
    }

  private:
    void Connected(Ptr<Socket>)
    {
        m_isOpen = true;
        Fill();
    }

    void Sent(Ptr<Socket>, uint32_t bytes)
    {
        m_waiting -= std::min<uint64_t>(bytes, m_waiting);
        Fill();
    }

    void Ready(Ptr<Socket>, uint32_t)
    {
        Fill();
    }

    void Fill()
    {
        // Send calls back.
        if (m_isFilling || !m_isOpen)
        {
            return;
        }
        m_isFilling = true;
        while (m_left > 0 && m_waiting < m_segment)
        {
            const uint32_t bytes = std::min<uint64_t>(m_segment, m_left);
            m_waiting += bytes;
            if (m_socket->Send(Create<Packet>(bytes)) < 0)
            {
                m_waiting -= bytes;
                break;
            }
            m_left -= bytes;
        }
        m_isFilling = false;
    }

    Ptr<Socket> m_socket;
    uint32_t m_segment;
    uint64_t m_left;
    uint64_t m_waiting = 0;
    bool m_isOpen = false;
    bool m_isFilling = false;
};

/// A flow between hosts of its own; every period is a connection of its own.
class Flow
{
  public:
    uint32_t payloadBytes = 1448;
    uint32_t packetBytes = 1500;

    Flow(const std::string& name,
         Ptr<Node> from,
         Ptr<Node> to,
         uint64_t rateBps,
         double atSenderS,
         double atReceiverS)
        : m_name(name)
    {
        m_hosts.Create(2);
        InternetStackHelper().Install(m_hosts);
        Join(from, m_hosts.Get(0), rateBps, atSenderS);
        m_target = Join(to, m_hosts.Get(1), rateBps, atReceiverS);
        // Sockets take the attributes of the moment: no two flows begin in the same nanosecond.
        m_place = All().size();
        All().push_back(this);
    }

    static std::vector<Flow*>& All()
    {
        static std::vector<Flow*> all;
        return all;
    }

    void Control(const std::string& type, const std::string& recovery)
    {
        for (uint32_t end = 0; end < 2; ++end)
        {
            Ptr<TcpL4Protocol> tcp = m_hosts.Get(end)->GetObject<TcpL4Protocol>();
            tcp->SetAttribute("SocketType", TypeIdValue(TypeId::LookupByName(type)));
            tcp->SetAttribute("RecoveryType", TypeIdValue(TypeId::LookupByName(recovery)));
        }
    }

    /// Of both ends' sockets, from their making on.
    void Set(const std::string& attribute, const AttributeValue& value)
    {
        m_attributes["ns3::" + attribute] = value.Copy();
    }

    void Connection(double startS, double stopS, uint64_t bytes)
    {
        Simulator::Schedule(Seconds(startS) + NanoSeconds(m_place), &Flow::Begin, this, stopS, bytes);
    }

    void Constant(double startS, double stopS, double rateBps)
    {
        const uint16_t port = m_port++;
        PacketSinkHelper sink("ns3::UdpSocketFactory", InetSocketAddress(Ipv4Address::GetAny(), port));
        m_sinks.Add(sink.Install(m_hosts.Get(1)));
        OnOffHelper source("ns3::UdpSocketFactory", InetSocketAddress(m_target, port));
        source.SetConstantRate(DataRate(static_cast<uint64_t>(rateBps)), payloadBytes);
        ApplicationContainer sources = source.Install(m_hosts.Get(0));
        sources.Start(Seconds(startS));
        sources.Stop(Seconds(stopS));
    }

    const std::string& Name() const
    {
        return m_name;
    }

    /// Whole packets, as the scenario counts them.
    uint64_t ReceivedBytes() const
    {
        uint64_t bytes = 0;
        for (uint32_t i = 0; i < m_sinks.GetN(); ++i)
        {
            bytes += DynamicCast<PacketSink>(m_sinks.Get(i))->GetTotalRx();
        }
        return bytes / payloadBytes * packetBytes;
    }

  private:
    static Ipv4Address Join(Ptr<Node> router, Ptr<Node> host, uint64_t rateBps, double delayS)
    {
        NetDeviceContainer devices = Link(router, host, delayS);
        for (uint32_t end = 0; end < 2; ++end)
        {
            Transmitter(devices.Get(end), rateBps, 1000000);
        }
        return host->GetObject<Ipv4>()->GetAddress(1, 0).GetLocal();
    }

    /// Both ends take the flow's attributes when the connection begins: other flows have others.
    void Begin(double stopS, uint64_t bytes)
    {
        for (const auto& [name, value] : m_attributes)
        {
            Config::SetDefault(name, *value);
        }
        const uint16_t port = m_port++;
        PacketSinkHelper sink("ns3::TcpSocketFactory", InetSocketAddress(Ipv4Address::GetAny(), port));
        ApplicationContainer sinks = sink.Install(m_hosts.Get(1));
        sinks.Start(Seconds(0));
        m_sinks.Add(sinks);
        m_sources.push_back(
            std::make_unique<Source>(m_hosts.Get(0), InetSocketAddress(m_target, port), payloadBytes, bytes));
        Simulator::Schedule(Max(Seconds(0), Seconds(stopS) - Simulator::Now()), &Source::Stop, m_sources.back().get());
    }

    std::string m_name;
    NodeContainer m_hosts;
    Ipv4Address m_target;
    ApplicationContainer m_sinks;
    std::list<std::unique_ptr<Source>> m_sources;
    std::map<std::string, Ptr<AttributeValue>> m_attributes;
    uint64_t m_place;
    uint16_t m_port = 5000;
};

void
Mark(std::vector<uint64_t>* counts)
{
    for (const Flow* flow : Flow::All())
    {
        counts->push_back(flow->ReceivedBytes());
    }
}

void
Measure(double fromS, double toS)
{
    windows.push_back({fromS, toS, {}, {}});
    Simulator::Schedule(Seconds(fromS), &Mark, &windows.back().before);
    Simulator::Schedule(Seconds(toS), &Mark, &windows.back().after);
}

void
Report()
{
    std::cout << "flow,from_s,to_s,goodput_bps" << std::endl;
    for (size_t i = 0; i < Flow::All().size(); ++i)
    {
        for (const Window& window : windows)
        {
            const double bytes = static_cast<double>(window.after[i] - window.before[i]);
            std::cout << Flow::All()[i]->Name() << "," << window.fromS << "," << window.toS << ","
                      << bytes * 8 / (window.toS - window.fromS) << std::endl;
        }
    }
}

} // namespace
