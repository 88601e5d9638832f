/**
 * What a page may be asked to compute. The engine itself has no such limit: a link is clicked without reading it, and
 * one that asks for a year at 100 Gbit/s must not hang the reader's browser.
 */
import type { CheckPassed, ScenarioError } from '@ackscope/engine';
import { sameJson } from './json.ts';
import type { JsonObject } from './json.ts';

/** Segments over all lanes: some minutes of work. */
const MOST_SEGMENTS = 5e8;
const MOST_BYTES = 1.5e9;
/** Simulated per second and core in a browser, roughly, for the estimate in the message. */
const SEGMENTS_PER_SECOND = 1e6;

function rounded(value: number): string {
  return Number(value.toPrecision(2)).toLocaleString('en', { maximumFractionDigits: 1 });
}

function duration(seconds: number): string {
  if (seconds < 7200) return `${rounded(seconds / 60)} minutes`;
  if (seconds < 2 * 86_400) return `${rounded(seconds / 3600)} hours`;
  return seconds < 2 * 31_536_000
    ? `${rounded(seconds / 86_400)} days`
    : `${rounded(seconds / 31_536_000)} years`;
}

/** Why a sound scenario is still too much for a page; null if it is not. */
export function tooLarge(check: CheckPassed, scenario: JsonObject, base: JsonObject): ScenarioError | null {
  // Of all lanes together.
  const { segments, memory_bytes: bytes } = check.estimate;
  if (segments > MOST_SEGMENTS) {
    return {
      // What the reader changed is what the reader can take back.
      path: sameJson(scenario['duration'], base['duration']) ? 'hops' : 'duration',
      found: `about ${rounded(segments)} packets`,
      allowed: `up to ${rounded(MOST_SEGMENTS)} packets over all lanes`,
      nearest: null,
      message: `It would send about ${rounded(segments)} packets, which is about ${duration(segments / SEGMENTS_PER_SECOND)} of work; a page does up to ${rounded(MOST_SEGMENTS)}. The command line has no limit.`,
    };
  }
  if (bytes > MOST_BYTES) {
    return {
      path: 'flows',
      found: `about ${rounded(bytes / 1e9)} GB`,
      allowed: `up to ${rounded(MOST_BYTES / 1e9)} GB over all lanes`,
      nearest: null,
      message: `It would need about ${rounded(bytes / 1e9)} GB of memory; a page takes up to ${rounded(MOST_BYTES / 1e9)}. The command line has no limit.`,
    };
  }
  return null;
}
