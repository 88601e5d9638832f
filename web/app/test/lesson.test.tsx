import { screen, waitFor, within } from '@testing-library/react';
import { act } from 'react';
import type { Evaluate } from '@ackscope/engine';
import { LESSONS } from 'virtual:lessons';
import { beforeAll, describe, expect, it } from 'vitest';
import { stepOf, stepProblems } from '../src/course/address.ts';
import { markStep, progress, setProgress } from '../src/course/progress.ts';
import { realEvaluate } from '../../engine/test/real-engine.ts';
import { fakeEngine } from './fakeEngine.ts';
import { openAt as openPage } from './openPage.tsx';

/** Opens the page with an engine whose runs end at once. */
const openAt = (hash: string) => openPage(hash, fakeEngine({ auto: true, evaluate: realEvaluate() }));

const heading = (name: string) => screen.findByRole('heading', { level: 1, name }, { timeout: 20_000 });
const stepNamed = (id: string, step: number) => {
  const found = LESSONS.find((lesson) => lesson.id === id)?.steps[step];
  if (found === undefined) throw new Error(`there is no step ${step} of ${id}`);
  return found;
};

// The pages load when they open. Here they are loaded first, so that no test waits for the bundler.
beforeAll(() =>
  Promise.all([import('../src/lesson/LessonPage.tsx'), import('../src/lessons/LessonsPage.tsx')]),
);

describe('the lessons’ page', { timeout: 30_000 }, () => {
  it('lists every file of the folder as a link to its first step', async () => {
    openAt('#lessons');
    await heading('Congestion control in twelve units');
    const stories = screen.getByRole('region', { name: 'All lessons' });
    for (const { id, title } of LESSONS)
      expect(within(stories).getByRole('link', { name: title })).toHaveAttribute('href', `#lesson/${id}`);
    expect(within(stories).getAllByRole('listitem')).toHaveLength(LESSONS.length);
  });

  it('loads a file beside what is answered here, and sees what another tab answers', async () => {
    setProgress({ sawtooth: { 1: 'right' } });
    // As the browser tells it in this tab: the other one began before the answer above.
    const elsewhere = JSON.stringify({ sawtooth: { 1: 'right', 2: 'near' } });
    localStorage.setItem('ackscope-lessons', elsewhere);
    window.dispatchEvent(new StorageEvent('storage', { key: 'ackscope-lessons', newValue: elsewhere }));
    markStep('sawtooth', 3, 'unsure');
    const { user, container } = openAt('#lessons');
    await heading('Congestion control in twelve units');
    const kept = JSON.stringify({ sawtooth: { 1: 'far' }, windows: { 1: 'opposite' } });
    const input = container.querySelector<HTMLInputElement>('input[type=file]');
    if (input === null) throw new Error('no input');
    await user.upload(input, new File([kept], 'kept.json', { type: 'application/json' }));
    await screen.findByText('1 correct, 1 close, 1 the opposite, 1 not known');
    expect(JSON.parse(localStorage.getItem('ackscope-lessons') ?? '')).toEqual({
      sawtooth: { 1: 'right', 2: 'near', 3: 'unsure' },
      windows: { 1: 'opposite' },
    });
    await user.click(screen.getByRole('button', { name: 'Remove all' }));
  });

  it('is found from the lab', async () => {
    const { container } = openAt('#v1/sawtooth');
    await waitFor(() => expect(container.querySelectorAll('[data-lane]').length).toBeGreaterThan(0));
    expect(screen.getByRole('link', { name: 'Learn' })).toHaveAttribute('href', '#lessons');
  });
});

