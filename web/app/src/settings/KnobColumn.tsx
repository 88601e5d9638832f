import { memo, useState } from 'react';
import { Button } from 'react-aria-components';
import { ChevronIcon } from '../kit/icons.tsx';
import { useActions, useLabState } from '../lab/context.ts';
import { FirstKnobs } from './FirstKnobs.tsx';
import { ScenarioPanel } from '../deferredComponents.ts';
import { ScenarioTools } from './ScenarioTools.tsx';
import styles from './KnobColumn.module.css';
import { Later } from '../kit/Later.tsx';

/**
 * Left of the lanes: five knobs, and all settings on request. While a drawer is open on the other
 * side, the column folds to a tab, which closes the drawer.
 */
export const KnobColumn = memo(function KnobColumn() {
  const actions = useActions();
  const isFolded = useLabState((state) => state.view.drawer !== null);
  const [isMore, setMore] = useState(false);
  return (
    <aside
      className={styles.column}
      aria-label="Scenario"
      data-folded={isFolded || undefined}
      data-more={(isMore && !isFolded) || undefined}
    >
      {isFolded ? (
        <Button
          className={styles.tab ?? ''}
          aria-label="Knobs: close the drawer and show them"
          onPress={() => actions.openDrawer(null)}
        >
          <ChevronIcon />
          <span>Knobs</span>
        </Button>
      ) : (
        <>
          {isMore ? (
            // The few settings stay until all settings are loaded.
            <Later fallback={<FewSettings />}>
              <ScenarioPanel />
            </Later>
          ) : (
            <FewSettings />
          )}
          <Button className={styles.more ?? ''} onPress={() => setMore(!isMore)} aria-expanded={isMore}>
            {isMore ? 'Fewer settings' : 'More settings'}
          </Button>
        </>
      )}
    </aside>
  );
});

function FewSettings() {
  return (
    <>
      <FirstKnobs />
      <ScenarioTools />
    </>
  );
}
