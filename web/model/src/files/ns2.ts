/** `time node port node port cwnd_ value`, as ns-2's variable tracing writes it. */
import { Samples } from './samples.ts';
import type { Reader } from './types.ts';
import { refuseLine } from './types.ts';

const LINE = /^\s*(-?[\d.eE+-]+)\s+(-?\d+)\s+(-?\d+)\s+(-?\d+)\s+(-?\d+)\s+([A-Za-z]\w*)\s+(\S+)\s*$/;

export const ns2: Reader = {
  kind: 'a cwnd trace of ns-2 ($tcp trace cwnd_)',
  claims: ({ head }) => /^\s*[\d.eE+-]+(\s+-?\d+){4}\s+\w+_\s+\S+/.test(head),
  read({ lines }) {
    const samples = new Samples();
    for (const [index, line] of lines().entries()) {
      if (line.trim() === '' || line.startsWith('#')) continue;
      const parts = LINE.exec(line);
      const [time, value] = [Number(parts?.[1]), Number(parts?.[7])];
      if (parts === null || Number.isNaN(time) || (parts[6] === 'cwnd_' && Number.isNaN(value)))
        throw refuseLine(index, 'a time, a connection, cwnd_ and its value', line);
      if (parts[6] !== 'cwnd_') continue;
      samples.add(
        `${parts.slice(2, 4).join('.')} → ${parts.slice(4, 6).join('.')}`,
        time,
        value,
        `Line ${index + 1}`,
      );
    }
    return { measured: samples.file('a cwnd trace of ns-2', () => null) };
  },
};
