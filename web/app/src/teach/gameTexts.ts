/** Outcomes of the teaching games, in a sentence or two. */
import { formatNumber, formatPercent, formatQuantity } from '@ackscope/charts';
import type { SheetMark, SheetQuestion, SheetValue } from '@ackscope/model/teach';

export interface Attempted {
  /** `you`, or an algorithm's name. */
  name: string;
  goodputBps: number;
  rttS: number;
}

/** Who got most, and who waited least: a high goodput alone may come from a long queue. */
export function bestInWords(tried: readonly Attempted[]): string {
  const you = tried.find(({ name }) => name === 'you');
  const others = tried.filter(({ name }) => name !== 'you');
  const [first] = others;
  if (you === undefined || first === undefined) return '';
  const most = others.reduce((best, item) => (item.goodputBps > best.goodputBps ? item : best), first);
  const quickest = others.reduce((best, item) => (item.rttS < best.rttS ? item : best), first);
  const ratio = you.goodputBps / most.goodputBps;
  const goodput =
    ratio >= 1
      ? `You have the highest goodput: ${formatQuantity(you.goodputBps, 'bps')}. ${most.name} has ${formatQuantity(most.goodputBps, 'bps')}.`
      : `Your goodput is ${formatQuantity(you.goodputBps, 'bps')}: ${formatPercent(ratio, 0)} of the goodput of ${most.name}.`;
  const delay =
    you.rttS <= quickest.rttS
      ? `You have the shortest mean RTT: ${formatQuantity(you.rttS, 's')}.`
      : `Your mean RTT is ${formatQuantity(you.rttS, 's')}. The shortest is that of ${quickest.name}: ${formatQuantity(quickest.rttS, 's')}.`;
  return `${goodput} ${delay}`;
}

/** The losses that the sender has detected so far; empty without one. */
export function lossesInWords(marks: readonly SheetMark[]): string {
  const timeouts = marks.filter(({ kind }) => kind === 'timeout').length;
  if (marks.length === 0) return '';
  const found = `${formatNumber(marks.length)} ${marks.length === 1 ? 'loss' : 'losses'} detected`;
  return timeouts === 0 ? `${found}.` : `${found}, ${formatNumber(timeouts)} by timeout.`;
}

/** An answer of a worksheet as a sentence, with its derivation. */
export function answerInWords({ id, answers }: SheetQuestion): string {
  const [a = '', b = '', c = ''] = answers.map(valueInWords);
  switch (id) {
    case 'losses':
      return `Fast retransmits: ${a}; timeouts: ${b}.`;
    case 'peak':
      return `Pipe and buffer hold ${a}: rate × RTT / packet size, plus the buffer. The largest window is ${b}.`;
    case 'kept':
      return `From ${a} to ${b}: ${c} remains.`;
    case 'growth':
      return `By ${a} packets per second.`;
    case 'goodput':
      return `${a}, which is ${b} of the link rate.`;
    case 'empty':
      return 'See the chart above.';
  }
}

function valueInWords(value: SheetValue): string {
  return 'words' in value ? value.words : formatQuantity(value.value, value.unit);
}
