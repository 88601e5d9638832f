import type { Locator } from '@playwright/test';
import { expect, test } from '../support/app.ts';
import { ONLY_MATRIX, cases } from '../support/matrix.ts';
import { textOfScript } from '../support/write.ts';
import type { Lab } from '../support/app.ts';

async function isSound(lab: Lab): Promise<void> {
  await lab.everyone.isSound();
  expect(await lab.overflowsSideways()).toBe(false);
}

test(
  'on a phone on its side a lesson begins with its words beside the board',
  ONLY_MATRIX,
  async ({ lab }) => {
    await lab.hand.hasWidth(844, 390);
    await lab.learn.open('#lesson/sawtooth');
    await expect(lab.learn.title()).toBeInViewport({ ratio: 1 });
    await expect(lab.learn.board()).toBeInViewport({ ratio: 0.95 });
  },
);

test('on a phone, upright and on its side, the slider stands above the bar', async ({ lab, page }) => {
  await lab.everyone.wantsLessMotion();
  for (const [width, height] of [
    [390, 844],
    [844, 390],
  ] as const) {
    await lab.hand.hasWidth(width, height);
    await lab.learn.open('#lesson/sawtooth?step=3');
    const slider = await page.getByRole('form').getByRole('slider').boundingBox();
    const bar = await page.locator('[data-tools]').boundingBox();
    expect((slider?.y ?? NaN) + (slider?.height ?? NaN)).toBeLessThanOrEqual(bar?.y ?? NaN);
  }
  // Upright the explanation begins in sight.
  await lab.hand.hasWidth(390, 844);
  await lab.learn.answer();
  await expect(page.getByText(/^100\s%\. The queue is empty/)).toBeInViewport();
});

test('a lesson asks for a curve, shows the run beside it, and goes on to a step with an address', async ({
  lab,
}) => {
  await lab.learn.open('#lessons');
  await isSound(lab);
  await lab.learn.lesson('Slow start and the sawtooth').click();
  await expect(lab.learn.title()).toHaveText('The first seconds');
  await expect(lab.learn.lanes()).toHaveCount(0);
  await expect(lab.learn.run()).toBeDisabled();
  await isSound(lab);
  await lab.learn.draw([
    [0.001, 0.97],
    [0.25, 0.1],
    [0.3, 0.6],
    [0.999, 0.7],
  ]);
  await lab.learn.run().click();
  await lab.finished();
  expect(await lab.learn.outcome()).toMatch(
    /apart on average|too (early|late): by|too (high|low): by|Furthest off from [\d.]+ to [\d.]+ s: you \d+, the run \d+ packets/,
  );
  // In the learner's own axes at most three events of the run are named.
  await expect(lab.learn.callouts().first()).toContainText('335: a loss is detected');
  expect(await lab.learn.callouts().count()).toBeLessThanOrEqual(3);
  await expect(lab.learn.lanes()).toHaveCount(1);
  await isSound(lab);
  await lab.learn.next().click();
  await expect(lab.learn.title()).toHaveText('Fifty seconds');
  expect(lab.link()).toBe('#lesson/sawtooth?step=2');
  await lab.reload();
  await expect(lab.learn.title()).toHaveText('Fifty seconds');
});

test('a number that is a level of a curve is drawn in the empty scope, by pointer and keys alike', async ({
  lab,
  page,
}) => {
  await lab.learn.open('#lesson/slow-start');
  const level = page.locator('[data-part=level]');
  // The empty rows say what the scenario says of them: their word, their level, and a scale.
  const scope = page.locator('[data-part=blank-scope]');
  await expect(scope).toContainText('Congestion window: how many packets the sender may have in flight');
  await expect(scope).toContainText('full link: 83 packets');
  await expect(scope).toContainText('buffer: 83 packets');
  await expect(scope).toContainText('400');
  const { x, y, height } = (await level.boundingBox()) ?? { x: 0, y: 0, height: 0 };
  await page.mouse.click(x + 40, y + 0.4 * height);
  const slider = page.getByRole('form').getByRole('slider');
  await expect(level).toHaveText(/you: (?:29[5-9]|30[0-5]) packets$/);
  await expect(slider).toHaveAttribute('aria-valuetext', /^(?:29[5-9]|30[0-5]) packets$/);
  // One control: below the plot the answer is only said.
  const said = page.getByRole('form');
  await expect(said).toContainText(/^Your answer: (?:29[5-9]|30[0-5]) packets$/);
  expect((await slider.boundingBox())?.width).toBeLessThanOrEqual(1);
  await slider.press('Home');
  await expect(level).toContainText('you: 85 packets');
  await expect(said).toContainText('Your answer: 85 packets');
  await lab.everyone.isSound();
});

