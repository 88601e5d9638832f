/**
 * The layout of a path on the screen: a line of routers between two hosts. Data of forward flows
 * uses the upper lane and their ACKs the lower one; for backward flows it is the other way round.
 * Flows that join or leave between the ends have a small host of their own above their router.
 */
import { ACCESS_BIT, ACCESS_LINK } from '@ackscope/engine';
import type { FlowInfo, HopInfo, LaneInfo } from '@ackscope/engine';
import { hopCountOf, joiningRouters, mediumOf, roomFor } from './rooms.ts';
import type { Medium } from './rooms.ts';
import { reversed, wire } from './wires.ts';
import type { Wire } from './wires.ts';

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface ChannelPlace {
  hop: HopInfo;
  wire: Wire;
  /** The place of its queue; the next packet to leave is at `exit`. */
  queue: Box;
  exit: 'left' | 'right';
}

export interface HopPlace {
  hop: number;
  medium: Medium;
  /** The area between the two routers. */
  span: Box;
  satellite: { x: number; y: number } | null;
}

export interface PathGeometry {
  width: number;
  height: number;
  /** Routers are so close that there is only room for short texts. */
  tight: boolean;
  /** Even closer: only room for a count, and not beside a joining host. */
  crowded: boolean;
  /** So low that there is no text at all, and all that is drawn is one line. */
  isStrip: boolean;
  laneY: { forward: number; backward: number };
  hosts: { left: Box; right: Box };
  routers: Box[];
  hops: HopPlace[];
  channels: Map<number, ChannelPlace>;
  /** The small hosts of flows that join between the ends, by router. */
  joins: Map<number, Box>;
  /** Wires between hosts and routers, drawn under the packets. */
  access: Wire[];
  accessOf: (place: number) => Wire | null;
}

/** Lower than this, it is a strip. */
const STRIP_HEIGHT = 56;
const HOST_WIDTH = 46;
const EDGE = 14;
const ROUTER_HEIGHT = 68;
/** A line of text above the routers, and one below. */
const TEXTS_HEIGHT = 30;
/** From the middle of the line to the lower edge: half a router and a line of text. */
const BELOW_MIDDLE = 52;
const LANE_OFFSET = 15;
/** Offset in a low strip, at which the two lanes do not touch. */
const MIN_OFFSET = 9;
const QUEUE_HEIGHT = 18;
const JOIN_HEIGHT = 15;
const JOIN_STUB = 19;
/** Distance of routers that has room for a count, its capacity and the losses. */
const TIGHT_PITCH = 84;
/** Distance with room for a joining host and a three-digit count with losses. */
const CROWDED_PITCH = 64;
/** Long delays get more room, but not in proportion: a satellite hop would be too long. */
function share(delayS: number): number {
  return 1 + Math.sqrt(Math.max(0, delayS) * 40);
}

export function channelId(hop: { hop: number; direction: 'forward' | 'backward' }): number {
  return 2 * hop.hop + (hop.direction === 'backward' ? 1 : 0);
}

