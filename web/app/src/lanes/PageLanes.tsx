import { Lanes } from './Lanes.tsx';
import { Results } from './Results.tsx';

/** Lanes in a page: each in a box with its results below. */
export function PageLanes(props: { themeKey: string; isLesson?: boolean }) {
  return <Lanes {...props} results={Results} />;
}
