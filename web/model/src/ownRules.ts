import type { ShownRule } from '@ackscope/engine';
import type { LabStore } from './store.ts';

/**
 * Adds the rules of the scenario's own algorithms. Their ids follow the catalogue's, and all lanes
 * of a run use the same ids.
 */
export function followOwnRules(store: LabStore, rules: Map<number, ShownRule>): () => void {
  const seen = new WeakSet<object>();
  return store.subscribe(({ run }) => {
    for (const { info } of run.lanes) {
      if (info === null || seen.has(info)) continue;
      seen.add(info);
      for (const rule of info.rules) rules.set(rule.id, rule);
    }
  });
}
