import { isFrame, NARROW, PHONE, PHONE_FRAME } from '../base/mediaQueries.ts';
import { useMediaQuery } from '../base/useMediaQuery.ts';

/** True where one lane is shown at a time: two lanes stand side by side down to a phone's width. */
export function useLaneTabs(lanes: number, isScreen = true): boolean {
  const isWidget = isFrame && isScreen;
  const narrow = useMediaQuery(isWidget ? PHONE_FRAME : NARROW);
  const phone = useMediaQuery(isWidget ? PHONE_FRAME : PHONE);
  return lanes <= 2 ? phone : narrow;
}
