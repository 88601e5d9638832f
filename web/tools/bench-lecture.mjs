// How long a key of a lecture takes until the next moment is on the screen, in the room and in the notes.

/** The lecturer speaks so long, and a run that begins has ended. */
const SPEAKS_MS = 2000;

/** Runs before the scripts of both windows of a lecture: when which moment is on the screen, by one clock. */
const LECTURE_PROBE = `
  window.moments = {};
  window.pressedMs = 0;
  const now = () => performance.timeOrigin + performance.now();
  const painted = new MessageChannel();
  let moment = '';
  painted.port1.onmessage = () => { window.moments[moment] ??= now(); };
  new MutationObserver(() => {
    const { step, phase } = document.querySelector('[data-lecture], [data-notes]')?.dataset ?? {};
    const is = step + ' ' + phase;
    if (is === moment) return;
    moment = is;
    requestAnimationFrame(() => painted.port2.postMessage(null));
  }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-phase', 'data-step'] });
  window.addEventListener('keydown', ({ timeStamp }) => { window.pressedMs = performance.timeOrigin + timeStamp; }, true);
`;

/** The moments of the lesson after its first one. */
const MOMENTS = [
  '1 shown',
  '1 named',
  '2 asked',
  '2 shown',
  '2 named',
  '3 asked',
  '3 shown',
  '4 asked',
  '4 shown',
];

/**
 * Goes through a lecture with its notes open, one key a moment.
 *
 * @param {import('@playwright/test').BrowserContext} context
 * @param {string} address
 * @returns {Promise<{ room: number[], notes: number[] }>} milliseconds from the key to the next moment on the screen
 */
export async function lecture(context, address) {
  await context.addInitScript(LECTURE_PROBE);
  const room = await context.newPage();
  await room.goto(`${address}#lesson/sawtooth?lecture`);
  await room.locator('[data-lecture]').waitFor();
  const [notes] = await Promise.all([room.waitForEvent('popup'), room.keyboard.press('n')]);
  await notes.locator('[data-notes][data-phase="asked"]').waitFor();
  /** @type {{ room: number[], notes: number[] }} */
  const tookMs = { room: [], notes: [] };
  for (const moment of MOMENTS) {
    await room.waitForTimeout(SPEAKS_MS);
    await room.keyboard.press('PageDown');
    const pressedMs = Number(await room.evaluate('window.pressedMs'));
    for (const [name, page] of /** @type {const} */ ([
      ['room', room],
      ['notes', notes],
    ])) {
      const seen = await page.waitForFunction(`window.moments[${JSON.stringify(moment)}]`);
      tookMs[name].push(Number(await seen.jsonValue()) - pressedMs);
    }
  }
  return tookMs;
}
