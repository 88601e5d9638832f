import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { listen, staticServer } from '../../web/tools/serve.mjs';
import type { Driver } from './driver.ts';

/** Long enough for one golden run on a slow machine. */
const SCRIPT_MS = 300_000;

/** WebKitGTK, driven through its WebDriver (W3C, level 1). */
export async function openWebKit(driverPath: string): Promise<Driver> {
  const helpers: ChildProcess[] = [];
  const stop = (): void => {
    for (const helper of helpers.reverse()) helper.kill();
  };
  try {
    const display = process.env['DISPLAY'] ?? (await ownDisplay(helpers));
    const port = await freePort();
    helpers.push(
      spawn(driverPath, [`--port=${String(port)}`], {
        env: { ...process.env, DISPLAY: display },
        stdio: 'ignore',
      }),
    );
    const base = `http://127.0.0.1:${String(port)}`;
    await answers(`${base}/status`);
    const { sessionId, capabilities } = (await call('POST', `${base}/session`, {
      capabilities: { alwaysMatch: { timeouts: { script: SCRIPT_MS } } },
    })) as { sessionId: string; capabilities: { browserVersion: string } };
    const session = `${base}/session/${sessionId}`;
    return {
      version: `WebKitGTK ${capabilities.browserVersion}`,
      async open(url) {
        await call('POST', `${session}/url`, { url });
      },
      async evaluate(expression) {
        const script = `const answer = arguments[0];
          Promise.resolve().then(() => ${expression}).then(
            (value) => answer({ value }),
            (error) => answer({ error: String(error) }),
          );`;
        const { value, error } = (await call('POST', `${session}/execute/async`, { script, args: [] })) as {
          value?: unknown;
          error?: string;
        };
        if (error !== undefined) throw new Error(error);
        return value;
      },
      async close() {
        await call('DELETE', session);
        stop();
      },
    };
  } catch (error) {
    stop();
    throw error;
  }
}

/** An invisible X display (Xvfb). It picks a display number and reports it. */
async function ownDisplay(helpers: ChildProcess[]): Promise<string> {
  const server = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1440x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  helpers.push(server);
  const number = await new Promise<string>((resolve, reject) => {
    server.on('error', reject);
    server.on('exit', () => reject(new Error('Xvfb ended')));
    createInterface({ input: server.stdout }).once('line', resolve);
  });
  return `:${number.trim()}`;
}

/** Returns a port that was free a moment ago. */
async function freePort(): Promise<number> {
  const server = staticServer({});
  const port = await listen(server, { port: 0, host: '127.0.0.1' });
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Retries until the server answers. The time limit of the test is the only limit. */
async function answers(url: string): Promise<void> {
  for (;;) {
    try {
      await call('GET', url);
      return;
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}

async function call(method: string, url: string, body?: object): Promise<unknown> {
  const response = await fetch(url, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { value } = (await response.json()) as { value: unknown };
  if (!response.ok) throw new Error(`${method} ${url}: ${JSON.stringify(value)}`);
  return value;
}
