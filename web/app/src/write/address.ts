/** Keeps the address equal to the script that is written, with the text as it stands. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { decodeLink, readWrite, sameJson, writeHref } from '@ackscope/model';
import type { LabStore, WriteHref } from '@ackscope/model';
import { contentOf } from '../address/address.ts';
import { replaceAddress } from '../base/backStep.ts';
import { useLab } from '../lab/context.ts';
import { readRoute } from '../pages.ts';
import { scriptsOf } from '../scenario/ownScripts.ts';

/** Browsers limit how often an address may be replaced. The first change is written at once. */
const EVERY_MS = 200;

interface WriteAddress {
  /** Counts the addresses that were opened here: each has a text of its own. */
  opened: number;
  /** What was typed, or was in the address, and is not in the scenario; null for none. */
  draftOf: () => string | null;
  onText: (text: string) => void;
  /** The address is too long: it keeps the last shorter state. */
  tooLong: WriteHref['tooLong'];
  /** The full address of the text as it stands, however long. */
  link: () => string;
}

export function useWriteAddress(id: string | null): WriteAddress {
  const { store } = useLab();
  const [opened, setOpened] = useState(0);
  const [tooLong, setTooLong] = useState<WriteAddress['tooLong']>(null);
  /** The texts as they were typed, by script. */
  const [texts] = useState(() => textsIn(location.hash));
  /** The address when it was last read or written here. */
  const known = useRef(location.hash);
  const writeLater = useRef<() => void>(() => undefined);
  const typed = useRef<() => void>(() => undefined);

  useEffect(() => {
    openScenario(store, readWrite(readRoute(location.hash).query).of);
    const onHashChange = (): void => {
      if (location.hash === known.current) return;
      known.current = location.hash;
      const { page, query } = readRoute(location.hash);
      const { of } = readWrite(query);
      if (page !== 'write') return;
      // A link within the page names a script or a line: the scenario stays.
      if (of === null) {
        writeLater.current();
        return;
      }
      texts.clear();
      for (const [name, text] of textsIn(location.hash)) texts.set(name, text);
      openScenario(store, of);
      setOpened((before) => before + 1);
    };
    window.addEventListener('hashchange', onHashChange);
    return () => window.removeEventListener('hashchange', onHashChange);
  }, [store, texts]);

  useEffect(() => {
    if (id === null) return;
    let timer: number | undefined;
    let nextMs = 0;
    const write = (): void => {
      window.clearTimeout(timer);
      timer = undefined;
      // Another address whose event is still to come: that one counts.
      if (location.hash !== known.current || readRoute(location.hash).page !== 'write') return;
      nextMs = performance.now() + EVERY_MS;
      const found = hrefOf(store, id, texts);
      setTooLong(found.tooLong);
      if (found.tooLong === null && location.hash !== found.href) known.current = replaceAddress(found.href);
    };
    const later = (): void => {
      timer ??= window.setTimeout(write, EVERY_MS);
    };
    const soon = (): void => {
      if (performance.now() >= nextMs) write();
      else later();
    };
    typed.current = soon;
    // The page shows the line of a link first.
    writeLater.current = later;
    later();
    const unsubscribe = store.subscribe((state, before) => {
      if (
        state.scenario !== before.scenario ||
        state.view !== before.view ||
        state.charts !== before.charts ||
        state.instruments !== before.instruments
      )
        soon();
    });
    // Before a link is followed, the entry that is left gets what was typed last.
    const flush = (): void => {
      if (timer !== undefined) write();
    };
    window.addEventListener('pointerdown', flush, true);
    return () => {
      unsubscribe();
      window.clearTimeout(timer);
      window.removeEventListener('pointerdown', flush, true);
      writeLater.current = () => undefined;
      typed.current = () => undefined;
    };
  }, [store, texts, id]);

  const draftOf = useCallback(() => (id === null ? null : (texts.get(id) ?? null)), [texts, id]);
  const onText = useCallback(
    (text: string) => {
      if (id === null) return;
      texts.set(id, text);
      typed.current();
    },
    [texts, id],
  );
  const link = useCallback(
    () => new URL(id === null ? location.href : hrefOf(store, id, texts).href, location.href).href,
    [store, texts, id],
  );
  return useMemo(
    () => ({ opened, draftOf, onText, tooLong, link }),
    [opened, draftOf, onText, tooLong, link],
  );
}

/** The address of a script with its text as it stands. */
function hrefOf(store: LabStore, id: string, texts: ReadonlyMap<string, string>): WriteHref {
  const state = store.getState();
  const own = scriptsOf(state.scenario.wanted).get(id);
  const text = texts.get(id) ?? own;
  const { view, ...content } = contentOf(state);
  // The clock of this page stands at the end.
  return writeHref(
    id,
    { ...content, view: { ...view, timeS: null } },
    text === undefined || text === own ? null : text,
  );
}

/** The draft of an address, by its script. */
function textsIn(hash: string): Map<string, string> {
  const { item, query } = readRoute(hash);
  const { draft } = readWrite(query);
  return new Map(item === null || draft === null ? [] : [[item, draft]]);
}

/** Shows the scenario of an address, if it is not on the screen already. */
function openScenario(store: LabStore, of: string | null): void {
  if (of === null) return;
  const link = decodeLink(of);
  const { scenario, actions } = store.getState();
  if (!sameJson(link.scenario, scenario.wanted)) actions.openLink(link, false);
}
