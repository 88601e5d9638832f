import type { Catalogue } from './types.ts';

/**
 * What there is to choose from. Written from what the engine declares about itself, and not asked
 * of it: a good part of the module that a page loads would be texts that only people read. A file
 * of its own, because a run can begin without it. The import has no attribute `type: 'json'`: Vite's
 * development server sends JSON as a script, and leaves the attributes of such an import in.
 */
export async function loadCatalogue(): Promise<Catalogue> {
  const { default: catalogue } = await import('./generated/catalogue.json');
  return catalogue as unknown as Catalogue;
}
