/** A text at an address, by the rules for everything that a link names: a scenario, a lesson. */
import { messageOf } from '@ackscope/engine';

/** Enough for a scenario a hundred times as large as any of the papers'. */
export const MAX_BYTES = 262_144;
const TIMEOUT_MS = 15_000;

export interface RemoteText {
  text: string;
  /** The final address, after redirections. */
  from: URL;
}

/** Rejects with the reason, in a sentence. `what` is fetched: a scenario, a lesson. */
export async function fetchText(address: string, what: string): Promise<RemoteText> {
  let url: URL;
  try {
    url = new URL(address, location.href);
    if (!/^https?:$/.test(url.protocol)) throw new Error('only http and https addresses are read');
  } catch (error) {
    throw new Error(`The ${what} address “${address.slice(0, 100)}” cannot be used: ${reasonOf(error)}.`, {
      cause: error,
    });
  }
  const forbidden = whatPolicyForbids();
  try {
    const response = await fetch(url, {
      // Its author may just have changed it.
      cache: 'no-cache',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) throw new Error(`the server answered ${String(response.status)}`);
    const text = await textUpTo(response, MAX_BYTES);
    return { text, from: response.url === '' ? url : new URL(response.url) };
  } catch (error) {
    throw notOpened(url, what, (await forbidden.has(url)) ? new Error(FORBIDDEN) : error);
  } finally {
    forbidden.end();
  }
}

const FORBIDDEN =
  'the content security policy of this page forbids it; it allows https and, on this computer, http://localhost and ' +
  'http://127.0.0.1, if the site does not say otherwise';

/** To a script, a request that the page's policy stops looks like one to a server that is not there. */
function whatPolicyForbids(): { has: (url: URL) => Promise<boolean>; end: () => void } {
  const stopped: string[] = [];
  const listen = ({ blockedURI }: SecurityPolicyViolationEvent): unknown => stopped.push(blockedURI);
  document.addEventListener('securitypolicyviolation', listen);
  return {
    async has({ href, origin }) {
      // The event comes in a turn of its own.
      await new Promise((resolve) => setTimeout(resolve));
      // After a redirection a browser tells the origin alone.
      return stopped.some((uri) => uri === href || uri === origin || uri === `${origin}/`);
    },
    end: () => document.removeEventListener('securitypolicyviolation', listen),
  };
}

/** The error of something at an address that cannot be opened. */
export function notOpened(url: URL, what: string, error: unknown): Error {
  const where = url.origin + url.pathname;
  return new Error(`The ${what} at ${where} could not be opened: ${reasonOf(error)}.`, { cause: error });
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

export function reasonOf(error: unknown): string {
  if (error instanceof SyntaxError) return 'it is not JSON';
  if (error instanceof DOMException && error.name === 'TimeoutError') return 'the server does not answer';
  // Browsers report the same error if the server is missing and if it forbids other pages to read
  // it.
  if (error instanceof TypeError) return 'it does not exist, or its server does not let other pages read it';
  return messageOf(error);
}
