import { useMemo } from 'react';
import { formatFixed, formatNumber, PhasePlot, scaleFor, cwndAt } from '@ackscope/charts';
import { phasePair, pairResults } from '@ackscope/model';
import { useActions, useLab, useLabState } from '../lab/context.ts';
import type { LaneView } from '../laneData/laneData.ts';
import { phaseLane, topOf } from '../laneData/phase.ts';
import type { PhaseLane } from '../laneData/phase.ts';
import { ChartCursor } from './ChartCursor.tsx';
import { LaneSection } from './Lane.tsx';
import type { LanesForm } from './Lane.tsx';
import laneStyles from './Lanes.module.css';
import styles from './PhaseLanes.module.css';

/** In each lane the window of one flow against that of another, all on one scale. */
export function PhaseLanes({
  lanes,
  timeDomain,
  themeKey,
  form,
}: {
  lanes: readonly LaneView[];
  timeDomain: readonly [number, number];
  themeKey: string;
  form: LanesForm;
}) {
  const wanted = useLabState((state) => state.charts.pair);
  const shown = useMemo(() => lanes.map((lane) => phaseLane(lane, wanted)), [lanes, wanted]);
  const top = topOf(shown, timeDomain);
  return (
    <div
      className={
        form === 'screen' ? `${laneStyles.screen} ${styles.screen}` : `${laneStyles.lanes} ${styles.page}`
      }
      data-count={lanes.length}
      data-phase
    >
      {lanes.map((lane, index) => (
        <Phase
          key={`${lane.run.label}/${index}`}
          index={index}
          lane={lane}
          shown={shown[index] ?? null}
          top={top}
          timeDomain={timeDomain}
          themeKey={themeKey}
          form={form}
        />
      ))}
    </div>
  );
}

interface PhaseProps {
  index: number;
  lane: LaneView;
  shown: PhaseLane | null;
  top: number;
  timeDomain: readonly [number, number];
  themeKey: string;
  form: LanesForm;
}

function Phase({ index, lane, shown, top, timeDomain, themeKey, form }: PhaseProps) {
  const { signals } = useLab();
  const actions = useActions();
  const hidesFuture = useLabState((state) => state.view.hidesFuture);
  return (
    <LaneSection index={index} lane={lane} form={form}>
      {shown !== null && (
        <>
          <div className={laneStyles.curves}>
            <PhasePlot
              label={`${lane.name}: cwnd of ${shown.flows[0].name} across, of ${shown.flows[1].name} up, from ${formatNumber(timeDomain[0], 4)} to ${formatNumber(timeDomain[1], 4)} seconds`}
              colour={lane.style.colour}
              flows={shown.flows}
              link={shown.link}
              top={top}
              timeDomain={timeDomain}
              clock={signals.clock}
              hover={signals.hover}
              hidesFuture={hidesFuture}
              revision={lane.data.revision}
              themeKey={themeKey}
              onHover={actions.hover}
              onSeek={(timeS) => {
                actions.seek(timeS);
                actions.pick(null);
              }}
            />
            <ChartCursor
              label={`Cursor in ${lane.name}`}
              timeDomain={timeDomain}
              words={(timeS) => cwndsInWords(shown.flows, timeS)}
            />
          </div>
          <Shares lane={lane} shown={shown} />
        </>
      )}
    </LaneSection>
  );
}

function cwndsInWords(flows: PhaseLane['flows'], timeS: number): string {
  const each = flows.map((flow) => `${flow.name} ${formatNumber(cwndAt(flow, timeS))} packets`);
  return `at ${formatFixed(timeS, 1)} s: ${each.join(', ')}`;
}

/** The goodput of the two flows and its fairness, once all lanes are finished. */
function Shares({ lane, shown }: { lane: LaneView; shown: PhaseLane }) {
  const wanted = useLabState((state) => state.charts.pair);
  const { trace } = lane.run;
  const pair = trace === null ? null : phasePair(trace, wanted);
  // The final results belong to the hidden future, too.
  const isHidden = useLabState((state) => state.view.hidesFuture);
  const isKnown = useLabState((state) => state.run.knownS === Infinity);
  const result = pair === null || isHidden || !isKnown ? null : pairResults(lane.run, pair);
  const scale = scaleFor(lane.data.rateBps ?? 1e6, 'bps');
  const items = [
    ...shown.flows.map(
      ({ name }, at) =>
        [`${name}, ${scale.unit}`, formatNumber((result?.goodputBps[at] ?? NaN) / scale.factor)] as const,
    ),
    ['Jain index', formatNumber(result?.jain ?? null)] as const,
  ];
  return (
    <dl className={styles.shares}>
      {items.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
