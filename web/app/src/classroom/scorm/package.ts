/** A lesson as a SCORM 1.2 package: a manifest, and the site in one page that opens with the lesson. */
import { strToU8, zipSync } from 'fflate';
import { isGraded, MASTERY } from './exercise.ts';
import type { Asks } from './exercise.ts';
import { SCORM_MARK } from '../../course/packageMark.ts';
import type { Counts } from '../../course/packageMark.ts';

export interface Packed {
  id: string;
  title: string;
  steps: readonly Asks[];
}

/** The same bytes for the same page, lesson and choice. `page` is the text of `ackscope-single.html`. */
export function scormPackage(page: string, lesson: Packed, counts: Counts): Uint8Array {
  const files = { 'imsmanifest.xml': manifest(lesson, counts), 'index.html': pageOf(page, lesson, counts) };
  const packed = Object.entries(files).map(([name, text]) => [name, strToU8(text)] as const);
  // Local time, because a ZIP file has no other.
  return zipSync(Object.fromEntries(packed), { level: 9, mtime: new Date(1980, 0, 1), os: 0 });
}

const escaped = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cs}\ufffe\uffff]/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

function pageOf(page: string, { id, title }: Packed, counts: Counts): string {
  const start = '<meta name="ackscope-start" content="">';
  if (!page.includes(start)) throw new Error('This is not the single-file page of this site.');
  const marks = `<meta name="ackscope-start" content="#lesson/${id}"><meta name="${SCORM_MARK}" content="${id}" data-counts="${counts}">`;
  return page
    .replace(start, () => marks)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escaped(title)}</title>`);
}

function manifest({ id, title, steps }: Packed, counts: Counts): string {
  const mastery = isGraded({ steps }, counts)
    ? `\n        <adlcp:masteryscore>${String(MASTERY)}</adlcp:masteryscore>`
    : '';
  const name = `ackscope_${id.replace(/\W/g, '_')}`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="${name}" version="1.0"
  xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2"
  xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
  <metadata>
    <schema>ADL SCORM</schema>
    <schemaversion>1.2</schemaversion>
  </metadata>
  <organizations default="course">
    <organization identifier="course">
      <title>${escaped(title)}</title>
      <item identifier="lesson" identifierref="page" isvisible="true">
        <title>${escaped(title)}</title>${mastery}
      </item>
    </organization>
  </organizations>
  <resources>
    <resource identifier="page" type="webcontent" adlcp:scormtype="sco" href="index.html">
      <file href="index.html"/>
    </resource>
  </resources>
</manifest>
`;
}
