/**
 * `<ackscope-lab scenario="gm04-table1" rows="cwnd,bwe" lanes="newreno,westwood+">`: a frame that
 * loads when it is near the visible area. It takes the height of its content and the colour scheme
 * of the host page.
 */
import { frameAddress } from './address.ts';
import { connect } from './client.ts';
import type { Client, Report, ScenarioSource, Theme } from './client.ts';
import { reserved } from './reserve.ts';

/** The reports that become events of the element. */
const TOLD = ['ready', 'time', 'event', 'result', 'test', 'lesson', 'state', 'waiting', 'error'] as const;

/** Folder of the frame's page: that of this module, unless the element's `home` differs. */
const HOME = import.meta.url.slice(0, import.meta.url.lastIndexOf('/') + 1);

/** The frame loads at this distance from the visible area. */
const NEAR = '300px';
/** A frame that has loaded and says nothing for so long is not the widget. */
const SILENT_MS = 4000;
/** A lower height counts after this time. */
const SHRINKS_MS = 400;
/** After one of these a run shows what it will show; before, it may be low because it still loads. */
const SETTLED = ['result', 'waiting', 'error'] as const;

const STYLE = `
:host { display: block; contain: content; min-width: 0; }
:host([hidden]) { display: none; }
.box { position: relative; }
iframe { display: block; width: 100%; border: 0; }
.poster { position: absolute; inset: 0; display: grid; place-items: start center; align-content: start; overflow: hidden;
  padding-top: 48px; box-sizing: border-box;
  font: 14px/1.4 system-ui, sans-serif; text-align: center; color: GrayText; }
.poster[hidden] { display: none; }
.poster svg { display: block; width: min(60%, 320px); margin: 0 auto 12px; }
.poster ::slotted(img) { position: absolute; inset: 0; width: 100%; height: 100%; object-fit: cover;
  object-position: top; }
.where { display: none; }
@media print {
  .box:not([data-drawn]) { height: auto !important; }
  .box:not([data-drawn]) iframe, .poster svg, .hint { display: none; }
  .poster { position: static; display: block; text-align: left; color: inherit; }
  .poster { padding: 0; }
  .poster ::slotted(img) { position: static; height: auto; max-height: 40vh; object-fit: contain; }
  .box:not([data-drawn]) .where { display: block; margin: 0; font: 14px/1.4 system-ui, sans-serif;
    overflow-wrap: anywhere; }
}
`;

const SVG = 'http://www.w3.org/2000/svg';

export class AckscopeLab extends HTMLElement {
  static readonly observedAttributes = [
    'scenario',
    'rows',
    'lanes',
    'controls',
    'theme',
    'height',
    't',
    'math',
    'landscape',
    'autoplay',
    'home',
    'title',
    'test',
  ];

  #frame: HTMLIFrameElement | null = null;
  #client: Client | null = null;
  #watch: IntersectionObserver | null = null;
  #box: HTMLElement | null = null;
  #poster: HTMLElement | null = null;
  /** What is printed if the run is not drawn: its name and its address. */
  #where: HTMLElement | null = null;
  #dark: MediaQueryList | null = null;
  #shrinking: ReturnType<typeof setTimeout> | undefined;
  #leastPx = 0;
  #isSettled = false;
  /** What the frame last asked for. */
  #contentPx: number | null = null;

