import './node-version.mjs';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, type } from 'node:os';
import { buildWasm } from '../engine/scripts/build-wasm.mjs';
import { fromRoot, which } from './paths.mjs';
import { ask, run } from './run.mjs';
import { ensureRust, ensureWasmTools } from './rust.mjs';
import { Trouble, main, say } from './terminal.mjs';

// Runs the engine's workloads in Ackscope (natively and in WebAssembly), in ns-2 and in ns-3: the
// same work, one after the other on the same machine, measured in processor time. Writes
// docs/performance.md. A separate command, because it needs both simulators.

const HELP = `npm run bench:rivals [-- --own]

Measures Ackscope, ns-2 and ns-3 and writes docs/performance.md. With --own only Ackscope is measured, which takes minutes and
needs neither of the others: what the table says of them stays.`;

const PAGE = 'docs/performance.md';
const ROUNDS = 3;
/**
 * Simulated seconds: `seconds` in ns-2, `ns3Seconds` in ns-3, `ownSeconds` in Ackscope. In Ackscope
 * a workload takes about a second where possible, because the clock has steps of ten milliseconds
 * and V8 first compiles for some of them. ns-3 is omitted where it would take minutes.
 *
 * @type {{ id: string, seconds: number, ns3Seconds?: number, ownSeconds: number }[]}
 */
const WORKLOADS = [
  { id: 'single-newreno', seconds: 100, ns3Seconds: 10, ownSeconds: 1000 },
  { id: 'single-westwood-plus', seconds: 100, ownSeconds: 1000 },
  { id: 'single-cubic-sack', seconds: 100, ns3Seconds: 10, ownSeconds: 1000 },
  { id: 'single-loss-sack', seconds: 200, ownSeconds: 8000 },
  { id: 'flows-10', seconds: 100, ns3Seconds: 5, ownSeconds: 1000 },
  { id: 'flows-100', seconds: 100, ownSeconds: 1000 },
  { id: 'flows-1000', seconds: 10, ownSeconds: 50 },
  { id: 'ten-hops', seconds: 100, ownSeconds: 1000 },
  { id: 'gm04-table1', seconds: 1000, ownSeconds: 1000 },
];
/** @type {Record<string, { ns2: string, ns3: string }>} */
const ALGORITHMS = {
  newreno: { ns2: 'newreno', ns3: 'TcpNewReno' },
  // ns-2's Linux module with this name is Westwood+; ns-3's class with this name differs from its
  // source.
  'westwood+': { ns2: 'westwood', ns3: 'TcpLinuxReno' },
  cubic: { ns2: 'cubic', ns3: 'TcpCubic' },
};
const NS3 = ['core', 'network', 'internet', 'point-to-point', 'applications', 'traffic-control'];

/**
 * @typedef {{ name: string, algorithm: string, count?: number, direction?: string,
 *   each_hop?: boolean, rtt: string | { above: string, to: string },
 *   active?: [string, string][] }} FlowGroup
 * @typedef {{ seed: number, hops: { rate: string, delay: string, repeat?: number,
 *   queue?: { capacity: string }, loss?: { probability: number } }[],
 *   flows: FlowGroup[] }} Scenario
 * @typedef {{ segments: number, cpuS: number }} Sample
 */

const UNITS = /** @type {Record<string, number>} */ ({ s: 1, ms: 1e-3, Mbps: 1e6, Gbps: 1e9, pkt: 1 });

/** A quantity of the workloads in SI units. @param {string} text */
function quantity(text) {
  const [, number = '', unit = ''] = /^([\d.]+)([A-Za-z]+)$/.exec(text) ?? [];
  const factor = UNITS[unit];
  if (factor === undefined) throw new Trouble(`The rivals do not understand “${text}”.`);
  return Number(number) * factor;
}

/**
 * The workload as arguments of the rivals' scripts.
 *
 * @param {Scenario} scenario
 * @param {number} seconds
 * @param {'ns2' | 'ns3'} rival
 */
