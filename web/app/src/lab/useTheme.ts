import { useInsertionEffect } from 'react';
import { useLabState } from './context.ts';
import { useMediaQuery } from './useMediaQuery.ts';

/** Applies the chosen theme; the key changes whenever the colours on the screen do. */
export function useTheme(): { isDark: boolean; themeKey: string } {
  const theme = useLabState((state) => state.view.theme);
  const systemDark = useMediaQuery('(prefers-color-scheme: dark)');
  const isDark = theme === 'auto' ? systemDark : theme === 'dark';
  // Before the canvases below paint, which they do in layout effects: they read the colours from the document.
  useInsertionEffect(() => {
    if (theme === 'auto') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  }, [theme]);
  return { isDark, themeKey: isDark ? 'dark' : 'light' };
}
