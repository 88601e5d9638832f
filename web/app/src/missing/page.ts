import { definePage } from '../definePage.ts';

export const page = definePage({
  title: 'No such page',
  load: async () => (await import('./MissingPage.tsx')).MissingPage,
});
