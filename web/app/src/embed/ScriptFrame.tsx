import { useEffect, useMemo } from 'react';
import { useLab, useLabState } from '../lab/context.ts';
import { sourceOf } from '../write/library.ts';
import { drivesALane, scriptsOf, withScript } from '../scenario/ownScripts.ts';
import { ScriptPanel } from '../write/ScriptPanel.tsx';

/** The first script if the author gave none. */
const BLANK = { id: 'my-own', from: 'newreno' };

/** An editor for the scenario's first script. If no lane uses the script, one is added. */
export function ScriptFrame() {
  const { store } = useLab();
  const scenario = useLabState((state) => state.scenario.wanted);
  const scripts = useMemo(() => scriptsOf(scenario), [scenario]);
  const id = [...scripts.keys()][0] ?? null;
  const isIdle = id === null || !drivesALane(scenario, id);
  useEffect(() => {
    if (!isIdle) return;
    let gone = false;
    void (id === null ? sourceOf(BLANK.from) : Promise.resolve(scripts.get(id) ?? '')).then((text) => {
      const { scenario: now, actions } = store.getState();
      if (!gone) actions.replaceScenario(withScript(now.wanted, id ?? BLANK.id, text));
    });
    return () => {
      gone = true;
    };
  }, [isIdle, id, scripts, store]);
  return id === null ? null : <ScriptPanel key={id} id={id} hasLibrary={false} />;
}
