/**
 * The height of a widget before it is loaded, so that the text below it does not move.
 *
 * The numbers are the widget's own sizes (web/app/src/panels/Lanes.module.css, EmbedPage.module.css)
 * in pixels at the usual font size. `e2e/tests/widget-place.spec.ts` compares them with the widget.
 */
import { DEFAULT_CONTROLS, fragmentOf } from './address.ts';

/** The part without rows, and a row. */
const BASE_PX = 311;
const ROW_PX = 80;
/** The buttons that choose between lanes and one chart, which one lane alone does not have. */
const CHART_BAR_PX = 40;
const TRANSPORT_PX = 48;
/** On a phone the title has room for two lines. */
const SECOND_LINE_PX = 18;
const PHONE_PX = 480;
const PARTS: Readonly<Record<string, readonly [widePx: number, narrowPx: number]>> = {
  question: [35, 119],
  path: [140, 172],
  knobs: [50, 51],
  why: [50, 51],
  script: [390, 400],
  inspector: [1030, 1070],
};
const TEST_PX = 44;
/**
 * Pages other than runs: their height is that of their text. This is as high as most screens, so that
 * a page that is higher grows below the screen, where nothing is seen to move.
 */
const PAGES: readonly string[] = ['lesson', 'teach', 'sweep', 'gallery'];
const PAGE_PX = 900;
const DEFAULT_ROWS = 3;
/** Of most known scenarios. */
const DEFAULT_LANES = 3;
/** Three lanes side by side: below these widths of a lane its head and its results take more lines. */
const WRAPS: readonly (readonly [laneWidthPx: number, px: number])[] = [
  [266, 63],
  [290, 47],
  [296.5, 30],
];

/** More than three lanes share one chart; on a narrow screen each lane has the whole width. */
function wrappedPx(widthPx: number, lanes: number): number {
  if (lanes !== 3 || widthPx <= 760) return 0;
  const laneWidthPx = (widthPx - 46) / 3;
  return WRAPS.find(([belowPx]) => laneWidthPx < belowPx)?.[1] ?? 0;
}

/** `leastPx`: the element does not get lower than this. */
export interface Reserved {
  px: number;
  leastPx: number;
}

export function reserved(attribute: (name: string) => string | null, widthPx: number): Reserved {
  const isNarrow = widthPx <= 760;
  const pick = ([widePx, narrowPx]: readonly [number, number]): number => (isNarrow ? narrowPx : widePx);
  const fragment = fragmentOf(attribute('scenario') ?? '');
  if (PAGES.includes(/^[a-z]+/.exec(fragment)?.[0] ?? '')) return { px: PAGE_PX, leastPx: PAGE_PX };

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

  const px =
    BASE_PX +
    rows * ROW_PX +
    (lanes > 1 ? CHART_BAR_PX : 0) +
    // Without the usual controls the lines fit.
    (attribute('controls') === null ? wrappedPx(widthPx, lanes) : 0) +
    (has('play', 'steps', 'scrub', 'speed') ? TRANSPORT_PX : 0) +
    (has('title') && widthPx <= PHONE_PX ? SECOND_LINE_PX : 0) +
    (attribute('test') === null ? 0 : TEST_PX) +
    Object.entries(PARTS).reduce((part, [name, px]) => part + (has(name) ? pick(px) : 0), 0);
  return { px, leastPx: 0 };
}
