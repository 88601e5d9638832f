import { useCallback, useState } from 'react';
import type { PathClock } from '../clock/pathClock.ts';
import { useLab } from '../lab/context.ts';

/** A clock of a lane's path, of the lane in focus without one. It runs while the element with `start` is there. */
export function usePathClock(lane?: number): {
  clock: PathClock | null;
  start: (element: HTMLElement | null) => (() => void) | undefined;
} {
  const { pathClockOf } = useLab();
  const [clock, setClock] = useState<PathClock | null>(null);
  const start = useCallback(
    (element: HTMLElement | null) => {
      if (element === null) return undefined;
      const started = pathClockOf(lane);
      setClock(started);
      return started.stop;
    },
    [pathClockOf, lane],
  );
  return { clock, start };
}
