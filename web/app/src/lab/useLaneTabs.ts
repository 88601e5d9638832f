import { NARROW, PHONE } from './mediaQueries.ts';
import { useMediaQuery } from './useMediaQuery.ts';

/** True where one lane is shown at a time: two lanes stand side by side down to a phone's width. */
export function useLaneTabs(lanes: number): boolean {
  const narrow = useMediaQuery(NARROW);
  const phone = useMediaQuery(PHONE);
  return lanes <= 2 ? phone : narrow;
}
