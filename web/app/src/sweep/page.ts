import { definePage, readable } from '../definePage.ts';

export const page = definePage({
  title: 'Sweep',
  names: ['sweeps'],
  nav: { name: 'Sweep', place: 3, isTool: true },
  frame: {
    says: 'A sweep',
    read: async ({ query }) => readable((await import('@ackscope/model/sweep')).readSweep(query).problems),
  },
  load: async () => (await import('./SweepPage.tsx')).SweepPage,
});