test('on a phone the words of an answer begin in sight, whatever was asked', async ({ lab, page }) => {
  await lab.everyone.wantsLessMotion();
  await lab.hand.hasWidth(390, 844);
  for (const [step, answer] of [
    ['sawtooth', () => lab.learn.handles().first().press('End')],
    ['loss-is-not-congestion?step=2', () => lab.learn.pick('Vegas')],
    ['loss-is-not-congestion', () => lab.learn.moveSlider('ArrowRight')],
    ['five-recoveries', () => lab.learn.pick('All five the same, within one per cent')],
  ] as const) {
    await lab.learn.open(`#lesson/${step}`);
    await answer();
    await lab.learn.run().press('Enter');
    await lab.finished();
    await lab.learn.outcome();
    const words = await page.locator('[data-after] p').first().boundingBox();
    const bar = await page.locator('[data-tools]').boundingBox();
    // Two lines of it.
    expect((words?.y ?? NaN) + Math.min(50, words?.height ?? NaN), step).toBeLessThanOrEqual(bar?.y ?? NaN);
  }
});

test('a wrong choice has its numbers, and a value of a row stands only at the cross-hair', async ({
  lab,
  page,
}) => {
  await lab.learn.open('#lesson/loss-is-not-congestion?step=2');
  await lab.learn.answerChoice('Vegas');
  await lab.finished();
  await expect(page.locator('[data-part=chosen]')).toHaveText(
    'You chose Vegas. Its goodput is 1.96 Mbit/s, that of Westwood+ 3.47 Mbit/s.',
  );
  const value = page.locator('[data-lane] [data-part=readout]').first();
  await expect(value).toBeHidden();
  const { x, y } = (await page.locator('[data-lane] canvas').first().boundingBox()) ?? { x: 0, y: 0 };
  await page.mouse.move(x + 100, y + 60);
  await expect(value).toBeVisible();
});

test('a choice between lanes is pressed in the lane', async ({ lab, page }) => {
  await lab.learn.open('#lesson/loss-is-not-congestion?step=2');
  const names = ['New Reno', 'Westwood+', 'Vegas'];
  const left = async (box: Locator): Promise<number> => (await box.boundingBox())?.x ?? NaN;
  for (const name of names) {
    const lane = page.locator('[data-part=blank-scope] p', { hasText: name });
    const door = page.getByRole('form').getByText(name, { exact: true });
    await expect(door).toBeVisible();
    // As wide as its plot: the scale is left of it.
    const from = (await left(door)) - (await left(lane));
    expect(from).toBeGreaterThan(0);
    expect(from).toBeLessThan(120);
  }
});

test('the course is a map: its lines cross no unit, and what is next is in view on a phone', async ({
  lab,
}) => {
  await lab.learn.open('#lessons');
  await expect(lab.learn.units()).toHaveCount(12);
  // Each stop says its question and whose runs it has; what it teaches is said below the map.
  await expect(lab.learn.units().nth(7)).toContainText(/Vegas under reverse traffic.*15 min · .*Vegas/);
  await expect(lab.learn.goals()).toHaveCount(12);
  for (const [width, height] of [
    [1440, 900],
    [1024, 768],
  ] as const) {
    await lab.hand.hasWidth(width, height);
    await expect
      .poll(() => lab.learn.edgesOverUnits(), `${String(width)} px`)
      .toEqual({ lines: 12, over: [] });
    expect(await lab.overflowsSideways()).toBe(false);
  }
  await lab.hand.hasWidth(390, 844);
  await expect(lab.learn.goOn()).toBeInViewport({ ratio: 1 });
  await isSound(lab);
});

test('what was answered stays in this browser: the map goes on there, and forgets at a press', async ({
  lab,
}) => {
  await lab.learn.open('#lesson/windows');
  await lab.learn.answerNumber('ArrowRight');
  await lab.finished();
  await lab.learn.open('#lessons');
  await expect(lab.learn.title()).toHaveText('Congestion control in twelve units');
  await expect(lab.learn.goOn()).toHaveAttribute('href', '#lesson/windows?step=2');
  await lab.learn.reload();
  await expect(lab.learn.goOn()).toHaveAttribute('href', '#lesson/windows?step=2');
  await lab.learn.forget().click();
  await expect(lab.learn.goOn()).toHaveAttribute('href', '#lesson/windows');
});

