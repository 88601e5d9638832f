import { StrictMode } from 'react';
import { I18nProvider } from 'react-aria-components';
import { createRoot } from 'react-dom/client';
import { compileEarly, openEngine } from '@ackscope/engine';
import '@ackscope/charts/tokens.css';
import './base.css';
import './embed/embed.css';
import { openChannel } from './embed/channel.ts';
import { EmbedApp } from './embed/EmbedApp.tsx';
import { readSettings } from './embed/options.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no #root');
// A page in one file has no address: a notebook writes the settings into it.
const written = document.querySelector<HTMLMetaElement>('meta[name="ackscope-settings"]')?.content;
const settings = readSettings(written ?? location.search);
// Set before the first paint: a frame with another colour scheme than its host page is opaque.
if (settings.theme !== 'auto') document.documentElement.dataset.theme = settings.theme;
// Opened before the engine loads. With an invalid `host` there is no channel to any page.
const channel = settings.problem === null ? openChannel(window.parent, settings.host) : null;
createRoot(root).render(
  <StrictMode>
    <I18nProvider locale="en-US">
      <EmbedApp open={() => openEngine({ module: compileEarly() })} settings={settings} channel={channel} />
    </I18nProvider>
  </StrictMode>,
);
