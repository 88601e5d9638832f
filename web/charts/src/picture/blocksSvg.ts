/** Charts and tables of the page as one SVG, with their style, title, legend and source. */
import { token } from '../draw/tokens.ts';
import type { SeriesColour } from '../palette.ts';
import { escaped, framedSvg, legendPart, MARGIN } from './frame.ts';

export interface BlocksPicture {
  title: string;
  footer: readonly string[];
  legend: readonly { name: string; colour: SeriesColour; dash: readonly number[] }[];
  /** SVG elements and tables of this document, or blocks drawn for this picture. */
  blocks: readonly (Element | Block)[];
  themeKey: string;
}

const MIN_WIDTH = 560;
/** Small blocks are placed side by side up to this width. */
const LINE_WIDTH = 1100;
const GAP = 16;

export function blocksSvg({ title, footer, legend, blocks, themeKey }: BlocksPicture): string {
  const drawn = blocks.map((block) =>
    block instanceof SVGSVGElement ? svgBlock(block) : block instanceof Element ? tableBlock(block) : block,
  );
  const { places, width: reach, height } = placed(drawn);
  const width = Math.max(MIN_WIDTH, reach + 2 * MARGIN.right);
  const items = legend.map((item) => ({ ...item, colour: token(`--series-${item.colour}`, themeKey) }));
  const names = legendPart(items, width - MARGIN.left - MARGIN.right, themeKey);
  const parts = drawn.map((block, at) => {
    const [x = 0, y = 0] = places[at] ?? [];
    return `<g transform="translate(${MARGIN.right + x} ${names.height + y})">${block.body}</g>`;
  });
  const body = `<g transform="translate(${MARGIN.left} 0)">${names.body}</g>${parts.join('')}`;
  const inner = Math.ceil(names.height + height);
  return framedSvg({ title, footer, width: Math.ceil(width), height: inner, body, themeKey });
}

/** From left to right and line by line, like words. */
function placed(blocks: readonly Block[]): {
  places: [x: number, y: number][];
  width: number;
  height: number;
} {
  let [x, y, line, width] = [0, 0, 0, 0];
  const places = blocks.map((block): [number, number] => {
    if (x > 0 && x + block.width > LINE_WIDTH) [x, y, line] = [0, y + line, 0];
    const place: [number, number] = [x, y];
    x += block.width + GAP;
    line = Math.max(line, block.height + GAP);
    width = Math.max(width, x - GAP);
    return place;
  });
  return { places, width, height: y + line };
}

export interface Block {
  width: number;
  height: number;
  body: string;
}

/** Style properties that are written as attributes: the saved SVG has no stylesheet. */
const LOOKS: readonly (readonly [name: string, usual: string])[] = [
  ['fill', 'rgb(0, 0, 0)'],
  ['stroke', 'none'],
  ['stroke-width', '1px'],
  ['stroke-dasharray', 'none'],
  ['stroke-linejoin', 'miter'],
  ['paint-order', 'normal'],
  ['opacity', '1'],
  ['font-size', ''],
  ['font-weight', '400'],
  ['text-anchor', 'start'],
];

/** An SVG of this document with its styles as attributes. */
export function svgBlock(svg: SVGSVGElement): Block {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const [from, to] = [[...svg.querySelectorAll('*')], [...copy.querySelectorAll('*')]];
  from.forEach((element, at) => {
    const target = to[at];
    if (target === undefined) return;
    const look = getComputedStyle(element);
    for (const name of ['class', 'style']) target.removeAttribute(name);
    for (const [name, usual] of LOOKS) {
      const value = look.getPropertyValue(name);
      if (value !== '' && value !== usual) target.setAttribute(name, value);
    }
  });
  for (const name of ['class', 'style', 'aria-hidden', 'data-picks']) copy.removeAttribute(name);
  const [width, height] = [Number(svg.getAttribute('width')), Number(svg.getAttribute('height'))];
  return { width, height, body: new XMLSerializer().serializeToString(copy) };
}

/** A table with its layout: the background of each cell, and its text. */
function tableBlock(table: Element): Block {
  const box = table.getBoundingClientRect();
  const cells = [...table.querySelectorAll('caption, th, td')].map((cell) => {
    const { left, top, width, height } = cell.getBoundingClientRect();
    const look = getComputedStyle(cell);
    const [x, y] = [left - box.left, top - box.top];
    const inner = cell.querySelector('a') ?? cell;
    const isLeft = look.textAlign === 'left' || look.textAlign === 'start';
    const at = isLeft ? x : look.textAlign === 'right' ? x + width - 8 : x + width / 2;
    const anchor = isLeft ? 'start' : look.textAlign === 'right' ? 'end' : 'middle';
    const { color, fontSize, fontWeight } = getComputedStyle(inner);
    const ground = cell.tagName === 'TD' ? look.backgroundColor : 'none';
    return `<rect x="${x.toFixed(1)}" y="${y.toFixed(1)}" width="${width.toFixed(1)}" height="${height.toFixed(1)}" fill="${ground}"/><text x="${at.toFixed(1)}" y="${(y + height / 2).toFixed(1)}" dy="0.35em" text-anchor="${anchor}" font-size="${fontSize}" font-weight="${fontWeight}" fill="${color}">${escaped(cell.textContent.trim())}</text>`;
  });
  return { width: box.width, height: box.height, body: cells.join('') };
}