const SIZES = [
  [1440, 900, 0.45],
  [1024, 768, 0.45],
  [390, 844, 0.4],
] as const;

for (const [width, height, least] of cases(SIZES, ([px]) => px !== 1440))
  test(`an answer moves nothing at ${String(width)} × ${String(height)}`, async ({ lab }) => {
    await lab.everyone.wantsLessMotion();
    await lab.hand.hasWidth(width, height);
    for (const [step, answer] of [
      ['sawtooth', () => lab.learn.handles().first().press('End')],
      ['loss-is-not-congestion?step=2', () => lab.learn.pick('Vegas')],
      ['sawtooth?step=4', () => lab.learn.moveSlider('ArrowRight')],
      ['loss-is-not-congestion', () => lab.learn.moveSlider('ArrowRight')],
    ] as const) {
      await lab.learn.open(`#lesson/${step}`);
      await answer();
      await expect(lab.learn.run()).toBeEnabled();
      const before = await lab.learn.boxes();
      expect(Object.values(before)).not.toContain('0 0 0 0');
      await lab.learn.run().press('Enter');
      await lab.finished();
      expect(await lab.learn.outcome()).not.toBe('');
      await expect(lab.learn.question()).toBeInViewport({ ratio: 1 });
      const after = await lab.learn.boxes();
      const names = Object.keys(before);
      expect(
        names.flatMap((name) =>
          before[name] === after[name] ? [] : [`${name}: ${before[name]} → ${after[name]}`],
        ),
        step,
      ).toEqual([]);
      if (step === 'sawtooth') expect(await lab.learn.plotShare()).toBeGreaterThan(least);
    }
  });

test('a curve is drawn by twelve handles: each says its time and its value', async ({ lab }) => {
  await lab.learn.open('#lesson/sawtooth');
  await expect(lab.learn.handles()).toHaveCount(12);
  const first = lab.learn.handles().first();
  await expect(first).toHaveAttribute('aria-valuetext', 'not drawn');
  await first.press('ArrowUp');
  await expect(first).toHaveAttribute('aria-valuetext', '6.67 packets');
  await expect(lab.learn.run()).toBeDisabled();
  await first.press('End');
  await expect(lab.learn.handles().last()).toHaveAttribute('aria-valuetext', '6.67 packets');
  await expect(lab.learn.run()).toBeEnabled();
  await first.press('ArrowRight');
  await lab.learn.press('ArrowUp');
  await expect(lab.learn.handles().nth(1)).toHaveAttribute('aria-valuetext', '13.3 packets');
});

test('a choice is judged by the run, and keys lead on', async ({ lab }) => {
  await lab.learn.open('#lesson/loss-is-not-congestion?step=2');
  await lab.learn.pick('Vegas');
  await lab.learn.run().click();
  await lab.finished();
  expect(await lab.learn.outcome()).toContain('The run gives: Westwood+');
  await isSound(lab);
  await lab.learn.press('n');
  await expect(lab.learn.title()).toHaveText('Rarer losses');
});

test('a lesson stands in a frame of a course page', async ({ lab }) => {
  await lab.learn.open('#lesson/sawtooth?step=4', true);
  await lab.learn.moveSlider('ArrowRight');
  await lab.learn.run().click();
  await lab.finished();
  expect(await lab.learn.outcome()).toMatch(/The run gives 80(\.\d)? %/);
  await isSound(lab);
});

test('the hand is the window of a real sender', async ({ lab }) => {
  await lab.learn.open('#teach/sender?path=quiet');
  await isSound(lab);
  await lab.learn.start();
  await lab.learn.press('ArrowUp');
  await lab.learn.press('ArrowUp');
  await expect(lab.learn.hand()).toHaveAttribute('aria-valuetext', '6 packets');
  await lab.learn.hasHeard();
  await lab.learn.press('h');
  await expect(lab.learn.hand()).toHaveAttribute('aria-valuetext', '3 packets');
  // Half the height of the chart is 60 of 120 packets; the mouse is exact to one pixel.
  await lab.learn.dragWindow(0.5);
  await expect(lab.learn.hand()).toHaveAttribute('aria-valuetext', /^(59|60|61) packets$/);
});

