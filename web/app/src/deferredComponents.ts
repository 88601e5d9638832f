/**
 * Parts that are not on the first screen but appear at one key or press. They load when the page is
 * idle, before they are needed.
 */
import { lazyNamed } from './kit/lazyNamed.ts';

export const ScenarioPanel = lazyNamed('ScenarioPanel', () => import('./settings/ScenarioPanel.tsx'));
/** Lanes that share one chart. */
export const Overlay = lazyNamed('Overlay', () => import('./lanes/Overlay.tsx'));
export const DrawerContent = lazyNamed('DrawerContent', () => import('./drawer/DrawerContent.tsx'));

export async function loadLaterParts(): Promise<void> {
  await Promise.all([ScenarioPanel, Overlay, DrawerContent].map((part) => part.preload()));
}
