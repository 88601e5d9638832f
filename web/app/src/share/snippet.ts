/** The code that an author pastes into a page. */
import { frameAddress } from '@ackscope/embed/address';
import type { Control } from '@ackscope/embed/address';

export interface SnippetOptions {
  /** The folder of the page, with a slash at its end. */
  home: string;
  /** The link's part after `#v1/`, including lanes and rows. */
  scenario: string;
  title: string;
  controls: readonly Control[];
  theme: 'auto' | 'light' | 'dark';
  autoplay: boolean;
  kind: 'element' | 'frame';
  heightPx: number;
}

export function previewAddress({ home, scenario, controls, theme, autoplay }: SnippetOptions): string {
  return frameAddress(home, { scenario, controls: controls.join(','), theme, autoplay });
}

export function snippet(options: SnippetOptions): string {
  const { home, scenario, title, controls, theme, autoplay, kind, heightPx } = options;
  if (kind === 'frame')
    return `<iframe title="${escaped(title)}" src="${escaped(previewAddress(options))}" width="100%" height="${String(heightPx)}" loading="lazy" style="border: 0"></iframe>`;
  const attributes = [
    ['scenario', scenario],
    ['title', title],
    ['controls', controls.join(',')],
    ...(theme === 'auto' ? [] : [['theme', theme]]),
  ].map(([name = '', value = '']) => ` ${name}="${escaped(value)}"`);
  return `<script type="module" src="${escaped(home)}ackscope-embed.js"></script>\n<ackscope-lab${attributes.join('')}${autoplay ? ' autoplay' : ''}></ackscope-lab>`;
}

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;');
}
