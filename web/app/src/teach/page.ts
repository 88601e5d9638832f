import { definePage } from '../definePage.ts';

export const page = definePage({
  title: 'Learn',
  names: ['teaching'],
  within: 'lessons',
  list: { page: 'lessons', unless: () => false },
  frame: {
    says: 'A game',
    read: async (asked) => (await import('./games.ts')).readFrame(asked),
  },
  load: async () => (await import('./TeachPage.tsx')).TeachPage,
});