function translate(scenario, seconds, rival) {
  const [hop] = scenario.hops;
  if (hop === undefined || scenario.hops.length > 1) throw new Trouble('The rivals know one kind of hop.');
  const hops = hop.repeat ?? 1;
  const [rate, delay] = [quantity(hop.rate), quantity(hop.delay)];
  const longest = Math.max(
    ...scenario.flows.map(({ rtt }) => quantity(typeof rtt === 'string' ? rtt : rtt.to)),
  );
  const capacity =
    hop.queue === undefined ? Math.round((rate * longest) / 12000) : quantity(hop.queue.capacity);
  /** @type {string[]} */
  const flows = [];
  for (const { algorithm, count = 1, direction, each_hop: eachHop, rtt, active } of scenario.flows) {
    const stretches = eachHop === true ? Array.from({ length: hops }, (_, at) => [at, at + 1]) : [[0, hops]];
    for (const [left = 0, right = 0] of stretches) {
      for (let i = 1; i <= count; i += 1) {
        const [above, to] = typeof rtt === 'string' ? [rtt, rtt] : [rtt.above, rtt.to];
        const rttS = quantity(above) + ((quantity(to) - quantity(above)) * i) / count;
        const access = Math.max(0, rttS / 2 - delay * (right - left));
        const ends = direction === 'backward' ? [right, left] : [left, right];
        for (const [from, until] of active ?? [['0s', `${String(seconds)}s`]]) {
          // With several flows the starts are spread over a second, as in Ackscope.
          const start = quantity(from) + (count > 1 ? i / count : 0);
          const name = ALGORITHMS[algorithm]?.[rival] ?? algorithm;
          if (start < seconds)
            flows.push([name, ...ends, access.toFixed(6), start, quantity(until)].join(':'));
        }
      }
    }
  }
  const loss = hop.loss?.probability ?? 0;
  return { rate, delay, capacity, hops, loss, seed: scenario.seed, flows };
}

/**
 * Runs a command; returns its output and its processor time.
 *
 * @param {string} command
 * @param {(string | number)[]} args
 */
async function timed(command, args) {
  const script = 'TIMEFORMAT="cpu %U %S"; time "$@"';
  const output = await run('bash', ['-c', script, 'bash', command, ...args.map(String)]);
  const [, user, system] = /cpu ([\d.]+) ([\d.]+)/.exec(output) ?? [];
  return { output, cpuS: Number(user) + Number(system) };
}

/** @param {string} id @param {number} seconds @param {string[]} more @returns {Promise<Sample>} */
async function ackscope(id, seconds, more) {
  const args = ['bench', id, '--runs', '1', '--json', '--duration', `${String(seconds)}s`, ...more];
  const { output, cpuS } = await timed(fromRoot('target/release/ackscope'), args);
  return { segments: Number(/"delivered_segments": (\d+)/.exec(output)?.[1]), cpuS };
}

/**
 * @param {Scenario} scenario
 * @param {number} seconds
 * @param {'few' | 'all'} headers
 * @returns {Promise<Sample>}
 */
async function ns2(scenario, seconds, headers) {
  const { rate, delay, capacity, hops, loss, seed, flows } = translate(scenario, seconds, 'ns2');
  const line = [seconds, rate, delay, capacity + 1, hops, loss, seed, headers, ...flows];
  const { output, cpuS } = await timed('ns', [fromRoot('core/lab/benches/rivals/line.tcl'), ...line]);
  return { segments: Number(/^\d+$/m.exec(output)?.[0]), cpuS };
}

/**
 * @param {string} binary
 * @param {Scenario} scenario
 * @param {number} seconds
 * @returns {Promise<Sample>}
 */
async function ns3(binary, scenario, seconds) {
  const { rate, delay, capacity, hops, loss, seed, flows } = translate(scenario, seconds, 'ns3');
  const { output, cpuS } = await timed(binary, [seconds, rate, delay, capacity, hops, loss, seed, ...flows]);
  return { segments: Number(/^\d+$/m.exec(output)?.[0]), cpuS };
}

/** @param {string} id @param {number} seconds @param {string[]} more */
async function wasm(id, seconds, more = []) {
  const output = await run(process.execPath, [
    fromRoot('web/tools/bench-wasm.mjs'),
    id,
    String(seconds),
    ...more,
  ]);
  return /** @type {{ segments: number, cpu_s: number, memory_bytes: number, replay_s: number, replayed_packets: number }} */ (
    JSON.parse(output)
  );
}

async function buildNs3() {
  const folder = fromRoot('target/rivals');
  mkdirSync(folder, { recursive: true });
  const flags = ask('pkg-config', ['--cflags', '--libs', ...NS3.map((name) => `ns3-${name}`)]);
  if (flags === null) return null;
  const source = fromRoot('core/lab/benches/rivals/line.cc');
  await run('g++', ['-O2', '-o', `${folder}/line`, source, ...flags.split(/\s+/)]);
  return `${folder}/line`;
}

