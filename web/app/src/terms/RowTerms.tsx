import { useId, useRef, useState } from 'react';
import type { RowDefinition } from '@ackscope/charts';
import { useMeasured } from '../base/useMeasured.ts';
import { GLOSSARY } from '../dialogs/glossary.ts';
import styles from './RowTerms.module.css';

/** The words in a row's name. */
const TERMS: Readonly<Record<string, readonly string[]>> = {
  cwnd: ['cwnd', 'ssthresh'],
  'cwnd-log': ['cwnd'],
  bwe: ['BWE'],
  rtt: ['RTT'],
  queue: ['queue'],
  'queue-back': ['queue'],
  'queue-ways': ['queue'],
};

/** One sentence for each word; a row without words says what it shows. */
function meaningOf(row: RowDefinition): string {
  const found = (TERMS[row.id] ?? []).flatMap((word) => GLOSSARY.find(({ term }) => term === word) ?? []);
  if (found.length === 0) return row.help;
  return found.map(({ term, definition }) => `${term}: ${definition}`).join(' ');
}

interface Place {
  id: string;
  left: number;
  top: number;
  width: number;
}

/** What a row's name means, under the pointer, with the focus, or at a tap: over the names of a lane's rows. */
export function RowTerms({ rows }: { rows: readonly RowDefinition[] }) {
  const root = useRef<HTMLDivElement>(null);
  const names = rows.map(({ id }) => id).join();
  const places = useMeasured<readonly Place[]>(root, names, [], (element, curves) => {
    const origin = element.getBoundingClientRect();
    const found = [...curves.querySelectorAll<HTMLElement>('[data-row]')].map((row) => {
      const name = row.querySelector<HTMLElement>('[data-spare]')?.firstChild;
      const range = document.createRange();
      if (name != null) range.selectNode(name);
      const box = range.getBoundingClientRect();
      const [left, top] = [box.left - origin.left, box.top - origin.top + box.height / 2];
      return { id: row.dataset.row ?? '', left, top, width: box.width };
    });
    return found.filter(({ width }) => width > 0);
  });
  return (
    <div ref={root} className={styles.terms}>
      {rows.map((row) => {
        const place = places.find(({ id }) => id === row.id);
        return place === undefined ? null : <Term key={row.id} row={row} place={place} />;
      })}
    </div>
  );
}

function Term({ row, place: { left, top, width } }: { row: RowDefinition; place: Place }) {
  const id = useId();
  const [isClosed, setClosed] = useState(false);
  return (
    <span
      className={styles.term}
      data-closed={isClosed || undefined}
      style={{ left: left - 4, top: top - 14, width: Math.max(28, width + 8) }}
      onPointerLeave={() => setClosed(false)}
    >
      <button
        type="button"
        aria-label={`${row.tight ?? row.title}: what it is`}
        aria-describedby={id}
        onBlur={() => setClosed(false)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          setClosed(true);
        }}
      />
      <span id={id} role="tooltip">
        {meaningOf(row)}
      </span>
    </span>
  );
}
