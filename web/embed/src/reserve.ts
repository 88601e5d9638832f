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
  script: [390, 400],
  inspector: [1030, 1070],
};
const TEST_PX = 44;
/** Pages other than runs, whose height is that of their text. */
const PAGES: Readonly<Record<string, readonly [widePx: number, narrowPx: number]>> = {
  lesson: [525, 1090],
  teach: [910, 1270],
  sweep: [640, 760],
  gallery: [900, 1400],
};
const DEFAULT_ROWS = 3;

export function reservedPx(attribute: (name: string) => string | null, widthPx: number): number {
  const isNarrow = widthPx <= 760;
  const pick = ([widePx, narrowPx]: readonly [number, number]): number => (isNarrow ? narrowPx : widePx);
  const fragment = fragmentOf(attribute('scenario') ?? '');
  const page = PAGES[/^[a-z]+/.exec(fragment)?.[0] ?? ''];
  if (page !== undefined) return pick(page);

  const controls = attribute('controls')?.split(',') ?? DEFAULT_CONTROLS;
  const has = (...names: readonly string[]): boolean =>
    controls.some((control) => names.includes(control.trim()));
  const query = new URLSearchParams(fragment.replace(/^[^?]*\??/, '').replaceAll('+', '%2B'));
  const count = (list: string | null, separator: string, without: number): number =>
    list?.split(separator).filter((item) => item.trim() !== '').length ?? without;
  const rows =
    count(attribute('rows') ?? query.get('rows'), ',', DEFAULT_ROWS) +
    count(attribute('math') ?? query.get('math'), ';', 0);
  const lanes = count(attribute('lanes') ?? query.get('compare'), ',', 2);

  return (
    BASE_PX +
    rows * ROW_PX +
    (lanes > 1 ? CHART_BAR_PX : 0) +
    (has('play', 'steps', 'scrub', 'speed') ? TRANSPORT_PX : 0) +
    (has('title') && widthPx <= PHONE_PX ? SECOND_LINE_PX : 0) +
    (attribute('test') === null ? 0 : TEST_PX) +
    Object.entries(PARTS).reduce((part, [name, px]) => part + (has(name) ? pick(px) : 0), 0)
  );
}
