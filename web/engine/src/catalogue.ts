import type { Catalogue } from './types.ts';

/**
 * The algorithms and rules that exist. The file is generated from the engine's own declarations,
 * not asked from the loaded engine: otherwise much of the module that a page loads would be texts
 * for people. It is a separate file, because a run can begin without it. The import has no
 * attribute `type: 'json'`: Vite's development server sends JSON as a script, and keeps the
 * attribute of such an import.
 */
export async function loadCatalogue(): Promise<Catalogue> {
  const { default: catalogue } = await import('./generated/catalogue.json');
  return catalogue as unknown as Catalogue;
}
