import { Lanes } from './Lanes.tsx';
import { Results } from './Results.tsx';

/** Lanes in a page: each a box with its results under it. */
export function PageLanes({ themeKey }: { themeKey: string }) {
  return <Lanes themeKey={themeKey} results={Results} />;
}
