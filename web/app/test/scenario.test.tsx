import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, describe, expect, it } from 'vitest';
import { App } from '../src/App.tsx';
import { opening } from './opening.ts';
import { labelOf } from '../src/form/Field.tsx';
import { definition, fieldsOf, parameterFields, SCENARIO } from '../src/form/schema.ts';
import { fakeEngine } from './fakeEngine.ts';
import type { FakeOptions } from './fakeEngine.ts';
import { openSettings as openDrawer } from './settings.ts';

// These parts load on demand. Here they are loaded first, so that no test waits for them.
beforeAll(async () => {
  await Promise.all([
    import('../src/settings/ScenarioPanel.tsx'),
    import('../src/form/ScenarioForm.tsx'),
    import('../src/form/LaneSettings.tsx'),
  ]);
});

async function openLab(options: FakeOptions = {}) {
  history.replaceState(null, '', '/#v1/gm04-table1');
  const engine = fakeEngine(options);
  const { container } = render(<App open={() => opening(engine)} />);
  await waitFor(() => {
    expect(container.querySelectorAll('[data-lane]')).toHaveLength(3);
  });
  const last = (): Record<string, unknown> =>
    JSON.parse(engine.started[engine.started.length - 1] ?? '{}') as Record<string, unknown>;
  const user = userEvent.setup();
  await openDrawer(user);
  return { container, engine, last, user };
}

describe('a file with a rate trace', () => {
  it('becomes the rate of the first hop', async () => {
    const { last, user } = await openLab();
    await user.upload(screen.getByLabelText('Scenario file'), new File(['0\n3\n3\n12\n'], 'down.trace'));
    await waitFor(() => {
      expect(last()).toMatchObject({ hops: [{ rate: { opportunities_ms: [0, 3, 3, 12] } }] });
    });
    await user.upload(screen.getByLabelText('Scenario file'), new File(['9\n3\n'], 'down.trace'));
    expect(await screen.findByText(/down.trace: Line 2: .*not before that of the line above/)).toBeVisible();
  });
});

async function openSettings(options: FakeOptions = {}) {
  const lab = await openLab(options);
  await lab.user.click(screen.getByText('All settings', { selector: 'summary' }));
  await screen.findByRole('button', { name: 'Add a hop' });
  return lab;
}

describe('the schema as a form', () => {
  it('has a control for every key of every part of a scenario', () => {
    for (const schema of [SCENARIO, definition('Hop'), definition('Flow'), definition('Back')]) {
      const keys = Object.keys(schema.properties ?? {});
      expect(keys.length).toBeGreaterThan(3);
      expect(fieldsOf(schema).map(({ key }) => key)).toEqual(keys);
    }
    const controls = new Map(fieldsOf(definition('Flow')).map(({ key, control }) => [key, control.kind]));
    // Fields with a natural control use it; lists of periods are edited as text.
    expect(controls.get('delayed_ack')).toBe('flag');
    expect(controls.get('algorithm')).toBe('choice');
    expect(controls.get('rtt')).toBe('quantity');
    expect(controls.get('shadow')).toBe('words');
    expect(controls.get('recovery_variant')).toBe('words');
    expect(controls.get('rto')).toBe('choice');
    expect(controls.get('active')).toBe('json');
  });

  it('offers a sender like Linux today first', () => {
    const tcp = fieldsOf(definition('Flow')).find(({ key }) => key === 'tcp');
    const options = tcp?.control.kind === 'choice' ? tcp.control.options : [];
    expect(options.map(({ id, name }) => [id, name])).toEqual([
      ['linux6', 'Like Linux today'],
      ['classic', 'Classic'],
    ]);
  });

  it('takes a rate or a delay as a quantity or as a model', () => {
    for (const part of ['Hop', 'Back']) {
      const delay = fieldsOf(definition(part)).find(({ key }) => key === 'delay')?.control;
      if (delay?.kind !== 'model') throw new Error(`${part}: ${String(delay?.kind)}`);
      expect(delay.single).toMatchObject({ dimension: 'time', isMore: true });
      expect(delay.models.map(({ id }) => id)).toEqual(['handover']);
      const rate = fieldsOf(definition(part)).find(({ key }) => key === 'rate')?.control;
      if (rate?.kind !== 'model') throw new Error(`${part}: ${String(rate?.kind)}`);
      expect(rate.single).toMatchObject({ dimension: 'rate', isMore: true });
      expect(rate.models.map(({ id }) => id)).toEqual(['cellular', 'leo', 'wifi']);
    }
    const jitter = fieldsOf(definition('Hop')).find(({ key }) => key === 'jitter')?.control;
    expect(jitter).toMatchObject({ kind: 'model', single: null });
  });

  it('knows the models with their parameters, and the algorithms with theirs', () => {
    const queue = fieldsOf(definition('Hop')).find(({ key }) => key === 'queue')?.control;
    if (queue?.kind !== 'model') throw new Error('a queue is a model');
    const red = queue.models.find(({ id }) => id === 'red');
    expect(fieldsOf(red?.schema ?? {}).map(({ key }) => key)).toContain('max_p');
    const loss = fieldsOf(definition('Back')).find(({ key }) => key === 'loss')?.control;
    expect(loss?.kind === 'model' && loss.words.map(({ id }) => id)).toEqual(['shared']);
    expect(parameterFields('vegas').map(({ key }) => key)).toContain('alpha');
  });
});

