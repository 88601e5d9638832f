import { useEffect, useState } from 'react';
import { useLab } from './context.ts';

/** So long nothing must have changed: who zooms or turns a knob has the processor for that. */
export const CALM_MS = 300;

/** Whether the time range changed a moment ago. */
export function useIsZooming(): boolean {
  const { store } = useLab();
  const [isZooming, setZooming] = useState(false);
  useEffect(() => {
    let rest: ReturnType<typeof setTimeout> | undefined;
    const leave = store.subscribe((now, before) => {
      if (now.view.timeRange === before.view.timeRange) return;
      setZooming(true);
      clearTimeout(rest);
      rest = setTimeout(setZooming, CALM_MS, false);
    });
    return () => {
      leave();
      clearTimeout(rest);
    };
  }, [store]);
  return isZooming;
}
