/** The frame of every saved picture: title, source lines, one font family. */
import { token } from '../draw/tokens.ts';
import type { Token } from '../draw/tokens.ts';

export const MARGIN = { left: 58, right: 16, top: 16 };
const TITLE = 30;
const FOOTER_LINE = 16;
/** Average width of a letter, for the length of footer lines. */
const LETTER = 6.4;

const FONT = "system-ui, 'Segoe UI', 'Noto Sans', 'Liberation Sans', sans-serif";

/** Characters that XML 1.0 does not allow: most control characters, and lone surrogates. */
const UNWRITABLE = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

/** Escapes the characters that would end a text or an attribute, and replaces those that XML does not allow. */
export function escaped(text: string): string {
  return text
    .replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign)
    .replace(UNWRITABLE, '\u{fffd}');
}

export interface Frame {
  title: string;
  /** Lines at the bottom: the link, the version, the author. */
  footer: readonly string[];
  width: number;
  /** Height between title and footer. */
  height: number;
  /** SVG with its origin at the left edge below the title. */
  body: string;
  themeKey: string;
}

export function framedSvg({ title, footer, width, height: inner, body, themeKey }: Frame): string {
  const ink = (name: Token): string => token(name, themeKey);
  const lines = footer.flatMap((line) => folded(line, Math.floor((width - MARGIN.left) / LETTER)));
  const height = MARGIN.top + TITLE + inner + lines.length * FOOTER_LINE + 12;
  const footerTop = height - lines.length * FOOTER_LINE - 2;
  const beneath = lines.map(
    (line, at) =>
      `<text x="${MARGIN.left}" y="${footerTop + at * FOOTER_LINE}" font-size="10.5" fill="${ink('--ink-2')}">${escaped(line)}</text>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${escaped(FONT)}" font-size="11" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<desc>${escaped(footer.join(' '))}</desc>`,
    `<rect width="${width}" height="${height}" fill="${ink('--surface')}"/>`,
    `<text x="${MARGIN.left}" y="${MARGIN.top + 8}" font-size="15" font-weight="650" fill="${ink('--ink')}">${escaped(title)}</text>`,
    `<g transform="translate(0 ${MARGIN.top + TITLE})">${body}</g>`,
    ...beneath,
    '</svg>\n',
  ].join('');
}

/** Breaks a long line, such as a link, at the available width, into at most four lines. */
function folded(line: string, length: number): string[] {
  const signs = [...line];
  const parts = Array.from({ length: Math.ceil(signs.length / length) }, (_, at) =>
    signs.slice(at * length, (at + 1) * length).join(''),
  );
  return parts.length <= 4 ? parts : [...parts.slice(0, 3), `${parts[3]?.slice(0, -1) ?? ''}…`];
}

export interface LegendItem {
  name: string;
  colour: string;
  dash: readonly number[];
}

/** Names with a piece of their lines, side by side, in as many rows as needed. */
export function legendPart(
  items: readonly LegendItem[],
  width: number,
  themeKey: string,
): { body: string; height: number } {
  const ink = (name: Token): string => token(name, themeKey);
  let [x, y] = [0, 0];
  if (items.length === 0) return { body: '', height: 0 };
  const parts = items.map(({ name, colour, dash }) => {
    const room = 52 + name.length * 7.4;
    if (x > 0 && x + room > width) [x, y] = [0, y + 20];
    const dashes = dash.length > 0 ? ` stroke-dasharray="${dash.join(' ')}"` : '';
    const part = `<path d="M${x} ${y + 4}h22" stroke="${colour}" stroke-width="2.5" fill="none"${dashes}/><text x="${x + 28}" y="${y + 8}" font-size="12" font-weight="600" fill="${ink('--ink')}">${escaped(name)}</text>`;
    x += room;
    return part;
  });
  return { body: parts.join(''), height: y + 26 };
}
