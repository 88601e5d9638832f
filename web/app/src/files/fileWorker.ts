/** Reads a file outside of the page's thread: a large capture takes seconds. Makes the table of a curve, too. */
import { fitTable, readBlob } from '@ackscope/model/files';
import type { Tabled } from '../measured/trace.ts';
import { failed } from './failed.ts';

onmessage = ({ data }: MessageEvent<Blob | Tabled>) => {
  if ('curve' in data) {
    void fitTable(data.curve, data.packetBytes).then(postMessage, () => postMessage(null));
    return;
  }
  void readBlob(data).then(
    (opened) => {
      const transfer =
        'measured' in opened
          ? opened.measured.curves.flatMap(({ timeS, values, beside }) =>
              [timeS, values, ...Object.values(beside)].map(({ buffer }) => buffer),
            )
          : 'rateMs' in opened
            ? [opened.rateMs.buffer]
            : [];
      postMessage(opened, { transfer });
    },
    // A promise that fails in a worker reaches no `onerror` of the page: it would wait for ever.
    (thrown: unknown) => postMessage(failed(String(thrown))),
  );
};
