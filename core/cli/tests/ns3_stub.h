// The parts of ns-3 that a script's class uses, with the declarations of ns-3.37, for compilers
// that do not find ns-3.
#pragma once
#include <cstdint>
#include <memory>
#include <string>

namespace ns3
{
template <class T>
struct Ptr
{
  T* own = nullptr;
  Ptr() = default;
  Ptr(T* one) : own(one) {}
  template <class U>
  Ptr(const Ptr<U>& other) : own(other.own)
  {
  }
  T* operator->() const { return own; }
  T& operator*() const { return *own; }
  explicit operator bool() const { return own != nullptr; }
};
template <class T>
Ptr<T> CreateObject()
{
  return Ptr<T>(new T());
}
template <class T>
Ptr<T> CopyObject(T* one)
{
  return Ptr<T>(new T(*one));
}
struct TypeId
{
  explicit TypeId(const char*) {}
  template <class T>
  TypeId SetParent() { return *this; }
  TypeId SetGroupName(const char*) { return *this; }
  template <class T>
  TypeId AddConstructor() { return *this; }
};
struct Time
{
  double seconds = 0;
  double GetSeconds() const { return seconds; }
};
struct Simulator
{
  static inline double now = 0;
  static Time Now() { return {now}; }
};
struct SequenceNumber32
{
  uint32_t value;
  SequenceNumber32(uint32_t one = 0) : value(one) {}
  bool operator>(const SequenceNumber32& other) const { return int32_t(value - other.value) > 0; }
  int32_t operator-(const SequenceNumber32& other) const { return int32_t(value - other.value); }
  SequenceNumber32 operator+(uint32_t more) const { return {value + more}; }
};
template <class T>
struct TracedValue
{
  T value{};
  T Get() const { return value; }
  operator T() const { return value; }
  TracedValue& operator=(const T& one) { value = one; return *this; }
};
struct UniformRandomVariable
{
  double GetValue() { return 0; }
};
struct TcpSocketState
{
  enum TcpCongState_t { CA_OPEN, CA_DISORDER, CA_CWR, CA_RECOVERY, CA_LOSS, CA_LAST_STATE };
  enum TcpCAEvent_t { CA_EVENT_TX_START, CA_EVENT_CWND_RESTART, CA_EVENT_COMPLETE_CWR, CA_EVENT_LOSS };
  TracedValue<uint32_t> m_cWnd, m_ssThresh, m_bytesInFlight;
  uint32_t m_initialCWnd{0}, m_segmentSize{0}, m_lastAckedSackedBytes{0};
  TracedValue<Time> m_lastRtt;
  SequenceNumber32 m_lastAckedSeq{0};
  TracedValue<SequenceNumber32> m_nextTxSequence, m_highTxMark;
  TracedValue<TcpCongState_t> m_congState;
};
class TcpCongestionOps
{
public:
  virtual ~TcpCongestionOps() = default;
  virtual std::string GetName() const = 0;
  virtual void Init(Ptr<TcpSocketState>) {}
  virtual uint32_t GetSsThresh(Ptr<const TcpSocketState>, uint32_t) = 0;
  virtual void IncreaseWindow(Ptr<TcpSocketState>, uint32_t) {}
  virtual void PktsAcked(Ptr<TcpSocketState>, uint32_t, const Time&) {}
  virtual void CongestionStateSet(Ptr<TcpSocketState>, const TcpSocketState::TcpCongState_t) {}
  virtual void CwndEvent(Ptr<TcpSocketState>, const TcpSocketState::TcpCAEvent_t) {}
  virtual Ptr<TcpCongestionOps> Fork() = 0;
};
} // namespace ns3
