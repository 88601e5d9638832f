// For ns-3.37 and later. Use:
//   Config::SetDefault("ns3::TcpL4Protocol::SocketType", TypeIdValue(ACKSCRIPT_NAME::GetTypeId()));

#ifndef ACKSCRIPT_NAME_H
#define ACKSCRIPT_NAME_H

#include "ns3/core-module.h"
#include "ns3/internet-module.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace ns3
{

/// What New Reno does.
#define standard_increase()                                                                                  \
  (cwnd = cwnd < ssthresh ? std::min(cwnd + m_acked, std::max(ssthresh, cwnd + 1)) : cwnd + m_acked / cwnd)
#define standard_loss() (cwnd = ssthresh = std::max(cwnd / 2, 2.0))
#define standard_timeout()                                                                                   \
  (ssthresh = tcb->m_congState == TcpSocketState::CA_LOSS ? ssthresh : std::max(cwnd / 2, 2.0), cwnd = 1)

class ACKSCRIPT_NAME : public TcpCongestionOps
{
public:
  static TypeId GetTypeId()
  {
    static TypeId tid = TypeId("ns3::ACKSCRIPT_NAME")
                            .SetParent<TcpCongestionOps>()
                            .SetGroupName("Internet")
                            .AddConstructor<ACKSCRIPT_NAME>();
    return tid;
  }

  std::string GetName() const override
  {
    return "ACKSCRIPT_NAME";
  }

  void Init(Ptr<TcpSocketState> tcb) override
  {
    Load(tcb);
    OnStart(tcb);
    BeginRound(tcb);
    Store(tcb);
  }

  /// ACKs of new data, before losses are looked for.
  void PktsAcked(Ptr<TcpSocketState> tcb, uint32_t segmentsAcked, const Time& rtt) override
  {
    Load(tcb);
    m_acked = segmentsAcked;
    m_delivered += segmentsAcked;
    m_sample = rtt.GetSeconds();
    if (m_sample > 0)
    {
      Sample();
    }
    OnAck(tcb);
  }

  /// New data outside recovery.
  void IncreaseWindow(Ptr<TcpSocketState> tcb, uint32_t segmentsAcked) override
  {
    if (m_waits)
    {
      // What the script set at the loss holds now.
      m_waits = false;
      m_ssthresh = double(tcb->m_ssThresh.Get()) / tcb->m_segmentSize;
      OnRecovered(tcb);
      Store(tcb);
    }
    Load(tcb);
    m_acked = segmentsAcked;
    if (tcb->m_lastAckedSeq >= m_roundEnd)
    {
      OnRound(tcb);
      BeginRound(tcb);
    }
    if (m_cwnd < m_ssthresh)
    {
      OnSlowStart(tcb);
    }
    else
    {
      OnAvoidance(tcb);
    }
    Store(tcb);
  }

  /// Asked at each reduction; the state that was set before says which one it is, and none says a
  /// timeout.
  uint32_t GetSsThresh(Ptr<const TcpSocketState> tcb, uint32_t) override
  {
    Load(tcb);
    if (m_state == TcpSocketState::CA_RECOVERY)
    {
      OnLoss(tcb);
      m_waits = true;
    }
    else if (m_state == TcpSocketState::CA_CWR)
    {
      OnEcn(tcb);
      m_waits = true;
    }
    else
    {
      OnTimeout(tcb);
    }
    m_state = TcpSocketState::CA_OPEN;
    return Bytes(tcb, m_ssthresh);
  }

  void CongestionStateSet(Ptr<TcpSocketState> tcb, const TcpSocketState::TcpCongState_t state) override
  {
    m_state = state;
    if (state == TcpSocketState::CA_OPEN && tcb->m_congState == TcpSocketState::CA_LOSS)
    {
      Load(tcb);
      OnRecovered(tcb);
      Store(tcb);
    }
  }

  Ptr<TcpCongestionOps> Fork() override
  {
    return CopyObject<ACKSCRIPT_NAME>(this);
  }

private:
  // ACKSCRIPT_HOOKS
  /// Our fraction, as long as ns-3 has not set the window itself.
  void Load(Ptr<const TcpSocketState> tcb)
  {
    if (!m_waits && tcb->m_cWnd.Get() != m_seen)
    {
      m_cwnd = double(tcb->m_cWnd.Get()) / tcb->m_segmentSize;
      m_seen = tcb->m_cWnd.Get();
    }
    if (!m_waits)
    {
      m_ssthresh = double(tcb->m_ssThresh.Get()) / tcb->m_segmentSize;
    }
  }

  void Store(Ptr<TcpSocketState> tcb)
  {
    m_seen = Bytes(tcb, m_cwnd);
    tcb->m_cWnd = m_seen;
    tcb->m_ssThresh = Bytes(tcb, m_ssthresh);
  }

  static uint32_t Bytes(Ptr<const TcpSocketState> tcb, double segments)
  {
    return uint32_t(std::min(segments * tcb->m_segmentSize, 4294967295.0));
  }

  void Sample()
  {
    // RFC 6298.
    m_rttvar = m_rtt > 0 ? 0.75 * m_rttvar + 0.25 * std::fabs(m_srtt - m_sample) : m_sample / 2;
    m_srtt = m_rtt > 0 ? 0.875 * m_srtt + 0.125 * m_sample : m_sample;
    m_rttMin = m_rtt > 0 ? std::min(m_rttMin, m_sample) : m_sample;
    m_rttMax = std::max(m_rttMax, m_sample);
    m_rtt = m_sample;
    m_roundMin = m_roundSamples > 0 ? std::min(m_roundMin, m_sample) : m_sample;
    m_roundSum += m_sample;
    m_roundSamples += 1;
  }

  void BeginRound(Ptr<const TcpSocketState> tcb)
  {
    m_roundEnd = tcb->m_nextTxSequence;
    m_roundStart = Simulator::Now().GetSeconds();
    m_roundDelivered = m_delivered;
    m_roundSamples = 0;
    m_roundSum = 0;
  }

  /// A division by zero gives 0, as in a script.
  static double Ratio(double a, double b)
  {
    return b == 0 ? 0 : a / b;
  }

  static double Smooth(double old, double sample, double gain)
  {
    return gain * old + (1 - gain) * sample;
  }

  static double Sign(double a)
  {
    return a > 0 ? 1 : a < 0 ? -1 : 0;
  }

  /// What is not finite is not taken.
  static double Finite(double old, double value)
  {
    return std::isfinite(value) ? value : old;
  }

  static double Bounded(double old, double value, double low, double high)
  {
    return std::min(std::max(Finite(old, value), low), high);
  }

  // ACKSCRIPT_FIELDS
  double m_cwnd{1};
  double m_ssthresh{1e9};
  uint32_t m_seen{0};
  bool m_waits{false};
  TcpSocketState::TcpCongState_t m_state{TcpSocketState::CA_OPEN};
  double m_acked{0};
  double m_delivered{0};
  double m_sample{0};
  double m_rtt{0};
  double m_srtt{0};
  double m_rttvar{0};
  double m_rttMin{0};
  double m_rttMax{0};
  SequenceNumber32 m_roundEnd{0};
  double m_roundStart{0};
  double m_roundDelivered{0};
  double m_roundSamples{0};
  double m_roundSum{0};
  double m_roundMin{0};
  Ptr<UniformRandomVariable> m_random{CreateObject<UniformRandomVariable>()};
};

#undef standard_increase
#undef standard_loss
#undef standard_timeout

} // namespace ns3

#endif