  connectedCallback(): void {
    if (this.#box === null) this.#build();
    this.#dark = matchMedia('(prefers-color-scheme: dark)');
    this.#dark.addEventListener('change', this.#retint);
    this.#reserve();
    this.#name();
    this.#watch = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) this.#load();
      },
      { rootMargin: NEAR },
    );
    this.#watch.observe(this);
  }

  disconnectedCallback(): void {
    this.#watch?.disconnect();
    this.#dark?.removeEventListener('change', this.#retint);
    this.#unload();
  }

  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    if (before === after || this.#box === null) return;
    if (name === 'theme') this.#retint();
    else if (name === 'height') this.#reserve();
    else if (name === 'title') this.#name();
    else if (this.#frame !== null) {
      this.#unload();
      this.#load();
    }
  }

  /** The typed client of the frame. It loads the frame if that has not happened yet. */
  get client(): Client {
    this.#load();
    if (this.#frame === null || this.#client === null) throw new Error('the element is not in a document');
    // A caller needs the widget at once, even if it is out of view.
    this.#frame.loading = 'eager';
    return this.#client;
  }

  play(speed?: number): Promise<void> {
    return this.client.play(speed);
  }

  pause(): Promise<void> {
    return this.#client === null ? Promise.resolve() : this.#client.pause();
  }

  seek(timeS: number): Promise<void> {
    return this.client.seek(timeS);
  }

  setScenario(scenario: ScenarioSource): Promise<void> {
    return this.client.setScenario(scenario);
  }

  setRows(rows: readonly string[]): Promise<void> {
    return this.client.setRows(rows);
  }

  #build(): void {
    const root = this.attachShadow({ mode: 'open' });
    // A constructed sheet: a page with a strict content security policy refuses a style element.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    root.adoptedStyleSheets = [sheet];
    const box = document.createElement('div');
    box.className = 'box';
    const poster = document.createElement('div');
    poster.className = 'poster';
    const slot = document.createElement('slot');
    const hint = document.createElement('span');
    hint.className = 'hint';
    hint.textContent = 'TCP congestion control, simulated when you scroll here';
    slot.append(sawtooth(), hint);
    poster.append(slot);
    const where = document.createElement('p');
    where.className = 'where';
    box.append(where, poster);
    root.append(box);
    this.#box = box;
    this.#poster = poster;
    this.#where = where;
  }

  /** The address of the frame; null if `home` is none. */
  #address(): string | null {
    const home = parsed(this.getAttribute('home') ?? HOME, document.baseURI);
    if (home === null || !/^(https?|file):$/.test(home.protocol)) return null;
    return frameAddress(home.href.endsWith('/') ? home.href : `${home.href}/`, {
      scenario: this.getAttribute('scenario'),
      rows: this.getAttribute('rows'),
      lanes: this.getAttribute('lanes'),
      t: this.getAttribute('t'),
      math: this.getAttribute('math'),
      landscape: this.getAttribute('landscape'),
      controls: this.getAttribute('controls'),
      autoplay: this.hasAttribute('autoplay'),
      script: this.#script(),
      test: this.getAttribute('test'),
      theme: this.#theme(),
      host: location.origin === 'null' ? null : location.origin,
    });
  }

  #load(): void {
    if (this.#frame !== null || this.#box === null || !this.isConnected) return;
    this.#watch?.disconnect();
    const address = this.#address();
    // The author's listeners may not be there yet.
    setTimeout(() => {
      this.#tellMistakes(address);
    });
    if (address === null) return;
    const frame = document.createElement('iframe');
    // Set before `src`: loading cannot be delayed once it has begun.
    frame.loading = 'lazy';
    frame.allow = 'fullscreen; clipboard-write';
    frame.referrerPolicy = 'no-referrer';
    // A frame of the page's own origin could remove its sandbox, and browsers warn about such a
    // sandbox.
    if (new URL(address).origin !== location.origin)
      frame.sandbox.add(
        'allow-scripts',
        // A prediction in a lesson is a form; without this, browsers block it silently.
        'allow-forms',
        'allow-same-origin',
        'allow-popups',
        'allow-popups-to-escape-sandbox',
        'allow-downloads',
      );
    frame.style.height = '100%';
    frame.src = address;
    frame.style.colorScheme = this.#theme();
    this.#frame = frame;
    this.#name();
    this.#box.append(frame);
    const client = connect(frame);
    this.#client = client;
    client.on('height', ({ px }) => {
      if (!this.#fixed()) this.#follow(px);
    });
    client.on('ready', this.#uncover);
    // Without a run the frame says why.
    client.on('error', this.#uncover);
    client.on('result', () => this.#box?.toggleAttribute('data-drawn', true));
    for (const type of SETTLED) client.on(type, this.#settle);
    for (const type of TOLD) client.on(type, this.#tell);
    this.#expectWidget(frame, client);
  }

  readonly #uncover = (): void => {
    if (this.#poster !== null) this.#poster.hidden = true;
  };

  /** A frame with another page never listens: then commands are refused, and the author gets an error. */
  #expectWidget(frame: HTMLIFrameElement, client: Client): void {
    let isSilent = true;
    client.on('listening', () => {
      isSilent = false;
    });
    frame.addEventListener('load', () => {
      setTimeout(() => {
        if (!isSilent || this.#client !== client) return;
        client.close();
        this.#mistake('home', `There is no widget at ${frame.src.replace(/[?#].*/s, '')}.`);
      }, SILENT_MS);
    });
  }

  /** The mistakes in attributes that the frame does not get. */
  #tellMistakes(address: string | null): void {
    const theme = this.getAttribute('theme') ?? 'auto';
    if (!['auto', 'light', 'dark'].includes(theme))
      this.#mistake('theme', `There is no theme “${theme}”. Themes: auto, light, dark.`);
    const height = this.getAttribute('height') ?? 'auto';
    if (height !== 'auto' && !this.#fixed())
      this.#mistake('height', `“${height}” is no height: write a number of pixels, or auto.`);
    if (address === null)
      this.#mistake(
        'home',
        `“${this.getAttribute('home') ?? ''}” is no address of the folder that contains embed.html.`,
      );
  }

  #mistake(attribute: string, message: string): void {
    this.#tell({ type: 'error', path: '', attribute, message });
  }

  #unload(): void {
    clearTimeout(this.#shrinking);
    this.#client?.close();
    this.#frame?.remove();
    this.#client = null;
    this.#frame = null;
    this.#isSettled = false;
    this.#contentPx = null;
    this.#box?.removeAttribute('data-drawn');
    if (this.#poster !== null) this.#poster.hidden = false;
  }

  /** Reports become events of the element: `ackscope-ready`, `ackscope-time`, …, with `detail`. */
  readonly #tell = (report: Report): void => {
    const event = new CustomEvent(`ackscope-${report.type}`, {
      detail: report,
      bubbles: true,
      cancelable: report.type === 'error',
    });
    // An author's mistake must not be silent where nobody listens; a reader does not see the console.
    if (this.dispatchEvent(event) && report.type === 'error' && report.attribute !== undefined)
      // eslint-disable-next-line no-console -- for the author of the host page
      console.warn(`ackscope-lab, ${report.attribute}: ${report.message}`);
  };

  readonly #retint = (): void => {
    if (this.#frame === null) return;
    const theme = this.#theme();
    this.#frame.style.colorScheme = theme;
    void this.#client?.setTheme(theme);
  };

  /** The host page's colour scheme. Without one it counts as light, whatever the system says. */
  #theme(): Theme {
    const wanted = this.getAttribute('theme');
    if (wanted === 'light' || wanted === 'dark') return wanted;
    const around = getComputedStyle(this).colorScheme;
    const dark = /\bdark\b/.test(around);
    if (dark && /\blight\b/.test(around)) return this.#dark?.matches === true ? 'dark' : 'light';
    return dark ? 'dark' : 'light';
  }

  /** The author's script inside the element: `<script type="text/ackscript" data-id="my-own">`. */
  #script(): { id: string; text: string } | null {
    const inside = this.querySelector<HTMLScriptElement>(':scope > script[type="text/ackscript"]');
    const text = unindented(inside?.textContent ?? '');
    return text === '' ? null : { id: inside?.dataset['id'] ?? 'my-own', text };
  }

  #name(): void {
    const name = this.getAttribute('title') ?? 'Ackscope: TCP congestion control';
    if (this.#frame !== null) this.#frame.title = name;
    const address = this.#address()?.replace(/embed\.html[^#]*/, '') ?? '';
    if (this.#where !== null) this.#where.textContent = `${name}. ${address}`;
  }

  #fixed(): boolean {
    return /^\d+(\.\d+)?(px)?$/.test(this.getAttribute('height') ?? '');
  }

  #reserve(): void {
    const { px, leastPx } = reserved((name) => this.getAttribute(name), this.clientWidth);
    this.#leastPx = leastPx;
    this.#size(this.#fixed() ? Number.parseFloat(this.getAttribute('height') ?? '') : px);
  }

  readonly #settle = (): void => {
    this.#isSettled = true;
    if (this.#contentPx !== null && !this.#fixed()) this.#follow(this.#contentPx);
  };

  /**
   * Grows at once. Shrinks if that lasts, and not while a run loads: it is low for a moment then, on a
   * busy machine for longer. A page of text keeps what was reserved for it, since the host page must
   * not move when it turns out to be shorter.
   */
  #follow(contentPx: number): void {
    clearTimeout(this.#shrinking);
    this.#contentPx = contentPx;
    const px = Math.max(contentPx, this.#leastPx);
    if (px >= (this.#box?.clientHeight ?? 0)) this.#size(px);
    else if (this.#isSettled || this.#leastPx > 0)
      this.#shrinking = setTimeout(() => {
        this.#size(px);
      }, SHRINKS_MS);
  }

  #size(px: number): void {
    if (this.#box !== null) this.#box.style.height = `${String(Math.ceil(px))}px`;
  }
}

function parsed(text: string, base: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}

/** Removes the indentation that all lines of the text share. */
function unindented(text: string): string {
  const lines = text.replace(/\t/g, '  ').trimEnd().split('\n');
  const filled = lines.filter((line) => line.trim() !== '');
  const shared = Math.min(...filled.map((line) => line.length - line.trimStart().length));
  return filled.length === 0
    ? ''
    : lines
        .map((line) => line.slice(shared))
        .join('\n')
        .replace(/^\n+/, '');
}

function sawtooth(): SVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 120 40');
  svg.setAttribute('aria-hidden', 'true');
  const line = document.createElementNS(SVG, 'path');
  line.setAttribute('d', 'M2 38 C8 38 10 30 12 6 V22 L40 6 V22 L68 6 V22 L96 6 V22 L118 10');
  line.setAttribute('fill', 'none');
  line.setAttribute('stroke', 'currentColor');
  line.setAttribute('stroke-width', '1.5');
  svg.append(line);
  return svg;
}
