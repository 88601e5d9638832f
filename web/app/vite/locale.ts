/**
 * The built page is in English and tells react-aria so at its root. Nevertheless, react-aria's
 * module of locales asks the browser's Intl for the visitor's locale when it loads. The browser
 * then reads its language tables, which blocks the main thread before the first curve (25 to 50 ms
 * on a desktop). The build uses `locale/english.ts` instead of that module.
 */
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const REPLACED = /[\\/]react-aria[\\/]dist[\\/]private[\\/]i18n[\\/]I18nProvider\.mjs$/;
const ENGLISH = fileURLToPath(new URL('locale/english.ts', import.meta.url));

export function oneLocale(): Plugin {
  let isReplaced = false;
  return {
    name: 'ackscope-one-locale',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (!source.endsWith('I18nProvider.mjs')) return null;
      const found = await this.resolve(source, importer, { skipSelf: true });
      if (found === null || !REPLACED.test(found.id)) return null;
      isReplaced = true;
      return ENGLISH;
    },
    buildEnd(error) {
      if (error === undefined && !isReplaced)
        this.error('react-aria no longer has its locale in I18nProvider.mjs');
    },
  };
}
