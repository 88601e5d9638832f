import { StrictMode } from 'react';
import { I18nProvider } from 'react-aria-components';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { Boundary } from './kit/Boundary.tsx';
import type { OpeningLab } from './lab/createLab.ts';

export function showPage(open: () => Promise<OpeningLab>): void {
  const root = document.getElementById('root');
  if (root === null) throw new Error('the page has no #root');
  createRoot(root).render(
    <StrictMode>
      <I18nProvider locale="en-US">
        <Boundary>
          <App open={open} outline={root.innerHTML} />
        </Boundary>
      </I18nProvider>
    </StrictMode>,
  );
}
