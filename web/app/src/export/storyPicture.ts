/** The story of a packet as a saved picture: the ladder with its numbered steps, and the window below it. */
import { escaped, svgBlock } from '@ackscope/charts';
import type { Block } from '@ackscope/charts';

const BADGE_PX = 20;

export interface StoryPicture {
  blocks: Block[];
  /** Steps without a place in the ladder. */
  list: string[];
}

/** What the page shows; null without a story. */
export function storyPicture(): StoryPicture | null {
  const plot = document.querySelector<HTMLElement>('[data-plot="story"]');
  const canvas = plot?.querySelector('canvas');
  const ladder = plot?.parentElement;
  if (plot == null || canvas == null || ladder == null) return null;
  const { left, top, width, height } = plot.getBoundingClientRect();
  const opacity = getComputedStyle(canvas).opacity;
  const all = [...ladder.querySelectorAll<HTMLElement>('[data-step]')];
  const placed = all.filter((step) => step.dataset.placed !== undefined);
  const body = [
    `<image width="${String(width)}" height="${String(height)}" opacity="${opacity}" href="${canvas.toDataURL()}"/>`,
    ...[...ladder.querySelectorAll('svg')].map((svg) => svgBlock(svg).body),
    ...placed.map((step) => {
      const box = step.getBoundingClientRect();
      return `<g transform="translate(${(box.left - left).toFixed(1)} ${(box.top - top).toFixed(1)})">${label(step, box)}</g>`;
    }),
  ].join('');
  const below = document.querySelector<SVGSVGElement>('[data-plot="story-window"] svg');
  return {
    blocks: [{ width, height, body }, ...(below === null ? [] : [svgBlock(below)])],
    list: all.filter((step) => !placed.includes(step)).map((step) => partsOf(step).join(' ')),
  };
}

/** A step's number, its title and its detail. */
function partsOf(step: HTMLElement): string[] {
  const texts = ['b', 'small'].map((part) => step.querySelector(part)?.textContent ?? '');
  return [step.dataset.step ?? '', ...texts].filter((text) => text !== '');
}

function label(step: HTMLElement, { width, height }: DOMRect): string {
  const [number = '', title = '', detail = ''] = partsOf(step).map(escaped);
  const [ink, faint] = ['b', 'small'].map((part) => {
    const element = step.querySelector(part);
    return element === null ? '' : getComputedStyle(element).color;
  });
  const ground = getComputedStyle(step).backgroundColor;
  const [middle, x] = [BADGE_PX / 2, BADGE_PX + 6];
  return [
    `<rect width="${width.toFixed(1)}" height="${height.toFixed(1)}" rx="4" fill="${ground}"/>`,
    `<circle cx="${String(middle)}" cy="${String(middle)}" r="${String(middle)}" fill="${ink ?? ''}"/>`,
    `<text x="${String(middle)}" y="${String(middle)}" dy="0.35em" text-anchor="middle" font-weight="700" fill="${ground}">${number}</text>`,
    `<text x="${String(x)}" y="${String(middle)}" dy="0.35em" font-size="13" font-weight="700" fill="${ink ?? ''}">${title}</text>`,
    `<text x="${String(x)}" y="${String(middle + 17)}" dy="0.35em" font-size="12" fill="${faint ?? ''}">${detail}</text>`,
  ].join('');
}
