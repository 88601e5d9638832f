import './node-version.mjs';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, release, totalmem, type } from 'node:os';
import { buildWasm } from '../engine/scripts/build-wasm.mjs';
import { fromRoot, which } from './paths.mjs';
import { ask, run } from './run.mjs';
import { ensureRust, ensureWasmTools } from './rust.mjs';
import { Trouble, main, say } from './terminal.mjs';

// The engine's workloads in Ackscope, natively and in WebAssembly, in ns-2 and in ns-3: the same work, in turn, on the same
// machine, processor time only. Writes docs/performance.md. Its own command, because it needs both simulators.

const ROUNDS = 3;
/** Where ns-3 takes minutes it is left out. @type {{ id: string, seconds: number, ns3Seconds?: number }[]} */
const WORKLOADS = [
  { id: 'single-newreno', seconds: 100, ns3Seconds: 10 },
  { id: 'single-westwood-plus', seconds: 100 },
  { id: 'single-cubic-sack', seconds: 100, ns3Seconds: 10 },
  { id: 'single-loss-sack', seconds: 200 },
  { id: 'flows-10', seconds: 100, ns3Seconds: 5 },
  { id: 'flows-100', seconds: 100 },
  { id: 'flows-1000', seconds: 10 },
  { id: 'ten-hops', seconds: 100 },
  { id: 'gm04-table1', seconds: 1000 },
];
/** @type {Record<string, { ns2: string, ns3: string }>} */
const ALGORITHMS = {
  newreno: { ns2: 'newreno', ns3: 'TcpNewReno' },
  // ns-2's Linux module of the name is Westwood+; ns-3's class of that name is unlike its source.
  'westwood+': { ns2: 'westwood', ns3: 'TcpLinuxReno' },
  cubic: { ns2: 'cubic', ns3: 'TcpCubic' },
};
const NS3 = ['core', 'network', 'internet', 'point-to-point', 'applications', 'traffic-control'];

/**
 * @typedef {{ name: string, algorithm: string, count?: number, direction?: string, each_hop?: boolean,
 *   rtt: string | { above: string, to: string }, active?: [string, string][] }} FlowGroup
 * @typedef {{ seed: number, hops: { rate: string, delay: string, repeat?: number,
 *   queue?: { capacity: string }, loss?: { probability: number } }[], flows: FlowGroup[] }} Scenario
 * @typedef {{ segments: number, cpuS: number }} Sample
 */

const UNITS = /** @type {Record<string, number>} */ ({ s: 1, ms: 1e-3, Mbps: 1e6, Gbps: 1e9, pkt: 1 });

/** A quantity as the workloads write it, in SI units. @param {string} text */
function quantity(text) {
  const [, number = '', unit = ''] = /^([\d.]+)([A-Za-z]+)$/.exec(text) ?? [];
  const factor = UNITS[unit];
  if (factor === undefined) throw new Trouble(`The rivals do not understand “${text}”.`);
  return Number(number) * factor;
}

/** The workload as the rivals' scripts take it. @param {Scenario} scenario @param {number} seconds @param {'ns2' | 'ns3'} rival */
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
          // Starts spread over a second where there are several flows, as in Ackscope.
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

/** Runs a command and gives its output and the processor time it took. @param {string} command @param {(string | number)[]} args */
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

/** @param {Scenario} scenario @param {number} seconds @param {'few' | 'all'} headers @returns {Promise<Sample>} */
async function ns2(scenario, seconds, headers) {
  const { rate, delay, capacity, hops, loss, seed, flows } = translate(scenario, seconds, 'ns2');
  const line = [seconds, rate, delay, capacity + 1, hops, loss, seed, headers, ...flows];
  const { output, cpuS } = await timed('ns', [fromRoot('core/lab/rivals/line.tcl'), ...line]);
  return { segments: Number(/^\d+$/m.exec(output)?.[0]), cpuS };
}

/** @param {string} binary @param {Scenario} scenario @param {number} seconds @returns {Promise<Sample>} */
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
  const source = fromRoot('core/lab/rivals/line.cc');
  await run('g++', ['-O2', '-o', `${folder}/line`, source, ...flags.split(/\s+/)]);
  return `${folder}/line`;
}

/** µs of processor time per delivered segment, the least of the rounds. @param {Sample[]} samples */
const perSegment = (samples) => Math.min(...samples.map(({ segments, cpuS }) => (cpuS * 1e6) / segments));
/** @param {number} us */
const figure = (us) => (Number.isFinite(us) ? us.toPrecision(us < 0.1 ? 2 : us < 10 ? 3 : 2) : '–');