describe('every setting', () => {
  it('is a field; an empty one goes back to what is usual', async () => {
    const { last, user } = await openSettings();
    await user.click(screen.getByText('Hop 1'));
    const capacity = screen.getByRole('textbox', { name: 'Capacity' });
    await user.clear(capacity);
    await user.type(capacity, '0.5bdp{Enter}');
    await waitFor(() => {
      expect(last()).toMatchObject({ hops: [{ queue: { capacity: '0.5bdp' } }] });
    });
    await user.click(screen.getByRole('button', { name: 'Reset Capacity' }));
    await waitFor(() => {
      expect(last()).toMatchObject({ hops: [{ queue: { kind: 'drop-tail' } }] });
      expect(last()).not.toHaveProperty('hops.0.queue.capacity');
    });
  });

  it('says below a list what is wrong with one of its items', async () => {
    const refused = { path: 'hops.0.delay.1.1', found: '"-45ms"', allowed: 'zero or more', nearest: null };
    const { user } = await openSettings({
      refuse: (scenario) =>
        JSON.stringify(scenario).includes('-45ms') ? { ...refused, message: 'not below zero' } : null,
    });
    await user.click(screen.getByText('Hop 1'));
    const [delay] = screen.getAllByRole('textbox', { name: 'Delay' });
    if (delay === undefined) throw new Error('a hop has a delay');
    fireEvent.change(delay, { target: { value: '[["0s","15ms"],["20s","-45ms"]]' } });
    fireEvent.blur(delay);
    expect(await screen.findByText('"-45ms" is not allowed. Allowed: zero or more')).toBeInTheDocument();
  });

  it('a hop has a rate that a model draws, with the fields of its model', async () => {
    const { last, user } = await openSettings();
    await user.click(screen.getByText('Hop 1'));
    const [model] = screen.getAllByRole('button', { name: /Rate model$/ });
    if (model === undefined) throw new Error('a rate has a choice of models');
    await user.click(model);
    await user.click(await screen.findByRole('option', { name: /^Cellular rate/ }));
    await waitFor(() => {
      expect(last()).toMatchObject({ hops: [{ rate: { kind: 'cellular', mean: '2Mbps' } }] });
    });
    for (const name of ['Mean', 'Spread', 'Correlation', 'Outage', 'Outage every'])
      expect(screen.getByRole('textbox', { name })).toBeInTheDocument();
    expect(screen.getByText('cellular rate, 10 ms')).toBeInTheDocument();
    // Back again: its mean is what is written.
    await user.click(model);
    await user.click(await screen.findByRole('option', { name: /^as written/ }));
    await waitFor(() => expect(last()).toMatchObject({ hops: [{ rate: '2Mbps' }] }));
  });

  it.each([
    ['gso', 'GSO'],
    ['dsack', 'DSACK'],
    ['frto', 'F-RTO'],
    ['paws', 'PAWS'],
    ['clock_hz', 'Clock Hz'],
    ['beta_ecn', 'Beta ECN'],
    ['sack_block_bytes', 'SACK block bytes'],
    ['ns2_order', 'ns-2 order'],
    ['quick_acks', 'Quick ACKs'],
    ['delays_ms', 'Delays ms'],
  ])('the label of %s is %s', (key, label) => {
    expect(labelOf(key)).toBe(label);
  });

  it('hops and flows come and go', async () => {
    const { last, user } = await openSettings();
    await user.click(screen.getByRole('button', { name: 'Add a hop' }));
    await waitFor(() => {
      expect(last()).toMatchObject({ hops: [{ rate: '2Mbps' }, { rate: '2Mbps', delay: '10ms' }] });
    });
    await user.click(screen.getByRole('button', { name: 'Add flows' }));
    await waitFor(() => {
      expect(last()).toMatchObject({
        flows: [{}, {}, { name: 'flow 3', algorithm: 'newreno', rtt: '250ms' }],
      });
    });
    await user.click(screen.getByRole('button', { name: 'Remove reverse' }));
    await waitFor(() => {
      expect((last().flows as { name: string }[]).map(({ name }) => name)).toEqual(['main', 'flow 3']);
    });
  });
});

