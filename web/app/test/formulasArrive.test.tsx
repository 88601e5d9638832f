import { Suspense, startTransition, useState, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';

let arrive: () => void = () => undefined;
vi.mock('virtual:formulas', async () => {
  await new Promise<void>((resolve) => {
    arrive = resolve;
  });
  return { FORMULAS: {} };
});

const { useFormulas } = await import('../src/drawer/Formula.tsx');

function Rule() {
  // The equations arrive while React is still rendering this suspended part.
  arrive();
  useFormulas();
  const [name] = useState('a rule');
  return <p>{name}</p>;
}

it('a part that waits for the equations goes on where it waited', async () => {
  const errors: unknown[] = [];
  const note = (error: unknown): unknown => errors.push(error);
  const box = document.createElement('div');
  const root = createRoot(box, { onRecoverableError: note, onUncaughtError: note });
  const show = (child: ReactNode): void => root.render(<Suspense>{child}</Suspense>);
  show(<p>before</p>);
  await vi.waitFor(() => expect(box).toHaveTextContent('before'));
  // React keeps the current content and continues rendering the new part where it was suspended.
  startTransition(() => show(<Rule />));
  await vi.waitFor(() => expect(box).toHaveTextContent('a rule'));
  expect(errors).toEqual([]);
});
