import { Spoken } from '../../kit/Spoken.tsx';
import { MAX_CHANNELS } from '@ackscope/model';
import { useEffect, useId, useState } from 'react';
import type { ExpressionReport } from '@ackscope/engine';
import { IconButton } from '../../kit/IconButton.tsx';
import { PlusIcon } from '../../kit/icons.tsx';
import { useActions, useLab } from '../../lab/context.ts';
import { useChannels } from '../../lanes/rows.ts';
import type { Channel } from '../../lab/channels.ts';
import { Dismiss } from '../Dismiss.tsx';
import styles from '../InstrumentBar.module.css';

/** Fields for expressions; each shows its unit or its first mistake. */
export function MathBar({ math }: { math: readonly string[] }) {
  const actions = useActions();
  const channels = useChannels();
  const names = useNames();
  const list = useId();
  const set = (at: number, text: string): void => {
    actions.setMath(math.map((known, place) => (place === at ? text : known)));
  };
  return (
    <section
      className={`${styles.bar ?? ''} ${styles.strip ?? ''} ${styles.expressions ?? ''}`}
      aria-label="Math"
    >
      <strong className={styles.name}>Math</strong>
      {math.map((text, at) => (
        <Expression
          // The index is a stable key while the text is typed.
          key={at}
          number={at + 1}
          text={text}
          list={list}
          channel={channels[at]?.text === text ? channels[at] : null}
          onChange={(next) => set(at, next)}
        />
      ))}
      {math.length < MAX_CHANNELS && math[math.length - 1] !== '' && (
        <IconButton label="Add a channel" onPress={() => actions.setMath([...math, ''])}>
          <PlusIcon />
        </IconButton>
      )}
      <datalist id={list}>
        {EXAMPLES.map(([text, help]) => (
          <option key={text} value={text}>
            {help}
          </option>
        ))}
      </datalist>
      <p className={styles.words} hidden={math.length > 1}>
        {names.map(({ word, unit, help }) => (
          <abbr key={word} className={styles.word} title={unit === '' ? help : `${help} In ${unit}.`}>
            {word}
          </abbr>
        ))}
      </p>
      <Dismiss label="Remove the math rows" shortcut="m" onPress={() => actions.setMath(null)} />
    </section>
  );
}

const EXAMPLES: readonly (readonly [text: string, help: string])[] = [
  ['cwnd / rtt', 'the rate that the window allows'],
  ['queue / rate', 'how long a packet waits'],
  ['bwe * rtt_min - cwnd', 'the estimated pipe minus the window'],
  ['goodput / rate', 'share of the link rate'],
  ['rtt - base_rtt', 'RTT beyond the smallest propagation delay'],
  ['flight - rate * base_rtt', 'packets in flight beyond one BDP'],
];

function Expression({
  number,
  text,
  list,
  channel,
  onChange,
}: {
  number: number;
  text: string;
  list: string;
  channel: Channel | null;
  onChange: (text: string) => void;
}) {
  const note = useId();
  const problem = channel?.problem ?? null;
  const said = problem === null ? (channel?.row?.unit ?? '') : `column ${problem.column}: ${problem.message}`;
  return (
    <span className={styles.expression}>
      <label className={styles.field} data-wrong={problem !== null || undefined}>
        <span aria-hidden="true">{number}</span>
        <input
          type="text"
          spellCheck={false}
          autoComplete="off"
          maxLength={200}
          placeholder="cwnd / rtt"
          list={list}
          aria-label={`Channel ${number}`}
          aria-invalid={problem !== null}
          aria-describedby={note}
          value={text}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
          onKeyDown={({ key, currentTarget }) => {
            // Leaves the field, so that the lab's keys work again.
            if (key === 'Enter' || key === 'Escape') currentTarget.blur();
          }}
        />
      </label>
      <span id={note} className={problem === null ? styles.minor : styles.wrong}>
        {said}
      </span>
      <Spoken text={said} />
    </span>
  );
}

/** The names that an expression can use. */
function useNames(): ExpressionReport['names'] {
  const { engine } = useLab();
  const [names, setNames] = useState<ExpressionReport['names']>([]);
  useEffect(() => {
    let isOver = false;
    engine.ask('expression', 'rows', '').then(
      (report) => {
        if (!isOver) setNames(report.names);
      },
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [engine]);
  return names;
}
