import { definePage, readable } from '../../src/definePage.ts';
import { readBdp } from './bdp.ts';

export const page = definePage({
  title: 'Bandwidth-delay product',
  names: ['product'],
  within: 'theory',
  frame: { says: 'A product', read: ({ query }) => readable(readBdp(query).problems) },
  load: async () => (await import('./BdpPage.tsx')).BdpPage,
});
