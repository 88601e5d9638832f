/** The lanes on the screen as one SVG, with title, legend, units and source. */

import { layersOf, warningOf, paintRow, showsPackets } from '../draw/row.ts';
import type { LaneLayers } from '../draw/row.ts';
import { token } from '../draw/tokens.ts';
import type { Token } from '../draw/tokens.ts';
import { formatNumber, scaleFor } from '../format.ts';
import { decadeTicks, heightShare, positionOf } from '../frame/scales.ts';
import { ticksFor } from '../frame/ticks.ts';
import type { BandSpan, CursorSet, LaneData, RowDefinition } from '../types.ts';
import { cursorsPart } from './cursorsPart.ts';
import { escaped, framedSvg, legendPart, MARGIN } from './frame.ts';
import { SvgPen } from './SvgPen.ts';

export interface LanesPicture {
  title: string;
  /** Lines at the bottom: the link, the version, the author. */
  footer: readonly string[];
  /** Each lane is a block of rows; with `overlay` all lanes share one block. */
  lanes: readonly { data: LaneData; bands: readonly BandSpan[] }[];
  overlay: boolean;
  rows: readonly RowDefinition[];
  domains: readonly (readonly [number, number])[];
  timeDomain: readonly [number, number];
  timeTicks: readonly number[];
  /** The event at time zero, if times are relative to it. */
  origin?: string;
  cursors?: CursorSet | null;
  themeKey: string;
}

const PLOT_WIDTH = 560;
const ROW_HEIGHT = 84;
const ROW_GAP = 30;
const AXIS = 30;
const LEGEND = 26;

export function lanesSvg(picture: LanesPicture): string {
  const { title, footer, lanes, overlay, rows, themeKey } = picture;
  const ink = (name: Token): string => token(name, themeKey);
  const blocks = overlay ? [lanes] : lanes.map((lane) => [lane]);
  const rowsHeight = rows.reduce((sum, row) => sum + heightOf(row) + ROW_GAP, 0);
  const blockHeight = LEGEND + rowsHeight + AXIS;
  const columns = Math.min(3, Math.max(1, blocks.length));
  const lines = Math.ceil(blocks.length / columns);
  const blockWidth = MARGIN.left + PLOT_WIDTH + MARGIN.right;
  const width = columns * blockWidth;
  const body = blocks.map((block, at) => {
    const x = (at % columns) * blockWidth + MARGIN.left;
    const y = Math.floor(at / columns) * blockHeight;
    return `<g transform="translate(${x} ${y})">${laneBlock(block, picture, ink)}</g>`;
  });
  return framedSvg({ title, footer, width, height: lines * blockHeight, body: body.join(''), themeKey });
}

function heightOf(row: RowDefinition): number {
  return Math.round(ROW_HEIGHT * row.weight);
}

type Block = LanesPicture['lanes'];

function laneBlock(block: Block, picture: LanesPicture, ink: (name: Token) => string): string {
  const { rows, domains, timeDomain, timeTicks } = picture;
  const parts: string[] = [];
  const items = block.map(({ data: { name, colour, dash } }) => ({
    name,
    colour: ink(`--series-${colour}`),
    dash: picture.overlay ? dash : [],
  }));
  parts.push(legendPart(items, Infinity, picture.themeKey).body);
  let y = LEGEND;
  rows.forEach((row, index) => {
    const height = heightOf(row);
    const domain = domains[index] ?? [0, 1];
    const cursors = picture.cursors ?? null;
    parts.push(
      `<g transform="translate(0 ${y + 14})">${rowPart(row, domain, height, block, picture, ink)}`,
      cursors === null
        ? ''
        : cursorsPart(
            cursors,
            { row, domain, timeDomain, width: PLOT_WIDTH, height, isFirst: index === 0 },
            ink,
          ),
      '</g>',
    );
    y += height + ROW_GAP;
  });
  for (const timeS of timeTicks) {
    const x = positionOf(timeS, timeDomain, PLOT_WIDTH);
    if (x < 0 || x > PLOT_WIDTH) continue;
    parts.push(
      `<text x="${x.toFixed(1)}" y="${y}" text-anchor="middle" fill="${ink('--ink-3')}">${timeText(timeS, picture.origin)}</text>`,
    );
  }
  parts.push(
    `<text x="${PLOT_WIDTH}" y="${y + 13}" text-anchor="end" fill="${ink('--ink-2')}">time, s</text>`,
  );
  return parts.join('');
}

