import { useEffect, useRef } from 'react';
import { formatNumber } from '@ackscope/charts';
import type { Listen } from '@ackscope/model';
import { Choice } from '../../kit/Choice.tsx';
import { Spoken } from '../../kit/Spoken.tsx';
import { useActions, useLab } from '../../lab/context.ts';
import { useLanes } from '../../lab/useLanes.ts';
import { startListening } from './listen.ts';
import type { Listening } from './listen.ts';
import { Dismiss } from '../Dismiss.tsx';
import styles from '../InstrumentBar.module.css';

const ALL = '*';
/** Update interval of the meter: faster would not be visible. */
const METER_MS = 80;

/** The lanes that are heard, the volume, and the meaning of a tick. */
export function ListenBar({ listen }: { listen: Listen }) {
  const lab = useLab();
  const actions = useActions();
  const lanes = useLanes();
  const listening = useRef<Listening | null>(null);
  const latest = useRef(listen);
  const meter = useRef<HTMLMeterElement>(null);
  const tick = useRef<HTMLSpanElement>(null);

  useEffect(() => {
    latest.current = listen;
    listening.current?.set(listen);
  }, [listen]);
  useEffect(() => {
    const now = startListening(lab, latest.current);
    listening.current = now;
    const timer = window.setInterval(() => {
      if (meter.current !== null) meter.current.value = now.level();
      const acks = now.perTick();
      const text = acks === 1 ? 'an ACK' : `${formatNumber(acks, 6)} ACKs`;
      if (tick.current !== null && tick.current.textContent !== text) tick.current.textContent = text;
    }, METER_MS);
    return () => {
      window.clearInterval(timer);
      listening.current = null;
      now.stop();
    };
  }, [lab]);

  const heard = lanes.find(({ run }) => run.label === listen.lane)?.name ?? 'all lanes, left to right';

  return (
    <section className={`${styles.bar ?? ''} ${styles.strip ?? ''}`} aria-label="Listen">
      <Spoken
        text={`While the clock plays you hear ${heard}. Tick: ACKs. Thud: a loss. Pitch: how full the queue is.`}
      />
      <strong className={styles.name}>Listen</strong>
      <Choice
        label="Lane that is heard"
        className={styles.wide}
        value={listen.lane ?? ALL}
        options={[
          { id: ALL, name: 'all lanes, left to right' },
          ...lanes.map(({ run, name }) => ({ id: run.label, name })),
        ]}
        onChange={(id) => actions.setListen({ ...listen, lane: id === ALL ? null : id })}
      />
      <label className={styles.volume}>
        <span>level</span>
        <input
          type="range"
          min={0}
          max={1}
          step={0.05}
          value={listen.level}
          aria-label="Level"
          aria-valuetext={`${formatNumber(100 * listen.level)} %`}
          onChange={({ currentTarget }) =>
            actions.setListen({ ...listen, level: Number(currentTarget.value) })
          }
        />
      </label>
      <meter ref={meter} className={styles.meter} min={0} max={1} value={0} aria-label="How loud it is" />
      <p className={styles.note}>
        tick: <span ref={tick}>an ACK</span> · thud: a loss (deeper: a timeout) · pitch: how full the queue is
      </p>
      <Dismiss label="Stop listening" shortcut="l" onPress={() => actions.setListen(null)} />
    </section>
  );
}