describe('a lesson', { timeout: 30_000 }, () => {
  it('asks before it shows: the curves come once a choice was made, and the run says which was right', async () => {
    const step = stepNamed('loss-is-not-congestion', 1);
    const { user, container } = openAt('#lesson/loss-is-not-congestion?step=2');
    await heading(step.title);
    const form = screen.getByRole('form', { name: 'Your prediction' });
    expect(container.querySelectorAll('[data-lane]')).toHaveLength(0);
    expect(screen.getByRole('button', { name: 'Run it' })).toBeDisabled();
    await user.click(within(form).getByRole('radio', { name: 'Vegas' }));
    await user.click(screen.getByRole('button', { name: 'Run it' }));
    await waitFor(() => expect(container.querySelectorAll('[data-lane]')).toHaveLength(3));
    // The fake engine gives Vegas half and the two others the same, so the first of them wins.
    await waitFor(() => expect(screen.getByText(/The run gives: New Reno/)).toBeInTheDocument());
    expect(screen.queryByRole('button', { name: 'Run it' })).toBeNull();
  });

  it('shows the recording that a step asks about before the answer, and its network to be found afterwards', async () => {
    const { user } = openAt('#lesson/network-behind-a-trace');
    await heading('The algorithm');
    const recording = await screen.findByRole('group', { name: /^The recorded window, Linux 6.18/ });
    expect(screen.queryByRole('button', { name: 'Find the network' })).toBeNull();
    await user.click(screen.getByRole('radio', { name: 'BBR' }));
    await user.click(screen.getByRole('button', { name: 'Run it' }));
    expect(
      await screen.findByRole('button', { name: 'Find the network' }, { timeout: 20_000 }),
    ).toBeVisible();
    expect(recording).not.toBeInTheDocument();
  });

  it('says why nothing is judged if the machine cannot be loaded', async () => {
    const { user } = openPage('#lesson/loss-is-not-congestion?step=2', fakeEngine({ auto: true }));
    await heading(stepNamed('loss-is-not-congestion', 1).title);
    const form = screen.getByRole('form', { name: 'Your prediction' });
    await user.click(within(form).getByRole('radio', { name: 'Vegas' }));
    await user.click(screen.getByRole('button', { name: 'Run it' }));
    expect(await screen.findByText('Not judged.')).toBeInTheDocument();
    expect(screen.getByText(/no expressions here/)).toBeInTheDocument();
  });

  it('does not judge an answer by a division by zero, and says so', async () => {
    const evaluate: Evaluate = (_, __, count) => ({ values: new Float64Array(count), byZero: 0 });
    const { user } = openPage('#lesson/loss-is-not-congestion?step=2', fakeEngine({ auto: true, evaluate }));
    await heading(stepNamed('loss-is-not-congestion', 1).title);
    const form = screen.getByRole('form', { name: 'Your prediction' });
    await user.click(within(form).getByRole('radio', { name: 'Vegas' }));
    await user.click(screen.getByRole('button', { name: 'Run it' }));
    await waitFor(() => expect(screen.getByText('Not judged.')).toBeInTheDocument());
    expect(screen.getByText(/divides by zero in this run/)).toBeInTheDocument();
  });

  it('takes a number by a slider, and says how far it was off', async () => {
    const step = stepNamed('loss-is-not-congestion', 0);
    const { user } = openAt('#lesson/loss-is-not-congestion');
    await heading(step.title);
    screen.getByRole('slider', { name: step.predict?.ask ?? '' }).focus();
    await user.keyboard('{ArrowRight}');
    await user.click(screen.getByRole('button', { name: 'Run it' }));
    // The fake engine's New Reno delivers 93 % of 10 Mbit/s.
    expect(await screen.findByText(/The run gives 9\.3 Mbit\/s/)).toBeInTheDocument();
  });

  it('takes a curve drawn by keys, only when it is drawn all the way', async () => {
    const step = stepNamed('sawtooth', 1);
    const { user } = openAt('#lesson/sawtooth?step=2');
    await heading(step.title);
    const board = screen.getByRole('group', { name: /^Draw the cwnd of New Reno/ });
    within(board).getAllByRole('slider')[0]?.focus();
    await user.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}{ArrowUp}{ArrowUp}{ArrowUp}');
    expect(within(board).getByRole('slider', { name: '52.1 s' })).toHaveAttribute(
      'aria-valuetext',
      '20 packets',
    );
    expect(screen.getByRole('button', { name: 'Run it' })).toBeDisabled();
    await user.keyboard('{End}');
    await user.click(screen.getByRole('button', { name: 'Run it' }));
    const outcome = await screen.findByText(/apart on average|Furthest off from \d/);
    // A reader by keys or by voice is at the verdict, not at the start of the page.
    expect(outcome.closest('[role=status]')).toHaveFocus();
    expect(screen.getByRole('group', { name: /your curve, dashed/ })).toBeInTheDocument();
  });

  it('goes on by n and back by b, each step with an address; what was said stays said', async () => {
    const { user } = openAt('#lesson/rtt-unfairness?step=3');
    await heading(stepNamed('rtt-unfairness', 2).title);
    await user.click(screen.getByRole('radio', { name: 'CUBIC of 2005' }));
    await user.keyboard('n');
    await heading(stepNamed('rtt-unfairness', 3).title);
    expect(location.hash).toBe('#lesson/rtt-unfairness?step=4');
    await user.keyboard('b');
    await heading(stepNamed('rtt-unfairness', 2).title);
    expect(screen.getByRole('radio', { name: 'CUBIC of 2005' })).toBeChecked();
  });

  it('records who does not know and goes on before the run has ended', async () => {
    setProgress({});
    // Runs of this engine do not end.
    const { user } = openPage('#lesson/rtt-unfairness?step=3', fakeEngine());
    await heading(stepNamed('rtt-unfairness', 2).title);
    await user.click(screen.getByRole('button', { name: 'I don’t know' }));
    expect(progress()['rtt-unfairness']).toBeUndefined();
    await user.click(screen.getByRole('link', { name: 'Next' }));
    await heading(stepNamed('rtt-unfairness', 3).title);
    expect(progress()['rtt-unfairness']).toEqual({ 3: 'unsure' });
    setProgress({});
  });

  it('puts the focus on the new step’s heading after a key and a number', async () => {
    const { user } = openAt('#lesson/rtt-unfairness');
    await heading(stepNamed('rtt-unfairness', 0).title);
    for (const [at, go] of [
      [1, () => user.click(screen.getByRole('link', { name: /^Step 2/ }))],
      [2, () => user.keyboard('n')],
      [1, () => user.keyboard('b')],
      [2, () => user.click(screen.getByRole('link', { name: /^Step 3/ }))],
    ] as const) {
      await go();
      expect(await heading(stepNamed('rtt-unfairness', at).title)).toHaveFocus();
    }
  });

  it('shows the interval of its link once it is answered', async () => {
    const step = stepNamed('big-pipes-small-buffers', 3);
    expect(step.run).toContain('&zoom=200..300');
    const { user, container } = openAt('#lesson/big-pipes-small-buffers?step=4');
    await heading(step.title);
    const form = screen.getByRole('form', { name: 'Your prediction' });
    await user.click(within(form).getByRole('radio', { name: 'CUBIC' }));
    await user.click(screen.getByRole('button', { name: 'Run it' }));
    await waitFor(() => expect(container.querySelector('[data-zoomed]')).toBeVisible());
  });

  it('leaves the reader’s lab as it was', async () => {
    const { user, container } = openAt('#v1/gm04-table1?hops.0.rate=3Mbps');
    await waitFor(() => expect(container.querySelectorAll('[data-lane]')).toHaveLength(3));
    act(() => {
      location.hash = '#lesson/sawtooth';
    });
    await heading(stepNamed('sawtooth', 0).title);
    expect(screen.getByRole('link', { name: 'Lab' }).getAttribute('href')).toContain('hops.0.rate=3Mbps');
    expect(screen.getByRole('link', { name: 'Learn' })).toHaveAttribute('href', '#lessons');
    await user.click(screen.getByText(/For the teacher/));
    // The notes name the answers: before the steps are answered, every student could read them.
    expect(screen.queryByText(/What to look for/)).toBeNull();
    expect(screen.getByText(/The notes name the answers/)).toBeVisible();
  });

  it('that does not exist says so', async () => {
    openAt('#lesson/flying');
    await heading('There is no lesson “flying” here.');
    expect(screen.queryByText(/cut off/)).toBeNull();
    expect(screen.getByRole('link', { name: 'All lessons' })).toHaveAttribute('href', '#lessons');
  });

  it('from an address that is none says so', async () => {
    openAt('#lesson?from=javascript:alert(1)');
    await heading('“javascript:alert(1)” is no address of a lesson: it begins with https:// or http://.');
    expect(screen.queryByText(/cut off|Did you mean/)).toBeNull();
  });

  it('whose link was cut off says so and offers the nearest one, as it does for a typing mistake', async () => {
    openAt('#lesson/sawto');
    await heading('There is no lesson “sawto” here.');
    expect(screen.getByText('The link was cut off.')).toBeVisible();
    const offered = () => screen.getByRole('link', { name: 'Slow start and the sawtooth' });
    expect(offered()).toHaveAttribute('href', '#lesson/sawtooth');
    act(() => {
      location.hash = '#lesson/sawtoth';
    });
    await heading('There is no lesson “sawtoth” here.');
    expect(screen.queryByText('The link was cut off.')).toBeNull();
    expect(offered()).toBeVisible();
  });

  it('opens at its first step and says what in the address is no step', async () => {
    openAt('#lesson/sawtooth?step=99');
    await heading(stepNamed('sawtooth', 0).title);
    expect(screen.getByRole('alert')).toHaveTextContent(
      '“99” is no step of the lesson “sawtooth”. Steps: 1 to 4.',
    );
  });
});

