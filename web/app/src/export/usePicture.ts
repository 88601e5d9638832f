/** The charts on the screen as an SVG. */
import { lanesSvg, rowDomain, rowsById, ticksFor } from '@ackscope/charts';
import { runStamp, shownMode, stateBands, trafficBands } from '@ackscope/model';
import { useLab, useLabState } from '../lab/context.ts';
import { windowTicks } from '../lab/knobs.ts';
import { useShownLanes } from '../lab/measured.ts';
import { useRunTitle } from '../lab/useRunTitle.ts';
import { useTheme } from '../lab/useTheme.ts';

export function usePicture(link: string): () => string {
  const { store, catalogue, rules } = useLab();
  const lanes = useShownLanes();
  const title = useRunTitle();
  const { themeKey } = useTheme();
  const mode = useLabState((state) => shownMode(state.charts, state.run.lanes));
  return () => {
    const { view, run } = store.getState();
    const rows = rowsById(view.rows);
    const timeDomain: readonly [number, number] = view.window ?? [0, run.durationS > 0 ? run.durationS : 1];
    const data = lanes.map((lane) => lane.data);
    const stamp = runStamp(run.lanes, catalogue.version);
    return lanesSvg({
      title,
      footer: [`Simulated with Ackscope ${catalogue.version}${stamp === null ? '' : `, run ${stamp}`}`, link],
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
        view.window === null
          ? windowTicks(run.scenario, run.durationS)
          : ticksFor(view.window, [0, 1], 4).map((tick) => tick.value),
      themeKey,
    });
  };
}
