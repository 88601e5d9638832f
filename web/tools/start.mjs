import './node-version.mjs';
import { networkInterfaces } from 'node:os';
import { parseArgs } from 'node:util';
import { dist } from './paths.mjs';
import { buildAll } from './prepare.mjs';
import { endWithNpm } from './run.mjs';
import { addresses, listen, staticServer } from './serve.mjs';
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
  const [here = '', ...elsewhere] = addresses(values.host, port, networkInterfaces());
  const others = elsewhere.map((address) => `\n  ${bold(address)}  from other machines`).join('');
  say(
    `\nReady after ${duration(Date.now() - started)}. Open\n\n  ${bold(here)}${others}\n\nCtrl+C stops it.`,
  );
});
