import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { openEngine } from '@ackscope/engine';
import '@ackscope/charts/tokens.css';
import './base.css';
import { App } from './App.tsx';
import { showKeptTheme } from './lab/themeMemory.ts';

showKeptTheme();

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no #root');
createRoot(root).render(
  <StrictMode>
    <App open={openEngine} />
  </StrictMode>,
);
