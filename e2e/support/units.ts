/** Numbers on the screen without a unit. */
import type { Page } from '@playwright/test';

/** A visible text with a number, and what names its unit in another place. */
interface Said {
  text: string;
  /** The nearest named part of the page, to find the text again. */
  where: string;
  /** The heads of a cell's column and row, the table's caption; of a control its name. */
  heads: string;
}

const NUMBER = String.raw`[−+-]?\d(?:[\d   ,.]*\d)?`;
const UNIT = String.raw`(?:[nµm]?s|min|hours?|minutes?|seconds?|milliseconds?|[kMGT]?bit\/s|[kMGT]?bps|%|percent|×|px|[kM]?B|bytes?|packets?(?:\/s)?|segments?|pkt|BDPs?|RTTs?|points?)`;
/** The heads of cells that hold a count. */
const COUNTS = /timeouts?|losses|drops?|retransmi|marks|rounds?|count|packets drawn|step \d/i;
/** One number with its unit, or several before one unit: “1 to 2 Mbit/s”, “± 0.2 s”, “37 / 45 s”. */
const WITH_UNIT = new RegExp(
  `${NUMBER}(?:\\s*(?:to|and|or|of|against|–|-|/|±|,|;)\\s*±?\\s*${NUMBER})*\\s*[-  ]?${UNIT}(?![a-z])(?: instead of ${NUMBER})?`,
  'g',
);

/** In a head a unit may stand anywhere, also right behind the name that its style sets apart. */
const HEAD_UNIT = new RegExp(`(?:^|[\\s,(·\\d])${UNIT}(?:[\\s),·|\\d]|$)|packets|segments|[kMG]?bit/s`);

/** Numbers that need no unit, with the reason. */
export const UNITLESS: readonly (readonly [RegExp, string])[] = [
  [
    /\b(?:RFC|Theorem|Proposition|Table|Tables|Figure|Figures|Fig\.|Section|Step|step|Hop|hop|Flow|flow|Lane|Round|round|seed|Seed|line|Line|version|number|segment) #?[\dIVX]+(?:[.–-]\d+)*\b/g,
    'a name',
  ],
  [/\b(?:19|20)\d\d[a-z]?\b/g, 'a year'],
  [/\bns-\d[\d.]*|§\s?[\d.]+|https?:\S+/g, 'a place in a paper, an address'],
  [/\b\d+ of \d+\b/g, 'a count of the same things'],
  [/\bof \d+ comparisons|\d+(?:\.\d+)? times\b/g, 'a count, a factor'],
  [
    /[Pp]robability [\d.]+|\(ratios? [\d. and]+\)|^Measured [\d.]+(?: ± [\d.]+)?, expected [<>≤≥]? ?[\d.]+(?: ± [\d.]+)? \(/g,
    'a ratio, a probability',
  ],
  [/\b\d+ timeouts? against \d+|(?:Fast retransmits|timeouts): \d+|\w+ × \d+/g, 'a count'],
  [
    /\b(?:\d+(?:\.\d+)?|[A-Za-z]+) ?(?:fast retransmits|flows?|lanes?|losses|drops?|timeouts?|decisions?|runs?|claims?|seeds?|repetitions?|figures?|formulas?|algorithms?|others?|more|values|times|conditions|numbers|moves|hops?|acks?|ACKs?|events?|in a row|right|retransmi\w+|dropped|lost)\b/g,
    'a count',
  ],
];

/** The texts whose numbers have neither a unit nor one of these reasons. */
export async function withoutUnit(
  page: Page,
  reasons: readonly (readonly [RegExp, string])[] = UNITLESS,
): Promise<string[]> {
  const faults = (await page.evaluate(collect)).flatMap(({ text, where, heads }) => {
    // A head may name the unit for all of its cells.
    if (HEAD_UNIT.test(heads) || COUNTS.test(heads)) return [];
    const left = reasons
      .reduce((rest, [pattern]) => rest.replace(pattern, ' '), text.replace(WITH_UNIT, ' '))
      // A digit within a word belongs to a name: BBRv3, L4S, CUBIC-2.
      .replace(/[A-Za-z][\w+-]*\d[\w+-]*|\d+[A-Za-z]+\d*\w*/g, ' ');
    return /\d/.test(left) ? [`${where}: ${text}${heads === '' ? '' : ` (${heads})`}`] : [];
  });
  return [...new Set(faults)];
}

/** In the page: the visible texts with digits. */
function collect(): Said[] {
  const said = new Map<Element, Said>();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const textOf = (element: Element | null | undefined): string =>
    (element?.textContent ?? '').replace(/\s+/g, ' ').trim();
  const blockOf = (element: Element): Element => {
    let block = element;
    while (block.parentElement !== null && /^inline|^contents/.test(getComputedStyle(block).display))
      block = block.parentElement;
    return block;
  };
  const headsOf = (block: Element): string => {
    const cell = block.closest('td, th');
    const table = cell?.closest('table');
    if (cell == null || table == null) {
      const term = block.matches('dd') ? textOf(block.parentElement?.querySelector('dt')) : '';
      // A chart names the unit in its head, an axis at its last mark, a step by its title.
      const picture = block.closest('[role=img]');
      const around = [
        block.closest('[data-row]') ?? picture,
        /^[\d\s.,–−-]+$/.test(textOf(block)) ? block.parentElement : null,
      ];
      const isPath = picture?.getAttribute('aria-label')?.startsWith('The path of') === true;
      const drawn = isPath ? 'packets drawn' : '';
      return [term, ...around.map(textOf), block.getAttribute('aria-label') ?? '', drawn]
        .filter(Boolean)
        .join(' | ')
        .slice(0, 400);
    }
    const row = cell.closest('tr');
    const index = row === null ? -1 : [...row.children].indexOf(cell);
    const column = [...table.querySelectorAll('thead tr')].map((head) => textOf(head.children[index]));
    const rowHead = cell.matches('th') ? '' : textOf(row?.querySelector('th'));
    return [...column, rowHead, textOf(table.querySelector('caption'))].filter(Boolean).join(' | ');
  };
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (parent === null || !/\d/.test(node.textContent ?? '')) continue;
    if (parent.closest('script, style, code, pre, kbd, math, [contenteditable], .visually-hidden') !== null)
      continue;
    if (!parent.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const block = blockOf(parent);
    if (said.has(block)) continue;
    const part = block.closest('[data-part], [data-row], [aria-label], [id]');
    const name =
      part?.getAttribute('data-part') ??
      part?.getAttribute('data-row') ??
      part?.getAttribute('aria-label') ??
      part?.id ??
      '';
    said.set(block, { text: textOf(block), where: `${block.localName} in ${name}`, heads: headsOf(block) });
  }
  return [...said.values()];
}
