import { Suspense } from 'react';
import type { ReactNode } from 'react';
import { lazyNamed } from '../controls/lazyNamed.ts';
import { useLabState } from '../lab/context.ts';

/** Only while the cursors are out. */
const CursorBar = lazyNamed('CursorBar', () => import('./CursorBar.tsx'));

/** Only while a trigger is set. */
const TriggerBar = lazyNamed('TriggerBar', () => import('./TriggerBar.tsx'));

/** What the instrument in use says and can be set to; `children` where none is in use. */
export function InstrumentBar({ children }: { children?: ReactNode }) {
  const cursors = useLabState((state) => state.instruments.cursors);
  const trigger = useLabState((state) => state.instruments.trigger);
  // What a trigger shows has no clock for cursors.
  if (trigger !== null)
    return (
      <Suspense fallback={children}>
        <TriggerBar trigger={trigger} />
      </Suspense>
    );
  if (cursors === null) return children;
  return (
    <Suspense fallback={children}>
      <CursorBar cursors={cursors} />
    </Suspense>
  );
}
