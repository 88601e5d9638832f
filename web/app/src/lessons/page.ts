import { definePage } from '../definePage.ts';

export const page = definePage({
  title: 'Learn',
  names: ['learn', 'learning'],
  one: 'lesson',
  nav: { name: 'Learn', place: 1 },
  load: async () => (await import('./LessonsPage.tsx')).LessonsPage,
});