describe('the step an address names', () => {
  it.each([
    ['', 0],
    ['step=2', 1],
    ['step=4', 3],
    ['step=5', 0],
    ['step=0', 0],
    ['step=1.5', 0],
    ['step=x', 0],
  ])('%s', (query, at) => {
    expect(stepOf(query, 4)).toBe(at);
  });
});

describe('what is left out of a lesson’s address', () => {
  const lesson = {
    id: 'sawtooth',
    steps: LESSONS.find(({ id }) => id === 'sawtooth')?.steps ?? [],
    vary: {},
  };
  it.each(['', 'step=1', 'step=4'])('nothing: %s', (query) => {
    expect(stepProblems(query, lesson)).toEqual([]);
  });
  it.each(['s', 'ste', 'step', 'step='])('its end, which was cut off: %s', (query) => {
    expect(stepProblems(query, lesson)).toEqual([
      `The link was cut off. Its last part “${query}” is left out.`,
    ]);
  });
  it('a variant that there is not', () => {
    const varied = { ...lesson, vary: { 'hops.0.rate': ['5Mbps', '10Mbps'] } };
    expect(stepProblems('step=2&variant=4095', varied)).toEqual([]);
    expect(stepProblems('variant=4096', varied)).toEqual(['“4096” is no variant: 0 to 4095.']);
    expect(stepProblems('variant=7', lesson)).toHaveLength(1);
  });
  it.each(['step=5', 'step=0', 'step=1.5', 'step=x', 'rows=cwnd'])('what is no step: %s', (query) => {
    expect(stepProblems(query, lesson)).toHaveLength(1);
  });
});
