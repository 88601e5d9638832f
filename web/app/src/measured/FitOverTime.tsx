import { formatNumber, formatQuantity } from '@ackscope/charts';
import type { FitOverTime } from '@ackscope/engine';
import styles from './MeasuredBar.module.css';

const [WIDTH, HEIGHT] = [400, 60];

/** The measured window over those of the network's own five runs: what sticks out of them, nothing explains. */
export function OverTime({ of: { every_s: everyS, measured, low, high, outside } }: { of: FitOverTime }) {
  const top = Math.max(1, ...[...measured, ...high].map((value) => value ?? 0));
  const x = (at: number): number => ((at + 0.5) * WIDTH) / measured.length;
  const y = (packets: number): number => HEIGHT * (1 - packets / top);
  const place = (packets: number | null, at: number): string[] =>
    packets === null ? [] : [`${x(at).toFixed(1)},${y(packets).toFixed(1)}`];
  const band = [...high.flatMap(place), ...low.flatMap(place).toReversed()];
  const far = outside.map((at) => {
    const [is, least, most] = [measured[at] ?? 0, low[at] ?? 0, high[at] ?? 0];
    return { at, from: is > most ? most : least, is };
  });
  const share = formatQuantity(outside.length / measured.length, 'ratio', 2);
  const range = `0 to ${formatQuantity(top, 'packets', 2)}, ${formatNumber(everyS * measured.length)} s`;
  return (
    <figure className={styles.overTime}>
      <svg
        viewBox={`0 -1 ${String(WIDTH)} ${String(HEIGHT + 2)}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Window over time, ${range}: for ${share} of the time no run of this network has it`}
      >
        <polygon points={band.join(' ')} />
        {far.map(({ at, from, is }) => (
          <line key={at} x1={x(at)} x2={x(at)} y1={y(from)} y2={y(is)} />
        ))}
        <polyline points={measured.flatMap(place).join(' ')} />
      </svg>
      <figcaption>
        Window, {range}: the file’s over the range of five runs of this network.{' '}
        {outside.length === 0 ? 'Nothing is left unexplained.' : `Unexplained: ${share} of the time.`}
      </figcaption>
    </figure>
  );
}
