import { expect, test } from '../support/app.ts';
import { ONLY_MATRIX, cases } from '../support/matrix.ts';

/** What compares lanes, or judges. A question does not: “Who delivers least?” */
const CLAIM =
  /[\d.]\s*%|\bbest\b|(?<!\bWho )\bdelivers?\b|\bless than\b|\bmore than\b|\bCorrect\b|\bNot quite\b|the same(?! setting)|hardly matters/i;
const LINK = '#v1/gm04-table1?t=1000';

/** Every way to see the lanes; each shows a claim once the run is done. */
const WAYS = [
  { name: 'side by side', open: () => Promise.resolve() },
  { name: 'in one chart', open: (lab) => lab.drawAs('One chart') },
  // These show all intervals, so none is known.
  { name: 'with the numbers', fromS: 0, open: (lab) => lab.hand.openDrawer('Numbers') },
  { name: 'as text and tables', fromS: 0, open: (lab) => lab.key('t') },
  { name: 'in a presentation', open: (lab) => lab.key('p') },
] satisfies {
  name: string;
  fromS?: number;
  open: (lab: Parameters<Parameters<typeof test>[2]>[0]['lab']) => Promise<unknown>;
}[];

for (const { name, fromS = 800, open } of cases(WAYS, ({ name }) => name === 'side by side'))
  test(`nothing is claimed before every lane has computed the interval, ${name}`, async ({ lab }) => {
    // By default Vegas has computed three of the four intervals: the last one is not known.
    const letThrough = await lab.machine.holdLane(1, fromS);
    await lab.open(LINK);
    await lab.machine.othersAreDone(2);
    await open(lab);
    expect(await lab.screen.allText()).not.toMatch(CLAIM);
    await letThrough();
    await lab.finished();
    await expect.poll(() => lab.screen.allText()).toMatch(CLAIM);
  });

/** The widget with all that it can show, and a test on the run; a figure over time in the gallery. */
const ELSEWHERE = [
  {
    name: 'in the widget',
    // Its tables show all intervals, so none is known.
    fromS: 0,
    link: 'embed.html?controls=title,question,path,play,steps,scrub,speed,results,knobs,inspector#v1/gm04-table1?t=1000',
  },
  {
    name: 'in the widget, all lanes in one chart',
    fromS: 800,
    link: 'embed.html?controls=results,scrub#v1/gm04-table1?t=1000&charts=overlay',
  },
  {
    name: 'in the widget with a test',
    fromS: 0,
    link: 'embed.html?test=goodput(vegas)%20%3E%201kbps&controls=results#v1/gm04-table1?t=1000',
  },
  {
    name: 'in a figure of the gallery',
    fromS: 0,
    link: '#gallery/gm04-fig14-16',
    within: 'The run over time',
  },
  {
    name: 'in a figure in the widget',
    fromS: 0,
    link: 'embed.html#gallery/gm04-fig14-16',
    within: 'The run over time',
  },
] as const;

for (const { name, fromS, link, ...rest } of cases(ELSEWHERE, ({ name }) => name === 'in the widget'))
  test(`nothing is claimed before every lane has computed the interval, ${name}`, async ({ lab }) => {
    const part = 'within' in rest ? rest.within : null;
    const letThrough = await lab.machine.holdLane(1, fromS);
    await lab.screen.show(link);
    await lab.machine.othersAreDone(2);
    expect(await lab.screen.allText(part)).not.toMatch(CLAIM);
    expect(await lab.screen.allText(part)).not.toMatch(/[Tt]est (not )?passed/);
    await letThrough();
    await expect.poll(() => lab.screen.allText(part)).toMatch(CLAIM);
  });

test('an answer is not judged before every lane has computed the interval of the question', async ({
  lab,
}) => {
  const letThrough = await lab.machine.holdLane(1, 300);
  await lab.everyone.wantsLessMotion();
  await lab.open('');
  await lab.finished();
  await lab.hand.goToSecondQuestion();
  // Three lanes of the first question, and two of this one.
  await lab.machine.othersAreDone(5);
  await lab.key('1');
  await lab.hand.scrubTo(1000);
  await expect(lab.screen.finding('verdict')).toHaveText('You say New Reno. ');
  expect(await lab.screen.allText()).not.toMatch(CLAIM);
  await letThrough();
  await lab.finished();
  await expect(lab.screen.finding('verdict')).toContainText('Not quite: Vegas.');
});

test(
  'after the answer the sentence is about the interval of the question, not about the clock',
  ONLY_MATRIX,
  async ({ lab }) => {
    await lab.everyone.wantsLessMotion();
    await lab.open('');
    await lab.finished();
    await lab.hand.goToSecondQuestion();
    await lab.finished();
    await lab.key('1');
    await lab.key('Space');
    await lab.hand.scrubTo(500);
    const sentence = lab.screen.finding('sentence');
    await expect(sentence).toHaveText(/^Vegas delivers \d+\s% less than the others: it mistakes late ACKs/);
    const said = (await sentence.textContent()) ?? '';
    await lab.hand.scrubTo(700);
    await expect(lab.screen.finding('verdict')).toContainText('Not quite: Vegas.');
    await expect(sentence).toHaveText(`From 250 to 500 s: ${said}`);
  },
);
