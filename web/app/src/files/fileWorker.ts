/** Reads a file outside of the page's thread: a large capture takes seconds. */
import { readBlob } from '@ackscope/model/files';
import type { Opened } from '@ackscope/model/files';

/** A promise that fails in a worker reaches no `onerror` of the page: it would wait for ever. */
const FAILED: Opened = { problem: 'It cannot be read: the browser has not enough memory for it.' };

onmessage = ({ data }: MessageEvent<Blob>) => {
  void readBlob(data).then(
    (opened) => {
      const transfer =
        'measured' in opened
          ? opened.measured.curves.flatMap(({ timeS, values }) => [timeS.buffer, values.buffer])
          : 'rateMs' in opened
            ? [opened.rateMs.buffer]
            : [];
      postMessage(opened, { transfer });
    },
    () => postMessage(FAILED),
  );
};
