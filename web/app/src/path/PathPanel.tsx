import { memo, useEffect } from 'react';
import { roomFor } from '@ackscope/charts';
import { Later } from '../kit/Later.tsx';
import { lazyAfterCurve } from '../lab/firstCurve.ts';
import { useLabState } from '../lab/context.ts';
import { useLanes } from '../lab/useLanes.ts';
import type { LanesForm } from '../lanes/Lane.tsx';
import { usePathClock } from './usePathClock.ts';
import styles from './PathPanel.module.css';

/** Beside the first load: the curves are there first. The panel's height is that of the picture. */
const PathPicture = lazyAfterCurve('PathPicture', () => import('./PathPicture.tsx'));

/** The packets in flight of the lane in focus. */
export const PathPanel = memo(function PathPanel({
  themeKey,
  form = 'page',
}: {
  themeKey: string;
  form?: LanesForm;
}) {
  const { clock, start } = usePathClock();
  const lanes = useLanes();
  const lane = lanes[useLabState((state) => state.view.lane)];
  const info = lane?.run.trace?.info ?? null;
  // Even before the lane is known: the picture comes with the run's first packets.
  useEffect(() => void PathPicture.preload(), []);
  return (
    <section
      ref={start}
      className={styles.panel}
      data-form={form}
      aria-label="Packets on the path"
      data-room={info === null ? 'plain' : roomFor(info)}
    >
      {clock !== null && lane !== undefined && info !== null && (
        <Later>
          <PathPicture clock={clock} lane={lane} info={info} themeKey={themeKey} form={form} />
        </Later>
      )}
    </section>
  );
});
