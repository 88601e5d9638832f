import { definePage } from '../definePage.ts';

export const page = definePage({
  title: 'Report card',
  names: ['report'],
  within: 'write',
  load: async () => (await import('./ScorePage.tsx')).ScorePage,
});
