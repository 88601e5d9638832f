import { describe, expect, it } from 'vitest';
import { lanesSvg } from '../src/picture/lanesSvg.ts';
import type { LanesPicture } from '../src/picture/lanesSvg.ts';
import { SvgPath, SvgPen } from '../src/picture/SvgPen.ts';
import { rowsById } from '../src/rows/index.ts';
import { columnsOf } from './columns.ts';
import { laneOf } from './lane.ts';

/** Parses the picture as a reader of SVG does. A mistake in it is an error there. */
function parsed(svg: string): Document {
  const document = new DOMParser().parseFromString(svg, 'image/svg+xml');
  expect(document.querySelector('parsererror')).toBeNull();
  return document;
}

function isXmlSign(code: number): boolean {
  const isBlank = code === 9 || code === 10 || code === 13;
  const isPlain = (code >= 0x20 && code <= 0xd7ff) || (code >= 0xe000 && code <= 0xfffd);
  return isBlank || isPlain || code >= 0x10000;
}

const texts = (svg: string): string[] =>
  [...parsed(svg).querySelectorAll('text')].map((text) => text.textContent);

function picture(change: Partial<LanesPicture> = {}): string {
  const cwnd = columnsOf([
    [0, 1],
    [10, 30],
    [20, 15],
  ]);
  const lane = (name: string) => laneOf({ cwnd: [cwnd] }, { name, simulatedS: 20, durationS: 20 });
  return lanesSvg({
    title: 'Rates < 2 & "more"',
    footer: ['Simulated', 'https://example.org/#v1/x?a=1&b=2'],
    lanes: [
      { data: lane('New Reno'), bands: [] },
      { data: lane('Westwood+'), bands: [] },
    ],
    overlay: false,
    rows: rowsById(['cwnd']),
    domains: [[0, 40]],
    timeDomain: [0, 20],
    timeTicks: [0, 10, 20],
    themeKey: 'light',
    ...change,
  });
}

describe('a saved picture', () => {
  it('is SVG with title, legend, units, ticks and where it is from, whatever signs they hold', () => {
    const svg = picture();
    const said = texts(svg);
    for (const text of [
      'Rates < 2 & "more"',
      'New Reno',
      'Westwood+',
      'cwnd, packets',
      'time, s',
      'https://example.org/#v1/x?a=1&b=2',
    ])
      expect(said).toContain(text);
    expect(said.filter((text) => text === '10')).not.toHaveLength(0);
    expect(parsed(svg).querySelector('title')?.textContent).toBe('Rates < 2 & "more"');
  });

  it('is SVG whatever the names hold', () => {
    const signs = [
      ...Array.from({ length: 0xa0 }, (_, code) => String.fromCharCode(code)),
      ...['\ud800', '\udfff', '\ufffe', '\uffff', '\u2028', '\ufeff', '漢', '😀', ']]>', '&amp;', '<!--'],
    ];
    // Every character in every place, and next to other characters. A line of the footer ends in
    // the middle of a surrogate pair.
    for (let from = 0; from < signs.length; from += 8) {
      const name = signs.slice(from, from + 8).join('');
      const data = { ...laneOf({}, { simulatedS: 20, durationS: 20 }), name };
      const svg = picture({ title: name, footer: [name, '😀'.repeat(400)], lanes: [{ data, bands: [] }] });
      expect(parsed(svg).querySelector('title')).not.toBeNull();
      // Allows only characters of XML 1.0, section 2.2: jsdom accepts more than a browser does.
      expect([...svg].filter((sign) => !isXmlSign(sign.codePointAt(0) ?? 0))).toEqual([]);
    }
  });

  it('draws the curve where its values are', () => {
    const [line] = [...parsed(picture()).querySelectorAll('svg svg path')];
    const points = [...(line?.getAttribute('d') ?? '').matchAll(/[ML]([\d.]+) ([\d.]+)/g)].map(([, x, y]) => [
      Number(x),
      Number(y),
    ]);
    const height = Number(parsed(picture()).querySelector('svg svg')?.getAttribute('height'));
    // The peak is 30 of 40 packets at half the time: a quarter from the top, in the middle.
    const highest = points.reduce((best, point) => ((point[1] ?? 0) < (best[1] ?? 0) ? point : best));
    expect(highest[0]).toBeCloseTo(280, -1);
    expect(highest[1]).toBeCloseTo(height / 4, -0.5);
  });

  it('has one block for lanes over one another, and one each beside one another', () => {
    const blocks = (svg: string): number => parsed(svg).querySelectorAll('svg svg').length;
    expect(blocks(picture())).toBe(2);
    expect(blocks(picture({ overlay: true }))).toBe(1);
    expect(texts(picture({ overlay: true }))).toContain('Westwood+');
  });
});

