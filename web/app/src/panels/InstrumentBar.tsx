import type { ReactNode } from 'react';
import { Later } from '../controls/Later.tsx';
import { lazyNamed } from '../controls/lazyNamed.ts';
import { useLabState } from '../lab/context.ts';

/** Only while the cursors are out. */
const CursorBar = lazyNamed('CursorBar', () => import('./CursorBar.tsx'));

/** Only while a trigger is set. */
const TriggerBar = lazyNamed('TriggerBar', () => import('./TriggerBar.tsx'));

/** Only with an expression over rows. */
const MathBar = lazyNamed('MathBar', () => import('./MathBar.tsx'));

/** Only while a run is to go on in another way. */
const ForkBar = lazyNamed('ForkBar', () => import('./ForkBar.tsx'));

/** Only while somebody listens. */
const ListenBar = lazyNamed('ListenBar', () => import('./ListenBar.tsx'));

/** What the instruments in use say and can be set to; `children` in the place of none. */
export function InstrumentBar({ children }: { children?: ReactNode }) {
  const { cursors, trigger, listen, math, forks } = useLabState((state) => state.instruments);
  return (
    <>
      {listen !== null && (
        <Later>
          <ListenBar listen={listen} />
        </Later>
      )}
      {math !== null && (
        <Later>
          <MathBar math={math} />
        </Later>
      )}
      {forks && (
        <Later>
          <ForkBar />
        </Later>
      )}
      <Later fallback={children}>
        {/* What a trigger shows has no clock for cursors. */}
        {trigger !== null ? (
          <TriggerBar trigger={trigger} />
        ) : cursors !== null ? (
          <CursorBar cursors={cursors} />
        ) : (
          children
        )}
      </Later>
    </>
  );
}
