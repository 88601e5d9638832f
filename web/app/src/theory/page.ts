import { definePage } from '../definePage.ts';

export const page = definePage({
  title: 'Theory',
  names: ['formulas'],
  nav: { name: 'Theory', place: 4, isTool: true },
  load: async () => (await import('./TheoryPage.tsx')).TheoryPage,
});
