import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Puts a built page's script and styles into its HTML. This single file runs from a disk or in a
 * sandboxed frame, where no second file can be loaded. It cannot request anything, and only its own
 * script runs.
 * @param {string} folder - what Vite built with web/app/vite.single.config.ts
 * @param {string} icon - the page's icon, an SVG file
 * @param {string} [name] - the page in the folder
 * @returns {string} the page
 */
export function onePage(folder, icon, name = 'index.html') {
  let script = '';
  /** @param {string} href */
  const read = (href) => readFileSync(join(folder, href), 'utf8');
  const page = readFileSync(join(folder, name), 'utf8')
    // It says that a script cannot be loaded; here nothing is loaded.
    .replace(/<script (?:async |defer )?src="\.\/(?:embed|page)-start\.js"><\/script>/, '')
    .replace(/<script\b[^>]*\bsrc="([^"]+)"[^>]*><\/script>/g, (_, src) => {
      script += read(src);
      return '';
    })
    .replace(
      /<link\b[^>]*\brel="stylesheet"[^>]*\bhref="([^"]+)"[^>]*>/g,
      (_, href) => `<style>${read(href)}</style>`,
    )
    .replace(/<link\b[^>]*\brel="manifest"[^>]*>/, '')
    .replace(/(<link\b[^>]*\brel="icon"[^>]*\bhref=)"[^"]+"/, (_, start) => {
      return `${start}"data:image/svg+xml;base64,${readFileSync(icon).toString('base64')}"`;
    });
  // The parser would end the script at this text, even within a string.
  const safe = script.replaceAll('</script', '<\\/script');
  const hash = createHash('sha256').update(safe).digest('base64');
  const policy = [
    "default-src 'none'",
    `script-src 'sha256-${hash}' 'wasm-unsafe-eval'`,
    // The worker's text is in the page.
    'worker-src blob:',
    "style-src 'unsafe-inline'",
    'img-src data: blob:',
    'font-src data:',
    // The worker's text contains the engine and reads it from there.
    'connect-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const left = page.match(/(?:src|href)="(?!data:)[^"#]+"/g);
  if (left !== null) throw new Error(`the page still asks for ${left.join(', ')}`);
  return page
    .replace(
      '<head>',
      () =>
        `<head>\n    <meta http-equiv="Content-Security-Policy" content="${policy}">\n    <meta name="ackscope-start" content="">`,
    )
    .replace('</body>', () => `<script type="module">${safe}</script>\n  </body>`);
}
