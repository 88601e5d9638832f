/**
 * Where everything of a path stands on the screen. A line of routers between two hosts; data of forward flows runs along
 * the upper lane, their ACKs along the lower one, and the other way round for flows that go back.
 */
import { CHANNEL_BIT } from '@ackscope/engine';
import type { FlowInfo, HopInfo, LaneInfo } from '@ackscope/engine';

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Segment {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

export interface ChannelPlace {
  hop: HopInfo;
  wire: Segment;
  /** Where its queue is drawn; the packet to leave next stands at `exit`. */
  queue: Box;
  exit: 'left' | 'right';
}

export interface PathGeometry {
  width: number;
  height: number;
  laneY: { forward: number; backward: number };
  hosts: { left: Box; right: Box };
  routers: Box[];
  channels: Map<number, ChannelPlace>;
  /** Wires between hosts and routers, drawn under the packets. */
  access: Segment[];
  accessOf: (place: number) => Segment | null;
}

const HOST_WIDTH = 46;
const EDGE = 14;
const ROUTER_HEIGHT = 68;

/** Long delays take more room than short ones, but not in proportion: a satellite hop would leave nothing for the rest. */
function share(delayS: number): number {
  return 1 + Math.sqrt(Math.max(0, delayS) * 40);
}

export function channelId(hop: { hop: number; direction: 'forward' | 'backward' }): number {
  return 2 * hop.hop + (hop.direction === 'backward' ? 1 : 0);
}

export function layoutPath(info: LaneInfo, width: number, height: number): PathGeometry {
  const hopCount = info.hops.reduce((most, hop) => Math.max(most, hop.hop + 1), 1);
  const routerWidth = Math.max(26, Math.min(82, (width - 260) / (hopCount + 1) / 1.6));
  const middle = height / 2;
  const laneY = { forward: middle - 15, backward: middle + 15 };
  const shares = linkShares(info, hopCount);
  const free = width - 2 * EDGE - 2 * HOST_WIDTH - (hopCount + 1) * routerWidth;
  const perShare = Math.max(0, free) / shares.reduce((sum, value) => sum + value, 0);

  let x = EDGE;
  const left: Box = { x, y: middle - ROUTER_HEIGHT / 2 + 6, width: HOST_WIDTH, height: ROUTER_HEIGHT - 12 };
  x += HOST_WIDTH + (shares[0] ?? 1) * perShare;
  const routers: Box[] = [];
  for (let index = 0; index <= hopCount; index += 1) {
    routers.push({ x, y: middle - ROUTER_HEIGHT / 2, width: routerWidth, height: ROUTER_HEIGHT });
    x += routerWidth + (shares[index + 1] ?? 1) * perShare;
  }
  const right: Box = { x: width - EDGE - HOST_WIDTH, y: left.y, width: HOST_WIDTH, height: left.height };

  const channels = new Map<number, ChannelPlace>();
  for (const hop of info.hops) {
    const before = routers[hop.hop];
    const after = routers[hop.hop + 1];
    if (!before || !after) continue;
    channels.set(channelId(hop), channelPlace(hop, before, after, laneY));
  }
  const geometry: PathGeometry = {
    width,
    height,
    laneY,
    hosts: { left, right },
    routers,
    channels,
    access: [],
    accessOf: (place) => accessSegment(info, place, geometry),
  };
  geometry.access = outerAccess(geometry);
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

function channelPlace(hop: HopInfo, before: Box, after: Box, laneY: PathGeometry['laneY']): ChannelPlace {
  const forward = hop.direction === 'forward';
  const router = forward ? before : after;
  const y = forward ? laneY.forward : laneY.backward;
  const wire: Segment = forward
    ? { x0: before.x + before.width, x1: after.x, y0: y, y1: y }
    : { x0: after.x, x1: before.x + before.width, y0: y, y1: y };
  const queue: Box = { x: router.x + 7, y: y - 9, width: router.width - 14, height: 18 };
  return { hop, wire, queue, exit: forward ? 'right' : 'left' };
}

function outerAccess(geometry: PathGeometry): Segment[] {
  const first = geometry.routers[0];
  const last = geometry.routers[geometry.routers.length - 1];
  if (!first || !last) return [];
  return [geometry.laneY.forward, geometry.laneY.backward].flatMap((y) => [
    { x0: geometry.hosts.left.x + geometry.hosts.left.width, x1: first.x, y0: y, y1: y },
    { x0: last.x + last.width, x1: geometry.hosts.right.x, y0: y, y1: y },
  ]);
}

/** Access link k of a flow: 0 out of the source, 1 into the receiver, 2 ACKs out of the receiver, 3 into the source. */
function accessSegment(info: LaneInfo, place: number, geometry: PathGeometry): Segment | null {
  const code = place >= CHANNEL_BIT ? place - CHANNEL_BIT : place;
  const flow = info.flows[Math.floor(code / 4)];
  if (!flow) return null;
  const k = code % 4;
  const forward = flow.direction === 'forward';
  const atSource = k === 0 || k === 3;
  const atLeft = forward === atSource;
  const rightward = k < 2 ? forward : !forward;
  const y = rightward ? geometry.laneY.forward : geometry.laneY.backward;
  const outward = k === 1 || k === 3;
  return routerEnd(flow, atLeft, geometry, y, outward);
}

function routerEnd(
  flow: FlowInfo,
  atLeft: boolean,
  geometry: PathGeometry,
  y: number,
  outward: boolean,
): Segment | null {
  const index = atLeft ? Math.min(flow.from, flow.to) : Math.max(flow.from, flow.to);
  const router = geometry.routers[index];
  if (!router) return null;
  const outermost = atLeft ? index === 0 : index === geometry.routers.length - 1;
  let host: { x: number; y: number };
  let port: { x: number; y: number };
  if (outermost) {
    host = { x: atLeft ? geometry.hosts.left.x + geometry.hosts.left.width : geometry.hosts.right.x, y };
    port = { x: atLeft ? router.x : router.x + router.width, y };
  } else {
    // A flow that joins in the middle comes down (or goes up) a stub at its router.
    const up = y === geometry.laneY.forward;
    const x = router.x + router.width / 2;
    port = { x, y: up ? router.y : router.y + router.height };
    host = { x, y: up ? router.y - 22 : router.y + router.height + 22 };
  }
  const [start, end] = outward ? [port, host] : [host, port];
  return { x0: start.x, y0: start.y, x1: end.x, y1: end.y };
}
