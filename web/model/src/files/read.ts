/**
 * Reads a file of any supported kind, chosen by what it contains. The data stay in the page. A kind
 * is one reader in one file, and one word in this list. Not in the first load: the page runs this
 * module in a worker when a file is opened.
 */
import type { Json } from '../json.ts';
import { capture } from './capture/index.ts';
import { flent } from './flent.ts';
import { MAX_BYTES, gunzip, isGzip } from './gunzip.ts';
import { iperf3Json, iperf3Text } from './iperf3.ts';
import { ns2 } from './ns2.ts';
import { qlog } from './qlog.ts';
import { rateTrace, scenario } from './scenario.ts';
import { ss } from './ss.ts';
import { table } from './table.ts';
import { ftrace, tcpProbe } from './tcpProbe.ts';
import type { Content, Opened, Reader } from './types.ts';
import { Refusal } from './types.ts';

/** The first that claims a file reads it. */
const READERS: readonly Reader[] = [
  capture,
  qlog,
  iperf3Json,
  flent,
  scenario,
  ss,
  ftrace,
  tcpProbe,
  ns2,
  iperf3Text,
  rateTrace,
  table,
];

/** `perf script` puts some kilobytes of comments before the first event. */
const HEAD_BYTES = 65_536;
const MAX_LAYERS = 2;
/** The longest text: a qlog of some minutes. */
const MAX_TEXT_BYTES = 100_000_000;

/**
 * The most values of a JSON text, and lines of any: each takes far more memory than its bytes, and 96 kB of gzip hold 33
 * million. The longest qlog that is read has six million.
 */
const MAX_PIECES = 10_000_000;
const [LINE_FEED, RETURN, COMMA, LIST, OBJECT] = [0x0a, 0x0d, 0x2c, 0x5b, 0x7b];

/** Throws for a text of too many pieces. Signs within a text of JSON count, too: a few more than there are. */
function checkPieces(bytes: Uint8Array): void {
  let [lines, values] = [0, 0];
  for (const byte of bytes)
    if (byte === LINE_FEED || byte === RETURN) lines += 1;
    else if (byte === COMMA || byte === LIST || byte === OBJECT) values += 1;
  if (lines > MAX_PIECES) throw new Refusal(`It has ${lines} lines. At most ${MAX_PIECES} are read.`);
  if (values > MAX_PIECES)
    throw new Refusal(`It holds some ${values} values. At most ${MAX_PIECES} are read.`);
}

export async function readFile(bytes: Uint8Array<ArrayBuffer>): Promise<Opened> {
  try {
    let content = bytes;
    // A download of a compressed file may be compressed once more.
    for (let layers = 0; layers < MAX_LAYERS && isGzip(content); layers++) content = await gunzip(content);
    return readContent(content);
  } catch (thrown) {
    if (thrown instanceof Refusal) return { problem: thrown.message };
    throw thrown;
  }
}

/** Reads a file that the reader has chosen. It is not loaded if it is too large. */
export async function readBlob(file: Blob): Promise<Opened> {
  if (file.size > MAX_BYTES) return { problem: tooLarge(file.size) };
  let bytes: ArrayBuffer;
  try {
    bytes = await file.arrayBuffer();
  } catch {
    return { problem: 'The browser cannot read it. Is it a folder, or was it removed?' };
  }
  return readFile(new Uint8Array(bytes));
}

const tooLarge = (size: number): string => `It has ${size} bytes. At most ${MAX_BYTES} are read.`;

export const readText = (text: string): Promise<Opened> => readFile(new TextEncoder().encode(text));

function readContent(bytes: Uint8Array): Opened {
  if (bytes.length > MAX_BYTES) throw new Refusal(tooLarge(bytes.length));
  if (bytes.length === 0) throw new Refusal('The file is empty.');
  const content = contentOf(bytes);
  const reader = READERS.find(({ claims }) => claims(content));
  if (reader === undefined) throw unknown(content);
  return reader.read(content);
}

function contentOf(bytes: Uint8Array): Content {
  // Spreadsheets write UTF-16 with a byte order mark.
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : 'utf-8';
  const head = decoded(bytes.subarray(0, HEAD_BYTES), encoding);
  let lines: readonly string[] | null = null;
  let json: Json | undefined;
  let isParsed = false;
  const text = (): string => {
    if (bytes.length > MAX_TEXT_BYTES)
      throw new Refusal(`It has ${bytes.length} bytes. Of a text at most ${MAX_TEXT_BYTES} are read.`);
    checkPieces(bytes);
    return decoded(bytes, encoding);
  };
  return {
    bytes,
    head,
    lines: () => (lines ??= text().split(/\r\n|\n|\r/)),
    json() {
      if (!isParsed) {
        isParsed = true;
        try {
          json = JSON.parse(text()) as Json;
        } catch (thrown) {
          if (thrown instanceof Refusal) throw thrown;
        }
      }
      return json;
    },
  };
}

/** The decoder drops a byte order mark. */
const decoded = (bytes: Uint8Array, encoding: string): string => new TextDecoder(encoding).decode(bytes);

const KINDS = READERS.map(({ kind }) => kind).join('; ');

/** What a file seems to be that no reader claims. */
function unknown({ head, bytes, json }: Content): Refusal {
  const read = `The page reads ${KINDS}; and all of them compressed by gzip.`;
  if (/^\s*[{[]/.test(head)) {
    if (json() !== undefined) return new Refusal(`It is JSON of an unknown kind. ${read}`);
    let reason = '';
    try {
      JSON.parse(decoded(bytes, 'utf-8'));
    } catch (thrown) {
      reason = thrown instanceof Error ? `: ${thrown.message}` : '';
    }
    return new Refusal(`It begins like JSON, but it is damaged or cut off${reason}. ${read}`);
  }
  if (head.trim() === '') return new Refusal(`It holds only blank lines. ${read}`);
  const isText = !/[\0-\x08\x0e-\x1a\x1c-\x1f\ufffd]/.test(head);
  const found = isText
    ? `It begins with “${(head.trim().split(/\r\n|\n|\r/)[0] ?? '').slice(0, 40)}”.`
    : 'It is no text and no capture.';
  return new Refusal(`${found} ${read}`);
}
