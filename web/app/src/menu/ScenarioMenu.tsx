import { useEffect, useState } from 'react';
import {
  Autocomplete,
  Button,
  Header,
  Input,
  Link,
  ListBox,
  ListBoxItem,
  ListBoxSection,
  SearchField,
} from 'react-aria-components';
import { isQuestion, presetById } from '@ackscope/model';
import { useActions, useLab, useLabState } from '../lab/context.ts';
import { useModule } from '../base/useModule.ts';
import { addNotice, NOT_LOADED } from '../address/notices.ts';
import CURVES from './curves.json' with { type: 'json' };
import { MENU } from './entries.ts';
import type { FoundGroup } from './found.ts';
import styles from './ScenarioMenu.module.css';

/** Choosing the chosen item again counts too. Only the list's state declares this handler. */
const AGAIN = { allowDuplicateSelectionEvents: true };

/** True if the text has all words of the input, in any order: “fills buffers” finds what fills a buffer. */
export function hasWords(text: string, input: string): boolean {
  const plain = (some: string): string => some.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const known = plain(text);
  return plain(input)
    .split(/\s+/)
    .every((word) => known.includes(word.length > 3 ? word.replace(/(?<!s)s$/, '') : word));
}

/** Those whose name has the words come first. */
const inOrder = (entries: FoundGroup['entries'], text: string): FoundGroup['entries'] =>
  entries.toSorted((a, b) => Number(hasWords(b.name, text)) - Number(hasWords(a.name, text)));

/**
 * Scenarios in six groups, with a field that finds them, and figures, lessons and words as well. Arrows and Enter choose;
 * typing finds.
 */
export function ScenarioMenu({ onClose, onWord }: { onClose: () => void; onWord: (term: string) => void }) {
  const actions = useActions();
  const { reducedMotion, store } = useLab();
  const presetId = useLabState((state) => state.scenario.preset);
  const [text, setText] = useState('');
  const isTyped = text.trim() !== '';
  const more = useModule(
    isTyped,
    () => import('./found.ts'),
    () => addNotice(store, NOT_LOADED),
  );
  const found = isTyped && more !== null ? more.FOUND : [];
  // A menu that closes steps back in the history: were that to come first, it would take a new address back.
  useEffect(() => {
    window.addEventListener('hashchange', onClose);
    return () => window.removeEventListener('hashchange', onClose);
  }, [onClose]);
  const openEntry = async (id: string): Promise<void> => {
    try {
      const { entryById, entryHref } = await import('@ackscope/model/gallery');
      const entry = entryById(id);
      const href = entry === undefined ? null : entryHref(entry);
      if (href !== null) location.hash = href;
    } catch {
      addNotice(store, NOT_LOADED);
    }
    onClose();
  };
  const choose = (id: string): void => {
    const other = found.flatMap(({ entries }) => entries).find((one) => one.id === id);
    if (other !== undefined) {
      onClose();
      if (other.href === null) onWord(other.name);
      else location.hash = other.href;
      return;
    }
    if (presetById(id) === null) {
      void openEntry(id);
      return;
    }
    onClose();
    actions.choosePreset(id, !reducedMotion);
    if (isQuestion(id)) actions.beginAsk();
  };
  return (
    <div className={styles.menu}>
      <Autocomplete filter={hasWords} inputValue={text} onInputChange={setText}>
        <div className={styles.find}>
          <SearchField
            aria-label="Find a scenario, figure, unit, lesson or word"
            autoFocus
            className={styles.search ?? ''}
          >
            <Input className={styles.input ?? ''} placeholder="Find a scenario, a figure, a lesson, a word" />
          </SearchField>
        </div>
        <ListBox
          aria-label="Scenarios"
          className={styles.groups ?? ''}
          selectionMode="single"
          {...AGAIN}
          // Escape closes the menu.
          escapeKeyBehavior="none"
          selectedKeys={presetId === null ? [] : [presetId]}
          onSelectionChange={(keys) => {
            const [key] = keys;
            if (key !== undefined) choose(String(key));
          }}
          renderEmptyState={() => <p className={styles.none}>Nothing is called so.</p>}
        >
          {MENU.map(({ name, entries }) => (
            <ListBoxSection key={name} id={name}>
              <Header className={styles.head ?? ''}>{name}</Header>
              {entries.map(({ id, name: title, question }) => (
                <ListBoxItem
                  key={id}
                  id={id}
                  textValue={`${title} ${question} ${name} ${id}`}
                  aria-label={title}
                  className={styles.item ?? ''}
                >
                  <Curve id={id} />
                  <span className={styles.words}>
                    <b>{title}</b>
                    <span>{question}</span>
                  </span>
                </ListBoxItem>
              ))}
            </ListBoxSection>
          ))}
          {found.map(({ name, entries }) => (
            <ListBoxSection key={name} id={name}>
              <Header className={styles.head ?? ''}>{name}</Header>
              {inOrder(entries, text).map(({ id, name: title, says }) => (
                <ListBoxItem
                  key={id}
                  id={id}
                  textValue={`${title} ${says} ${name} ${id}`}
                  aria-label={title}
                  className={styles.item ?? ''}
                >
                  <span className={styles.words}>
                    <b>{title}</b>
                    <span>{says}</span>
                  </span>
                </ListBoxItem>
              ))}
            </ListBoxSection>
          ))}
        </ListBox>
      </Autocomplete>
      <div className={styles.foot}>
        <p>The small curve is the first lane’s window. Arrows and Enter choose; typing finds.</p>
        <Link className={styles.all ?? ''} href="#gallery">
          All experiments in the gallery
        </Link>
        <Button className={styles.close ?? ''} onPress={onClose}>
          Close
        </Button>
      </div>
    </div>
  );
}

const [WIDTH, HEIGHT] = [64, 24];
/** Values are digits to this base. */
const BASE = 36;

/** The window of the first lane over the run. It shows only this lane, so that the preview does not spoil the comparison. */
function Curve({ id }: { id: string }) {
  const digits = (CURVES as Readonly<Record<string, string>>)[id] ?? '';
  const x = (at: number): number => (WIDTH * at) / Math.max(1, digits.length - 1);
  const y = (digit: string): number => HEIGHT * (1 - Number.parseInt(digit, BASE) / (BASE - 1));
  const points = [...digits].map((digit, at) => `${x(at).toFixed(1)},${y(digit).toFixed(1)}`);
  return (
    <svg className={styles.curve} viewBox={`0 -1 ${String(WIDTH)} ${String(HEIGHT + 2)}`} aria-hidden="true">
      <polyline points={points.join(' ')} />
    </svg>
  );
}
