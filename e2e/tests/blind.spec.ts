/** The steps of docs/accessibility.md: who hears the page alone finds the sawtooth. */
import { expect, test } from '../support/app.ts';

test('who sees nothing finds the law of the sawtooth by keys and text', async ({ lab, page }) => {
  await lab.everyone.wantsLessMotion();
  await lab.open('#v1/sawtooth?compare=newreno&listen=0.5');
  await lab.finished();
  const spoken = (text: RegExp) => expect(page.getByRole('status').filter({ hasText: text })).toHaveCount(1);
  await spoken(/^From 50 to 200 s: New Reno: goodput 10\.00 Mbit\/s\.$/);
  await expect(page.getByRole('slider', { name: 'Buffer', exact: true })).toHaveText('83 packets');
  await lab.key('Home');
  for (const atS of ['1.16', '1.58', '32.81', '58.57']) {
    await lab.key(']');
    await spoken(new RegExp(`^New Reno, at ${atS} s: `));
  }
  await spoken(
    /the window is halved\..* threshold: 84\.25 segments\. The window before the loss: 168\.5 segments\./,
  );
  await lab.key('(');
  await spoken(/The queue dropped a packet\. Waiting packets when the packet arrived: 83 packets\./);
  await lab.key('t');
  const curves = page.getByRole('table', { name: 'New Reno: curves' });
  await expect(curves.getByRole('row', { name: /^40 s 114 segments/ })).toBeAttached();
  await expect(curves.getByRole('row', { name: /^50 s 146 segments/ })).toBeAttached();
});