test(
  'the packets of the game move with the window, and the queue is not among them',
  ONLY_MATRIX,
  async ({ lab }) => {
    await lab.learn.ownClock();
    await lab.learn.open('#teach/sender?path=quiet');
    await lab.learn.start();
    await lab.learn.pass(3);
    // A worker computes the run, so a picture shows only what has arrived when its second has passed.
    // About one picture in ten shows the packets as one arriving burst. The minimum of three is
    // therefore used.
    const leastInk = async () => {
      const inks: number[] = [];
      for (let second = 0; second < 3; second += 1) {
        await lab.learn.pass(1);
        inks.push(await lab.learn.packetInk());
      }
      return Math.min(...inks);
    };
    await expect.poll(leastInk).toBeGreaterThan(0);
    const few = await leastInk();
    for (let step = 0; step < 13; step += 1) await lab.learn.press('Shift+ArrowUp');
    // The window grows from 4 to about 40 packets; the pipe holds 50.
    await expect.poll(leastInk).toBeGreaterThan(3 * few);
    await isSound(lab);
  },
);

test('a whole game, from the first packet to the table with the algorithms', async ({ lab }) => {
  await lab.learn.ownClock();
  await lab.learn.open('#teach/sender?path=quiet');
  await lab.learn.start();
  // Grows the window by fifths to about the pipe, then into the buffer, then halves it.
  for (let step = 0; step < 12; step += 1) {
    await lab.learn.press('Shift+ArrowUp');
    await lab.learn.pass(1);
  }
  await lab.learn.hasHeard();
  await lab.learn.press('Shift+ArrowUp');
  await lab.learn.pass(8);
  await lab.learn.press('h');
  await lab.learn.pass(90);
  await lab.finished();
  const table = await lab.learn.table();
  expect(table.map(([who]) => who)).toEqual(['who', 'you', 'New Reno', 'Westwood+', 'Vegas', 'CUBIC (2005)']);
  // The address holds the moves of the hand: thirteen increases and one halving.
  const moves = new URLSearchParams(lab.link().split('?')[1]).get('hand')?.split(',') ?? [];
  expect(moves.length).toBeGreaterThanOrEqual(12);
  const windows = moves.map((move) => Number(move.split(':')[1]));
  expect(windows[windows.length - 1]).toBe(Math.round((windows[windows.length - 2] ?? 0) / 2));
  await isSound(lab);
});

test('an attempt is a link: the same packets again, beside the algorithms', ONLY_MATRIX, async ({ lab }) => {
  const attempt = '#teach/sender?path=lossy&hand=0.5:20,4:45,12.25:60';
  await lab.learn.open(attempt);
  const hash = await lab.traceHash();
  const table = await lab.learn.table();
  expect(table.map(([who]) => who)).toEqual(['who', 'you', 'New Reno', 'Westwood+', 'Vegas', 'CUBIC (2005)']);
  await isSound(lab);
  const elsewhere = await lab.openElsewhere();
  expect(await elsewhere.traceHash()).toBe(hash);
});

test('one curve, four names: the round is the seed', ONLY_MATRIX, async ({ lab }) => {
  await lab.learn.open('#teach/guess?seed=17');
  await lab.finished();
  await expect(lab.learn.choice(0)).toHaveText(/^Scalable TCP/);
  await expect(lab.learn.sharedLanes()).toHaveCount(0);
  await isSound(lab);
  await lab.learn.choice(1).click();
  await expect(lab.learn.score()).toHaveText(/^(Right|It is .+)\. [01] of 1 right$/);
  // Four lanes share one chart.
  await expect(lab.learn.sharedLanes()).toHaveCount(4);
  await isSound(lab);
});

test('the charts of a worksheet fill their sheet, also on a wall of pixels', ONLY_MATRIX, async ({ lab }) => {
  await lab.learn.open(`#teach/worksheet?of=${encodeURIComponent('v1/sawtooth?zoom=50..200')}`);
  for (const [width, height] of [
    [1440, 900],
    [3840, 2160],
  ] as const) {
    await lab.hand.hasWidth(width, height);
    await expect.poll(() => lab.learn.sheetShare(), `${String(width)} px`).toBeGreaterThan(0.85);
  }
});