/**
 * The results of `core/engine/benches/flows.rs`: the fastest sample in µs, by the benchmark's name
 * and the number of flows.
 *
 * @returns {Promise<Map<string, number>>}
 */
async function flowsBench() {
  const output = await run('cargo', ['bench', '--locked', '-p', 'ackscope-engine', '--bench', 'flows']);
  const units = /** @type {Record<string, number>} */ ({ ns: 1e-3, µs: 1, ms: 1e3, s: 1e6 });
  /** @type {Map<string, number>} */
  const found = new Map();
  let name = '';
  for (const line of output.split('\n')) {
    const [, title, flows, value, unit] =
      /[├╰]─ (?:([a-z_]+)|(\d+) +([\d.]+) (ns|µs|ms|s)) /.exec(line) ?? [];
    name = title ?? name;
    if (flows !== undefined) found.set(`${name} ${flows}`, Number(value) * (units[unit ?? ''] ?? NaN));
  }
  return found;
}

/**
 * µs of processor time per delivered segment, the lowest of the rounds.
 *
 * @param {Sample[]} samples
 */
const perSegment = (samples) => Math.min(...samples.map(({ segments, cpuS }) => (cpuS * 1e6) / segments));

/** @param {number} value */
const figure = (value) =>
  Number.isFinite(value)
    ? value.toLocaleString('en', {
        maximumSignificantDigits: value >= 0.1 && value < 10 ? 3 : 2,
        useGrouping: false,
      })
    : '–';

/**
 * @typedef {{ few: number, all: number, ns3: number, agreement: string }} Rivals µs per segment,
 *   and what ns-2 delivered
 */

/**
 * The page's current numbers of the rivals, by workload.
 *
 * @param {string} page
 * @returns {Map<string, Rivals>}
 */
function knownRivals(page) {
  const rows = page.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  return new Map(
    rows
      .filter((cells) => WORKLOADS.some(({ id }) => id === cells[1]) && cells.length > 11)
      .map(([, id = '', , , , few, all, ns3, , , agreement = '–']) => [
        id,
        { few: Number(few), all: Number(all), ns3: Number(ns3), agreement },
      ]),
  );
}

/**
 * Runs ns-2 and ns-3 over the same line of routers, one after the other and nothing else.
 *
 * @param {typeof WORKLOADS[number]} workload @param {string | null} ns3Binary
 * @returns {Promise<Rivals>}
 */
async function measureRivals({ id, seconds, ns3Seconds }, ns3Binary) {
  const path = fromRoot(`core/lab/workloads/${id}.json`);
  const scenario = /** @type {Scenario} */ (JSON.parse(readFileSync(path, 'utf8')));
  /** @type {Sample[]} */
  const few = [];
  for (let round = 0; round < ROUNDS; round += 1) few.push(await ns2(scenario, seconds, 'few'));
  const all = [await ns2(scenario, seconds, 'all')];
  const withNs3 = ns3Seconds !== undefined && ns3Binary !== null;
  const inNs3 = withNs3 ? [await ns3(ns3Binary, scenario, ns3Seconds)] : [];
  const { segments } = await ackscope(id, seconds, []);
  const more = (few[0]?.segments ?? 0) / segments - 1;
  const agreement = `${more >= 0 ? '+' : ''}${(more * 100).toFixed(1)} %`;
  return { few: perSegment(few), all: perSegment(all), ns3: perSegment(inNs3), agreement };
}

/** @param {string[]} header @param {(string | number)[][]} rows */
function table(header, rows) {
  const line = (/** @type {(string | number)[]} */ cells) => `| ${cells.join(' | ')} |`;
  const rule = line(header.map((_, column) => (column === 0 ? '---' : '---:')));
  return [line(header), rule, ...rows.map(line)].join('\n');
}

const HOPS_PER_STEP = 12_500;

