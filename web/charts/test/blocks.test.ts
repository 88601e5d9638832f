import { describe, expect, it } from 'vitest';
import { blocksSvg } from '../src/picture/blocksSvg.ts';
import { phaseBlock } from '../src/picture/phaseBlock.ts';
import { columnsOf } from './columns.ts';

function element(html: string): Element {
  const holder = document.createElement('div');
  holder.innerHTML = html;
  document.body.append(holder);
  const found = holder.querySelector('svg, table');
  if (found === null) throw new Error(html);
  return found;
}

const parsed = (svg: string): Document => {
  const document = new DOMParser().parseFromString(svg, 'image/svg+xml');
  expect(document.querySelector('parsererror')).toBeNull();
  return document;
};

const FRAME = {
  title: 'A < B',
  footer: ['Simulated', 'https://example.org/#sweep?a=1&b=2'],
  themeKey: 'light',
};

describe('a picture of what the page has drawn', () => {
  it('says in its own attributes what the page says in its stylesheets', () => {
    const plot = element(
      '<style>.line { fill: none; stroke: rgb(1, 2, 3); stroke-width: 2px }</style><svg width="640" height="200" class="plot" data-picks="true"><path class="line" d="M0 0L9 9"/><text>loss</text></svg>',
    );
    const legend = [{ name: 'New Reno', colour: 'vermilion' as const, dash: [6, 3] }];
    const svg = blocksSvg({ ...FRAME, legend, blocks: [plot] });
    const document = parsed(svg);
    const line = document.querySelector('path[d="M0 0L9 9"]');
    expect(line?.getAttribute('stroke')).toBe('rgb(1, 2, 3)');
    expect(line?.getAttribute('stroke-width')).toBe('2px');
    expect(svg).not.toMatch(/class=|data-picks/);
    const said = [...document.querySelectorAll('text')].map((text) => text.textContent);
    expect(said).toEqual(
      expect.arrayContaining(['A < B', 'New Reno', 'loss', 'https://example.org/#sweep?a=1&b=2']),
    );
    expect(Number(document.documentElement.getAttribute('width'))).toBeGreaterThanOrEqual(640);
  });

  it('folds a long link, and cuts off one that is longer than a picture should say', () => {
    const footer = [`https://example.org/${'x'.repeat(2000)}`];
    const document = parsed(blocksSvg({ ...FRAME, footer, legend: [], blocks: [] }));
    const lines = [...document.querySelectorAll('text')]
      .map((text) => text.textContent)
      .filter((text) => text.includes('xx'));
    expect(lines).toHaveLength(4);
    expect(lines[3]).toMatch(/…$/);
    // The description contains the whole text.
    expect(document.querySelector('desc')?.textContent).toBe(footer[0]);
  });

  it('holds a table cell by cell', () => {
    const table = element(
      '<table><caption>Reno: goodput</caption><tbody><tr><th>1 Mbit/s</th><td style="background: rgb(9, 8, 7)"><a href="#v1/x">0.95</a></td></tr></tbody></table>',
    );
    const document = parsed(blocksSvg({ ...FRAME, legend: [], blocks: [table] }));
    expect([...document.querySelectorAll('text')].map((text) => text.textContent)).toEqual(
      expect.arrayContaining(['Reno: goodput', '1 Mbit/s', '0.95']),
    );
    expect(document.querySelector('rect[fill="rgb(9, 8, 7)"]')).not.toBeNull();
  });

  it('holds a phase plot with all of its trajectory', () => {
    const grid = element('<svg width="258" height="248" data-side="200" data-left="46" data-top="10"></svg>');
    const flow = (name: string, samples: [number, number][]) => ({
      name,
      cwnd: columnsOf(samples),
      active: [[0, 100]] as const,
      rttS: 0.1,
      packetBits: 12_000,
    });
    const a = flow('A', [
      [0, 10],
      [2, 40],
    ]);
    const b = flow('B', [
      [0, 5],
      [1, 20],
    ]);
    const block = phaseBlock({
      name: 'New Reno',
      colour: 'vermilion',
      grid: grid as SVGSVGElement,
      flows: [a, b],
      top: 40,
      timeDomain: [0, 100],
      themeKey: 'light',
    });
    const document = parsed(blocksSvg({ ...FRAME, legend: [], blocks: [block] }));
    const field = document.querySelector('svg[x="46"] path');
    // 40 packets are 200 px. The curve goes from (10, 5) through (10, 20) to (40, 20).
    expect(field?.getAttribute('d')).toBe('M50 175L50 100L200 100');
  });
});
