import type { CDPSession, Page } from '@playwright/test';

/** The memory of a page and its workers after a garbage collection. */
export interface Holdings {
  workers: number;
  /** JavaScript objects of the page itself. */
  pageBytes: number;
  /** Objects and buffers of all workers, including the memory of WebAssembly. */
  workerBytes: number;
}

interface HeapUsage {
  usedSize: number;
  backingStorageSize: number;
}

/** Asks the page and, in a session each, its workers through the DevTools protocol. */
export async function holdings(page: Page): Promise<Holdings> {
  const session = await page.context().newCDPSession(page);
  const workers: string[] = [];
  session.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
    if (targetInfo.type === 'worker') workers.push(sessionId);
  });
  // Answers once it has attached to the existing workers. Not flat, because Playwright has its own
  // sessions.
  await session.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: false,
    flatten: false,
  });
  await session.send('HeapProfiler.collectGarbage');
  const own = (await session.send('Runtime.getHeapUsage')) as HeapUsage;
  let workerBytes = 0;
  for (const worker of workers) {
    await ask(session, worker, 'HeapProfiler.collectGarbage');
    const usage = (await ask(session, worker, 'Runtime.getHeapUsage')) as HeapUsage;
    workerBytes += usage.usedSize + usage.backingStorageSize;
  }
  await session.detach();
  return { workers: workers.length, pageBytes: own.usedSize + own.backingStorageSize, workerBytes };
}

let asked = 0;

/** Sends a request to the target of another session. */
async function ask(session: CDPSession, sessionId: string, method: string): Promise<unknown> {
  asked += 1;
  const id = asked;
  const answer = new Promise<unknown>((resolve, reject) => {
    const hear = (event: { sessionId: string; message: string }): void => {
      const message = JSON.parse(event.message) as {
        id?: number;
        result?: unknown;
        error?: { message: string };
      };
      if (event.sessionId !== sessionId || message.id !== id) return;
      session.off('Target.receivedMessageFromTarget', hear);
      if (message.error === undefined) resolve(message.result);
      else reject(new Error(message.error.message));
    };
    session.on('Target.receivedMessageFromTarget', hear);
  });
  await session.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method }) });
  return answer;
}
