import { useEffect, useMemo, useRef } from 'react';
import type { LaneInfo, PacketLog } from '@ackscope/engine';
import { formatNumber, formatQuantity } from '../format.ts';
import { useSize } from '../frame/useSize.ts';
import { useSignals } from '../signal.ts';
import type { Signal } from '../types.ts';
import { layoutPath } from './geometry.ts';
import type { PathGeometry } from './geometry.ts';
import { paintScene, pathInks } from './paintScene.ts';
import type { PathInks } from './paintScene.ts';
import { sceneAt } from './scene.ts';
import type { FlowColour } from './scene.ts';
import styles from './PathView.module.css';

export interface PathViewProps {
  info: LaneInfo;
  colourOf: FlowColour;
  /** The packets around the time shown; null until a replay has come. */
  log: Signal<PacketLog | null>;
  /** The path's own clock: the shared one, or slower where packets could not be followed. */
  timeS: Signal<number>;
  /** How long a lost packet is seen to fall, in simulated seconds. */
  fallS: number;
  label: string;
  themeKey: string;
}

/** The line of hosts and routers with every packet where the simulation has it. */
export function PathView({ info, colourOf, log, timeS, fallS, label, themeKey }: PathViewProps) {
  const [root, size] = useSize<HTMLDivElement>();
  const canvas = useRef<HTMLCanvasElement>(null);
  const inks = useRef<PathInks | null>(null);
  const counts = useRef(new Map<number, HTMLElement | SVGTextElement | null>());
  const geometry = useMemo(
    () => (size === null ? null : layoutPath(info, size.width, size.height)),
    [info, size],
  );

  const draw = (): void => {
    const context = canvas.current?.getContext('2d');
    if (!context || geometry === null || inks.current === null) return;
    const packets = log.get();
    const scene =
      packets === null ? { dots: [], queues: [] } : sceneAt(packets, timeS.get(), geometry, colourOf, fallS);
    paintScene(context, scene, geometry, inks.current);
    for (const [id, channel] of geometry.channels) {
      const target = counts.current.get(id);
      const waiting =
        packets === null ? null : (scene.queues.find((queue) => queue.channel === id)?.colours.length ?? 0);
      const text = `${formatNumber(waiting)} / ${formatNumber(channel.hop.capacity_packets)}`;
      if (target && target.textContent !== text) target.textContent = text;
    }
  };

  useEffect(() => {
    const element = canvas.current;
    if (element === null || size === null) return;
    const ratio = window.devicePixelRatio || 1;
    element.width = Math.round(size.width * ratio);
    element.height = Math.round(size.height * ratio);
    element.getContext('2d')?.setTransform(ratio, 0, 0, ratio, 0, 0);
    inks.current = pathInks(themeKey);
  }, [size, themeKey]);
  useSignals([timeS, log], draw);

  return (
    <div ref={root} className={styles.path} role="img" aria-label={label}>
      {geometry && (
        <Scenery
          geometry={geometry}
          info={info}
          bindCount={(id, element) => {
            counts.current.set(id, element);
          }}
        />
      )}
      <canvas ref={canvas} className={styles.canvas} aria-hidden="true" />
    </div>
  );
}

interface SceneryProps {
  geometry: PathGeometry;
  info: LaneInfo;
  bindCount: (channel: number, element: SVGTextElement | null) => void;
}

function Scenery({ geometry, info, bindCount }: SceneryProps) {
  const { hosts, routers, channels, access } = geometry;
  const below = (routers[0]?.y ?? 0) + (routers[0]?.height ?? 0);
  const above = routers[0]?.y ?? 0;
  const lastAccess = access[access.length - 1];
  return (
    <svg className={styles.scenery} width={geometry.width} height={geometry.height} aria-hidden="true">
      {access.map((wire, index) => (
        <line key={index} className={styles.wire} x1={wire.x0} x2={wire.x1} y1={wire.y0} y2={wire.y1} />
      ))}
      {[...channels].map(([id, channel]) => (
        <line
          key={id}
          className={styles.wire}
          data-main="true"
          x1={channel.wire.x0}
          x2={channel.wire.x1}
          y1={channel.wire.y0}
          y2={channel.wire.y1}
        />
      ))}
      {[hosts.left, hosts.right].map((host, index) => (
        <g key={index}>
          <rect className={styles.host} {...host} rx={6} />
          <text className={styles.caption} x={host.x + host.width / 2} y={below + 12} textAnchor="middle">
            {index === 0 ? 'senders' : 'receivers'}
          </text>
          <Screen x={host.x + host.width / 2} y={host.y + host.height / 2} />
        </g>
      ))}
      {routers.map((router, index) => (
        <g key={index}>
          <rect className={styles.router} {...router} rx={8} />
        </g>
      ))}
      {[...channels].map(([id, channel]) => (
        <text
          key={id}
          ref={(element) => bindCount(id, element)}
          className={styles.count}
          x={channel.queue.x + channel.queue.width / 2}
          y={channel.hop.direction === 'forward' ? above - 5 : below + 12}
          textAnchor="middle"
        >
          –
        </text>
      ))}
      {[...channels.values()]
        .filter((channel) => channel.hop.direction === 'forward' && lengthOf(channel.wire) > 96)
        .map((channel) => (
          <text
            key={channel.hop.hop}
            className={styles.caption}
            x={(channel.wire.x0 + channel.wire.x1) / 2}
            y={channel.wire.y0 - 12}
            textAnchor="middle"
          >
            {formatQuantity(channel.hop.rate_bps, 'bps')} · {formatQuantity(channel.hop.delay_s, 's')}
          </text>
        ))}
      {lastAccess !== undefined && lengthOf(lastAccess) > 170 && (
        <text
          className={styles.caption}
          x={(lastAccess.x0 + lastAccess.x1) / 2}
          y={geometry.laneY.backward + 22}
          textAnchor="middle"
        >
          {backwardCaption(info)}
        </text>
      )}
    </svg>
  );
}

function Screen({ x, y }: { x: number; y: number }) {
  return (
    <g className={styles.screen}>
      <rect x={x - 11} y={y - 10} width={22} height={15} rx={2} />
      <line x1={x - 6} x2={x + 6} y1={y + 10} y2={y + 10} />
    </g>
  );
}

function lengthOf(wire: { x0: number; x1: number }): number {
  return Math.abs(wire.x1 - wire.x0);
}

/** Whether the ACKs have the way back for themselves. */
function backwardCaption(info: LaneInfo): string {
  const back = info.flows.filter((flow) => flow.direction === 'backward' && !flow.compared).length;
  if (back === 0) return 'ACKs alone on the way back';
  return `${back} ${back === 1 ? 'flow shares' : 'flows share'} the way back`;
}
