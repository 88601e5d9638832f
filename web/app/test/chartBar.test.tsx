import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { decodeLink } from '@ackscope/model';
import { LabProvider } from '../src/lab/context.ts';
import { mountLabAt } from '../src/lab/mountLab.ts';
import { ChartBar } from '../src/lanes/ChartBar.tsx';
import { fakeEngine } from './fakeEngine.ts';

// On a busy machine this state is painted, and a page around a widget then moves twice.
it.each([
  ['v1/gm04-table1', true],
  ['v1/gm04-table1?compare=newreno', false],
])('the bar over the charts of %s takes room before its lanes are there: %s', (link, takesRoom) => {
  const { lab, close } = mountLabAt(fakeEngine(), decodeLink(link), false);
  const { container } = render(
    <LabProvider value={lab}>
      <ChartBar lanes={[]} />
    </LabProvider>,
  );
  close();
  expect(container.firstElementChild?.hasAttribute('data-empty')).toBe(!takesRoom);
});
