/**
 * Parts of the lab that no first screen has, though one key or one press shows them. They load when the page is at
 * rest, so that they are there by then.
 */
import { lazyNamed } from '../controls/lazyNamed.ts';

/** All settings. */
export const ScenarioPanel = lazyNamed('ScenarioPanel', () => import('./ScenarioPanel.tsx'));
/** Lanes that share one chart. */
export const Overlay = lazyNamed('Overlay', () => import('./Overlay.tsx'));
/** What a drawer holds. */
export const DrawerContent = lazyNamed('DrawerContent', () => import('./DrawerContent.tsx'));

export async function loadLaterParts(): Promise<void> {
  await Promise.all([ScenarioPanel, Overlay, DrawerContent].map((part) => part.preload()));
}
