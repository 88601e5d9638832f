/** `?scenario=https://…/x.json`: a scenario on another server, which its author may change. */
import { messageOf } from '@ackscope/engine';
import { EMPTY_VIEW, isHostile, isObject } from '@ackscope/model';
import type { DecodedLink, Json, JsonObject, LabStore } from '@ackscope/model';
import { addNotice, COMES_FROM } from './notices.ts';

/** Enough for a scenario a hundred times as large as any of the papers'. */
const MOST_BYTES = 262_144;
const TIMEOUT_MS = 15_000;

/** Fetches the scenario and shows it, or says why not. Until then the current one stays. */
export async function openRemoteScenario(store: LabStore, address: string, autoplay: boolean): Promise<void> {
  try {
    store.getState().actions.openLink(await remoteLink(address), autoplay);
  } catch (error) {
    addNotice(store, reason(error));
  }
}

/** The scenario at an address. Rejects with the reason, in a sentence. */
export async function remoteLink(address: string): Promise<DecodedLink> {
  let url: URL;
  try {
    url = new URL(address, location.href);
    if (!/^https?:$/.test(url.protocol)) throw new Error('only http and https addresses are read');
  } catch (error) {
    throw new Error(`The scenario address “${address.slice(0, 100)}” cannot be used: ${reason(error)}.`, {
      cause: error,
    });
  }
  try {
    const { scenario, from } = await fetchScenario(url);
    return {
      scenario,
      preset: null,
      view: EMPTY_VIEW,
      problems: [`${COMES_FROM}${from.origin + from.pathname}. Its author is responsible for it.`],
      origin: from.href,
    };
  } catch (error) {
    throw new Error(`The scenario at ${url.origin + url.pathname} could not be opened: ${reason(error)}.`, {
      cause: error,
    });
  }
}

/** The scenario and its final address, after redirections. */
async function fetchScenario(url: URL): Promise<{ scenario: JsonObject; from: URL }> {
  const response = await fetch(url, {
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`the server answered ${String(response.status)}`);
  const value = JSON.parse(await textUpTo(response, MOST_BYTES)) as Json;
  if (!isObject(value) || isHostile(value)) throw new Error('it is not a scenario');
  return { scenario: value, from: response.url === '' ? url : new URL(response.url) };
}

/** Reads at most `mostBytes`, even if the server sends more. */
async function textUpTo(response: Response, mostBytes: number): Promise<string> {
  const reader = response.body?.getReader();
  if (reader === undefined) return '';
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > mostBytes) {
      await reader.cancel();
      throw new Error(`it is longer than ${String(mostBytes / 1024)} kB`);
    }
    text += decoder.decode(value, { stream: true });
  }
}

function reason(error: unknown): string {
  if (error instanceof SyntaxError) return 'it is not JSON';
  if (error instanceof DOMException && error.name === 'TimeoutError') return 'the server does not answer';
  // Browsers report the same error if the server is missing and if it forbids other pages to read
  // it.
  if (error instanceof TypeError) return 'it does not exist, or its server does not let other pages read it';
  return messageOf(error);
}
