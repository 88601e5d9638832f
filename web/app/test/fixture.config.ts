/** `npx vite --config test/fixture.config.ts` in web/app serves test/fixture.html. */
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { formulas } from '../vite/formulas.ts';
import { FAKE_RULES } from './fakeEngine.ts';
import { FAKE_FORMULA } from './fakeTheory.ts';

export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  plugins: [react(), formulas({ rules: FAKE_RULES, theory: [FAKE_FORMULA] })],
});
