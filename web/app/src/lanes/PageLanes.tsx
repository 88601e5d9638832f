import { Lanes } from './Lanes.tsx';
import { Results } from './Results.tsx';

/** Lanes in a page: each in a box with its results below. */
export function PageLanes({ themeKey }: { themeKey: string }) {
  return <Lanes themeKey={themeKey} results={Results} />;
}
