import { useEffect, useState } from 'react';
import type { Engine } from '@ackscope/engine';
import { EMPTY_VIEW } from '@ackscope/model';
import type { DecodedLink, JsonObject } from '@ackscope/model';
import type { Lab } from './context.ts';
import { mountLabAt } from './mountLab.ts';

/** A scenario of the page's own as a link. */
export function ownLink(scenario: JsonObject): DecodedLink {
  return { scenario, preset: null, view: EMPTY_VIEW, problems: [] };
}

/**
 * A separate lab on the same engine, so that a lesson does not change the reader's lab. It opens
 * with this link; later links must be opened in its store by the caller.
 */
export function useOwnLab(engine: Engine, link: DecodedLink): Lab | null {
  const [lab, setLab] = useState<Lab | null>(null);
  const [first] = useState(link);
  useEffect(() => {
    let close: (() => void) | null = null;
    const isOver = new AbortController();
    // In the next turn: an effect that is undone at once, as in strict mode, opens nothing.
    void Promise.resolve().then(() => {
      if (isOver.signal.aborted) return;
      const started = mountLabAt(engine, first, false);
      close = started.close;
      setLab(started.lab);
    });
    return () => {
      isOver.abort();
      close?.();
    };
  }, [engine, first]);
  return lab;
}
