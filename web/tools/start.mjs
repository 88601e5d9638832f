import './node-version.mjs';
import { parseArgs } from 'node:util';
import { dist } from './paths.mjs';
import { buildAll } from './prepare.mjs';
import { endWithNpm } from './run.mjs';
import { listen, staticServer } from './serve.mjs';
import { Trouble, bold, duration, main, say } from './terminal.mjs';

const HELP = `npm start [-- --port N] [-- --host NAME]

Installs what is missing, builds the engine and the page, and serves it.

  --port N      the port to serve on, or the next free one (5180)
  --host NAME   the interface; 0.0.0.0 lets other machines in (127.0.0.1)`;

main(async () => {
  const started = Date.now();
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '5180' },
      host: { type: 'string', default: '127.0.0.1' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    say(HELP);
    return;
  }
  const wanted = Number(values.port);
  if (!Number.isInteger(wanted) || wanted < 0 || wanted > 65_535) {
    throw new Trouble(`--port takes a number from 0 to 65535, not ${values.port}.`);
  }
  endWithNpm();
  await buildAll();
  const port = await listen(staticServer({ '/': dist }), { port: wanted, host: values.host });
  if (wanted !== 0 && port !== wanted) say(`  port ${String(wanted)} is taken, so it is ${String(port)}`);
  const name = values.host === '127.0.0.1' || values.host === '0.0.0.0' ? 'localhost' : values.host;
  say(
    `\nReady after ${duration(Date.now() - started)}. Open\n\n  ${bold(`http://${name}:${String(port)}/`)}\n\nCtrl+C stops it.`,
  );
});
