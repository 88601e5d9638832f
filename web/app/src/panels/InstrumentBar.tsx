import { Suspense } from 'react';
import type { ReactNode } from 'react';
import { lazyNamed } from '../controls/lazyNamed.ts';
import { useLabState } from '../lab/context.ts';

/** Only while the cursors are out. */
const CursorBar = lazyNamed('CursorBar', () => import('./CursorBar.tsx'));

/** Only while a trigger is set. */
const TriggerBar = lazyNamed('TriggerBar', () => import('./TriggerBar.tsx'));

/** Only while somebody listens. */
const ListenBar = lazyNamed('ListenBar', () => import('./ListenBar.tsx'));

/** What the instruments in use say and can be set to; `children` in the place of none. */
export function InstrumentBar({ children }: { children?: ReactNode }) {
  const { cursors, trigger, listen } = useLabState((state) => state.instruments);
  return (
    <>
      {listen !== null && (
        <Suspense fallback={null}>
          <ListenBar listen={listen} />
        </Suspense>
      )}
      <Suspense fallback={children}>
        {/* What a trigger shows has no clock for cursors. */}
        {trigger !== null ? (
          <TriggerBar trigger={trigger} />
        ) : cursors !== null ? (
          <CursorBar cursors={cursors} />
        ) : (
          children
        )}
      </Suspense>
    </>
  );
}
