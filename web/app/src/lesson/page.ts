import { definePage } from '../definePage.ts';

export const page = definePage({
  title: 'Lessons',
  within: 'lessons',
  // A lesson of another server has no id, and one that is written neither.
  list: { page: 'lessons', unless: (query) => /^(?:from=|write\b)/.test(query) },
  frame: {
    says: 'A lesson',
    hasLab: true,
    read: async (asked) => (await import('./frame.ts')).readFrame(asked),
  },
  load: async () => (await import('./LessonPage.tsx')).LessonPage,
});
