/** Adds a group of flows that counts as the others do, with random send times that keep flows from synchronising. */
import { getPath, isObject, readQuantity, writeTime } from '@ackscope/model';
import type { Json, JsonObject } from '@ackscope/model';

/** A full packet, in bits. */
const PACKET_BITS = 12_000;

/**
 * The flows, followed by `flow`. All of them get random send times, unless they set them or the
 * scenario reproduces ns-2, whose hosts have none.
 *
 * Two flows through one queue, on hosts without any noise, synchronise. Fractions of a packet's
 * transmission time then decide which flow finds a free place in the full queue, and the flow with
 * the shorter RTT may get less. Random delays of up to one packet's time at the bottleneck are
 * enough to prevent that (Floyd & Jacobson 1992).
 */
export function withFlow(scenario: JsonObject, flow: JsonObject): Json[] {
  const before = Array.isArray(scenario.flows) ? scenario.flows : [];
  const flows = [...before, { ...countingOf(before), ...flow }];
  const jitter = packetTime(scenario);
  if (jitter === null || scenario.ns2_order === true || flows.some(isOfNs2)) return flows;
  return flows.map((item) =>
    isObject(item) && item.kind !== 'cbr' && item.send_jitter === undefined
      ? { ...item, send_jitter: jitter }
      : item,
  );
}

/** How the first TCP flow counts what is acknowledged: flows on one link are compared, so a further one counts alike. */
function countingOf(flows: readonly Json[]): JsonObject {
  const {
    tcp,
    growth,
    recovery_variant: exit,
  } = flows.filter(isObject).find(({ kind }) => kind !== 'cbr') ?? {};
  return {
    ...(tcp === undefined ? {} : { tcp }),
    ...(growth === undefined ? {} : { growth }),
    ...(exit === 'rfc' ? { recovery_variant: exit } : {}),
  };
}

/** A packet's transmission time at the slowest hop; null if no hop has a constant rate. */
function packetTime(scenario: JsonObject): string | null {
  const hops = Array.isArray(scenario.hops) ? scenario.hops : [];
  const rates = hops.flatMap((_, index) => {
    const rateBps = readQuantity(getPath(scenario, `hops.${index}.rate`), 'rate');
    return rateBps === null || rateBps <= 0 ? [] : [rateBps];
  });
  return rates.length === 0 ? null : writeTime(PACKET_BITS / Math.min(...rates));
}

function isOfNs2(flow: Json): boolean {
  if (!isObject(flow)) return false;
  return [flow.rto, flow.recovery_variant]
    .flat()
    .some((word) => typeof word === 'string' && (word.startsWith('ns2_') || word === 'reno_gated'));
}
