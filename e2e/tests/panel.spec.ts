import { expect, test } from '../support/app.ts';
import { ONLY_MATRIX } from '../support/matrix.ts';

test.beforeEach(async ({ lab }) => {
  await lab.open('#v1/gm04-table1?t=100');
  await lab.finished();
});

test(
  'an event says what each other algorithm would have done with the same state',
  ONLY_MATRIX,
  async ({ lab }) => {
    await lab.key(']');
    const answers = await lab.otherAnswers();
    expect(answers).toHaveLength(2);
    for (const answer of answers) expect(answer).toMatch(/(cut to|grow to|stay at) [\d.]+ packets$/);
  },
);

test('single steps go by round trips and by packets, and back', ONLY_MATRIX, async ({ lab }) => {
  await lab.key('}');
  // A round trip: 250 ms of propagation, plus at most two full queues of 40 packets of 6 ms.
  await expect.poll(() => lab.timeS()).toBeGreaterThan(100.25);
  expect(await lab.timeS()).toBeLessThan(100.25 + 2 * 0.25);
  const fromS = await lab.timeS();
  await lab.key('.');
  await expect.poll(() => lab.timeS()).toBeGreaterThan(fromS);
  const thereS = await lab.timeS();
  expect(thereS - fromS).toBeLessThan(0.25);
  await lab.key(',');
  await expect.poll(() => lab.timeS()).toBeLessThan(thereS);
});

test('undo takes a knob back, and redo brings it again', async ({ lab }) => {
  const hash = await lab.traceHash();
  await lab.turn('Buffer', '10');
  await lab.reads('Buffer', '10 packets');
  await lab.press('Undo');
  await lab.reads('Buffer', '40 packets');
  await expect.poll(() => lab.traceHash()).toBe(hash);
  await lab.press('Redo');
  await lab.reads('Buffer', '10 packets');
});

test('a second hop is added among all settings, and runs', ONLY_MATRIX, async ({ lab }) => {
  const hash = await lab.traceHash();
  await lab.openSettings();
  await lab.everyone.isSound();
  await lab.press('Add a hop');
  await expect.poll(() => lab.traceHash()).not.toBe(hash);
});

test('two buffers stand side by side as lanes of one algorithm', ONLY_MATRIX, async ({ lab }) => {
  await lab.hand.openSettings();
  await lab.press('Settings of New Reno');
  await lab.everyone.isSound('dialog');
  await lab.press('Compare 0.1 BDP with 1 BDP');
  await expect
    .poll(() => lab.laneLabels())
    .toEqual(['New Reno, 0.1 BDP', 'New Reno, 1 BDP', 'vegas', 'westwood+']);
  await lab.finished();
});

test('the scenario as text runs as it is typed, and what cannot run has its message at its place', async ({
  lab,
}) => {
  const hash = await lab.traceHash();
  await lab.openText();
  await lab.everyone.isSound();
  await lab.replaceInText('"seed": 1', '"seed": 5');
  await expect.poll(() => lab.traceHash()).not.toBe(hash);
  await lab.replaceInText('"2Mbps"', '"2Mbqs"');
  await expect(lab.textStatus()).toContainText('hops.0.rate');
});

test('the presentation keeps what is looked at, and Escape leaves it', async ({ lab }) => {
  await lab.key('p');
  await expect(lab.transport('Instruments')).toBeHidden();
  await lab.everyone.isSound();
  await lab.key('Escape');
  await expect(lab.transport('Instruments')).toBeVisible();
});

test('the run is there in words and as tables', async ({ lab }) => {
  await lab.key('t');
  await expect(lab.words()).toContainText('Vegas: goodput');
  expect(await lab.screen.wideTables()).toEqual([]);
  await lab.everyone.isSound();
});

test('the cursor moves by keys and speaks the values', async ({ lab }) => {
  const cursor = lab.cursor('Vegas');
  await cursor.focus();
  await expect(cursor).toHaveAttribute('aria-valuetext', /^at 100 s: cwnd [\d.]+/);
  await lab.key('ArrowRight');
  await expect(cursor).toHaveAttribute('aria-valuetext', /^at 105 s: cwnd [\d.]+/);
});
