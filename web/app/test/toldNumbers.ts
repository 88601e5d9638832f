/**
 * The numbers of a sentence against the run that holds it. Each is what a side of its comparisons measures, to the
 * last digit written (to 6 % after “about”); or it is a limit of a comparison, after a word such as “more than”; or a
 * setting of the run.
 */
import { isObject } from '@ackscope/model';
import type { Json, JsonObject, LaneRun } from '@ackscope/model';
import { numberFor } from '@ackscope/model/lesson';
import { realEvaluate } from '../../engine/test/real-engine.ts';
import { runExpression } from '../vite/analysis.ts';
import type { Claim } from '../src/course/foreign/reader.ts';

/** Digits that belong to a name. */
const NAMES =
  /\bRFC \d+(, (section )?[\d.]+)?|\(\d{4}\)|\b\d-Mbps|\b\d\d-Mbps|\b(form|CUBIC) of 2005|\bLinux [\d.]+|§[\d.]+|published in 2004|\bECT\(1\)|√\([^)]*\)|\bIEEE [\d.]+/g;

const UNITS: Readonly<Record<string, number>> = {
  'Mbit/s': 1e6,
  ms: 1e-3,
  s: 1,
  seconds: 1,
  '%': 0.01,
  'per cent': 0.01,
};

interface Told {
  text: string;
  /** In the unit of the measure: bit/s, seconds, a share, packets. */
  value: number;
  unit: string;
  /** Half of the last digit, or 6 % after “about”. */
  tolerance: number;
  /** After a word such as “more than”: a limit of a comparison may be this number. */
  isLimit: boolean;
}

const NUMBER =
  /(?<![\w.])(\d+(?: \d{3})*(?:\.\d+)?)(?![\d.]*\w)\s*(Mbit\/s|ms\b|seconds\b|s\b|%|per cent\b)?/g;
const AROUND = /\b(about|nearly|almost|some|hardly|only)\s+$/i;
const LIMIT =
  /\b(than|over|under|above|below|between|up to|at least|at most)\s+(?:[\d.]+\s+(?:and|to)\s+)?$|^$/i;

const WORDS = 'two three four five six seven eight nine ten eleven twelve'.split(' ');
const WORD = new RegExp(`\\b(${WORDS.join('|')})( and a half)?(?= (times|packets)\\b(?! in\\b))`, 'gi');

/** “Seven times” and “six packets” with digits. */
const withDigits = (sentence: string): string =>
  sentence.replace(WORD, (_, word: string, half?: string) =>
    String(WORDS.indexOf(word.toLowerCase()) + 2 + (half === undefined ? 0 : 0.5)),
  );

/** A number without a unit has the next one’s: “117 and 281 ms”. */
export function numbersIn(sentence: string): Told[] {
  const plain = withDigits(sentence).replace(NAMES, (name) => '_'.repeat(name.length));
  const found = [...plain.matchAll(NUMBER)];
  return found.map((match, at) => {
    const [, digits = '', own] = match;
    const next = found[at + 1];
    const between = next === undefined ? '' : plain.slice(match.index + match[0].length, next.index);
    const unit = own ?? (/^\s*(and|to|or|of)\s*$/.test(between) ? (next?.[2] ?? '') : '');
    const before = plain.slice(0, match.index);
    const factor = UNITS[unit] ?? 1;
    const value = Number(digits.replaceAll(' ', '')) * factor;
    const half = 0.5 * 10 ** -(digits.split('.')[1]?.length ?? 0) * factor;
    const isAround = AROUND.test(before) || (/^about /i.test(sentence) && at === 0);
    return {
      text: digits,
      value,
      unit,
      tolerance: 1.0001 * Math.max(half, isAround ? 0.06 * value : 0),
      isLimit: before !== '' && LIMIT.test(before),
    };
  });
}

/** What a comparison compares in the runs, and the numbers that stand in it. */
interface Sides {
  measured: number[];
  limits: number[];
  /** Factors and instants beside measures, and the times between these instants. */
  written: number[];
}

function sidesOf(text: string, runs: readonly (readonly LaneRun[])[]): Sides {
  const limits: number[] = [];
  const measured: number[] = [];
  const written: number[] = [];
  for (const side of text.split(/<=|>=|==|<|>|\band\b|\bor\b|\bnot\b/)) {
    if (side.trim() === '') continue;
    let expression;
    try {
      expression = runExpression(side.trim());
    } catch {
      // A bracket around a whole comparison: its sides are no expressions.
      continue;
    }
    const values = runs.map((lanes) => numberFor(expression, lanes, realEvaluate()));
    if (expression.measured.length === 0) limits.push(...values);
    else {
      measured.push(Math.min(...values), Math.max(...values));
      written.push(
        ...[...side.matchAll(/(?<![\w.-])[\d.]+(?=[\s)*/+-]|$)/g)].map(([digits]) => Number(digits)),
      );
      written.push(...expression.measured.flatMap(({ interval_s: interval }) => interval ?? []));
    }
  }
  return { limits, measured, written };
}

