/**
 * The content security policy of the built page, in its head and in the headers of our own server. Styles need
 * 'unsafe-inline' for react-aria's style attributes; the engine is WebAssembly; images are drawn charts. Scripts come from
 * here and nowhere else. Data may be asked of others only where a reader's link names a scenario file.
 */
export const POLICY = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "connect-src 'self' https: http://localhost:* http://127.0.0.1:*",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');