function rowPart(
  row: RowDefinition,
  domain: readonly [number, number],
  height: number,
  block: Block,
  { timeDomain, timeTicks, themeKey }: LanesPicture,
  ink: (name: Token) => string,
): string {
  const lanes = block.map(({ data }) => data);
  const packets = showsPackets(row, lanes);
  const layers = layersOf(row, lanes);
  const reference = lanes[0] === undefined ? null : row.reference(lanes[0]);
  const below = lanes[0] === undefined ? null : row.below?.(lanes[0]);
  const { factor, unit } = scaleFor(reference?.value ?? domain[1], row.unit);
  const shown = row.unit === 'packets' || row.unit === 'segments' ? row.unit : unit;
  const parts = [
    `<text x="0" y="-5" font-weight="600" fill="${ink('--ink-2')}">${escaped(shown === '' ? row.title : `${row.title}, ${shown}`)}</text>`,
  ];
  const isLadder = row.packetStyle === 'ladder';
  const remark = isLadder
    ? 'falling: segments; rising: ACKs; shallow in the queue: waiting; cross: lost'
    : packets
      ? 'square: sent; dot: arrived; triangle: ACK received; cross: lost'
      : [remarkOf(layers), warningOf(row, lanes)].filter((text) => text !== '').join('; ');
  if (remark !== '')
    parts.push(
      `<text x="${PLOT_WIDTH}" y="-5" text-anchor="end" fill="${ink('--ink-3')}">${escaped(remark)}</text>`,
    );
  for (const timeS of timeTicks) {
    const x = positionOf(timeS, timeDomain, PLOT_WIDTH).toFixed(1);
    parts.push(`<path d="M${x} 0V${height}" stroke="${ink('--grid')}"/>`);
  }
  const count = height > 130 ? 4 : 3;
  const ticks = isLadder
    ? []
    : row.isLog === true
      ? decadeTicks(domain, height, count)
      : ticksFor(domain, [height, 0], count, factor);
  for (const tick of ticks) {
    const y = tick.position.toFixed(1);
    parts.push(
      `<path d="M0 ${y}H${PLOT_WIDTH}" stroke="${ink('--grid')}"/>`,
      `<text x="-6" y="${(tick.position + 3.5).toFixed(1)}" text-anchor="end" fill="${ink('--ink-3')}">${escaped(below == null ? tick.text : tick.text.replace('−', ''))}</text>`,
    );
  }
  for (const limit of [reference, below]) {
    if (limit == null || limit.value > domain[1] || limit.value < domain[0]) continue;
    const y = height - heightShare(limit.value, domain, row.isLog) * height;
    parts.push(
      `<path d="M0 ${y.toFixed(1)}H${PLOT_WIDTH}" stroke="${ink('--ink-3')}" stroke-dasharray="1 3"/>`,
      `<text x="${PLOT_WIDTH}" y="${(y - 3).toFixed(1)}" text-anchor="end" fill="${ink('--ink-3')}">${escaped(limit.label)}</text>`,
    );
  }
  const pen = new SvgPen();
  paintRow(pen as unknown as CanvasRenderingContext2D, {
    row,
    parts: layers,
    bands: block[0]?.bands ?? [],
    width: PLOT_WIDTH,
    height,
    domain,
    timeDomain,
    themeKey,
  });
  parts.push(`<svg width="${PLOT_WIDTH}" height="${height}" overflow="hidden">${pen.text()}</svg>`);
  parts.push(`<path d="M0 ${height}H${PLOT_WIDTH}" stroke="${ink('--line-strong')}"/>`);
  return parts.join('');
}

function timeText(timeS: number, origin: string | undefined): string {
  if (origin === undefined) return formatNumber(timeS, 6);
  return timeS === 0 ? escaped(origin) : `${timeS > 0 ? '+' : ''}${formatNumber(timeS, 6)}`;
}

/** Explains the lines that have no name in the legend. */
function remarkOf(parts: readonly LaneLayers[]): string {
  const layers = parts.flatMap((part) => part.layers);
  const foreign = layers.find(({ ink }) => ink === 'foreign');
  const states = layers.filter(({ ink, columns }) => ink === 'second' && columns.info.shown != null);
  const names = [...new Set(states.map(({ label }) => label))].join(', ');
  return [
    ...(layers.some(({ style }) => style === 'step-dashed') ? ['dotted: ssthresh'] : []),
    ...(names === '' ? [] : [`grey: ${names}`]),
    ...(foreign === undefined ? [] : [`dashed: ${foreign.label}`]),
  ].join('; ');
}
