import { expect, test } from '@playwright/test';
import { openPage, textOfScript } from '../support/write.ts';
import { ONLY_MATRIX } from '../support/matrix.ts';

test('a script is written beside lanes that follow it', async ({ page }) => {
  const write = await openPage(page);
  // The first script runs without a command, in its own lane.
  await expect(write.status).toContainText('Runs as my-own');
  await expect(write.lane('My Westwood')).toBeVisible();
  await write.type('on avoidance { cwnd += 0.01 }');
  await expect(write.status).toContainText('Runs as my-own: a script');
  expect(await textOfScript(page)).toBe('on avoidance { cwnd += 0.01 }');
});

test('an unknown script in an address is reported, and another one opens', async ({ page }) => {
  const write = await openPage(page, '/flying');
  await expect(page.getByRole('alert')).toHaveText('There is no script “flying” here. Another one is shown.');
  await expect(write.status).toContainText('Runs as my-own');
});

test('a mistake is marked where it stands, and the last good script goes on', async ({ page }) => {
  const write = await openPage(page);
  await write.type('on loss { cwnd = rtt_mn }');
  await expect(write.status).toContainText('unknown name "rtt_mn"; did you mean rtt_min?');
  await expect(write.marks).toHaveCount(1);
  await expect(write.lane('My Westwood')).toBeVisible();
  await write.mend('rtt_min');
  await expect(write.marks).toHaveCount(1);
  await expect(write.status).toContainText('"cwnd" is in segments, this in s');
  expect(await textOfScript(page)).toBe('on loss { cwnd = rtt_min }');
});

test('on a phone the text and the whole mistake are seen while one types', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const write = await openPage(page);
  await expect(write.status).toContainText('Runs as my-own');
  await write.type('on loss { cwnd = nothing }');
  await expect(write.status).toContainText('unknown name "nothing"');
  await expect.poll(() => write.hidden()).toEqual([]);
});

test('the unit of what stands at the cursor is shown', ONLY_MATRIX, async ({ page }) => {
  const write = await openPage(page);
  await write.type('on loss { cwnd = rtt_min / 1 ms }');
  await write.press('Home');
  for (let at = 0; at < 19; at += 1) await write.press('ArrowRight');
  await expect(write.cursor).toContainText('rtt_min s · ');
});

test('a script of the library opens under a name of its own', async ({ page }) => {
  const write = await openPage(page, '/westwood-plus');
  await expect(write.status).toContainText('Runs as my-westwood-plus: Westwood+');
  await expect(write.lane('my-westwood-plus')).toBeVisible();
});

test('params become sliders', async ({ page }) => {
  const write = await openPage(page);
  await write.type(
    'param keep = 0.5 in 0.1..0.9 "what a loss leaves"\non loss { cwnd = window * keep; ssthresh = cwnd }',
  );
  await expect(write.param('keep')).toHaveValue('0.5');
});

test('what a script shows is drawn in its rows, and the link carries them', ONLY_MATRIX, async ({ page }) => {
  const write = await openPage(page);
  await write.type(
    'state top = 1 segments\nstate low = 1 s\nstate losses = 0\n' +
      'on loss { top = window; losses += 1; low = rtt_min; standard() }\n' +
      'show top as window\nshow low as RTT\nshow losses',
  );
  await expect(write.status).toContainText('Runs as my-own');
  // The page adds the row by itself. The lanes of built-in algorithms say why the row is empty.
  await expect(write.head('show-losses', 'my-own')).toHaveText(/^losses\D*\d+$/);
  await expect(write.head('cwnd', 'my-own')).toContainText(/top \d/);
  await expect(write.plot('show-losses').first()).toContainText('does not show losses');
  await write.openInLab();
  await write.chooseRows('RTT', 'losses');
  await expect(write.head('rtt', 'my-own')).toContainText(/low \d/);
  await expect.poll(() => page.url()).toContain('rows=rtt,show-losses');
  await page.reload();
  await expect(write.head('show-losses', 'my-own')).toHaveText(/^losses\D*\d+$/);
  await expect(write.head('cwnd', 'my-own')).toHaveCount(0);
});

test('a decision shows its equation, and its line is one click away', async ({ page }) => {
  const write = await openPage(page);
  await expect(write.status).toContainText('Runs as my-own');
  await write.explain('My Westwood');
  // Typeset: the bandwidth estimate is one word with its number below.
  await expect(write.equation.locator('math')).not.toHaveCount(0);
  await write.line.click();
  await expect.poll(() => page.evaluate(() => getSelection()?.toString() ?? '')).toMatch(/= /);
});

const OWN = 'on avoidance { cwnd += 0.015 }';
const HALF = 'on avoidance { cwnd += 0.0';

