/** The sentence: the finding and its cause in one line, and the proof below it. */
import { formatFixed, formatNumber, formatQuantity, scaleFor } from '@ackscope/charts';
import type { CausesReport } from '@ackscope/engine';
import {
  allAlike,
  callDelayS,
  deliversLess,
  measuredGoodput,
  measuredOf,
  oneOfFlows,
  sharesOf,
} from '@ackscope/model';
import type { LaneRun, Measure } from '@ackscope/model';
import type { LaneView } from '../laneData/laneData.ts';
import { formOf } from '../causes/causesTexts.ts';
import { goodputForm } from '../laneData/goodputForm.ts';
import type { Subject } from './subject.ts';

/** A part of a line: plain words, or the name of a lane, which has its colour. */
export interface Word {
  text: string;
  lane?: number;
  isStrong?: boolean;
}

export interface Told {
  line: readonly Word[];
  /** Whether the cause is in the line; if not, it is not known or there is none. */
  hasCause: boolean;
  proof: readonly Word[];
}

/** Senders that slow down when packets wait, wherever that is (docs/specs/algorithms.md §3). */
export const isDelayBased = (algorithm: string): boolean => algorithm.startsWith('vegas');

/** Above this one-way delay talk gets hard (ITU-T G.114). */
export const TALK_S = 0.15;

/** Beside a drawing of the whole run, a count needs its interval. */
const COUNTED: ReadonlySet<Measure> = new Set(['drops', 'timeouts', 'stalls']);

/** The beginning of a sentence that needs its interval: of a count, or while the clock is elsewhere. */
export const intervalIn = ({ fromS, toS, quantity }: Subject, timeS: number): string =>
  COUNTED.has(quantity) || timeS <= fromS || timeS > toS ? `From ${intervalOf({ fromS, toS })}: ` : '';

export const intervalOf = ({ fromS, toS }: Pick<Subject, 'fromS' | 'toS'>): string =>
  `${String(fromS)} to ${String(toS)} s`;

/** The finding alone; null if there is nothing to compare. */
export function findingOf(subject: Subject, lanes: readonly LaneView[]): Word[] | null {
  const { quantity, place, lane } = subject;
  const name = (at: number): string => lanes[at]?.name ?? '';
  const own: Word = { text: name(lane), lane };
  if (quantity === 'delay') return voice(subject, lanes);
  if (quantity !== 'goodput') return measuredWords(subject, lanes);
  if (place === null) return null;
  const flow = oneOfFlows(lanes[lane]?.run);
  if (place.isTie) {
    const cost = queues(subject, lanes) ?? (flow === null ? ofLink(subject, lanes) : []);
    return [{ text: allAlike(place, flow).replace(/\.$/, '') }, ...cost];
  }
  const said = ` ${deliversLess(place, name, flow)}`;
  if (flow !== null) return [{ text: 'In ' }, own, { text: said }];
  if (place.areOthersAlike) return [own, { text: said }];
  // It ends with the name of the best lane, which is the answer to who is best.
  const best: Word = { text: name(place.best), lane: place.best };
  const than = said.slice(0, -best.text.length);
  return subject.asksBest === true
    ? [best, { text: ' delivers most, ' }, own, { text: than.replace(/^ delivers| than $/g, '') }]
    : [own, { text: than }, best];
}

/** What all lanes lack, if it is much: the link is the same for all. */
function ofLink({ values }: Subject, lanes: readonly LaneView[]): Word[] {
  const rates = lanes.map(({ data }) => data.rateBps);
  const [rate] = rates;
  const most = Math.max(...values);
  if (rate == null || rates.some((one) => one !== rate) || most > 0.9 * rate) return [];
  const { factor, unit } = scaleFor(rate, 'bps');
  // A small share is read in its own unit.
  const own = most < rate / 100 ? formatQuantity(most, 'bps', 3) : formatNumber(most / factor, 3);
  return [{ text: `: ${own} of ${formatNumber(rate / factor, 3)} ${unit}` }];
}

/** Lanes that deliver the same may fill their queues differently; null if they do not. */
function queues({ fromS, toS }: Subject, lanes: readonly LaneView[]): Word[] | null {
  const values = lanes.map(({ run }) => measuredOf(run, 'queue', { fromS, toS }) ?? NaN);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  if (!(most - least >= 1 && most >= 1.2 * least)) return null;
  return [
    { text: '. ' },
    ...measuredWords(
      { fromS, toS, quantity: 'queue', values, lane: values.indexOf(most), place: null },
      lanes,
    ),
  ];
}