export function layoutPath(info: LaneInfo, width: number, height: number): PathGeometry {
  const hopCount = hopCountOf(info);
  const narrow = width < 520;
  const isStrip = height < STRIP_HEIGHT;
  const hostWidth = isStrip ? 12 : narrow ? 30 : HOST_WIDTH;
  const edge = isStrip ? 4 : narrow ? 8 : EDGE;
  const routerWidth = Math.max(
    narrow ? 22 : 26,
    Math.min(narrow ? 58 : 82, (width - (narrow ? 120 : 260)) / (hopCount + 1) / (narrow ? 1.5 : 1.6)),
  );
  const isPlain = isStrip || roomFor(info) === 'plain';
  const routerHeight = isStrip
    ? height - 8
    : isPlain
      ? Math.min(ROUTER_HEIGHT, height - TEXTS_HEIGHT)
      : ROUTER_HEIGHT;
  const middle = isPlain ? height / 2 : height - BELOW_MIDDLE;
  const offset = Math.max(MIN_OFFSET, (LANE_OFFSET * routerHeight) / ROUTER_HEIGHT);
  const laneY = { forward: middle - offset, backward: middle + offset };
  const shares = linkShares(info, hopCount);
  const free = width - 2 * edge - 2 * hostWidth - (hopCount + 1) * routerWidth;
  const perShare = Math.max(0, free) / shares.reduce((sum, value) => sum + value, 0);

  let x = edge;
  const left: Box = { x, y: middle - routerHeight / 2 + 6, width: hostWidth, height: routerHeight - 12 };
  x += hostWidth + (shares[0] ?? 1) * perShare;
  const routers: Box[] = [];
  for (let index = 0; index <= hopCount; index += 1) {
    routers.push({ x, y: middle - routerHeight / 2, width: routerWidth, height: routerHeight });
    x += routerWidth + (shares[index + 1] ?? 1) * perShare;
  }
  const right: Box = { x: width - edge - hostWidth, y: left.y, width: hostWidth, height: left.height };

  const pitch = (routers[1]?.x ?? Infinity) - (routers[0]?.x ?? 0);

  const geometry: PathGeometry = {
    width,
    height,
    tight: pitch < TIGHT_PITCH,
    crowded: pitch < CROWDED_PITCH,
    isStrip,
    laneY,
    hosts: { left, right },
    routers,
    hops: Array.from({ length: hopCount }, (_, hop) => hopPlace(info, hop, routers, isStrip)),
    channels: new Map(),
    joins: new Map(),
    access: [],
    accessOf: () => null,
  };
  for (const index of isStrip ? [] : joiningRouters(info)) {
    const router = routers[index];
    if (router) geometry.joins.set(index, joinBox(router));
  }
  for (const hop of info.hops) {
    const place = channelPlace(hop, geometry);
    if (place !== null) geometry.channels.set(channelId(hop), place);
  }
  geometry.access = [...outerAccess(geometry), ...joinAccess(geometry)];
  const known = new Map<number, Wire | null>();
  geometry.accessOf = (place) => {
    let found = known.get(place);
    if (found === undefined) {
      found = accessWire(info, place, geometry);
      known.set(place, found);
    }
    return found;
  };
  return geometry;
}

function linkShares(info: LaneInfo, hopCount: number): number[] {
  const delayOf = (hop: number): number => info.hops.find((item) => item.hop === hop)?.delay_s ?? 0;
  const hops = Array.from({ length: hopCount }, (_, hop) => share(delayOf(hop)));
  const focus = info.flows.find((flow) => flow.compared) ?? info.flows[0];
  const onHops = Array.from({ length: hopCount }, (_, hop) => delayOf(hop)).reduce(
    (sum, delayS) => sum + 2 * delayS,
    0,
  );
  const access = share(Math.max(0, ((focus?.rtt_s ?? 0) - onHops) / 4));
  return [access, ...hops, access];
}

function hopPlace(info: LaneInfo, hop: number, routers: readonly Box[], isStrip: boolean): HopPlace {
  const before = routers[hop] ?? { x: 0, y: 0, width: 0, height: 0 };
  const after = routers[hop + 1] ?? before;
  const x = before.x + before.width;
  const span: Box = { x, y: before.y, width: after.x - x, height: before.height };
  const medium = mediumOf(info, hop);
  return {
    hop,
    medium,
    span,
    satellite: medium === 'satellite' && !isStrip ? { x: x + span.width / 2, y: 18 } : null,
  };
}

function joinBox(router: Box): Box {
  const width = Math.min(20, router.width);
  return { x: router.x, y: router.y - JOIN_STUB - JOIN_HEIGHT, width, height: JOIN_HEIGHT };
}

function channelPlace(hop: HopInfo, geometry: PathGeometry): ChannelPlace | null {
  const { routers, laneY } = geometry;
  const before = routers[hop.hop];
  const after = routers[hop.hop + 1];
  const over = geometry.hops[hop.hop]?.satellite;
  if (!before || !after) return null;
  const forward = hop.direction === 'forward';
  const router = forward ? before : after;
  const y = forward ? laneY.forward : laneY.backward;
  const start = { x: before.x + before.width, y };
  const end = { x: after.x, y };
  const rightward = over
    ? wire(start, { x: over.x, y: over.y + (forward ? 20 : 42) }, end)
    : wire(start, end);
  const height = Math.min(QUEUE_HEIGHT, laneY.backward - laneY.forward - 4);
  const queue: Box = { x: router.x + 7, y: y - height / 2, width: router.width - 14, height };
  return { hop, wire: forward ? rightward : reversed(rightward), queue, exit: forward ? 'right' : 'left' };
}

