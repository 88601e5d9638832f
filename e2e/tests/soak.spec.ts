import { expect, test } from '../support/app.ts';
import { ONLY_MATRIX } from '../support/matrix.ts';

/** `npm run soak` makes a thousand changes. */
const CHANGES = Number(process.env['SOAK_CHANGES'] ?? 30);
/** A warm-up: workers start, code is compiled, and WebAssembly memory never shrinks. */
const WARM_UP = Math.ceil(CHANGES / 10);
/** The traces of one leaked run take a megabyte or more, in the page and again in its worker. */
const PAGE_GROWTH_BYTES = 8e6;
const WORKER_GROWTH_BYTES = 24e6;

const ALGORITHMS = ['newreno', 'vegas', 'westwood+', 'cubic', 'bbr', 'hybla'];

/** Different seeds, rates and numbers of lanes; one link in seventeen is refused. */
function link(change: number): string {
  const lanes = Array.from({ length: 1 + (change % 4) }, (_, at) => ALGORITHMS[(change + at) % 6] ?? '');
  const rate = change % 17 === 16 ? '-1Mbps' : `${String(1 + (change % 3))}Mbps`;
  return `#v1/sawtooth?seed=${String(change + 2)}&hops.0.rate=${rate}&compare=${lanes.join(',')}`;
}

test(
  `${String(CHANGES)} changes of the scenario leave no worker behind and no memory`,
  ONLY_MATRIX,
  async ({ lab }) => {
    test.setTimeout(90_000 + CHANGES * 6_000);
    await lab.open(link(0));
    const links = Array.from({ length: CHANGES }, (_, at) => link(at + 1));
    await lab.machine.visit(links.slice(0, WARM_UP));
    await lab.finished();
    const before = await lab.machine.holdings();
    await lab.machine.visit(links.slice(WARM_UP));
    await lab.finished();
    const after = await lab.machine.holdings();
    test.info().annotations.push({ type: 'memory', description: JSON.stringify({ before, after }) });

    // One worker per processor, and one that reads scenarios.
    expect(after.workers).toBeLessThanOrEqual((await lab.machine.processors()) + 1);
    expect(after.workers).toBeGreaterThan(0);
    expect(after.pageBytes - before.pageBytes).toBeLessThan(PAGE_GROWTH_BYTES);
    expect(after.workerBytes - before.workerBytes).toBeLessThan(WORKER_GROWTH_BYTES);
  },
);
