/** A course system that records a SCORM 1.2 package, as two sites: its own, and another one. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';

export interface Package {
  bytes: Uint8Array;
  manifest: string;
  page: string;
}

export function unpack(path: string): Package {
  const bytes = new Uint8Array(readFileSync(path));
  const files = unzipSync(bytes);
  const text = (name: string): string => strFromU8(files[name] ?? new Uint8Array());
  return { bytes, manifest: text('imsmanifest.xml'), page: text('index.html') };
}

/** What a course page's runtime has been told: calls in their order, and the values. */
interface Told {
  calls: string[];
  values: Record<string, string>;
}

/** A runtime that takes everything, kept in the browser's session over reloads. */
const RUNTIME = `
  const told = JSON.parse(sessionStorage.getItem('told') ?? '{"calls":[],"values":{"cmi.core.lesson_mode":"normal","cmi.core.entry":"ab-initio"}}');
  const keep = (call) => { told.calls.push(call); sessionStorage.setItem('told', JSON.stringify(told)); return 'true'; };
  window.API = {
    LMSInitialize: () => keep('begin'),
    LMSFinish: () => { told.values['cmi.core.entry'] = told.values['cmi.core.exit'] === 'suspend' ? 'resume' : ''; return keep('end'); },
    LMSCommit: () => 'true',
    LMSGetValue: (name) => name === 'cmi.interactions._count'
      ? String(Object.keys(told.values).filter((key) => /^cmi\\.interactions\\.\\d+\\.id$/.test(key)).length)
      : told.values[name] ?? '',
    LMSSetValue: (name, value) => { told.values[name] = value; return keep(name); },
    LMSGetLastError: () => '0',
    LMSGetErrorString: () => '',
  };
`;

export class Course {
  readonly #page: Page;
  /** Addresses that the package asked for besides its own page. */
  readonly asked: string[] = [];

  constructor(page: Page) {
    this.#page = page;
  }

  /** Opens the package in a frame of the course page; the frame may be on another site. */
  async open(page: string, site: 'same' | 'other' = 'same'): Promise<void> {
    const from = site === 'same' ? 'http://course.example/sco/' : 'http://content.example/';
    const frame = `${from}index.html`;
    await this.#page.context().route(/^https?:/, (route) => {
      const url = route.request().url();
      if (url === 'http://course.example/')
        return route.fulfill({
          contentType: 'text/html',
          body: `<!doctype html><title>Course</title><script>${RUNTIME}</script><iframe title="SCO" src="${frame}" width="1300" height="850"></iframe>`,
        });
      if (url === frame) return route.fulfill({ contentType: 'text/html', body: page });
      if (!url.endsWith('favicon.ico')) this.asked.push(url);
      return route.abort();
    });
    await this.#page.goto('http://course.example/');
  }

  get sco() {
    return this.#page.frameLocator('iframe');
  }

  /** Into what has the focus. */
  type(text: string): Promise<void> {
    return this.#page.keyboard.insertText(text);
  }

  async told(): Promise<Told> {
    const text = await this.#page.evaluate(() => sessionStorage.getItem('told'));
    return JSON.parse(text ?? '{"calls":[],"values":{}}') as Told;
  }

  /** Leaves the package, as a course system does when another page is opened. */
  async leave(): Promise<void> {
    await this.#page.locator('iframe').evaluate((frame) => {
      frame.remove();
    });
  }
}