function outerAccess(geometry: PathGeometry): Wire[] {
  const first = geometry.routers[0];
  const last = geometry.routers[geometry.routers.length - 1];
  if (!first || !last) return [];
  const { left, right } = geometry.hosts;
  return [geometry.laneY.forward, geometry.laneY.backward].flatMap((y) => [
    wire({ x: left.x + left.width, y }, { x: first.x, y }),
    wire({ x: last.x + last.width, y }, { x: right.x, y }),
  ]);
}

/** The left wire of the stub goes into the router, the right one comes out of it. */
function stubs(join: Box, router: Box): { into: Wire; out: Wire } {
  const stub = (x: number): Wire => wire({ x, y: join.y + join.height }, { x, y: router.y });
  return {
    into: stub(join.x + join.width * 0.3),
    out: reversed(stub(join.x + join.width * 0.7)),
  };
}

function joinAccess(geometry: PathGeometry): Wire[] {
  return [...geometry.joins].flatMap(([index, join]) => {
    const router = geometry.routers[index];
    return router === undefined ? [] : Object.values(stubs(join, router));
  });
}

/** An access link of a flow, by its `PacketLog.place`. */
function accessWire(info: LaneInfo, place: number, geometry: PathGeometry): Wire | null {
  const code = place >= ACCESS_BIT ? place - ACCESS_BIT : place;
  const flow = info.flows[Math.floor(code / 4)];
  if (!flow) return null;
  const link = code % 4;
  const forward = flow.direction === 'forward';
  const carriesData = link === ACCESS_LINK.sourceOut || link === ACCESS_LINK.receiverIn;
  const atSource = link === ACCESS_LINK.sourceOut || link === ACCESS_LINK.sourceIn;
  const rightward = carriesData === forward;
  const y = rightward ? geometry.laneY.forward : geometry.laneY.backward;
  return routerEnd(
    flow,
    forward === atSource,
    geometry,
    y,
    link === ACCESS_LINK.receiverIn || link === ACCESS_LINK.sourceIn,
  );
}

function routerEnd(
  flow: FlowInfo,
  atLeft: boolean,
  geometry: PathGeometry,
  y: number,
  outward: boolean,
): Wire | null {
  const index = atLeft ? Math.min(flow.from, flow.to) : Math.max(flow.from, flow.to);
  const router = geometry.routers[index];
  if (!router) return null;
  const join = geometry.joins.get(index);
  if (join !== undefined) {
    const { into, out } = stubs(join, router);
    return outward ? out : into;
  }
  const { left, right } = geometry.hosts;
  const host = { x: atLeft ? left.x + left.width : right.x, y };
  const port = { x: atLeft ? router.x : router.x + router.width, y };
  return outward ? wire(port, host) : wire(host, port);
}

/** Vertical position of a text below the routers. */
export function belowOf(routers: readonly Box[]): number {
  return (routers[0]?.y ?? 0) + (routers[0]?.height ?? 0) + 12;
}

/**
 * The place of a queue's count. For a forward queue it is above the router, beside a joining host
 * if there is room, else above that host. For a backward queue it is below the router.
 */
export function countPlace(
  geometry: PathGeometry,
  channel: ChannelPlace,
): { x: number; y: number; textAnchor: 'start' | 'middle' } {
  const { queue, hop } = channel;
  const x = queue.x + queue.width / 2;
  if (hop.direction === 'backward') return { x, y: belowOf(geometry.routers), textAnchor: 'middle' };
  const y = (geometry.routers[hop.hop]?.y ?? 0) - 5;
  const join = geometry.joins.get(hop.hop);
  if (join === undefined) return { x, y, textAnchor: 'middle' };
  if (geometry.crowded) return { x: join.x + join.width / 2, y: join.y - 4, textAnchor: 'middle' };
  return { x: join.x + join.width + 1, y, textAnchor: 'start' };
}