test('a worksheet is two pages of paper', ONLY_MATRIX, async ({ lab }) => {
  await lab.learn.open(`#teach/worksheet?of=${encodeURIComponent('v1/sawtooth?zoom=50..200')}`);
  await expect(lab.learn.sheet('Questions')).toBeVisible();
  await expect(lab.learn.sheet('Solution')).toContainText('Fast retransmits: 6; timeouts: 0.');
  await isSound(lab);
  expect(await lab.learn.printedPages()).toBe(2);

  // It asks for the cause, too, and its second page has the answer of the experiment.
  await lab.learn.open(`#teach/worksheet?why=asked&of=${encodeURIComponent('v1/random-loss?lane=newreno')}`);
  await expect(lab.learn.sheet('Questions')).toContainText('Which change matters most?');
  await expect(lab.learn.sheet('Questions')).toContainText('Without the losses of the link');
  await expect(lab.learn.sheet('Solution')).toContainText(/New Reno delivers .*: the losses of the link/);
  await isSound(lab);
  expect(await lab.learn.printedPages()).toBe(2);
});

test(
  'a lesson and a figure are printed whole, and on white also from a dark screen',
  ONLY_MATRIX,
  async ({ lab }) => {
    const light = await test.step('light', async () => {
      await lab.learn.open('#gallery/gm04-table1');
      return lab.everyone.background();
    });
    await lab.everyone.seesOn('screen', 'dark');
    expect(await lab.everyone.background()).not.toBe(light);
    await lab.everyone.seesOn('print', 'dark');
    expect(await lab.everyone.background()).toBe(light);
    expect(await lab.learn.scrolling()).toEqual([]);
    // One page would be the screen, without what it scrolls to.
    expect(await lab.learn.printedPages()).toBe(2);
    await lab.everyone.seesOn('screen', 'dark');
    await lab.learn.open('#lesson/five-recoveries');
    await lab.learn.answer();
    await lab.finished();
    expect(await lab.learn.scrolling()).not.toEqual([]);
    await lab.everyone.seesOn('print', 'dark');
    expect(await lab.learn.scrolling()).toEqual([]);
  },
);

test(
  'on paper nothing is cut off at the right: lanes, drawings of a class, the table of a league',
  ONLY_MATRIX,
  async ({ page, lab }) => {
    const onPaper = async (): Promise<void> => {
      // As wide as A4 between its margins; the event comes before, as in a browser's own print.
      await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
      await lab.hand.hasWidth(680, 962);
      await lab.everyone.seesOn('print', 'light');
      expect(await lab.learn.beyondSheet()).toEqual([]);
      await lab.everyone.seesOn('screen', 'light');
    };
    await lab.learn.open('#lesson/loss-is-not-congestion?step=2');
    await lab.learn.answerChoice('Vegas');
    await lab.finished();
    await onPaper();
    expect(await lab.learn.lanes().count()).toBe(3);
    await lab.hand.hasWidth(1440, 900);
    await lab.learn.open('#teach/cloud?of=sawtooth.1&codes=00G247ACFHMPSWYS,00GHHHHHHHHHHHHJ');
    await expect(page.locator('[data-drawing]')).toHaveCount(2);
    await onPaper();
    await lab.hand.hasWidth(1440, 900);
    await lab.learn.open('#teach/league');
    await expect(page.locator('[data-player]')).toHaveCount(2);
    await onPaper();
  },
);

test('what is written for an exercise is there after a reload, also with a mistake in it; what is handed in opens in the lab', async ({
  page,
  lab,
}) => {
  await lab.learn.open('#lesson/design-your-own?step=6');
  for (const text of ['on avoidance { cwnd += 0.0', 'on avoidance { cwnd += 0.015 }']) {
    await lab.hand.replaceScript(text);
    await page.reload();
    await expect.poll(() => textOfScript(page)).toBe(text);
  }
  // What stands is handed in, also if nobody has read it yet.
  await lab.hand.replaceScript('on avoidance { cwnd += 0.016 }');
  await lab.learn.handIn().click();
  await lab.learn.openInLab().click();
  await lab.finished();
  expect(await lab.laneLabels()).toEqual(['here', '20-Mbps', '4-Mbps']);
  await lab.learn.open('#write/mine');
  await expect.poll(() => textOfScript(page)).toBe('on avoidance { cwnd += 0.016 }');
});
