/** The whole site. A frame shows a part of it. */

/** It is in the frame's own folder, or where the page around it says. Empty: a notebook knows of none. */
const home = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="ackscope-site"]')?.content ??
  new URL('./', document.baseURI).href;

export const hasSite = (): boolean => home() !== '';

/** What shows the same in the whole site; without one, the fragment alone. */
export function siteLink(fragment: string): string {
  return hasSite() ? new URL(fragment, home()).href : fragment;
}
