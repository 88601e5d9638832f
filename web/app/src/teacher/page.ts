import { definePage } from '../definePage.ts';

export const page = definePage({
  title: 'For teachers',
  within: 'lessons',
  load: async () => (await import('./TeacherPage.tsx')).TeacherPage,
});