/** All numbers of a scenario, with the quantities in SI units. */
function writtenIn(value: Json | undefined): number[] {
  if (Array.isArray(value)) return value.flatMap(writtenIn);
  if (isObject(value)) return Object.values(value).flatMap(writtenIn);
  if (typeof value === 'number') return [value];
  const read = typeof value === 'string' ? /^([\d.]+)(Mbps|ms|s|kB|pkt|B)?$/.exec(value) : null;
  if (read === null) return [];
  const factor = { Mbps: 1e6, ms: 1e-3, kB: 1e3 }[read[2] ?? ''] ?? 1;
  return [Number(read[1]) * factor];
}

/** A packet has 1500 bytes, an ACK 40. */
const PACKET_BITS = 12_000;
const ACK_BITS = 320;

/** The numbers of a scenario, and what follows from rate, round-trip time and buffer. */
function settingsOf(scenario: JsonObject): { exact: number[]; rounded: number[] } {
  const exact = [...writtenIn(scenario), PACKET_BITS / 8, PACKET_BITS];
  const rates = exact.filter((value) => value >= 1e6);
  const rtts = writtenIn((scenario.flows as JsonObject[]).map(({ rtt }) => rtt ?? null));
  const buffers = exact.filter((value) => Number.isInteger(value) && value > 1 && value < 1e5);
  const held = rates.flatMap((rate) => rtts.map((rtt) => (rate * rtt) / PACKET_BITS));
  // Path and buffer, the window at which a packet is lost, and half of it.
  const full = held.flatMap((bdp) => buffers.map((buffer) => bdp + buffer));
  const times = rates.flatMap((rate) =>
    [PACKET_BITS, ACK_BITS, ...buffers.map((buffer) => PACKET_BITS * buffer)].map((bits) => bits / rate),
  );
  return { exact, rounded: [...held, ...full, ...full.map((sum) => sum / 2), ...times] };
}

const near = (value: number, told: Told, tolerance = told.tolerance): boolean =>
  Math.abs(value - told.value) <= tolerance;

/** The numbers that neither the runs nor their settings have: several runs give a least and a greatest value. */
export function numberFaults(
  claims: readonly Claim[],
  runs: readonly (readonly LaneRun[])[],
  scenario: JsonObject,
): string[] {
  const settings = settingsOf(scenario);
  return claims.flatMap(({ says, holds }) => {
    const told = numbersIn(says);
    if (told.length === 0) return [];
    const sides = holds.map((text) => sidesOf(text, runs));
    const measured = sides.flatMap((side) => side.measured);
    const limits = sides.flatMap((side) => side.limits);
    const instants = sides.flatMap((side) => side.written);
    const written = [
      ...settings.exact,
      ...instants,
      ...instants.flatMap((to) => instants.map((from) => to - from)),
    ];
    return told.flatMap((one) => {
      const isShare = one.unit === '%' || one.unit === 'per cent';
      const values = isShare ? measured.flatMap((value) => [value, 1 - value, value - 1]) : measured;
      if (values.some((value) => near(value, one))) return [];
      if (one.isLimit && limits.some((value) => near(value, one, 1e-9 * one.value))) return [];
      if (written.some((value) => near(value, one, 1e-6 * one.value))) return [];
      if (settings.rounded.some((value) => near(value, one))) return [];
      const shown = measured.map((value) => value.toPrecision(5)).join(', ');
      return [`“${says}”: ${one.text} is not in the run, which measures ${shown}`];
    });
  });
}

/** The numbers of an answer that neither its question nor a side of its calculations has. */
export function calculationFaults(ask: string, answer: string, holds: readonly string[]): string[] {
  const known = [
    ...numbersIn(ask).map(({ value }) => value),
    PACKET_BITS,
    ...holds.flatMap((text) => sidesOf(text, [[]]).limits),
  ];
  return numbersIn(answer)
    .filter(
      (one) =>
        !known.some(
          (value) =>
            near(value, one) || near(value, { ...one, value: one.value / (UNITS[one.unit] ?? 1) }, 0.5),
        ),
    )
    .map(({ text }) => `“${answer}”: no calculation gives ${text}`);
}

/** Within 15 % a formula of the exam and its run are the same answer: packets are whole, a queue has a packet less. */
const SAME_ANSWER = 0.15;

/** What is wrong if an answer has numbers and its run measures none of them. */
export function unmeasuredAnswer(
  answer: string,
  holds: readonly string[],
  lanes: readonly LaneRun[],
): string[] {
  const measured = holds.flatMap((text) => sidesOf(text, [lanes]).measured);
  const told = numbersIn(answer);
  if (
    told.length === 0 ||
    told.some((one) => measured.some((value) => near(value, one, SAME_ANSWER * one.value)))
  )
    return [];
  const shown = measured.map((value) => value.toPrecision(5)).join(', ');
  return [`“${answer}”: its run measures ${shown}`];
}
