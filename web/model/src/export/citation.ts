/** A citation of a run: its link, the engine's version and the digest that identifies the run. */

export interface Cited {
  title: string;
  link: string;
  version: string;
  /** The run's stamp; null while it is not finished. */
  stamp: string | null;
  /** The day of access, `2026-11-21`. */
  day: string;
}

const clean = (text: string): string => text.replace(/\s+/g, ' ').trim();

export function citationText({ title, link, version, stamp, day }: Cited): string {
  const run = stamp === null ? '' : `, run ${stamp}`;
  return `“${clean(title)}”, simulated with Ackscope ${version}${run}. ${link} (${day}).`;
}

/** A BibTeX entry; TeX's special characters are removed or escaped. */
export function citationBibtex({ title, link, version, stamp, day }: Cited): string {
  const plain = clean(title)
    .replace(/[\\{}]/g, '')
    .replace(/[&%$#_]/g, (sign) => `\\${sign}`);
  const words =
    clean(title)
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  const key = ['ackscope', day.slice(0, 4), ...words.slice(0, 3)].join('-');
  return [
    `@misc{${key},`,
    `  title        = {${plain}},`,
    `  howpublished = {Simulated with Ackscope ${version}},`,
    // A URL in braces may hold any character except braces and the percent sign.
    `  url          = {${link.replace(/[{}]/g, (sign) => encodeURIComponent(sign)).replaceAll('%', '\\%')}},`,
    `  urldate      = {${day}},`,
    `  note         = {${stamp === null ? 'Unfinished run' : `Run ${stamp}`}}`,
    '}',
    '',
  ].join('\n');
}
