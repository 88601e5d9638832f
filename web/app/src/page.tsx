import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { Engine } from '@ackscope/engine';
import '@ackscope/charts/tokens.css';
import './base.css';
import { App } from './App.tsx';

export function showPage(open: () => Promise<Engine>): void {
  const root = document.getElementById('root');
  if (root === null) throw new Error('the page has no #root');
  createRoot(root).render(
    <StrictMode>
      <App open={open} />
    </StrictMode>,
  );
}