/** The lane with the best number and that with the worst, in the quantity's own words. */
function measuredWords({ quantity, values, lane, ...interval }: Subject, lanes: readonly LaneView[]): Word[] {
  const best = values.indexOf(quantity === 'shares' ? Math.max(...values) : Math.min(...values));
  const own: Word = { text: lanes[lane]?.name ?? '', lane };
  const other: Word = { text: lanes[best]?.name ?? '', lane: best };
  const [least = 0, most = 0] = [values[best], values[lane]];
  const isAlone = least === most;
  const rest = (text: string): Word[] => (isAlone ? [] : [{ text: ', ' }, own, { text: ` ${text}` }]);
  const [only] = lanes;
  const flows = only === undefined || lanes.length > 1 ? null : sharesInWords(only, interval);
  const subject: Word = isAlone && lanes.length > 1 ? { text: 'Every lane' } : other;
  const counted = (count: number, one: string): string =>
    `${formatFixed(count, 0)} ${one}${count === 1 ? '' : 's'}`;
  switch (quantity) {
    case 'drops':
      return [
        subject,
        { text: ` loses ${counted(least, 'packet')} at the bottleneck` },
        ...rest(formatFixed(most, 0)),
      ];
    case 'timeouts':
      return [subject, { text: ` has ${counted(least, 'timeout')}` }, ...rest(formatFixed(most, 0))];
    case 'stalls':
      return [
        subject,
        { text: ` stands still for ${formatFixed(least, 1)} s` },
        ...rest(`${formatFixed(most, 1)} s`),
      ];
    case 'wait':
      return [
        { text: 'A packet waits ' },
        { text: `${formatQuantity(least, 's', 2)} in the queue of ` },
        isAlone && lanes.length > 1 ? { text: 'every lane' } : other,
        ...(isAlone ? [] : [{ text: ', ' }, { text: `${formatQuantity(most, 's', 2)} in that of ` }, own]),
      ];
    case 'shares':
      if (flows !== null) return flows;
      return [
        { text: 'In ' },
        isAlone && lanes.length > 1 ? { text: 'every lane' } : other,
        { text: ` the smallest flow gets ${formatFixed(100 * least, 0)} % of what all deliver` },
        ...(isAlone ? [] : [{ text: ', in ' }, own, { text: ` ${formatFixed(100 * most, 0)} %` }]),
      ];
    default:
      return [
        subject,
        { text: ` keeps ${packets(least)} packets in the queue on average` },
        ...rest(`${packets(most)} packets`),
      ];
  }
}

/** More flows than this are not named one by one. */
const MAX_NAMED = 4;

/** What each flow of the only lane gets, as its head writes it, the most first; null if they are too many. */
function sharesInWords(lane: LaneView, interval: { fromS: number; toS: number }): Word[] | null {
  const [first, ...others] = sharesOf(lane.run, interval).toSorted((a, b) => b.bps - a.bps);
  if (first === undefined || others.length >= MAX_NAMED) return null;
  const { unit, factor, decimals } = goodputForm(lane, [lane]);
  const rate = (bps: number): string => formatFixed(bps / factor, decimals);
  const rest = others.map(({ name, bps }) => `, ${name} ${rate(bps)}`);
  return [{ text: `${first.name} gets ${rate(first.bps)} ${unit}${rest.join('')}` }];
}

/** What a change did to each flow of the only lane; null if the run before had other flows. */
export function comparedShares(
  subject: Subject,
  lanes: readonly LaneView[],
  before: readonly LaneRun[],
  head: string,
): Word[] | null {
  const [[lane], [was]] = [lanes, before];
  if (subject.quantity !== 'shares' || lane === undefined || was === undefined || lanes.length > 1)
    return null;
  const then = new Map(sharesOf(was, subject).map(({ name, bps }) => [name, bps]));
  const now = sharesOf(lane.run, subject).toSorted((a, b) => b.bps - a.bps);
  if (now.length > MAX_NAMED || now.some(({ name }) => !then.has(name))) return null;
  const { unit, factor, decimals } = goodputForm(lane, [lane]);
  const rate = (bps = NaN): string => formatFixed(bps / factor, decimals);
  const flows = now.map(({ name, bps }) => `${name} ${rate(bps)}, was ${rate(then.get(name))}`);
  return [{ text: `${head}: ${flows.join('; ')} ${unit}.` }];
}

const packets = (value = 0): string => formatFixed(value, 1);

const milliseconds = (valueS: number): string => formatFixed(valueS * 1000, 0);

function voice({ values, lane }: Subject, lanes: readonly LaneView[]): Word[] {
  const delayS = values[lane] ?? 0;
  if (delayS <= TALK_S)
    return [{ text: `No voice comes late: at most ${milliseconds(delayS)} ms, behind ` }, named(lanes, lane)];
  return [
    { text: 'Behind ' },
    named(lanes, lane),
    { text: ` your voice arrives after ${milliseconds(delayS)} ms` },
  ];
}

const named = (lanes: readonly LaneView[], lane: number): Word => ({ text: lanes[lane]?.name ?? '', lane });

/** What the experiment found, as it follows the finding; null if it found nothing to name. */
function causeOf(
  { answer, suspects }: CausesReport,
  { quantity }: Subject,
  algorithm: string,
): string | null {
  if (answer.kind === 'nothing' || answer.kind === 'none') return null;
  const found = answer.suspects.flatMap((id) => suspects.find((one) => one.id === id) ?? []);
  const clauses = found.map(({ id, because }) => {
    if (quantity === 'delay' && id === 'buffer-large') return 'the backup fills the uplink’s buffer';
    // The others' ACKs wait as well: what sets this sender apart is how it takes the delay.
    return id === 'reverse' && isDelayBased(algorithm) ? 'it mistakes late ACKs for its own queue' : because;
  });
  const joint = { cause: '', partly: '', equally: ', or ', together: ', and ' }[answer.kind];
  const part = answer.kind === 'partly' ? 'in part ' : '';
  return clauses.length === 0 ? null : `${part}${clauses.slice(0, 2).join(joint)}`;
}

