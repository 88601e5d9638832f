/** The page with the fake engine, for work on its design: see fixture.config.ts. */
import { createRoot } from 'react-dom/client';
import '@ackscope/charts/tokens.css';
import '../src/base.css';
import { App } from '../src/App.tsx';
import { opening } from './opening.ts';
import { fakeEngine } from './fakeEngine.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no #root');
const open = () => opening(fakeEngine({ auto: true }));
createRoot(root).render(<App open={open} />);
