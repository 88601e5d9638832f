// A frame whose sandbox gives it no origin may load modules only from a site that allows every origin to read them. Where it
// does not the widget has no script at all, and a browser says nothing: this does.
addEventListener(
  'error',
  ({ target }) => {
    if (!(target instanceof HTMLScriptElement)) return;
    const message = document.createElement('p');
    message.setAttribute('role', 'alert');
    message.textContent =
      self.origin === 'null'
        ? 'The widget could not load its script: this frame’s sandbox gives it no origin of its own. Add allow-same-origin to the sandbox attribute of the frame, or let the site that the widget comes from send the header Access-Control-Allow-Origin: *.'
        : 'The widget could not load its script.';
    document.getElementById('root').replaceChildren(message);
    const px = Math.ceil(document.documentElement.getBoundingClientRect().height);
    if (parent !== self) parent.postMessage({ ackscope: 1, type: 'height', px }, '*');
  },
  true,
);
