/** A phase plot for a saved picture: the screen's grid, and the whole trajectory as lines. */
import { token } from '../draw/tokens.ts';
import type { SeriesColour } from '../palette.ts';
import { trajectory } from '../phase/trajectory.ts';
import type { PhaseFlow } from '../phase/trajectory.ts';
import { svgBlock } from './blocksSvg.ts';
import type { Block } from './blocksSvg.ts';
import { escaped } from './frame.ts';
import { SvgPen } from './SvgPen.ts';

export interface PhasePicture {
  name: string;
  colour: SeriesColour;
  /** The grid of the plot on the screen; its field gives the plot's size. */
  grid: SVGSVGElement;
  flows: readonly [PhaseFlow, PhaseFlow];
  /** The largest window on both axes. */
  top: number;
  timeDomain: readonly [number, number];
  themeKey: string;
}

const HEADING = 22;

export function phaseBlock(picture: PhasePicture): Block {
  const { name, colour, grid, flows, top, timeDomain, themeKey } = picture;
  const { width, height, body } = svgBlock(grid);
  const ink = token(`--series-${colour}`, themeKey);
  const [left, above, side] = ['left', 'top', 'side'].map((key) => Number(grid.dataset[key]));
  const [x0 = 0, y0 = 0, length = 0] = [left, above, side];
  const path = trajectory(...flows, timeDomain);
  const place = (value: number | undefined): number => ((value ?? 0) / top) * length;
  const pen = new SvgPen();
  pen.strokeStyle = ink;
  pen.lineWidth = 1.1;
  pen.lineJoin = 'round';
  pen.beginPath();
  for (let at = 0; at < path.count; at += 1) {
    const [x, y] = [place(path.x[at]), length - place(path.y[at])];
    if (at === 0) pen.moveTo(x, y);
    else pen.lineTo(x, y);
  }
  pen.stroke();
  return {
    width,
    height: height + HEADING,
    body: [
      `<path d="M${x0} 7h22" stroke="${ink}" stroke-width="2.5"/>`,
      `<text x="${x0 + 28}" y="11" font-size="12" font-weight="600" fill="${token('--ink', themeKey)}">${escaped(name)}</text>`,
      `<g transform="translate(0 ${HEADING})">${body}`,
      `<svg x="${x0}" y="${y0}" width="${length}" height="${length}" overflow="hidden">${pen.text()}</svg></g>`,
    ].join(''),
  };
}
