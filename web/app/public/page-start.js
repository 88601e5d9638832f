// Shows the recorded first frame to a visit without an address of its own, and says which file of the page's beginning
// did not load: its own script cannot. Without this file the page works, too.
if (!location.hash && !location.search) document.documentElement.dataset.plain = '';

const failed = new Set();
let said = null;
const fileOf = (address) => /[\w.-]+\.(?:js|css)\b/.exec(address)?.[0];

function show() {
  if (said === null) return;
  document.querySelector('.first-frame')?.remove();
  const names = failed.size > 0 ? [...failed] : [said];
  const message = document.createElement('p');
  message.setAttribute('role', 'alert');
  message.dataset.failed = '';
  message.textContent = `The page did not load completely: ${names.join(', ')}. The network may be away. `;
  const again = document.createElement('button');
  again.textContent = 'Try again';
  again.addEventListener('click', () => location.reload());
  message.append(again);
  const bar = document.querySelector('.shell-bar');
  if (bar) bar.replaceChildren(message);
  else document.getElementById('root').replaceChildren(message);
}

addEventListener(
  'error',
  ({ target }) => {
    // A module names the file that it imports and that did not come by the link that announced it.
    if (target instanceof HTMLLinkElement && target.rel === 'modulepreload') failed.add(fileOf(target.href));
    if (target instanceof HTMLScriptElement) said = fileOf(target.src);
    show();
  },
  true,
);
addEventListener('ackscope-not-loaded', ({ detail }) => {
  said = fileOf(detail) ?? detail;
  show();
});
