import { useInsertionEffect } from 'react';
import { readTokens } from '@ackscope/charts';
import { useLabState } from '../lab/context.ts';
import { useMediaQuery } from '../base/useMediaQuery.ts';

/** Applies the chosen theme; the key changes whenever the colours on the screen do. */
export function useTheme(): { isDark: boolean; themeKey: string } {
  const theme = useLabState((state) => state.view.theme);
  const systemDark = useMediaQuery('(prefers-color-scheme: dark)');
  // Paper is white: what is drawn in a canvas is drawn anew for it.
  const isPrinted = useMediaQuery('print');
  const isDark = !isPrinted && (theme === 'auto' ? systemDark : theme === 'dark');
  const themeKey = isDark ? 'dark' : 'light';
  // Canvases read these colours in layout effects, so the theme must be set before. Reading
  // computed styles here, before React inserts the new elements, forces no layout.
  useInsertionEffect(() => {
    if (theme === 'auto') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    readTokens(themeKey);
  }, [theme, themeKey]);
  return { isDark, themeKey };
}
