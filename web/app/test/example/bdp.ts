export interface Path {
  rateMbps: number;
  rttMs: number;
}

const DEFAULTS: Path = { rateMbps: 10, rttMs: 100 };
const BOUNDS = { rate: [0.01, 10_000], rtt: [0.1, 60_000] } as const;

/** In packets of 1500 bytes. */
export const bdpOf = ({ rateMbps, rttMs }: Path): number => (rateMbps * 1e3 * rttMs) / (8 * 1500);

export const bdpHref = ({ rateMbps, rttMs }: Path): string =>
  `#bdp?rate=${String(rateMbps)}&rtt=${String(rttMs)}`;

/** Reads what `bdpHref` wrote; what is wrong is left out and named. */
export function readBdp(query: string): { path: Path; problems: string[] } {
  const path = { ...DEFAULTS };
  const problems = [...new URLSearchParams(query)].flatMap(([key, text]) => {
    if (key !== 'rate' && key !== 'rtt') return [`This page does not take “${key}”, but rate and rtt.`];
    const [least, most] = BOUNDS[key];
    const value = Number(text);
    if (text === '' || !(value >= least && value <= most))
      return [`${key}=${text.slice(0, 20)} is left out: ${String(least)} to ${String(most)} are allowed.`];
    path[key === 'rate' ? 'rateMbps' : 'rttMs'] = value;
    return [];
  });
  return { path, problems };
}
