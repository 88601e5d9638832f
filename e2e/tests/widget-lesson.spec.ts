/** Lessons and exercises in a course page: what the page learns of the answer. */
import { readFileSync } from 'node:fs';
import { LESSON_VERDICTS } from '../../web/embed/src/protocol.ts';
import { FROM, LESSON } from '../support/foreign.ts';
import { expect, test } from '../support/visitor.ts';
import { ONLY_MATRIX } from '../support/matrix.ts';

const TWELVE = Array.from({ length: 12 }, () => expect.any(Number));

test('a lesson reports its own run, and only that', async ({ host }) => {
  await host.write('<ackscope-lab scenario="lesson/sawtooth"></ackscope-lab>');
  const ready = await host.hears('ready');
  expect(ready).toMatchObject({ lanes: [{ label: 'newreno', algorithm: 'newreno' }] });
  const result = await host.hears('result');
  expect(result).toMatchObject({ lanes: [{ algorithm: 'newreno' }] });
  expect(result['link']).toMatch(/#lesson\/sawtooth$/);
  await host.hears('state');
  expect(await host.heard('ready')).toHaveLength(1);
  expect(await host.heard('result')).toHaveLength(1);
});

test('a lesson tells the page of a number, once the run has judged it', async ({ host }) => {
  await host.write('<ackscope-lab title="A lesson" scenario="lesson/sawtooth?step=4"></ackscope-lab>');
  const { slider, run } = host.lesson('A lesson');
  await slider.focus();
  await host.page.keyboard.press('ArrowRight');
  expect(await host.heard('lesson')).toEqual([]);
  await run.press('Enter');
  const report = await host.hears('lesson');
  const { answer, right, verdict, traceHash, ...told } = report;
  expect(told).toMatchObject({
    type: 'lesson',
    lesson: 'sawtooth',
    step: 4,
    form: 'number',
    done: false,
  });
  expect(answer).toBeGreaterThan(0.5);
  expect(LESSON_VERDICTS.filter((word) => word !== 'skipped')).toContain(verdict);
  expect(right).toBeCloseTo(0.8, 1);
  expect(traceHash).toMatch(/^[0-9a-f]/);
  // Nothing about the person, and no time of day.
  const fields =
    'ackscope answer code done engine form gap lesson revision right score seconds step steps traceHash tries type variant verdict';
  expect(report['code']).toMatch(/^1\w{3}(-\w{4}){3}$/);
  expect(report).toMatchObject({ score: 25, tries: 1, variant: null });
  expect(report['revision']).toMatch(/^[0-9a-f]{8}$/);
  expect(Object.keys(report).sort().join(' '), 'exactly the documented fields').toBe(fields);
});

test('a frame that does not know its page tells nothing of an answer', ONLY_MATRIX, async ({ host }) => {
  await host.openFrames({ title: 'Any', address: 'embed.html#lesson/sawtooth?step=4' });
  await host.told('Any', 'ready');
  await host.frame('Any').getByRole('button', { name: 'I don’t know' }).click();
  await host.say('Any', { type: 'seek', timeS: 5, id: 1 });
  await host.told('Any', 'done');
  await expect(host.page.locator('iframe')).not.toHaveAttribute('data-lesson', /./);
});

test(
  'a skipped question is reported, and the curve of a drawing as twelve means',
  ONLY_MATRIX,
  async ({ host }) => {
    await host.write('<ackscope-lab title="A lesson" scenario="lesson/sawtooth?step=2"></ackscope-lab>');
    await host.only.getByRole('button', { name: 'I don’t know' }).click();
    expect(await host.hears('lesson')).toMatchObject({
      step: 2,
      answer: null,
      right: null,
      verdict: 'skipped',
    });

    await host.write('<ackscope-lab title="A lesson" scenario="lesson/sawtooth?step=2"></ackscope-lab>');
    await host.hears('result');
    const board = host.only.locator('[data-board]');
    await board.scrollIntoViewIfNeeded();
    const box = await board.boundingBox();
    if (box === null) throw new Error('no board');
    const y = box.y + box.height / 2;
    await host.page.mouse.move(box.x + 2, y);
    await host.page.mouse.down();
    await host.page.mouse.move(box.x + box.width - 2, y, { steps: 30 });
    await host.page.mouse.up();
    await host.only.getByRole('button', { name: 'Run it' }).click();
    expect(await host.hears('lesson')).toMatchObject({ form: 'curve', answer: TWELVE, right: null });
  },
);

test('a lesson takes the clock’s commands only after the answer', async ({ host }) => {
  await host.write('<ackscope-lab scenario="lesson/sawtooth?step=4"></ackscope-lab>');
  await host.hears('ready');
  expect(await host.command('play')).toContain('once the learner has answered');
  await host.only.getByRole('button', { name: 'I don’t know' }).click();
  await host.hears('lesson');
  expect(await host.command('seek', 5)).toBe('done');
});

test('an unknown lesson is an error, not “ready”', async ({ host }) => {
  await host.write('<ackscope-lab scenario="lesson/nope"></ackscope-lab>');
  expect(await host.hears('error')).toMatchObject({
    attribute: 'scenario',
    message: expect.stringContaining('There is no lesson “nope”. Lessons: '),
  });
  await expect(host.only.getByRole('heading', { name: 'There is no lesson “nope” here.' })).toBeVisible();
  expect(await host.command('play')).toContain('There is no lesson “nope”');
  expect(await host.heard('ready')).toEqual([]);
});

const GUIDE = readFileSync(new URL('../../docs/embedding.md', import.meta.url), 'utf8');
/** The exercise of the guide, as its reader copies it. */
const EXERCISE = /<ackscope-lab scenario="random-loss"[\s\S]*?<\/ackscope-lab>/.exec(GUIDE)?.[0] ?? '';

test('the exercise of the guide fails for the text it gives, and passes for a right answer', async ({
  host,
}) => {
  await host.write(EXERCISE);
  expect(await host.hears('test')).toMatchObject({ passed: false, untouched: true });
  const editor = host.only.getByRole('textbox', { name: 'Script' });
  await editor.click();
  await host.page.keyboard.press('ControlOrMeta+a');
  await host.page.keyboard.insertText('on loss {\n ssthresh = max(2, 0.9 * window)\n cwnd = ssthresh\n}');
  expect(await host.hears('test', { passed: true })).toMatchObject({ untouched: false });
  expect(await host.heard('error')).toEqual([]);
});

test('an author sees that the untouched text passes; a reader does not', ONLY_MATRIX, async ({ host }) => {
  await host.write(EXERCISE.replace('1.5 * goodput', '0.5 * goodput'));
  expect(await host.hears('test')).toMatchObject({ passed: true, untouched: true });
  expect(await host.hears('error')).toMatchObject({
    attribute: 'test',
    message: expect.stringContaining('passes before the reader has changed anything'),
  });
  await expect(host.only.locator('body')).not.toContainText('before the reader');
});

test(
  'a given text with a mistake stays as it is, with the error at its place',
  ONLY_MATRIX,
  async ({ host }) => {
    await host.write(EXERCISE.replace('0.5 * window', '0.5 * windwo'));
    expect(await host.hears('error')).toMatchObject({
      path: 'scripts.my-own',
      attribute: 'scenario',
      message: expect.stringContaining('line 3'),
    });
    const editor = host.only.getByRole('textbox', { name: 'Script' });
    await expect(editor).toContainText('windwo');
    await expect(host.only.getByRole('button', { name: 'Line 3' })).toBeVisible();
    await expect(host.only.locator('body')).not.toContainText('Allowed: tahoe');
    await expect(host.only.getByText('The run starts when the script has no mistakes.')).toBeVisible();
    await host.only.getByRole('button', { name: 'Use window' }).click();
    expect(await host.hears('test')).toMatchObject({ passed: false });
  },
);

test('a lesson of another server says where it is from, and tells of its answers under its address', async ({
  host,
}) => {
  let body = LESSON;
  await host.page.route(FROM, (route) =>
    route.fulfill({ body, headers: { 'Access-Control-Allow-Origin': '*' } }),
  );
  const scenario = `lesson?from=${encodeURIComponent(FROM)}`;
  await host.write(`<ackscope-lab title="A lesson" scenario="${scenario}"></ackscope-lab>`);
  await host.hears('ready');
  await expect(host.only.getByText(`From ${new URL(FROM).host}, not checked.`)).toBeVisible();
  await host.only.getByRole('button', { name: 'I don’t know' }).click();
  expect(await host.hears('lesson')).toMatchObject({
    lesson: FROM,
    step: 1,
    form: 'choice',
    verdict: 'skipped',
  });
  await host.only.getByRole('link', { name: 'Next' }).click();
  await expect(host.only.getByRole('heading', { level: 1 })).toHaveText('Another step');

  body = '# No lesson';
  await host.write(`<ackscope-lab title="A lesson" scenario="${scenario}"></ackscope-lab>`);
  const { message, attribute } = await host.hears('error');
  expect(message).toMatch(/^This lesson cannot be opened: line 1: it does not begin with front matter/);
  expect(attribute).toBe('scenario');
  expect(await host.heard('ready')).toEqual([]);
});
