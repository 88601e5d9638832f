import { useEffect, useId, useMemo, useRef } from 'react';
import type { LaneInfo, PacketLog } from '@ackscope/engine';
import { formatNumber } from '../format.ts';
import { useSize } from '../frame/useSize.ts';
import { useSignals } from '../signal.ts';
import type { Signal } from '../types.ts';
import { describeScene, wayBackInWords } from './describe.ts';
import { layoutPath } from './geometry.ts';
import type { PathGeometry } from './geometry.ts';
import { pathInks } from './inks.ts';
import type { PathInks } from './inks.ts';
import { paintScene } from './paintScene.ts';
import { EMPTY_SCENE, sceneAt, seenBySender } from './scene.ts';
import type { FlowInks, Scene } from './scene.ts';
import { Scenery } from './Scenery.tsx';
import styles from './PathView.module.css';

export interface PathViewProps {
  info: LaneInfo;
  inkOf: FlowInks;
  /** The packets around the current time; null until a replay has arrived. */
  log: Signal<PacketLog | null>;
  /** The path's own clock: the shared one, or slower if packets would be too fast to follow. */
  timeS: Signal<number>;
  /** How long a lost packet's fall is shown, in simulated seconds. */
  fallS: number;
  /** Whether a channel's loss model is in its bad state; null if it has none. */
  isBad: (channel: number, timeS: number) => boolean | null;
  label: string;
  themeKey: string;
  /** Shows only this sender's packets in flight, as it may know them. Null: everything. */
  sender?: number | null;
  /** Whether a jump in time fades softly. */
  motion: boolean;
}

/** The picture's description is updated after this delay. */
const WORDS_AFTER_MS = 500;

/** The line of hosts and routers, with every packet at its simulated place. */
export function PathView(props: PathViewProps) {
  const { info, log, timeS, label, themeKey, motion } = props;
  const [root, size] = useSize<HTMLDivElement>();
  const canvas = useRef<HTMLCanvasElement>(null);
  const inks = useRef<PathInks | null>(null);
  const wordsId = useId();
  const words = useRef<HTMLSpanElement>(null);
  const say = useWords(words);
  const counts = useRef(new Map<number, SVGTextElement>());
  const hops = useRef(new Map<number, SVGGElement>());
  const wayBack = useRef<SVGTextElement>(null);
  const geometry = useMemo(
    // Made for the default letter size, and scaled with the page's letters.
    () =>
      size === null || size.height < 20 * size.scale
        ? null
        : layoutPath(info, size.width / size.scale, size.height / size.scale),
    [info, size],
  );

  const draw = (): void => {
    const context = canvas.current?.getContext('2d');
    if (!context || geometry === null || inks.current === null) return;
    const packets = log.get();
    const momentS = timeS.get();
    const sender = props.sender ?? null;
    const all =
      packets === null ? EMPTY_SCENE : sceneAt(packets, momentS, geometry, props.inkOf, props.fallS, sender);
    const scene = sender === null ? all : seenBySender(all);
    paintScene(context, scene, geometry, inks.current, sender !== null);
    const isBad = (channel: number): boolean | null => props.isBad(channel, momentS);
    write(wayBack.current, wayBackInWords(info, momentS, scene));
    writeCounts(counts.current, scene, geometry, packets !== null && sender === null);
    for (const [hop, group] of hops.current) {
      group.toggleAttribute('data-bad', isBad(2 * hop) === true || isBad(2 * hop + 1) === true);
    }
    say(() => (packets === null ? '' : describeScene(info, scene, momentS, isBad, sender !== null)));
  };

  useEffect(() => {
    const element = canvas.current;
    if (element === null || size === null) return;
    const ratio = window.devicePixelRatio || 1;
    element.width = Math.round(size.width * ratio);
    element.height = Math.round(size.height * ratio);
    const perUnit = ratio * size.scale;
    element.getContext('2d')?.setTransform(perUnit, 0, 0, perUnit, 0, 0);
    inks.current = pathInks(themeKey);
  }, [size, themeKey]);
  useSignals([timeS, log], draw);
  useEffect(() => {
    if (!motion) return;
    return log.subscribe(() => {
      canvas.current?.animate([{ opacity: 0.3 }, { opacity: 1 }], { duration: 220, easing: 'ease-out' });
    });
  }, [log, motion]);

  return (
    <div ref={root} className={styles.path} role="img" aria-label={label} aria-describedby={wordsId}>
      {geometry && (
        <Scenery
          geometry={geometry}
          info={info}
          bindCount={(channel, element) => {
            keep(counts.current, channel, element);
          }}
          bindHop={(hop, element) => {
            keep(hops.current, hop, element);
          }}
          bindWayBack={(element) => {
            wayBack.current = element;
          }}
        />
      )}
      <canvas ref={canvas} className={styles.canvas} aria-hidden="true" />
      <span ref={words} id={wordsId} hidden />
    </div>
  );
}

function keep<T>(map: Map<number, T>, key: number, element: T | null): void {
  if (element === null) map.delete(key);
  else map.set(key, element);
}

function write(element: Element | null, text: string): void {
  if (element !== null && element.textContent !== text) element.textContent = text;
}

function writeCounts(
  counts: ReadonlyMap<number, SVGTextElement>,
  scene: Scene,
  geometry: PathGeometry,
  known: boolean,
): void {
  for (const [id, channel] of geometry.channels) {
    const target = counts.get(id);
    if (!target) continue;
    const waiting = known ? (scene.queues.get(id)?.inks.length ?? 0) : null;
    const capacity = channel.hop.capacity_packets;
    const lost = scene.lost.get(id) ?? 0;
    const room = capacity === null || geometry.tight ? '' : ` / ${formatNumber(capacity, 6)}`;
    // If there is only room for a count, its colour shows losses.
    const losses = lost > 0 && !geometry.crowded ? `${geometry.tight ? '' : ' '} ✕ ${lost}` : '';
    write(target, `${formatNumber(waiting, 6)}${room}${losses}`);
    target.toggleAttribute('data-lost', lost > 0);
  }
}

/** Updates a text description at most twice a second. */
function useWords(element: React.RefObject<HTMLElement | null>): (say: () => string) => void {
  const latest = useRef<(() => string) | null>(null);
  const timer = useRef<number | null>(null);
  useEffect(
    () => () => {
      if (timer.current !== null) window.clearTimeout(timer.current);
      timer.current = null;
    },
    [],
  );
  return (say) => {
    latest.current = say;
    timer.current ??= window.setTimeout(() => {
      timer.current = null;
      if (element.current !== null) element.current.textContent = latest.current?.() ?? '';
    }, WORDS_AFTER_MS);
  };
}
