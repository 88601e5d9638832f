/** Replaces react-aria's `i18n/I18nProvider`, with the same exports: the page is in English. */
import type { ReactNode } from 'react';

const ENGLISH = { locale: 'en-US', direction: 'ltr' } as const;

export function useLocale(): typeof ENGLISH {
  return ENGLISH;
}

export function I18nProvider({ children }: { children: ReactNode }): ReactNode {
  return children;
}
