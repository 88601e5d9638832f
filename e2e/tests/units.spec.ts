/** Every number that is shown has its unit, beside it or in the head of its column. */
import { expect, test } from '../support/app.ts';
import { cases, ONLY_MATRIX } from '../support/matrix.ts';

const SCREENS = [
  { name: 'the lab', link: '#v1/gm04-table1?t=600' },
  { name: 'the lab with the numbers', link: '#v1/gm04-table1?t=600', key: 'Numbers' },
  { name: 'a lab with long waits', link: '#v1/net-bufferbloat?t=30', key: 'Numbers' },
  { name: 'the lab with its texts and tables', link: '#v1/gm04-table1?t=600', press: 't' },
  { name: 'a figure', link: '#gallery/gm04-table1', open: 'Numbers' },
  { name: 'a figure over time', link: '#gallery/gm04-fig14-16' },
  { name: 'the report card', link: '#score' },
  {
    name: 'a sweep',
    link: '#sweep?set=hops.0.loss.probability%3D0.01..0.1%3A2%3Alog&seeds=1&of=v1%2Frandom-loss',
  },
  { name: 'a formula', link: '#theory/padhye?p=0.01' },
  { name: 'an attempt by hand', link: '#teach/sender?path=lossy&hand=0.5:20,4:45' },
  { name: 'a worksheet', link: '#teach/worksheet?of=v1%2Fsawtooth%3Fzoom%3D50..200' },
  {
    name: 'the widget',
    link: 'embed.html?controls=title,question,path,play,steps,scrub,speed,results,knobs,inspector#v1/gm04-table1?t=600',
  },
] as const;

const FEW = ['the lab with the numbers', 'a figure', 'the report card'];

for (const { name, link, ...act } of cases(SCREENS, ({ name }) => FEW.includes(name)))
  test(`every number has its unit: ${name}`, async ({ lab }) => {
    await lab.screen.show(link);
    await lab.screen.isComplete();
    if ('key' in act) await lab.hand.openDrawer(act.key);
    if ('press' in act) await lab.key(act.press);
    if ('open' in act) await lab.screen.unfold(act.open);
    expect(await lab.screen.withoutUnit()).toEqual([]);
  });

for (const [name, link] of [
  ['a curve', 'lesson/sawtooth?step=2'],
  ['a choice', 'lesson/loss-is-not-congestion?step=2'],
  ['a number', 'lesson/sawtooth?step=4'],
] as const)
  test(`every number has its unit: a lesson’s answer, ${name}`, ONLY_MATRIX, async ({ lab }) => {
    await lab.screen.show(`#${link}`);
    await lab.screen.isComplete();
    await lab.press('I don’t know');
    await lab.screen.isComplete();
    expect(await lab.screen.withoutUnit()).toEqual([]);
  });
