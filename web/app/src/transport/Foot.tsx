import { useState } from 'react';
import { Later } from '../kit/Later.tsx';
import { lazyAfterCurve } from '../lab/firstCurve.ts';
import { useLabState } from '../lab/context.ts';
import { Transport } from './Transport.tsx';
import type { SheetId } from './Transport.tsx';
import styles from './Transport.module.css';

/** Loaded after the first curve. */
const InstrumentRow = lazyAfterCurve('InstrumentRow', () => import('../instruments/InstrumentRow.tsx'));

/** Below the lanes: the clock, and above it the row of instruments while it is open. */
export function Foot({
  themeKey,
  onDoor,
}: {
  themeKey: string;
  onDoor?: ((door: SheetId) => void) | undefined;
}) {
  const [isOpen, setOpen] = useState(false);
  const isPresenting = useLabState((state) => state.view.presenting);
  if (onDoor !== undefined) return <Transport themeKey={themeKey} onDoor={onDoor} />;
  return (
    <div className={styles.foot}>
      {isOpen && !isPresenting && (
        <Later>
          <InstrumentRow />
        </Later>
      )}
      <Transport themeKey={themeKey} hasRow={isOpen} onRow={() => setOpen(!isOpen)} />
    </div>
  );
}