describe('the pen', () => {
  it('writes what a canvas would paint, with its colours, dashes and opacity', () => {
    const pen = new SvgPen();
    pen.strokeStyle = 'red';
    pen.lineWidth = 1.5;
    pen.setLineDash([3, 2]);
    pen.beginPath();
    pen.moveTo(0, 1);
    pen.lineTo(2.345, 3);
    pen.stroke();
    pen.fillStyle = 'blue';
    pen.globalAlpha = 0.5;
    pen.fillRect(1, 2, 3, 4);
    pen.beginPath();
    pen.fill();
    expect(pen.text()).toBe(
      '<path d="M0 1L2.35 3" fill="none" stroke="red" stroke-width="1.5" stroke-linejoin="miter" stroke-dasharray="3 2"/>' +
        '<rect x="1" y="2" width="3" height="4" fill="blue" opacity="0.5"/>',
    );
  });

  it('holds single packets where the screen shows them, and says what their signs mean', () => {
    const log = {
      from_s: 0,
      to_s: 20,
      flow: Uint32Array.of(0, 0, 1),
      sequence: Float64Array.of(4, 5, 6),
      kind: Uint8Array.of(0, 0, 0),
      // Segments 4 and 6 are on the source's access link; segment 5 is lost in the first channel.
      place: Uint32Array.of(0x8000_0000, 0, 0x8000_0000),
      enter_s: Float64Array.of(2, 3, 4),
      start_s: Float64Array.of(2, 3, 4),
      depart_s: Float64Array.of(2.5, 3.5, 4.5),
      arrive_s: Float64Array.of(3, 4, 5),
      fate: Uint8Array.of(0, 2, 0),
    };
    const data = laneOf({}, { packets: log, simulatedS: 20, durationS: 20 });
    const saved = picture({
      lanes: [{ data, bands: [] }],
      rows: rowsById(['sequence']),
      domains: [[0, 10]],
    });
    expect(texts(saved)).toContain('square: sent; dot: arrived; triangle: ACK received; cross: lost');
    const paths = [...parsed(saved).querySelectorAll('svg svg path')];
    const drawn = (path: Element): string => path.getAttribute('d') ?? '';
    // One square for the flow's own segment 4. Segment 6 belongs to the other flow.
    const squares = paths.filter((path) => /^(?:M[\d.]+ [\d.]+h[\d.]+v[\d.]+h-[\d.]+Z)+$/.test(drawn(path)));
    expect(squares.map((path) => drawn(path).split('M').length - 1)).toEqual([1]);
    // One cross of two strokes for segment 5.
    const crosses = paths.filter((path) => path.getAttribute('stroke-width') === '1.75');
    expect(crosses.map((path) => drawn(path).split('M').length - 1)).toEqual([2]);
  });

  it('draws circles as two arcs, and letters where a canvas would', () => {
    const pen = new SvgPen();
    const path = new SvgPath();
    path.arc(5, 6, 2);
    pen.fillStyle = 'red';
    pen.fill(path);
    pen.font = '9.5px system-ui';
    pen.textAlign = 'right';
    pen.fillText('a < b', 1, 2);
    expect(pen.text()).toBe(
      '<path d="M3 6a2 2 0 1 0 4 0a2 2 0 1 0 -4 0Z" fill="red"/>' +
        '<text x="1" y="2" font-size="9.5" text-anchor="end" fill="red">a &lt; b</text>',
    );
  });
});