main(async () => {
  if (which('ns') === null)
    throw new Trouble('There is no ns-2. Debian, Ubuntu: apt-get install ns2 libns3-dev g++');
  await ensureRust();
  await ensureWasmTools();
  await run('cargo', ['build', '--release', '--locked', '-p', 'ackscope-cli'], { echo: true });
  await buildWasm();
  const ns3Binary = await buildNs3();
  if (ns3Binary === null) say('There is no ns-3 (libns3-dev): its column stays empty.');

  /** @type {string[]} */
  const rows = [];
  for (const { id, seconds, ns3Seconds } of WORKLOADS) {
    const path = fromRoot(`core/lab/workloads/${id}.json`);
    const scenario = /** @type {Scenario} */ (JSON.parse(readFileSync(path, 'utf8')));
    /** @type {Record<'native' | 'recorded' | 'wasm' | 'few' | 'all' | 'ns3', Sample[]>} */
    const samples = { native: [], recorded: [], wasm: [], few: [], all: [], ns3: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      samples.native.push(await ackscope(id, seconds, []));
      samples.recorded.push(await ackscope(id, seconds, ['--record']));
      const inWasm = await wasm(id, seconds);
      samples.wasm.push({ segments: inWasm.segments, cpuS: inWasm.cpu_s });
      samples.few.push(await ns2(scenario, seconds, 'few'));
      if (round === 0) samples.all.push(await ns2(scenario, seconds, 'all'));
      if (round === 0 && ns3Seconds !== undefined && ns3Binary !== null) {
        samples.ns3.push(await ns3(ns3Binary, scenario, ns3Seconds));
      }
    }
    const us = (/** @type {keyof typeof samples} */ key) => perSegment(samples[key]);
    const segments = (/** @type {Sample[]} */ list) => list[0]?.segments ?? 0;
    const agreement = segments(samples.few) / segments(samples.native) - 1;
    rows.push(
      `| ${id} | ${figure(us('native'))} | ${figure(us('recorded') / us('native'))} | ${figure(us('wasm') / us('recorded'))} | ` +
        `${figure(us('few'))} | ${figure(us('all'))} | ${figure(us('ns3'))} | ${figure(us('few') / us('native'))} | ` +
        `${figure(us('ns3') / us('native'))} | ${agreement >= 0 ? '+' : ''}${(agreement * 100).toFixed(1)} % |`,
    );
    say(rows.at(-1) ?? '');
  }

  const long = await wasm('single-2000s', 2000, ['1234.5']);
  const memory = await run(
    fromRoot('target/release/ackscope'),
    ['bench', 'flows-50-gigabit', '--record'].concat(['--runs', '1', '--json']),
  );
  const peak = Number(/"peak_memory_bytes": (\d+)/.exec(memory)?.[1]);
  const [cpu] = cpus();
  const facts = [
    `- ${cpu?.model.trim() ?? 'unknown processor'}, ${String(cpus().length)} cores, ${String(Math.round(totalmem() / 2 ** 30))} GiB, ${type()} ${release()}.`,
    `- ${ask('rustc', ['--version']) ?? ''}, Node ${process.version}, ns-2.35${ns3Binary === null ? '' : `, ns-3 ${ask('pkg-config', ['--modversion', 'ns3-core']) ?? ''}`}, as the distribution builds them.`,
    `- Measured on ${new Date().toISOString().slice(0, 10)}.`,
  ];
  const further = [
    `- 2000 s of one flow at 200 Mbit/s (${(long.segments / 1e6).toFixed(1)} million segments), recorded, in WebAssembly: ` +
      `${long.cpu_s.toFixed(1)} s of processor time, ${String(Math.round(long.memory_bytes / 1e6))} MB of memory for two such runs one after the other. ` +
      `Replaying the second from 1234.5 s on (${String(long.replayed_packets)} records): ${String(Math.round(long.replay_s * 1000))} ms.`,
    `- 2000 s of fifty flows over 1 Gbit/s, recorded, natively: at most ${String(Math.round(peak / 1e6))} MB for the whole process.`,
  ];
  const page = fromRoot('docs/performance.md');
  const text = readFileSync(page, 'utf8');
  const [before = '', , after = ''] = text.split(/<!-- (?:figures|end of figures) -->\n/);
  const header =
    '| workload | Ackscope, µs | recorded, × | WebAssembly, × | ns-2 lean, µs | ns-2, µs | ns-3, µs | lean ns-2 / Ackscope | ns-3 / Ackscope | segments in ns-2 |\n' +
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |';
  writeFileSync(
    page,
    `${before}<!-- figures -->\n\n${header}\n${rows.join('\n')}\n\n${further.join('\n')}\n\n${facts.join('\n')}\n\n<!-- end of figures -->\n${after}`,
  );
  say('Written to docs/performance.md.');
});
