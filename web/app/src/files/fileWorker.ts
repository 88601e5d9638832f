/** Reads a file outside of the page's thread: a large capture takes seconds. */
import { readBlob } from '@ackscope/model/files';

onmessage = ({ data }: MessageEvent<Blob>) => {
  void readBlob(data).then((opened) => {
    const transfer =
      'measured' in opened
        ? opened.measured.curves.flatMap(({ timeS, values }) => [timeS.buffer, values.buffer])
        : 'rateMs' in opened
          ? [opened.rateMs.buffer]
          : [];
    postMessage(opened, { transfer });
  });
};
