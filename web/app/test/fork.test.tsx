import { screen, waitFor } from '@testing-library/react';
import type { Check } from '@ackscope/engine';
import { expect, it } from 'vitest';
import { fakeEngine } from './fakeEngine.ts';
import { openAt } from './openPage.tsx';
import { openSettings } from './settings.ts';

it('a fork does not turn back a knob that was turned while the fork was checked', async () => {
  const engine = fakeEngine({ auto: true });
  const { user } = openAt('#v1/gm04-table1?t=142&compare=newreno', engine);
  await openSettings(user);
  await user.keyboard('f');
  await user.click(await screen.findByRole('button', { name: /Algorithm after the fork/ }));
  await user.click(screen.getByRole('option', { name: 'Vegas' }));
  const go = screen.getByRole('button', { name: /^Go on/ });
  await waitFor(() => {
    expect(go).toBeEnabled();
  });

  // The check of the fork is answered late, the check of the turned knob at once.
  const answer = engine.check.bind(engine);
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  engine.check = async (text: string): Promise<Check> => {
    if (text.includes('"fork"')) await held;
    return answer(text);
  };
  await user.click(go);
  const buffer = screen.getByRole('textbox', { name: 'Buffer' });
  await user.clear(buffer);
  await user.type(buffer, '20{Enter}');
  release();

  expect(await screen.findByText('The scenario changed. Press Go on again.')).toBeInTheDocument();
  expect(buffer).toHaveValue('20');
  expect(screen.getByRole('list', { name: 'Forks' })).toBeEmptyDOMElement();
  await user.click(go);
  await waitFor(() => {
    expect(engine.started.at(-1)).toContain('"fork"');
  });
  expect(engine.started.at(-1)).toContain('"capacity":"20pkt"');
});
