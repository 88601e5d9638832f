/** Builds the frame's address from attributes: options in the query, link in the fragment. */

/** The widget's controls; the curves and `open` (a link to the full lab) are always shown. */
export const CONTROLS = [
  'play',
  'scrub',
  'steps',
  'speed',
  'title',
  'question',
  'path',
  'results',
  'knobs',
  'why',
  'inspector',
  'script',
] as const;
export type Control = (typeof CONTROLS)[number];

export const DEFAULT_CONTROLS: readonly Control[] = ['title', 'play', 'scrub', 'results'];

export interface WidgetOptions {
  /** A preset with changes (`gm04-table1?hops.0.rate=4Mbps`), a whole link, or its fragment. */
  scenario?: string | null;
  rows?: string | null;
  lanes?: string | null;
  /** Position of the clock, in simulated seconds. */
  t?: string | null;
  /** Additional rows: expressions over other rows (`cwnd / rtt`), separated by semicolons. */
  math?: string | null;
  /** The quantity plotted over the knobs' ranges: `goodput`, `delay` or `retransmitted`. */
  landscape?: string | null;
  controls?: string | null;
  theme?: string | null;
  autoplay?: boolean;
  /** A script of the author's, which is added to the scenario. */
  script?: { id: string; text: string } | null;
  /** Conditions on a finished run, separated by semicolons; hidden from the reader. */
  test?: string | null;
  /** The host page's origin: the widget exchanges messages with it alone. */
  host?: string | null;
}

/** The site's pages other than the lab, whose addresses have no version: those that a frame shows, and the others. */
export const FRAMED = ['gallery', 'lesson', 'sweep', 'teach'];
export const UNFRAMED = ['break', 'lessons', 'missing', 'score', 'teacher', 'theory', 'write'];

/** The word before the first slash or question mark. */
export const wordOf = (fragment: string): string => /^[a-z]+(?=[/?]|$)/.exec(fragment)?.[0] ?? '';

/** The part of a link after `#`. Adds a missing version; other pages than the lab have none. */
export function fragmentOf(scenario: string): string {
  const text = scenario.trim();
  const mark = text.indexOf('#');
  const fragment = mark >= 0 ? text.slice(mark + 1) : text;
  const isPage = [...FRAMED, ...UNFRAMED].includes(wordOf(fragment));
  return fragment === '' || isPage || /^v\d+\//.test(fragment) ? fragment : `v1/${fragment}`;
}

/** Whether the text is the address of a scenario file. */
export const isAddress = (scenario: string): boolean => /^https?:\/\/[^#]+$/.test(scenario.trim());

/** The frame's address. `home` is the folder of the page (`https://example.org/ackscope/`). */
export function frameAddress(home: string, options: WidgetOptions): string {
  const url = new URL('embed.html', home);
  const say = (key: string, value: string | null | undefined): void => {
    if (value !== null && value !== undefined && value.trim() !== '') url.searchParams.set(key, value.trim());
  };
  // Empty means none; without the attribute there are the usual ones.
  if (typeof options.controls === 'string') url.searchParams.set('controls', options.controls.trim());
  say('theme', options.theme);
  say('host', options.host);
  say('test', options.test);
  if (options.autoplay === true) url.searchParams.set('autoplay', '');

  const scenario = options.scenario ?? '';
  const remote = isAddress(scenario);
  if (remote) say('scenario', scenario);
  let fragment = remote ? '' : fragmentOf(scenario);
  const view = (key: string, value: string | null | undefined): void => {
    if (value === null || value === undefined || value.trim() === '') return;
    if (fragment === '') fragment = 'v1/';
    // Commas and plus signs stay readable: in a fragment they need no escape.
    // A half of a character, at which `encodeURIComponent` throws, becomes U+FFFD as in UTF-8.
    const whole = value.trim().replace(/\p{Cs}/gu, '\ufffd');
    const text = encodeURIComponent(whole).replace(/%2C/g, ',').replace(/%2B/g, '+');
    fragment += `${fragment.includes('?') ? '&' : '?'}${key}=${text}`;
  };
  view('compare', options.lanes);
  if (options.script) view(`scripts.${options.script.id}`, options.script.text);
  view('rows', options.rows);
  view('t', options.t);
  view('math', options.math);
  view('landscape', options.landscape);
  return fragment === '' ? url.href : `${url.href}#${fragment}`;
}
