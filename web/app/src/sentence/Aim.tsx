/** Where “Try it” leads: a dashed ring on the track of the knob that it turns. It pulses once. */
import { useEffect, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import type { JsonObject } from '@ackscope/model';
import { aimOf } from '../scenario/aim.ts';
import { useLabState } from '../lab/context.ts';
import styles from './Aim.module.css';

/** The ring belongs to a track of another part of the page, which is loaded before. */
export function Aim({ set }: { set: JsonObject }) {
  const wanted = useLabState((state) => state.scenario.wanted);
  const [track, setTrack] = useState<HTMLElement | null>(null);
  const [topPx, setTopPx] = useState(0);
  const isFolded = useLabState((state) => state.view.drawer !== null);
  const aim = useMemo(() => aimOf(wanted, set), [wanted, set]);
  const id = aim?.id ?? null;
  useEffect(() => {
    if (id === null) return undefined;
    // The column folds with a drawer, and on a narrow screen another one has the knobs: a phone's shows one at a time.
    const look = (): void => {
      setTrack(document.querySelector<HTMLElement>(`aside [data-knob=${id}] input[type=range]`));
      for (const aside of document.querySelectorAll('aside'))
        turned.observe(aside, { subtree: true, childList: true, attributeFilter: ['data-knob'] });
    };
    const again = (): void => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(look);
    };
    const turned = new MutationObserver(again);
    let frame = requestAnimationFrame(look);
    window.addEventListener('resize', again);
    return () => {
      cancelAnimationFrame(frame);
      turned.disconnect();
      window.removeEventListener('resize', again);
    };
  }, [id, isFolded]);
  useEffect(() => {
    const knob = track?.parentElement;
    if (track === null || knob == null) return undefined;
    // What stands above the track may come later.
    const watcher = new ResizeObserver(() => setTopPx(track.offsetTop + track.offsetHeight / 2));
    knob.classList.add(styles.knob ?? '');
    watcher.observe(knob);
    return () => {
      watcher.disconnect();
      knob.classList.remove(styles.knob ?? '');
    };
  }, [track]);
  if (aim === null || track?.parentElement == null) return null;
  const style = { top: topPx, '--at': Math.min(1, Math.max(0, aim.position)) } as React.CSSProperties;
  return createPortal(
    <span className={styles.ring} style={style} data-aim={aim.id} aria-hidden="true" />,
    track.parentElement,
  );
}
