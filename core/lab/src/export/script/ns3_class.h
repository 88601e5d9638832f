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
  (cwnd = cwnd < ssthresh ? std::min(cwnd + m_steps, std::max(ssthresh, cwnd + 1)) : cwnd + m_steps / cwnd)
#define standard_loss() (cwnd = ssthresh = std::max(cwnd / 2, 2.0))
#define standard_timeout()                                                                                   \
  (ssthresh = m_repeated ? ssthresh : std::max(cwnd / 2, 2.0), cwnd = 1)

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

  /// The first data leaves: the connection is established, and its RTT is known. (ns-3 calls Init when
  /// the socket is made.)
  void CwndEvent(Ptr<TcpSocketState> tcb, const TcpSocketState::TcpCAEvent_t event) override
  {
    if (event == TcpSocketState::CA_EVENT_TX_START && !m_started)
    {
      Start(tcb);
    }
    else if (event == TcpSocketState::CA_EVENT_COMPLETE_CWR && m_started)
    {
      const bool wasRecovery = tcb->m_congState == TcpSocketState::CA_RECOVERY;
      // What the script set at the loss holds now; ns-3 lets it be written with the next growth.
      OnRecovered(tcb);
      if (wasRecovery)
      {
        BeginRound(tcb->m_nextTxSequence, m_acked);
      }
    }
    else if (event == TcpSocketState::CA_EVENT_LOSS && m_started)
    {
      // ns-3 asks for the threshold at the first timeout of a segment only.
      if (!m_asked)
      {
        Load(tcb);
        TimeOut(tcb, true);
        tcb->m_ssThresh = Bytes(tcb, m_ssthresh);
      }
      m_asked = false;
    }
  }

  /// ACKs of new data, and duplicates during a recovery, before losses are looked for.
  void PktsAcked(Ptr<TcpSocketState> tcb, uint32_t, const Time&) override
  {
    if (!m_started)
    {
      return;
    }
    Load(tcb);
    const bool isNew = tcb->m_lastAckedSeq > m_una;
    m_acked = isNew ? double(tcb->m_lastAckedSeq - m_una) / tcb->m_segmentSize : 0;
    m_deliveredNow = double(tcb->m_lastAckedSackedBytes) / tcb->m_segmentSize;
    m_delivered += m_deliveredNow;
    m_roundAcked += m_acked;
    m_una = tcb->m_lastAckedSeq;
    m_sample = isNew ? SampleOf(*tcb, 0) : 0;
    if (m_sample > 0)
    {
      Sample();
    }
    OnAck(tcb);
  }

  /// New data outside recovery.
  void IncreaseWindow(Ptr<TcpSocketState> tcb, uint32_t segmentsAcked) override
  {
    if (!m_started)
    {
      return;
    }
    if (m_waits)
    {
      m_waits = false;
      Store(tcb);
    }
    Load(tcb);
    m_steps = segmentsAcked;
    // The first segment sent in the round is acknowledged, and not only all data before it.
    if (tcb->m_lastAckedSeq > m_roundEnd)
    {
      m_rounds += 1;
      OnRound(tcb);
      BeginRound(tcb->m_nextTxSequence);
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
      TimeOut(tcb, false);
      m_asked = true;
    }
    m_state = TcpSocketState::CA_OPEN;
    return Bytes(tcb, m_ssthresh);
  }

  void CongestionStateSet(Ptr<TcpSocketState> tcb, const TcpSocketState::TcpCongState_t state) override
  {
    m_state = state;
    if (m_started && state == TcpSocketState::CA_OPEN && tcb->m_congState == TcpSocketState::CA_LOSS)
    {
      Load(tcb);
      OnRecovered(tcb);
      BeginRound(tcb->m_nextTxSequence, m_acked);
      Store(tcb);
    }
  }

  Ptr<TcpCongestionOps> Fork() override
  {
    return CopyObject<ACKSCRIPT_NAME>(this);
  }

