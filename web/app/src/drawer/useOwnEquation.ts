import { useEffect, useMemo, useState } from 'react';
import type { Engine, ShownRule } from '@ackscope/engine';
import type { TypesetRule } from '../formula/typeset.ts';
import { useLab, useLabState } from '../lab/context.ts';
import { scriptsOf } from '../scenario/ownScripts.ts';

/** By a rule's key without its script's id. */
type Equations = ReadonlyMap<string, TypesetRule>;

/** The most scripts kept; a script changes with every key press. */
const MAX_KEPT = 8;
const kept = new Map<string, Promise<Equations>>();

async function typesetScript(engine: Engine, source: string): Promise<Equations> {
  const [{ typeset }, report] = await Promise.all([
    import('../formula/typeset.ts'),
    engine.ask('script', source),
  ]);
  return new Map(
    report.equations.map(({ key, formula, terms, symbols }) => [
      key,
      typeset({ formula, terms: terms.map((name, index) => ({ name, symbol: symbols[index] ?? name })) }),
    ]),
  );
}

function equationsOf(engine: Engine, source: string): Promise<Equations> {
  const known = kept.get(source);
  if (known !== undefined) return known;
  const coming = typesetScript(engine, source);
  kept.set(source, coming);
  for (const first of kept.keys()) {
    if (kept.size <= MAX_KEPT) break;
    kept.delete(first);
  }
  return coming;
}

/** The equation of a script's rule; null until it is typeset, and for the engine's own rules. */
export function useOwnEquation(rule: ShownRule): TypesetRule | null {
  const { engine } = useLab();
  const scenario = useLabState((state) => state.run.scenario);
  const id = rule.algorithm ?? '';
  const source = useMemo(() => scriptsOf(scenario ?? {}).get(id), [scenario, id]);
  const [found, setFound] = useState<{ source: string; equations: Equations } | null>(null);
  useEffect(() => {
    if (source === undefined) return;
    let gone = false;
    equationsOf(engine, source).then(
      (equations) => {
        if (!gone) setFound({ source, equations });
      },
      // Without its equation a rule is shown by its line.
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [engine, source]);
  if (found === null || found.source !== source) return null;
  return found.equations.get(rule.key.slice(id.length)) ?? null;
}
