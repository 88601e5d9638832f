/**
 * The height of a widget before it is loaded, so that the text below it does not move.
 *
 * The numbers are the widget's own sizes (EmbedPage.module.css and Lanes.module.css in web/app/src)
 * in pixels at the usual font size. `e2e/tests/widget-place.spec.ts` compares them with the widget.
 */
import { DEFAULT_CONTROLS, FRAMED, fragmentOf, wordOf } from './address.ts';

/** The part without rows, and a row. */
const BASE_PX = 103;
const ROW_PX = 102;
/** On a phone the lanes stand below one another, and a tab chooses their row. */
const STACKED_PX = 91;
const LANE_PX = 128;
/** The line of what can be opened and chosen below the lanes. */
const TOOLS_PX = 38;
const TRANSPORT_PX = 48;
/** On a phone a title without a question has room for two lines. */
const SECOND_LINE_PX = 19;
const PHONE_PX = 480;
const PARTS: Readonly<Record<string, readonly [widePx: number, narrowPx: number]>> = {
  question: [40, 129],
  path: [156, 172],
  script: [372, 458],
  inspector: [978, 1198],
};
const TEST_PX = 44;
/**
 * Pages other than runs: their height is that of their text. This is as high as most screens, so that
 * a page that is higher grows below the screen, where nothing is seen to move.
 */
const PAGE_PX = 900;
const DEFAULT_ROWS = 3;
/** Of most known scenarios. */
const DEFAULT_LANES = 3;

/** `leastPx`: the element does not get lower than this. */
export interface Reserved {
  px: number;
  leastPx: number;
}

export function reserved(attribute: (name: string) => string | null, widthPx: number): Reserved {
  const isNarrow = widthPx <= PHONE_PX;
  const pick = ([widePx, narrowPx]: readonly [number, number]): number => (isNarrow ? narrowPx : widePx);
  const fragment = fragmentOf(attribute('scenario') ?? '');
  if (FRAMED.includes(wordOf(fragment))) return { px: PAGE_PX, leastPx: PAGE_PX };

  const controls = attribute('controls')?.split(',') ?? DEFAULT_CONTROLS;
  const has = (...names: readonly string[]): boolean =>
    controls.some((control) => names.includes(control.trim()));
  const query = new URLSearchParams(fragment.replace(/^[^?]*\??/, '').replaceAll('+', '%2B'));
  const count = (list: string | null, separator: string, without: number): number =>
    list?.split(separator).filter((item) => item.trim() !== '').length ?? without;
  const rows =
    count(attribute('rows') ?? query.get('rows'), ',', DEFAULT_ROWS) +
    count(attribute('math') ?? query.get('math'), ';', 0);
  const lanes = count(attribute('lanes') ?? query.get('compare'), ',', DEFAULT_LANES);

  const hasTools = lanes > 1 || has('question', 'knobs', 'why', 'results');
  const px =
    (isNarrow && lanes > 1 ? STACKED_PX + lanes * LANE_PX : BASE_PX + rows * ROW_PX) +
    (hasTools ? TOOLS_PX : 0) +
    (has('play', 'steps', 'scrub', 'speed') ? TRANSPORT_PX : 0) +
    (has('title') && !has('question') && isNarrow ? SECOND_LINE_PX : 0) +
    (attribute('test') === null ? 0 : TEST_PX) +
    Object.entries(PARTS).reduce((part, [name, px]) => part + (has(name) ? pick(px) : 0), 0);
  return { px, leastPx: 0 };
}
