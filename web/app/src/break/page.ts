import { definePage } from '../definePage.ts';

export const page = definePage({
  title: 'Break it',
  nav: { name: 'Break it', place: 7, isTool: true },
  load: async () => (await import('./BreakPage.tsx')).BreakPage,
});
