import { definePage } from '../definePage.ts';

export const page = definePage({
  title: 'Write',
  nav: { name: 'Write', place: 5, isTool: true },
  load: async () => (await import('./WritePage.tsx')).WritePage,
});
