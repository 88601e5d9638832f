import type { Catalogue } from './types.ts';

/**
 * What there is to choose from. Written from what the engine declares about itself, and not asked
 * of it: a good part of the module that a page loads would be texts that only people read. A file
 * of its own, because a run can begin without it.
 */
export async function loadCatalogue(): Promise<Catalogue> {
  const { default: catalogue } = await import('./generated/catalogue.json', { with: { type: 'json' } });
  return catalogue as unknown as Catalogue;
}
