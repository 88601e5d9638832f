import { useEffect, useState } from 'react';
import type { Engine } from '@ackscope/engine';
import { EMPTY_VIEW } from '@ackscope/model';
import type { DecodedLink, JsonObject } from '@ackscope/model';
import type { Lab } from './context.ts';
import { mountLabAt } from './mountLab.ts';

/** A scenario of the page's own as the link that opens it. */
export function ownLink(scenario: JsonObject): DecodedLink {
  return { scenario, preset: null, view: EMPTY_VIEW, problems: [] };
}

/**
 * A lab of the page's own over the same engine: what a lesson shows leaves the reader's lab as it
 * was. It opens with this link; another link later is for the page to open in its store.
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
