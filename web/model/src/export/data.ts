/**
 * A run's data for spreadsheets, pandas and R. The table has a row per bin of every series:
 * `time_s` (start of the bin), `lane`, `source` (a flow, a group or a direction of a hop),
 * `series`, `unit`, and the smallest, largest and last value in the bin. The last value holds until
 * the next bin. An infinite or undefined value is an empty field in the table and null in JSON.
 */
import type { LaneInfo, SeriesInfo } from '@ackscope/engine';
import type { JsonObject } from '../json.ts';
import type { LaneRun } from '../slices/run.ts';
import { CHANNEL_BIT, TERMS_PER_EVENT } from '@ackscope/engine';
import type { RuleTable } from '../events.ts';

const DATA_COLUMNS = ['time_s', 'lane', 'source', 'series', 'unit', 'min', 'max', 'last'] as const;

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

/**
 * A field of RFC 4180, as the command line writes it (core/lab/src/columns.rs). Text that a
 * spreadsheet would read as a formula gets a leading quote, unless it is a number. Control
 * characters become blanks.
 */
export function csvField(text: string): string {
  const line = text.replace(/\p{Cc}/gu, ' ');
  const safe = /^\s*[=+\-@]/.test(line) && !NUMBER.test(text) ? `'${line}` : line;
  return /[",]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function sourceName(info: LaneInfo, { source }: SeriesInfo): string {
  switch (source.kind) {
    case 'flow':
      return flowName(info, source.index);
    case 'group':
      return `group ${source.name}`;
    case 'hop':
      return `${info.hops.find(({ hop }) => hop === source.hop)?.name ?? String(source.hop)} ${source.direction}`;
  }
}

function flowName(info: LaneInfo, index: number): string {
  return info.flows.find((flow) => flow.index === index)?.name ?? String(index);
}

function seriesName({ series, estimator }: SeriesInfo): string {
  return estimator === null ? series : `${series}:${estimator}`;
}

const number = (value: number | undefined): string =>
  value === undefined || !Number.isFinite(value) ? '' : String(Number(value.toPrecision(9)));

/** Everything the lanes recorded, one series after another. */
export function dataCsv(lanes: readonly LaneRun[]): string {
  const rows = [DATA_COLUMNS.join(',')];
  for (const { label, trace } of lanes) {
    if (trace === null) continue;
    trace.series.forEach((series) => {
      const { timeS, min, max, last, info } = series;
      const names = [label, sourceName(trace.info, info), seriesName(info), info.unit]
        .map(csvField)
        .join(',');
      for (let at = 0; at < series.count; at += 1)
        rows.push(`${number(timeS[at])},${names},${number(min[at])},${number(max[at])},${number(last[at])}`);
    });
  }
  return `${rows.join('\r\n')}\r\n`;
}

export interface DataOrigin {
  version: string;
  link: string;
  scenario: JsonObject;
}

/** The same data as JSON, with the results and the kept decisions. */
export function dataJson(lanes: readonly LaneRun[], rules: RuleTable, origin: DataOrigin): string {
  const column = (values: ArrayLike<number>, count: number): (number | null)[] =>
    Array.from({ length: count }, (_, at) => {
      const value = values[at] ?? NaN;
      return Number.isFinite(value) ? Number(value.toPrecision(9)) : null;
    });
  const file = {
    ackscope: origin.version,
    link: origin.link,
    ...(lanes.find(({ info }) => info !== null)?.info?.provenance ?? {}),
    scenario: origin.scenario,
    lanes: lanes.map(({ label, algorithm, trace, results }) => ({
      label,
      algorithm,
      trace_hash: results?.engine.trace_hash ?? null,
      results,
      series:
        trace?.series.map((series) => ({
          source: sourceName(trace.info, series.info),
          series: seriesName(series.info),
          unit: series.info.unit,
          time_s: column(series.timeS, series.count),
          min: column(series.min, series.count),
          max: column(series.max, series.count),
          last: column(series.last, series.count),
        })) ?? [],
      events: trace === null ? [] : eventsOf(trace.info, trace.events, rules),
    })),
  };
  return `${JSON.stringify(file)}\n`;
}

function eventsOf(
  info: LaneInfo,
  events: { count: number; timeS: Float64Array; rule: Uint16Array; source: Uint32Array; terms: Float64Array },
  rules: RuleTable,
): object[] {
  return Array.from({ length: events.count }, (_, at) => {
    const rule = rules.get(events.rule[at] ?? -1);
    const source = events.source[at] ?? 0;
    const isChannel = source >= CHANNEL_BIT;
    const channel = source - CHANNEL_BIT;
    const terms = (rule?.terms ?? []).map((term, place) => [
      term.name,
      events.terms[at * TERMS_PER_EVENT + place] ?? NaN,
    ]);
    return {
      time_s: events.timeS[at],
      rule: rule?.key ?? String(events.rule[at]),
      source: isChannel
        ? `hop ${String(channel >> 1)} ${channel % 2 === 0 ? 'forward' : 'backward'}`
        : flowName(info, source),
      terms: Object.fromEntries(terms.filter(([, value]) => Number.isFinite(value))) as object,
    };
  });
}