test('what is written is in the address: after a reload, by Back, and in a new tab', async ({
  page,
  context,
}) => {
  const write = await openPage(page);
  await write.type(OWN);
  await expect(write.status).toContainText('Runs as my-own: a script');
  await page.reload();
  await expect.poll(() => textOfScript(page)).toBe(OWN);
  await expect(write.status).toContainText('Runs as my-own: a script');
  // The address follows within moments: first the text as a draft, then the scenario that holds it.
  await expect.poll(() => page.url()).toContain('of=v1%2Fgm04-table1%3F');
  const address = page.url();
  await write.openInLab();
  await page.goBack();
  await expect.poll(() => textOfScript(page)).toBe(OWN);
  expect(page.url()).toBe(address);
  const other = await context.newPage();
  await other.goto(address);
  await expect.poll(() => textOfScript(other)).toBe(OWN);
  // Another program in the same tab, and back.
  await page.goto(`${address.split('#')[0] ?? ''}#write/vegas`);
  await expect.poll(() => textOfScript(page)).toContain('Vegas');
  await page.goto(address);
  await expect.poll(() => textOfScript(page)).toBe(OWN);
});

test(
  'Share copies the address of the script, with the text as it stands',
  ONLY_MATRIX,
  async ({ page, context }) => {
    const write = await openPage(page);
    await write.type(OWN);
    await expect(write.status).toContainText('Runs as my-own: a script');
    await write.type(HALF);
    await expect(write.status).toContainText('The last script without mistakes keeps running.');
    const other = await context.newPage();
    await other.goto(await write.share());
    await expect.poll(() => textOfScript(other)).toBe(HALF);
    await expect(other.locator('[data-script="my-own"]')).toBeVisible();
  },
);

test(
  'a text with a mistake is not lost either, and the last good one runs',
  ONLY_MATRIX,
  async ({ page, context }) => {
    const write = await openPage(page);
    await write.type(OWN);
    await expect(write.status).toContainText('Runs as my-own: a script');
    await write.type(HALF);
    await expect(write.status).toContainText('The last script without mistakes keeps running.');
    await expect.poll(() => page.url()).toContain('draft=');
    const address = page.url();
    await page.reload();
    await expect.poll(() => textOfScript(page)).toBe(HALF);
    await expect(write.status).toContainText('The last script without mistakes keeps running.');
    await expect(write.lane('my-own')).toBeVisible();
    await write.type(OWN);
    await expect.poll(() => page.url()).not.toContain('draft=');
    const other = await context.newPage();
    await other.goto(address);
    await expect.poll(() => textOfScript(other)).toBe(HALF);
  },
);

test(
  'a script that no address can carry says so, and the address keeps the last shorter one',
  ONLY_MATRIX,
  async ({ page }) => {
    const write = await openPage(page);
    await write.type(OWN);
    await expect(write.status).toContainText('Runs as my-own: a script');
    // The text is a draft until it runs; the address follows within its pause.
    await expect.poll(() => page.url()).not.toContain('draft=');
    const address = page.url();
    // Digits without a pattern do not get shorter.
    const noise = Array.from({ length: 2000 }, (_, at) =>
      Math.sin(at + 1)
        .toString(36)
        .slice(3, 13),
    );
    await write.type(`${OWN} # ${noise.join('')}`);
    await expect(page.getByRole('alert')).toContainText(
      /The script is too long for the address: [\d\s]+ characters, at most (8|12)\s000/,
    );
    expect(page.url()).toBe(address);
    await write.type(OWN);
    await expect(page.getByRole('alert')).toHaveCount(0);
  },
);

test('a number in an unlikely unit runs, is marked and is explained beside the script', async ({ page }) => {
  const write = await openPage(page);
  await write.type('on round { if rtt > 300 { cwnd = 2 } }');
  await expect(write.status).toContainText('Runs as my-own');
  await expect(write.doubts).toHaveText([
    /300 has no unit, so it is read as 300 s; for milliseconds write 300 ms/,
  ]);
  await expect(write.doubtMarks).toHaveCount(1);
  await write.type('on round { if rtt > 300 ms { cwnd = 2 } }');
  await expect(write.doubts).toHaveCount(0);
  await expect(write.doubtMarks).toHaveCount(0);
});

test('a division by zero and growth without bound are reported at their lines', async ({ page }) => {
  const write = await openPage(page);
  await write.type('state x = 1\non ack {\n  x = 2 / (cwnd - cwnd)\n}\non avoidance {\n  cwnd *= 1000\n}');
  await expect(write.doubts).toHaveText([
    /^Show line 3\s*At [\d.]+ s this divides by zero/,
    /^Show line 6\s*At [\d.]+ s this grows without bound/,
  ]);
  await expect(write.doubtMarks).toHaveCount(2);
  // The sentence stands in view, not in a drawer.
  await expect(write.doubts.first()).toBeInViewport();
  await write.doubts.first().getByRole('button', { name: 'Show line 3' }).click();
  await expect.poll(() => page.evaluate(() => getSelection()?.toString() ?? '')).toContain('x = 2');
  await write.type('on loss { standard() }');
  await expect(write.doubts).toHaveCount(0);
});