describe('the schedule', () => {
  it('moves by keys, and says where it stands', async () => {
    const { last, user } = await openLab();
    const handle = screen.getByRole('slider', { name: 'reverse, period 1 starts' });
    expect(handle).toHaveAttribute('aria-valuetext', '250 s');
    handle.focus();
    await user.keyboard('{ArrowLeft}');
    // The grid is a two-hundredth of 1000 s.
    await waitFor(() => {
      expect(last()).toMatchObject({
        flows: [
          {},
          {
            active: [
              ['245s', '500s'],
              ['750s', '1000s'],
            ],
          },
        ],
      });
    });
    await user.keyboard('{Delete}');
    await waitFor(() => {
      expect(last()).toMatchObject({ flows: [{}, { active: [['750s', '1000s']] }] });
    });
    await user.click(screen.getByRole('button', { name: 'Add a period of reverse' }));
    await waitFor(() => {
      expect((last().flows as { active?: unknown[] }[])[1]?.active).toHaveLength(2);
    });
  });
});

describe('variants', () => {
  it('put two settings of one algorithm side by side', async () => {
    const { last, user } = await openLab();
    await user.click(screen.getByRole('button', { name: 'Settings of New Reno' }));
    await user.click(await screen.findByRole('button', { name: 'Compare 0.1 BDP with 1 BDP' }));
    await waitFor(() => {
      expect((last().compare as unknown[]).slice(0, 2)).toEqual([
        { label: 'New Reno, 0.1 BDP', algorithm: 'newreno', set: { 'hops.0.queue.capacity': '0.1bdp' } },
        { label: 'New Reno, 1 BDP', algorithm: 'newreno', set: { 'hops.0.queue.capacity': '1bdp' } },
      ]);
    });
  });

  it("hold an algorithm's own parameters", async () => {
    const { last, user } = await openLab();
    await user.click(screen.getByRole('button', { name: 'Settings of Vegas' }));
    const alpha = await screen.findByRole('textbox', { name: 'Alpha' });
    await user.type(alpha, '2{Enter}');
    await waitFor(() => {
      expect((last().compare as unknown[])[1]).toMatchObject({
        algorithm: 'vegas',
        set: { 'flows.main.parameters': { alpha: 2 }, 'flows.main.delayed_ack': false },
      });
    });
  });
});

describe('files', () => {
  const dropped = (text: string) => {
    const file = new File([text], 'mine.json', { type: 'application/json' });
    fireEvent.drop(window, { dataTransfer: { types: ['Files'], files: [file] } });
  };

  it('are opened where they are dropped', async () => {
    const { last } = await openLab();
    dropped(JSON.stringify({ ...last(), title: 'Mine', seed: 42 }));
    await waitFor(() => {
      expect(last()).toMatchObject({ title: 'Mine', seed: 42 });
    });
    expect(screen.getByText('Mine')).toBeInTheDocument();
  });

  it('have the same warning as known scenarios of a change that a lane hides', async () => {
    const { last, user } = await openLab();
    const compare = ['newreno', { algorithm: 'vegas', set: { 'hops.0.rate': '1Mbps' } }];
    dropped(JSON.stringify({ ...last(), title: 'Mine', compare }));
    await screen.findByText('Mine');
    const warning = () => screen.queryByText(/sets this itself, so the change does not reach it/);
    // What the file says is no change.
    expect(warning()).toBeNull();
    const field = screen.getByRole('textbox', { name: 'Bottleneck rate' });
    await user.clear(field);
    await user.type(field, '4{Enter}');
    await waitFor(() => expect(warning()).toHaveTextContent('bottleneck rate: the lane vegas'));
  });

  it.each([
    ['that is no JSON', '{"version":', /mine\.json: It begins like JSON/],
    [
      'that the engine refuses',
      '{"compare":[],"hops":[{"rate":"7Mbps"}]}',
      /mine\.json: seven is not possible/,
    ],
  ])('one %s has a message, and what is on the screen stays', async (_, text, message) => {
    const { engine, user } = await openLab({
      refuse: (scenario) =>
        scenario.hops[0]?.rate === '7Mbps'
          ? { path: 'hops.0.rate', found: '', allowed: '', nearest: null, message: 'seven is not possible.' }
          : null,
    });
    dropped(text);
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(message);
    expect(engine.started).toHaveLength(1);
    await user.click(within(alert).getByRole('button', { name: 'Close this message' }));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});
