// The first script of the page under test: records what console, page and policy report.
/* eslint-disable no-console -- what is said there is listened to */
window.overheard = [];
for (const level of ['error', 'warn', 'log', 'info']) {
  const say = console[level].bind(console);
  console[level] = (...words) => {
    window.overheard.push(`console ${level}: ${words.map(String).join(' ')}`);
    say(...words);
  };
}
addEventListener(
  'error',
  (event) => {
    const what = event.message ?? event.target?.src ?? event.target?.href ?? '';
    window.overheard.push(`error: ${what}`);
  },
  true,
);
addEventListener('unhandledrejection', (event) => {
  window.overheard.push(`rejected: ${String(event.reason)}`);
});
addEventListener('securitypolicyviolation', (event) => {
  window.overheard.push(`policy: ${event.violatedDirective} ${event.blockedURI}`);
});
