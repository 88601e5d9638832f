// The widget in a notebook's cell: a frame with the page's own widget (docs/embedding.md), which talks to the model.
const KEPT = Symbol.for('ackscope.widget');
/** Numbers of commands, by which they are answered. */
const SCENARIO = 1;
const OTHER = 2;

/** The widget's page as text. It comes once over the notebook's own connection. */
async function pageOf(model) {
  globalThis[KEPT] ??= await new Promise((resolve, reject) => {
    const hear = (message, buffers) => {
      model.off('msg:custom', hear);
      if (message.missing) {
        reject(new Error(message.missing));
        return;
      }
      const packed = new Blob([buffers[0]]).stream();
      resolve(new Response(packed.pipeThrough(new DecompressionStream('gzip'))).text());
    };
    model.on('msg:custom', hear);
    model.send({ type: 'page' });
  });
  return globalThis[KEPT];
}

async function render({ model, el }) {
  const frame = document.createElement('iframe');
  // Without an origin of its own the frame cannot reach the notebook.
  frame.sandbox = 'allow-scripts allow-forms allow-downloads allow-popups allow-popups-to-escape-sandbox';
  frame.title = 'Ackscope';
  frame.style.cssText = 'display: block; width: 100%; border: 0';
  const setHeight = (px) => (frame.style.height = `${model.get('height') || px}px`);
  setHeight(480);
  let text;
  try {
    text = await pageOf(model);
  } catch (error) {
    el.textContent = error.message;
    return undefined;
  }
  const settings = new URLSearchParams({ controls: model.get('controls'), theme: model.get('theme') });
  const meta = (name, content) => {
    const safe = content.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
    return `<meta name="ackscope-${name}" content="${safe}">`;
  };
  const told = meta('settings', String(settings)) + meta('site', model.get('site'));
  frame.srcdoc = text.replace('<head>', () => `<head>${told}`);

  // What the frame shows already: it is not sent again.
  const shown = { t: null, scenario: null };
  const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
  const post = (command) => frame.contentWindow?.postMessage({ ackscope: 1, ...command }, '*');
  const keep = (values) => {
    Object.assign(shown, values);
    for (const [name, value] of Object.entries(values)) model.set(name, value);
    model.save_changes();
  };
  let isOpen = false;
  const tell = {
    scenario: () => {
      const scenario = model.get('scenario');
      if (same(scenario, shown.scenario)) return;
      shown.scenario = scenario;
      post({ type: 'setScenario', scenario, id: SCENARIO });
    },
    rows: () => model.get('rows').length > 0 && post({ type: 'setRows', rows: model.get('rows'), id: OTHER }),
    t: () => {
      const timeS = model.get('t');
      if (timeS !== null && timeS !== shown.t) post({ type: 'seek', timeS, id: OTHER });
    },
  };
  const heard = {
    listening: () => {
      if (isOpen) return;
      isOpen = true;
      for (const one of Object.values(tell)) one();
    },
    height: ({ px }) => setHeight(px),
    time: ({ timeS }) => keep({ t: timeS }),
    state: ({ link, scenario }) => {
      model.set('link', link.slice(link.indexOf('#')));
      // Before the frame has taken the model's scenario it shows another one.
      if (model.get('ready') && scenario !== undefined) keep({ scenario });
      else model.save_changes();
    },
    done: ({ id }) => keep(id === SCENARIO ? { ready: true, error: '' } : { error: '' }),
    error: ({ message }) => keep({ error: message }),
  };
  const hear = ({ source, data }) => {
    if (source === frame.contentWindow && data?.ackscope === 1) heard[data.type]?.(data);
  };
  window.addEventListener('message', hear);
  for (const [name, one] of Object.entries(tell)) model.on(`change:${name}`, one);
  el.append(frame);
  return () => {
    window.removeEventListener('message', hear);
    for (const [name, one] of Object.entries(tell)) model.off(`change:${name}`, one);
  };
}

export default { render };