main(async () => {
  if (process.argv.includes('--help')) {
    say(HELP);
    return;
  }
  const isOwn = process.argv.includes('--own');
  if (!isOwn && which('ns') === null)
    throw new Trouble('There is no ns-2. Debian, Ubuntu: apt-get install ns2 libns3-dev g++');
  await ensureRust();
  await ensureWasmTools();
  await run('cargo', ['build', '--release', '--locked', '-p', 'ackscope-cli'], { echo: true });
  await buildWasm();
  const ns3Binary = isOwn ? null : await buildNs3();
  if (!isOwn && ns3Binary === null) say('There is no ns-3 (libns3-dev): its column stays empty.');
  const page = readFileSync(fromRoot(PAGE), 'utf8');
  const known = knownRivals(page);

  /** @type {(string | number)[][]} */
  const rows = [];
  for (const workload of WORKLOADS) {
    const { id, ownSeconds } = workload;
    /** @type {Record<'native' | 'recorded' | 'wasm', Sample[]>} */
    const samples = { native: [], recorded: [], wasm: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      samples.native.push(await ackscope(id, ownSeconds, []));
      samples.recorded.push(await ackscope(id, ownSeconds, ['--record']));
      const inWasm = await wasm(id, ownSeconds);
      samples.wasm.push({ segments: inWasm.segments, cpuS: inWasm.cpu_s });
    }
    const native = perSegment(samples.native);
    const recorded = perSegment(samples.recorded);
    const inWasm = perSegment(samples.wasm);
    const rivals = isOwn ? known.get(id) : await measureRivals(workload, ns3Binary);
    const { few, all, ns3, agreement } = rivals ?? { few: NaN, all: NaN, ns3: NaN, agreement: '–' };
    const ratios = [native, recorded / native, inWasm / recorded, few, all, ns3, few / native, ns3 / native];
    rows.push([id, ...ratios.map(figure), agreement]);
    say((rows.at(-1) ?? []).join('  '));
  }

  const bench = await flowsBench();
  const counts = [1, 10, 100, 1000];
  const scale = counts.map((flows) => {
    const us = (/** @type {string} */ name) => bench.get(`${name} ${String(flows)}`) ?? NaN;
    return [flows, us('run') / HOPS_PER_STEP, us('run_recorded') / us('run'), us('checkpoint') / 1000].map(
      figure,
    );
  });

  const long = await wasm('single-2000s', 2000, ['1234.5']);
  const memory = await run(
    fromRoot('target/release/ackscope'),
    ['bench', 'flows-50-gigabit', '--record'].concat(['--runs', '1', '--json']),
  );
  const peak = Number(/"peak_memory_bytes": (\d+)/.exec(memory)?.[1]);
  const [cpu] = cpus();
  const load = loadavg()[0] ?? NaN;
  const [before = '', figures = '', after = ''] = page.split(/<!-- (?:figures|end of figures) -->\n/);
  const ofRivals = isOwn
    ? /^- Rivals: .*$/m.exec(figures)?.[0]
    : `- Rivals: ns-2.35${ns3Binary === null ? '' : `, ns-3 ${ask('pkg-config', ['--modversion', 'ns3-core']) ?? ''}`}, as the distribution builds them, ${today()}.`;
  const facts = [
    `- 2000 s of one flow at 200 Mbit/s (${(long.segments / 1e6).toFixed(1)} million segments), recorded, in WebAssembly: ` +
      `${long.cpu_s.toFixed(1)} s of processor time, ${String(Math.round(long.memory_bytes / 1e6))} MB of memory for two such runs one after the other. ` +
      `Replaying the second from 1234.5 s on (${String(long.replayed_packets)} records): ${String(Math.round(long.replay_s * 1000))} ms.`,
    `- 2000 s of fifty flows over 1 Gbit/s, recorded, natively: at most ${String(Math.round(peak / 1e6))} MB for the whole process.`,
    `- Ackscope: ${cpu?.model.trim() ?? 'unknown processor'}, ${String(cpus().length)} cores, ${type()}; ${ask('rustc', ['--version']) ?? ''}, ` +
      `Node ${process.version}; ${today()}, load of the machine at the end ${load.toFixed(1)}.`,
    ofRivals ?? '- Rivals: not measured.',
  ];
  const workloads = table(
    [
      'workload',
      'Ackscope, µs',
      'recorded, ×',
      'WebAssembly, ×',
      'ns-2 lean, µs',
      'ns-2, µs',
      'ns-3, µs',
    ].concat(['lean ns-2 / Ackscope', 'ns-3 / Ackscope', 'segments in ns-2']),
    rows,
  );
  const flows = table(['flows', 'µs per packet hop', 'recorded, ×', 'clone of the state, ms'], scale);
  writeFileSync(
    fromRoot(PAGE),
    `${before}<!-- figures -->\n\n${workloads}\n\n${flows}\n\n${facts.join('\n')}\n\n<!-- end of figures -->\n${after}`,
  );
  say(`Written to ${PAGE}.`);
});

function today() {
  return new Date().toISOString().slice(0, 10);
}
