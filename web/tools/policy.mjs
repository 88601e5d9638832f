/** @param {{ workers: string }} where scripts of workers may come from */
const policy = ({ workers }) =>
  [
    "default-src 'self'",
    "script-src 'self' 'wasm-unsafe-eval'",
    `worker-src ${workers}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "connect-src 'self' https:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');

/**
 * The content security policy of the built page, in its head and in the headers of our own server.
 * Styles need 'unsafe-inline' for react-aria's style attributes; the engine is WebAssembly; images
 * are drawn charts. Scripts come from here and nowhere else. Data may be asked of others only where
 * a reader's link names a scenario file.
 */
export const POLICY = policy({ workers: "'self'" });

/**
 * The widget's. In a sandbox without an origin of its own it may start no worker at an address: it
 * writes the one line that imports the worker's script, which is held to this policy too.
 */
export const WIDGET_POLICY = policy({ workers: "'self' blob:" });
