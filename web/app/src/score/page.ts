import { definePage } from '../definePage.ts';

export const page = definePage({
  title: 'Report card',
  names: ['report'],
  nav: { name: 'Report card', place: 6, isTool: true },
  load: async () => (await import('./ScorePage.tsx')).ScorePage,
});
