import type { HopInfo, LaneInfo } from '@ackscope/engine';
import { formatQuantity } from '../format.ts';
import { belowOf, channelId, countPlace } from './geometry.ts';
import type { Box, HopPlace, PathGeometry } from './geometry.ts';
import styles from './PathView.module.css';
import { isStub, svgPath } from './wires.ts';

export interface SceneryProps {
  geometry: PathGeometry;
  info: LaneInfo;
  /** Counts of a channel's waiting and lost packets, updated by the drawing code, not by React. */
  bindCount: (channel: number, element: SVGTextElement | null) => void;
  /** A hop, which looks different while its channel is bad. */
  bindHop: (hop: number, element: SVGGElement | null) => void;
  /** The text that says who shares the return path at the current time. */
  bindWayBack: (element: SVGTextElement | null) => void;
}

/** Hosts, routers and wires: everything that does not move. */
export function Scenery({ geometry, info, bindCount, bindHop, bindWayBack }: SceneryProps) {
  const { hosts, routers, channels, access, isStrip } = geometry;
  return (
    <svg
      className={styles.scenery}
      viewBox={`0 0 ${geometry.width} ${geometry.height}`}
      preserveAspectRatio="xMinYMin"
      aria-hidden="true"
    >
      {access.map((way, index) => (
        <path key={index} className={styles.wire} d={svgPath(way)} data-stub={isStub(way) || undefined} />
      ))}
      {geometry.hops.map((hop) => (
        <Hop key={hop.hop} hop={hop} geometry={geometry} bindHop={bindHop} />
      ))}
      <Host
        box={hosts.left}
        side="left"
        {...endOf(info, 0, 'left')}
        tight={geometry.tight}
        isStrip={isStrip}
        below={belowOf(routers)}
      />
      <Host
        box={hosts.right}
        side="right"
        {...endOf(info, routers.length - 1, 'right')}
        tight={geometry.tight}
        isStrip={isStrip}
        below={belowOf(routers)}
      />
      {[...geometry.joins.values()].map((box, index) => (
        <g key={index}>
          <rect className={styles.host} {...box} rx={4} />
          <line
            className={styles.screenLine}
            x1={box.x + 5}
            x2={box.x + box.width - 5}
            y1={box.y + box.height / 2}
            y2={box.y + box.height / 2}
          />
        </g>
      ))}
      {routers.map((router, index) => (
        <rect key={index} className={styles.router} {...router} rx={8} />
      ))}
      {[...(isStrip ? [] : channels)].map(([id, channel]) => (
        <text
          key={id}
          ref={(element) => {
            bindCount(id, element);
          }}
          className={styles.count}
          {...countPlace(geometry, channel)}
        >
          –
        </text>
      ))}
      <BackwardCaption geometry={geometry} bind={bindWayBack} />
    </svg>
  );
}

interface HopProps {
  hop: HopPlace;
  geometry: PathGeometry;
  bindHop: SceneryProps['bindHop'];
}

/** The mean in a wide font, in units of the drawing. */
const LETTER_WIDTH = 6.6;

function delayInWords(hop: HopInfo | undefined): string {
  const least = formatQuantity(hop?.delay_s, 's');
  const most = hop?.delay_over_time?.most_s;
  return most === undefined || most === hop?.delay_s ? least : `${least} to ${formatQuantity(most, 's')}`;
}

function Hop({ hop, geometry, bindHop }: HopProps) {
  const { span, medium, satellite } = hop;
  const forward = geometry.channels.get(channelId({ hop: hop.hop, direction: 'forward' }));
  const backward = geometry.channels.get(channelId({ hop: hop.hop, direction: 'backward' }));
  const centre = span.x + span.width / 2;
  const isDrawn = forward?.hop.rate_model != null;
  const rate = `${formatQuantity(forward?.hop.rate_bps, 'bps')}${isDrawn ? ' on average' : ''}`;
  const whole = `${rate} · ${delayInWords(forward?.hop)}`;
  // Wider than between the routers, its ends would be under them.
  const caption = whole.length * LETTER_WIDTH < span.width ? whole : rate;
  const captionY =
    satellite === null ? geometry.laneY.forward - 12 : (geometry.laneY.forward + geometry.laneY.backward) / 2;
  return (
    <g
      className={styles.hop}
      data-medium={medium}
      data-strip={geometry.isStrip || undefined}
      ref={(element) => {
        bindHop(hop.hop, element);
      }}
    >
      {[forward, backward].map(
        (channel, index) =>
          channel !== undefined && (
            <path key={index} className={styles.wire} data-main="true" d={svgPath(channel.wire)} />
          ),
      )}
      {medium === 'radio' && span.width > 30 && (
        <>
          <Waves x={span.x + 5} y={(geometry.laneY.forward + geometry.laneY.backward) / 2} turned={1} />
          <Waves
            x={span.x + span.width - 5}
            y={(geometry.laneY.forward + geometry.laneY.backward) / 2}
            turned={-1}
          />
        </>
      )}
      {satellite !== null && (
        <>
          <Satellite {...satellite} />
          <Dish x={span.x - 3} y={span.y - 1} turned={1} />
          <Dish x={span.x + span.width + 3} y={span.y - 1} turned={-1} />
        </>
      )}
      {!geometry.isStrip && span.width > (satellite === null ? 52 : 130) && (
        <text className={styles.caption} x={centre} y={captionY} textAnchor="middle">
          {caption}
        </text>
      )}
      {!geometry.isStrip && medium !== 'wire' && span.width > 52 && (
        <text
          className={styles.state}
          x={centre}
          y={satellite === null ? geometry.laneY.backward + 22 : captionY + 14}
          textAnchor="middle"
        >
          bad state
        </text>
      )}
    </g>
  );
}

