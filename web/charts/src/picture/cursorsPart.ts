/** Cursors over one row of a saved picture. */
import type { Token } from '../draw/tokens.ts';
import { formatQuantity } from '../format.ts';
import { heightShare, positionOf } from '../frame/scales.ts';
import type { CursorSet, RowDefinition } from '../types.ts';
import { escaped } from './frame.ts';

interface RowBox {
  row: RowDefinition;
  domain: readonly [number, number];
  timeDomain: readonly [number, number];
  width: number;
  height: number;
  /** Only the first row has the letters. */
  isFirst: boolean;
}

export function cursorsPart(
  { timeS, row: levelled, levels }: CursorSet,
  { row, domain, timeDomain, width, height, isFirst }: RowBox,
  ink: (name: Token) => string,
): string {
  const accent = ink('--accent');
  const parts: string[] = [];
  timeS.forEach((moment, at) => {
    const x = positionOf(moment, timeDomain, width);
    if (!(x >= 0 && x <= width)) return;
    parts.push(`<path d="M${x.toFixed(1)} 0V${height}" stroke="${accent}" stroke-width="1.5"/>`);
    if (isFirst)
      parts.push(
        `<text x="${(x + 3).toFixed(1)}" y="11" font-weight="700" fill="${accent}">${at === 0 ? 'A' : 'B'}</text>`,
      );
  });
  for (const level of row.id === levelled ? (levels ?? []) : []) {
    const share = heightShare(level, domain, row.isLog);
    if (!(share >= 0 && share <= 1)) continue;
    const y = height * (1 - share);
    parts.push(
      `<path d="M0 ${y.toFixed(1)}H${width}" stroke="${accent}" stroke-width="1.5" stroke-dasharray="5 3"/>`,
      `<text x="${width - 3}" y="${(y - 3).toFixed(1)}" text-anchor="end" fill="${accent}">${escaped(formatQuantity(level, row.unit))}</text>`,
    );
  }
  return parts.join('');
}