/** The sentence with what is known of its cause. */
export function toldOf(
  subject: Subject,
  lanes: readonly LaneView[],
  report: CausesReport | null,
): Told | null {
  const cause =
    report === null || isFine(subject)
      ? null
      : causeOf(report, subject, lanes[subject.lane]?.run.algorithm ?? '');
  const finding = findingOf(subject, lanes);
  if (finding === null) return null;
  return {
    line: [...finding, { text: cause === null ? '.' : `: ${cause}.` }],
    hasCause: cause !== null,
    proof: proofOf(subject, lanes, report),
  };
}

const isFine = ({ quantity, values, lane }: Subject): boolean =>
  quantity === 'delay' && (values[lane] ?? 0) <= TALK_S;

function proofOf(subject: Subject, lanes: readonly LaneView[], report: CausesReport | null): Word[] {
  if (subject.quantity === 'delay') return aside(subject, lanes);
  if (report === null) return [];
  const form = formOf(report);
  // As the finding writes it.
  const [write, unit] =
    report.of === 'delay'
      ? [(value: number) => formatQuantity(value, 's', 2), '']
      : [form.write, ` ${form.unit}`];
  const { answer, as_is: asIs } = report;
  const has = write(asIs.value);
  if (answer.kind === 'nothing')
    return [
      { text: `It has ${has} of the ${write(report.bound)}${unit} that are possible: little is missing.` },
    ];
  if (answer.kind === 'none' || answer.value === null)
    return [{ text: 'None of the possible causes explains it, alone or with others.' }];
  const first = report.suspects.find(({ id }) => id === answer.suspects[0])?.name ?? 'it';
  const without = { cause: first, partly: first, equally: first, together: 'them' }[answer.kind];
  return [
    { text: `Without ${without}: ` },
    { text: `${write(answer.value)}${unit}`, isStrong: true },
    { text: `, not ${has}.` },
  ];
}

/** What the lane with the shortest delay has, and what that costs the backup. */
function aside({ values, lane, fromS, toS }: Subject, lanes: readonly LaneView[]): Word[] {
  const best = values.indexOf(Math.min(...values));
  if (best === lane) return [];
  const [own, other] = [lanes[lane]?.run, lanes[best]?.run];
  if (own === undefined || other === undefined) return [];
  const slower = 1 - goodputIn(other, fromS, toS) / goodputIn(own, fromS, toS);
  const name = (lanes[best]?.name ?? '').replace(/^.* behind /, '');
  const cost =
    slower >= 0.005
      ? `, and the backup is ${formatFixed(100 * slower, 0)} % slower.`
      : ', and the backup is as fast.';
  return [
    { text: `Behind ${name}: ` },
    // The number of the head: one quantity has one number.
    { text: `${milliseconds(values[best] ?? NaN)} ms`, isStrong: true },
    { text: Number.isFinite(slower) ? cost : '.' },
  ];
}

/** What a change did to the voice, and to the backup; null if the run before had no such stream. */
export function comparedVoice(
  { quantity, values, fromS, toS }: Subject,
  lanes: readonly LaneView[],
  before: readonly LaneRun[],
  head: string,
): Word[] | null {
  if (quantity !== 'delay') return null;
  const wasS = lanes.map(({ run }) => {
    const same = before.find(({ label }) => label === run.label);
    return same === undefined ? null : callDelayS(same, { fromS, toS });
  });
  const known = wasS.filter((value) => value !== null);
  if (known.length < lanes.length) return null;
  const lane = wasS.indexOf(Math.max(...known));
  const [own, old] = [lanes[lane]?.run, before.find(({ label }) => label === lanes[lane]?.run.label)];
  if (own === undefined || old === undefined) return null;
  const [now, was] = [own, old].map((run) => goodputIn(run, fromS, toS) / 1e6);
  const rate = (value = NaN): string => formatFixed(value, 2);
  // What stays the same is in the head: the sentence has one line, so that nothing moves under the hand.
  const isSame = Math.abs((now ?? NaN) / (was ?? NaN) - 1) < 0.01;
  const backup = isSame ? '' : ` The backup has ${rate(now)} Mbit/s, had ${rate(was)}.`;
  return [
    { text: `${head}: your voice after ` },
    { text: `${milliseconds(values[lane] ?? NaN)} ms`, lane },
    { text: `, was ${milliseconds(wasS[lane] ?? NaN)}.${backup}` },
  ];
}

const goodputIn = (run: LaneRun, fromS: number, toS: number): number =>
  measuredGoodput(run, run.trace?.focus ?? -1, { fromS, toS });

export const plain = (words: readonly Word[]): string => words.map(({ text }) => text).join('');
