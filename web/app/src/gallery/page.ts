import { definePage } from '../definePage.ts';

export const page = definePage({
  title: 'Gallery',
  names: ['experiments', 'papers'],
  nav: { name: 'Papers', place: 2 },
  frame: {
    says: 'The gallery',
    read: async (asked) => (await import('./frame.ts')).readFrame(asked),
  },
  load: async () => (await import('./GalleryPage.tsx')).GalleryPage,
});
