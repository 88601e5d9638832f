/** The colour of each flow on the path, and the legend. */
import type { LaneInfo } from '@ackscope/engine';
import { token } from '../draw/tokens.ts';
import type { SeriesColour } from '../palette.ts';
import type { FlowInk, FlowInks } from './scene.ts';

const SHADES = [0, 1, 2] as const;
/** Colours for groups that are not compared, in order; the lane's own colour is skipped. */
const OTHERS: readonly SeriesColour[] = ['cross', 'slate', 'purple', 'teal'];

export interface LegendEntry {
  colour: SeriesColour;
  name: string;
  flows: number;
  compared: boolean;
}

/**
 * Compared flows have the lane's colour; every other group has its own. Flows of one group differ
 * in shade, so that packets of several flows in a queue can be told apart. The flow whose curves
 * are shown has no shade.
 */
export function flowInks(
  info: LaneInfo,
  laneColour: SeriesColour,
): { inkOf: FlowInks; legend: LegendEntry[] } {
  const free = OTHERS.filter((colour) => colour !== laneColour);
  const legend = new Map<string, LegendEntry>();
  const inks = new Map<number, FlowInk>();
  for (const flow of info.flows) {
    // A group with one flow per hop is shown as one group.
    const key = flow.compared ? '' : flow.group;
    let entry = legend.get(key);
    if (entry === undefined) {
      const others = legend.size - (legend.has('') ? 1 : 0);
      entry = {
        colour: flow.compared ? laneColour : (free[others % free.length] ?? 'cross'),
        name: flow.group,
        flows: 0,
        compared: flow.compared,
      };
      legend.set(key, entry);
    }
    inks.set(flow.index, { colour: entry.colour, shade: SHADES[entry.flows % SHADES.length] ?? 0 });
    entry.flows += 1;
  }
  const fallback: FlowInk = { colour: 'cross', shade: 0 };
  return { inkOf: (flow) => inks.get(flow) ?? fallback, legend: [...legend.values()] };
}

/** The colours, resolved once per theme, not once per packet. */
export interface PathInks {
  flow: (ink: FlowInk) => string;
  empty: string;
  danger: string;
  /** For a packet that a queue has marked. */
  mark: string;
  surface: string;
}

/** Percentage of its colour that a shaded flow keeps. */
const KEPT = [100, 72, 50] as const;

export function pathInks(themeKey: string): PathInks {
  const known = new Map<string, string>();
  const surface = token('--surface', themeKey);
  return {
    flow({ colour, shade }) {
      const key = `${colour}${shade}`;
      let value = known.get(key);
      if (value === undefined) {
        const full = token(`--series-${colour}`, themeKey);
        value = shade === 0 ? full : `color-mix(in srgb, ${full} ${KEPT[shade]}%, ${surface})`;
        known.set(key, value);
      }
      return value;
    },
    empty: token('--line', themeKey),
    danger: token('--danger', themeKey),
    mark: token('--phase-recovery', themeKey),
    surface,
  };
}
