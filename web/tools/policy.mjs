/** @param {{ workers: string }} where allowed sources of workers' scripts */
const policy = ({ workers }) =>
  [
    "default-src 'self'",
    "script-src 'self' 'wasm-unsafe-eval'",
    `worker-src ${workers}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    // An own lesson or scenario, while its author serves it on this computer.
    "connect-src 'self' https: http://localhost:* http://127.0.0.1:*",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');

/**
 * The content security policy of the built page, in its head and in the headers of our own server.
 * Styles need 'unsafe-inline' for react-aria's style attributes; the engine is WebAssembly; images
 * are drawn charts. Scripts come only from the page's own origin. Data may come from other sites,
 * for a scenario file that a reader's link names.
 */
export const POLICY = policy({ workers: "'self'" });

/**
 * The widget's policy. In a sandbox without an origin it cannot start a worker from an address. So
 * it writes one line that imports the worker's script, which is under this policy, too.
 */
export const WIDGET_POLICY = policy({ workers: "'self' blob:" });
