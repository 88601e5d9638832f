// Calls an exported class as ns-3's TcpSocketBase does (tcp-socket-base.cc, ns-3.37), for the ACKs and
// timeouts on the standard input. Prints the window, the threshold and the states after each of them.
#include <cstdio>
#include <memory>
#include <string>
#define private public
#include "exported.h"
#undef private

using namespace ns3;

int main()
{
  auto* ops = new EXPORTED();
  auto* tcb = new TcpSocketState();
  ops->Init(tcb);
  tcb->m_segmentSize = 1448;
  char kind;
  unsigned long long now, una, next, acked, delivered, lost, sent, pipe, before = 0, timedOut = 0;
  int sample, newest, rttvar, leaves, enters, expires, recovers;
  while (scanf(" %c %llu %llu %llu %llu %llu %llu %llu %llu %d %d %d %d %d %d %d", &kind, &now, &una, &next, &acked,
               &delivered, &lost, &sent, &pipe, &sample, &newest, &rttvar, &leaves, &enters, &expires, &recovers) == 16)
  {
    Simulator::now = now / 1e6;
    tcb->m_lastAckedSeq = SequenceNumber32(1 + 1448 * una);
    tcb->m_nextTxSequence = SequenceNumber32(1 + 1448 * next);
    tcb->m_highTxMark = tcb->m_nextTxSequence;
    tcb->m_bytesInFlight = 1448 * pipe;
    tcb->m_lastAckedSackedBytes = 1448 * (delivered - before);
    before = delivered;
    if (sample >= 0)
    {
      double smoothed = tcb->m_lastRtt.value.seconds;
      tcb->m_lastRtt.value.seconds = smoothed > 0 ? smoothed + (sample / 1e6 - smoothed) / 8 : sample / 1e6;
    }
    if (kind == 'S')
    {
      tcb->m_initialCWnd = acked;
      tcb->m_cWnd = 1448 * acked;
      tcb->m_ssThresh = 0xffffffff;
      ops->CwndEvent(tcb, TcpSocketState::CA_EVENT_TX_START);
    }
    if (kind == 'A')
    {
      ops->PktsAcked(tcb, acked, tcb->m_lastRtt);
    }
    if (leaves)
    {
      if (tcb->m_congState == TcpSocketState::CA_RECOVERY)
      {
        ops->CwndEvent(tcb, TcpSocketState::CA_EVENT_COMPLETE_CWR);
      }
      ops->CongestionStateSet(tcb, TcpSocketState::CA_OPEN);
      tcb->m_congState = TcpSocketState::CA_OPEN;
    }
    if (enters)
    {
      ops->CongestionStateSet(tcb, TcpSocketState::CA_RECOVERY);
      tcb->m_congState = TcpSocketState::CA_RECOVERY;
      tcb->m_ssThresh = ops->GetSsThresh(tcb, tcb->m_bytesInFlight);
      tcb->m_cWnd = tcb->m_ssThresh;
    }
    if (expires)
    {
      if (tcb->m_congState != TcpSocketState::CA_LOSS || una != timedOut)
      {
        tcb->m_ssThresh = ops->GetSsThresh(tcb, tcb->m_bytesInFlight);
      }
      timedOut = una;
      ops->CwndEvent(tcb, TcpSocketState::CA_EVENT_LOSS);
      ops->CongestionStateSet(tcb, TcpSocketState::CA_LOSS);
      tcb->m_congState = TcpSocketState::CA_LOSS;
      tcb->m_cWnd = tcb->m_segmentSize;
    }
    if (kind == 'A' && acked && tcb->m_congState != TcpSocketState::CA_RECOVERY)
    {
      ops->IncreaseWindow(tcb, acked);
    }
    printf("%.9f %.9f", ops->m_cwnd, ops->m_ssthresh > 1e6 ? 0 : ops->m_ssthresh);
#define STATE(name) printf(" %.9f", double(ops->s_##name));
    STATES
    printf("\n");
  }
}