/** The hosts at one end of the line, with their number. */
function endOf(info: LaneInfo, router: number, side: 'left' | 'right'): { name: string; count: number } {
  const here = info.flows.filter((flow) => (side === 'left' ? flow.from : flow.to) === router);
  const sending = here.filter((flow) => (flow.direction === 'forward') === (side === 'left')).length;
  const receiving = here.length - sending;
  const [own, others] = side === 'left' ? [sending, receiving] : [receiving, sending];
  const role = side === 'left' ? 'sender' : 'receiver';
  if (own === 0 && others > 0) return { name: side === 'left' ? 'receivers' : 'senders', count: others };
  if (others > 0) return { name: `${role}s`, count: here.length };
  return { name: own === 1 ? role : own > 3 ? `${own} ${role}s` : `${role}s`, count: own };
}

interface HostProps {
  box: Box;
  side: 'left' | 'right';
  name: string;
  count: number;
  tight: boolean;
  isStrip: boolean;
  below: number;
}

function Host({ box, side, name, count, tight, isStrip, below }: HostProps) {
  const x = box.x + box.width / 2;
  const y = box.y + box.height / 2;
  if (isStrip) return <rect className={styles.host} {...box} rx={3} />;
  return (
    <g>
      {count > 1 && <rect className={styles.host} {...box} x={box.x + 3} y={box.y - 4} rx={6} />}
      <rect className={styles.host} {...box} rx={6} />
      <g className={styles.screen}>
        <rect x={x - 11} y={y - 10} width={22} height={15} rx={2} />
        <line x1={x - 6} x2={x + 6} y1={y + 10} y2={y + 10} />
      </g>
      {!tight && (
        <text
          className={styles.caption}
          x={side === 'left' ? box.x : box.x + box.width}
          y={below}
          textAnchor={side === 'left' ? 'start' : 'end'}
        >
          {name}
        </text>
      )}
    </g>
  );
}

function Waves({ x, y, turned }: { x: number; y: number; turned: 1 | -1 }) {
  return (
    <g className={styles.sign} transform={`translate(${x} ${y}) scale(${turned} 1)`}>
      <path d="M0 -3 A4.2 4.2 0 0 1 0 3 M4 -6 A8 8 0 0 1 4 6 M8 -8.5 A11 11 0 0 1 8 8.5" />
    </g>
  );
}

function Satellite({ x, y }: { x: number; y: number }) {
  return (
    <g className={styles.satellite} transform={`translate(${x} ${y}) rotate(-12)`}>
      <rect x={-29} y={-5} width={20} height={10} rx={1} />
      <rect x={9} y={-5} width={20} height={10} rx={1} />
      <path d="M-24 -5V5M-19 -5V5M-14 -5V5M14 -5V5M19 -5V5M24 -5V5M-9 0H-6M6 0H9" />
      <rect className={styles.body} x={-6} y={-7} width={12} height={14} rx={2} />
    </g>
  );
}

function Dish({ x, y, turned }: { x: number; y: number; turned: 1 | -1 }) {
  return (
    <g className={styles.dish} transform={`translate(${x} ${y}) scale(${turned} 1)`}>
      <path className={styles.bowl} d="M-7 -11 A9.5 9.5 0 0 0 6 -1 Z" />
      <path d="M-3 0V-4M-0.5 -6L5 -11" />
    </g>
  );
}

/** The caption of the return path, where there is room. */
function BackwardCaption({ geometry, bind }: { geometry: PathGeometry; bind: SceneryProps['bindWayBack'] }) {
  const last = geometry.routers[geometry.routers.length - 1];
  if (last === undefined || geometry.isStrip) return null;
  const x0 = last.x + last.width;
  const x1 = geometry.hosts.right.x;
  if (x1 - x0 < 250) return null;
  return (
    <text
      ref={bind}
      className={styles.caption}
      x={(x0 + x1) / 2}
      y={geometry.laneY.backward + 22}
      textAnchor="middle"
    />
  );
}
