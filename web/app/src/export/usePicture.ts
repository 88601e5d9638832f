/** The charts on the screen as an SVG. */
import { blocksSvg, lanesSvg, phaseBlock, rowDomain, ticksFor } from '@ackscope/charts';
import type { Block } from '@ackscope/charts';
import type { LabState } from '@ackscope/model';
import { runStamp, shownMode, stateBands, trafficBands } from '@ackscope/model';
import { alignedView, triggerInWords } from '../laneData/aligned.ts';
import { useLab, useLabState } from '../lab/context.ts';
import { findingAt } from '../laneData/finding.ts';
import { toldTime } from '../clock/toldTime.ts';
import { measureTicks } from '../scenario/knobs.ts';
import type { LaneView } from '../laneData/laneData.ts';
import { useShownLanes } from '../measured/measured.ts';
import { phaseLane, topOf } from '../laneData/phase.ts';
import { rowsOf, rowsOnScreen } from '../lanes/rows.ts';
import { useRunTitle } from '../site/useRunTitle.ts';
import { useTheme } from '../site/useTheme.ts';
import { sentenceText } from '../lab/sentenceText.ts';
import { storyTitleOf } from '../story/cell.ts';
import { storyPicture } from './storyPicture.ts';
import { seedsOf } from '../seeds/follow.ts';
import { seedLanes } from '../seeds/lanes.ts';

export function usePicture(link: string): () => string {
  const lab = useLab();
  const { store, catalogue, rules } = lab;
  const lanes = useShownLanes();
  const title = useRunTitle();
  const { themeKey } = useTheme();
  const mode = useLabState((state) => shownMode(state.charts, state.run.lanes));
  const pair = useLabState((state) => state.charts.pair);
  return () => {
    const state = store.getState();
    const { view, run, instruments } = state;
    const rows = rowsOf(lab, rowsOnScreen(state, lanes, mode === 'lanes', mode === 'overlay'));
    const timeDomain = drawnTime(state);
    const data = lanes.map((lane) => lane.data);
    const stamp = runStamp(run.lanes, catalogue.version);
    const { ask, clock, reference } = state;
    const { hidesFuture } = view;
    const finding =
      sentenceText(lab).get() ??
      findingAt(
        {
          ask,
          reference,
          run,
          preset: state.scenario.preset,
          timeS: toldTime(state),
          hidesFuture,
        },
        lanes,
      );
    const footer = [
      ...(finding === null ? [] : [finding]),
      `Simulated with Ackscope ${catalogue.version}${stamp === null ? '' : `, run ${stamp}`}`,
      link,
    ];
    const story = storyPicture();
    if (story !== null)
      return blocksSvg({
        title: storyTitleOf(lab).get() ?? title,
        footer: [...story.list, ...footer.slice(finding === null ? 0 : 1)],
        legend: [],
        blocks: story.blocks,
        themeKey,
      });
    if (mode === 'phase')
      return blocksSvg({
        title,
        footer,
        legend: [],
        blocks: phases(lanes, pair, timeDomain, themeKey),
        themeKey,
      });
    const { trigger } = instruments;
    if (trigger !== null) {
      const clockS = clock.timeS;
      const isSeeds = trigger.event === 'seeds';
      const aligned = alignedView(
        isSeeds ? seedLanes(lanes, seedsOf(lab).get()) : lanes,
        rules,
        trigger,
        rows,
        hidesFuture ? clockS : Infinity,
        clockS,
        view.wholeScale ? 'whole' : 'steady',
      );
      return lanesSvg({
        title,
        footer: [triggerInWords(aligned, trigger), ...footer],
        lanes: aligned.data.map((item) => ({ data: item, bands: [] })),
        overlay: mode === 'overlay' && lanes.length > 1,
        rows: aligned.rows,
        domains: aligned.domains,
        timeDomain: aligned.span,
        timeTicks: aligned.ticks,
        origin: aligned.origin,
        themeKey,
      });
    }
    return lanesSvg({
      title,
      footer,
      lanes: lanes.map((lane) => ({
        data: lane.data,
        bands:
          lane.run.trace === null
            ? []
            : [...trafficBands(lane.run.trace.info), ...stateBands(lane.run.trace, rules)],
      })),
      overlay: mode === 'overlay' && lanes.length > 1,
      rows,
      domains: rows.map((row) => rowDomain(row, data, timeDomain)),
      timeDomain,
      timeTicks:
        view.timeRange === null && !hidesFuture
          ? measureTicks(run.scenario, run.durationS)
          : ticksFor(timeDomain, [0, 1], 4).map((tick) => tick.value),
      cursors: instruments.cursors,
      themeKey,
    });
  };
}

/** A span of time in which nothing is drawn, in parts of the whole. */
const MOMENT = 1e-6;

/** The time range on the screen; of a hidden future a picture and its scales show nothing. */
export function drawnTime({ view, run, clock }: Pick<LabState, 'view' | 'run' | 'clock'>): [number, number] {
  const [fromS, toS] = view.timeRange ?? [0, run.durationS > 0 ? run.durationS : 1];
  const endS = view.hidesFuture ? Math.min(toS, clock.timeS) : toS;
  return [fromS, Math.max(endS, fromS + MOMENT * (toS - fromS))];
}

/** The phase plots that are on the screen, lane by lane. */
function phases(
  lanes: readonly LaneView[],
  pair: readonly [number, number] | null,
  timeDomain: readonly [number, number],
  themeKey: string,
): Block[] {
  const shown = lanes.map((lane) => phaseLane(lane, pair));
  const top = topOf(shown, timeDomain);
  const drawn = [...document.querySelectorAll('[data-phase] [data-lane]')];
  return shown.flatMap((item, at) => {
    const grid = drawn[at]?.querySelector<SVGSVGElement>('svg[data-side]');
    if (item === null || grid == null) return [];
    const { name, style } = item.lane;
    return [phaseBlock({ name, colour: style.colour, grid, flows: item.flows, top, timeDomain, themeKey })];
  });
}
