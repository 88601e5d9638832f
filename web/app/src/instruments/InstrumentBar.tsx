import { Later } from '../kit/Later.tsx';
import { lazyNamed } from '../kit/lazyNamed.ts';
import { useLabState } from '../lab/context.ts';
import { hasLandscapes } from './instruments.ts';

/** Loaded when the landscapes are shown. */
const FirstKnobs = lazyNamed('FirstKnobs', () => import('../settings/FirstKnobs.tsx'));

/** Loaded when the cursors are shown. */
const CursorBar = lazyNamed('CursorBar', () => import('./cursors/CursorBar.tsx'));

/** Loaded when a trigger is set. */
const TriggerBar = lazyNamed('TriggerBar', () => import('./TriggerBar.tsx'));

/** Loaded when there are expressions over rows. */
const MathBar = lazyNamed('MathBar', () => import('./math/MathBar.tsx'));

/** Loaded when the panel of forks is open. */
const ForkBar = lazyNamed('ForkBar', () => import('./ForkBar.tsx'));

/** Loaded when the sound is on. */
const ListenBar = lazyNamed('ListenBar', () => import('./listen/ListenBar.tsx'));

/** The bars of the instruments in use. */
export function InstrumentBar() {
  const { cursors, trigger, listen, math, forks } = useLabState((state) => state.instruments);
  const areKnobsShown = useLabState(hasLandscapes);
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
      {areKnobsShown && (
        <Later>
          <FirstKnobs />
        </Later>
      )}
      <Later>
        {/* Aligned charts have no common clock for cursors. */}
        {trigger !== null ? (
          <TriggerBar trigger={trigger} />
        ) : (
          cursors !== null && <CursorBar cursors={cursors} />
        )}
      </Later>
    </>
  );
}
