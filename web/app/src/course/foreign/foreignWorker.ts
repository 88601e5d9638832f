/** Reads the text of a foreign lesson: for some texts the parsers take long. */
import { readForeignText } from './foreignRead.ts';
import type { Reading } from './foreignRead.ts';

onmessage = ({ data }: MessageEvent<Reading>) => postMessage(readForeignText(data));