private:
  /// The largest of the last samples, as Kathleen Nichols' filter keeps it: the best one, the best one
  /// after it, and the best one after that.
  class Windowed
  {
  public:
    double Add(double value, double now, double span)
    {
      // A span that is no number counts as 0.
      span = std::max(0.0, span);
      if (!std::isfinite(value))
      {
        return std::isfinite(m_best[0]) ? m_best[0] : value;
      }
      if (value >= m_best[0] || now - m_at[2] > span)
      {
        Set(0, value, now);
        return value;
      }
      if (value >= m_best[1])
      {
        Set(1, value, now);
      }
      else if (value >= m_best[2])
      {
        Set(2, value, now);
      }
      if (now - m_at[1] > span)
      {
        m_best[0] = m_best[2];
        m_at[0] = m_at[2];
        Set(1, value, now);
      }
      else if (now - m_at[0] > span)
      {
        m_best[0] = m_best[1];
        m_at[0] = m_at[1];
        m_best[1] = m_best[2];
        m_at[1] = m_at[2];
        Set(2, value, now);
      }
      else if (m_at[1] == m_at[0] && now - m_at[0] > span / 4)
      {
        Set(1, value, now);
      }
      else if (m_at[2] == m_at[1] && now - m_at[0] > span / 2)
      {
        Set(2, value, now);
      }
      return m_best[0];
    }

  private:
    /// The value is the one at this place and at all places after it.
    void Set(int from, double value, double now)
    {
      for (int place = from; place < 3; place++)
      {
        m_best[place] = value;
        m_at[place] = now;
      }
    }

    double m_best[3]{-INFINITY, -INFINITY, -INFINITY};
    double m_at[3]{0, 0, 0};
  };

  // ACKSCRIPT_HOOKS
  void Start(Ptr<TcpSocketState> tcb)
  {
    m_started = true;
    m_una = tcb->m_nextTxSequence;
    m_sample = SampleOf(*tcb, 0);
    if (m_sample > 0)
    {
      Sample();
    }
    Load(tcb);
    OnStart(tcb);
    BeginRound(m_una);
    Store(tcb);
  }

  void TimeOut(Ptr<const TcpSocketState> tcb, bool isRepeated)
  {
    m_repeated = isRepeated;
    m_waits = false;
    OnTimeout(tcb);
    // The segment that is sent again opens the round.
    BeginRound(m_una + tcb->m_segmentSize);
  }

  /// The RTT sample of an ACK: m_lastRtt since ns-3 has m_srtt.
  template <class T>
  auto SampleOf(const T& tcb, int) -> decltype(tcb.m_srtt, double())
  {
    return tcb.m_lastRtt.Get().GetSeconds();
  }

  /// Before that m_lastRtt is the smoothed RTT, each time with an eighth of the sample.
  template <class T>
  double SampleOf(const T& tcb, long)
  {
    const double smoothed = tcb.m_lastRtt.Get().GetSeconds();
    return m_rtt > 0 ? m_srtt + 8 * (smoothed - m_srtt) : smoothed;
  }

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

  /// The ACK that ends a recovery counts in the round that it begins.
  void BeginRound(SequenceNumber32 next, double acked = 0)
  {
    m_roundEnd = next;
    m_roundStart = Simulator::Now().GetSeconds();
    m_roundAcked = acked;
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
  bool m_started{false};
  bool m_waits{false};
  bool m_asked{false};
  bool m_repeated{false};
  TcpSocketState::TcpCongState_t m_state{TcpSocketState::CA_OPEN};
  double m_acked{0};
  double m_deliveredNow{0};
  double m_steps{0};
  double m_delivered{0};
  double m_sample{0};
  double m_rtt{0};
  double m_srtt{0};
  double m_rttvar{0};
  double m_rttMin{0};
  double m_rttMax{0};
  SequenceNumber32 m_una{0};
  SequenceNumber32 m_roundEnd{0};
  double m_rounds{0};
  double m_roundStart{0};
  double m_roundAcked{0};
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
